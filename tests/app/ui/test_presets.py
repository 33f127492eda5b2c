from __future__ import annotations

from PySide6.QtCore import QByteArray

from app.ui import presets as module
from app.ui.preferences import Preferences
from app.ui.presets import Presets

TYPE = "std_msgs/String"


def test_messages_are_kept_by_type_and_name(preferences: Preferences) -> None:
    Presets(preferences).keep(TYPE, "hello", {"data": "hello"})
    presets = Presets(preferences)
    presets.keep(TYPE, "bye", {"data": "bye"})
    presets.keep("std_msgs/Int32", "one", {"data": 1})
    assert presets.of(TYPE) == {"hello": {"data": "hello"}, "bye": {"data": "bye"}}

    presets.keep(TYPE, "hello", {"data": "again"})
    assert list(presets.of(TYPE)) == ["bye", "hello"]
    presets.forget(TYPE, "bye")
    assert presets.of(TYPE) == {"hello": {"data": "again"}}


def test_there_are_never_too_many(preferences: Preferences) -> None:
    presets = Presets(preferences)
    for number in range(module.MAX_PRESETS + 5):
        presets.keep(TYPE, str(number), {})

    assert list(presets.of(TYPE)) == [str(number) for number in range(5, module.MAX_PRESETS + 5)]


def test_what_can_not_be_read_is_not_there(preferences: Preferences) -> None:
    for kept in (b"{", b"[]", b'{"a": 1}', b"\xff"):
        preferences.set_layout("preset-std_msgs|String", QByteArray(kept))
        assert Presets(preferences).of(TYPE) == {}
