from __future__ import annotations

import math
from pathlib import Path

from app.ui.base.preferences import Preferences
from app.ui.publishing import presets as module
from app.ui.publishing.presets import Presets

TYPE = "std_msgs/String"


def test_messages_are_kept_by_type_and_name(preferences: Preferences) -> None:
    Presets(preferences).save(TYPE, "hello", {"data": "hello"})
    presets = Presets(preferences)
    presets.save(TYPE, "bye", {"data": "bye"})
    presets.save("std_msgs/Int32", "one", {"data": 1})
    assert presets.messages_of(TYPE) == {"hello": {"data": "hello"}, "bye": {"data": "bye"}}

    presets.save(TYPE, "hello", {"data": "again"})
    assert list(presets.messages_of(TYPE)) == ["bye", "hello"]
    presets.delete(TYPE, "bye")
    assert presets.messages_of(TYPE) == {"hello": {"data": "again"}}


def test_there_are_never_too_many(preferences: Preferences) -> None:
    presets = Presets(preferences)
    for number in range(module.MAX_PRESETS + 5):
        presets.save(TYPE, str(number), {})

    assert list(presets.messages_of(TYPE)) == [str(number) for number in range(5, module.MAX_PRESETS + 5)]


def test_messages_that_are_too_long_are_not_kept_and_say_so(preferences: Preferences) -> None:
    presets = Presets(preferences)

    assert presets.save(TYPE, "fits", {"data": "x" * (module.MAX_CHARACTERS - 100)})
    assert not presets.save(TYPE, "map", {"data": "x" * module.MAX_CHARACTERS})
    assert list(presets.messages_of(TYPE)) == ["fits"]


def test_all_of_them_leave_room_for_robots_in_the_settings(tmp_path: Path) -> None:
    preferences = Preferences(tmp_path / "settings.json")
    preferences.set_robot_name("ros1://a", "One")
    presets = Presets(preferences)
    for number in range(100):
        assert presets.save(f"type/{number % 10}", str(number), {"data": '"' * (module.MAX_CHARACTERS // 2 - 100)})
    preferences.save()

    after = Preferences(tmp_path / "settings.json")
    assert not after.errors
    assert after.robot_name("ros1://a") == "One"
    assert "99" in after.presets("type/9")
    assert "0" not in after.presets("type/0")


def test_what_can_not_be_read_is_not_there(preferences: Preferences) -> None:
    for kept in ("", "{", "[]", "1", "[" * 100_000):
        preferences.set_preset(TYPE, "a", kept, 9)
        assert Presets(preferences).messages_of(TYPE) == {}


def test_numbers_that_are_none_are_kept(tmp_path: Path) -> None:
    preferences = Preferences(tmp_path / "settings.json")
    Presets(preferences).save(TYPE, "odd", {"x": math.inf, "y": -math.inf, "z": math.nan})
    preferences.save()

    kept = Presets(Preferences(tmp_path / "settings.json")).messages_of(TYPE)["odd"]
    assert (kept["x"], kept["y"]) == (math.inf, -math.inf)
    assert math.isnan(kept["z"])
