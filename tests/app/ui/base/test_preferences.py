from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray

from app.config.folders import CONFIG_VARIABLE
from app.config.preference_values import PreferenceValues, SaveFolder
from app.config.settings_bundle import SettingsBundle
from app.config.user_settings import MAX_DRIVEN, MAX_RECENT, MAX_ROBOTS, LastDriven, RobotSettings
from app.model.messages.shown_units import SpeedUnit
from app.ui.base.preferences import (
    MAX_BOOKMARKED,
    MAX_BOOKMARKS,
    MAX_DECODERS,
    MAX_OPEN_FIELDS,
    MAX_OPENED,
    ROBOT_COLORS,
    Preferences,
    ThemeChoice,
)


def _open(folder: Path) -> Preferences:
    return Preferences(folder / "settings.json")


def test_what_was_set_is_there_in_the_next_run(tmp_path: Path) -> None:
    before = _open(tmp_path)
    before.theme = ThemeChoice.LIGHT
    before.add_recent_uri("gazebo://a:1")
    before.set_widget_state("window", QByteArray(b"\x00\x01"))
    before.save()

    after = _open(tmp_path)

    assert after.theme is ThemeChoice.LIGHT
    assert after.recent_uris == ["gazebo://a:1"]
    assert after.widget_state("window") == QByteArray(b"\x00\x01")


def test_an_address_used_again_moves_to_the_front_and_old_ones_fall_out(tmp_path: Path) -> None:
    preferences = _open(tmp_path)
    for number in range(MAX_RECENT + 2):
        preferences.add_recent_uri(f"gazebo://robot:{number}")
    preferences.add_recent_uri("gazebo://robot:5")

    recent = preferences.recent_uris

    assert recent[:2] == ["gazebo://robot:5", f"gazebo://robot:{MAX_RECENT + 1}"]
    assert len(recent) == len(set(recent)) == MAX_RECENT


def test_those_of_the_user_lie_in_the_users_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path))
    preferences = Preferences.for_user()
    preferences.theme = ThemeChoice.DARK
    preferences.save()

    assert '"dark"' in (tmp_path / "settings.json").read_text(encoding="utf-8")
    assert preferences.layouts_folder == tmp_path / "layouts"


def test_a_trial_begins_with_the_look_alone_and_changes_nothing_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path))
    preferences = Preferences.for_user()
    preferences.theme = ThemeChoice.LIGHT
    preferences.add_recent_uri("gazebo://mine:1")
    preferences.save()
    was = (tmp_path / "settings.json").read_bytes()
    trial = Preferences.temporary()
    before = trial.theme, trial.recent_uris
    trial.theme = ThemeChoice.DARK
    trial.add_recent_uri("gazebo://other:1")
    trial.save()

    assert before == (ThemeChoice.LIGHT, [])
    assert (tmp_path / "settings.json").read_bytes() == was
    assert Preferences.temporary("dark").theme is ThemeChoice.DARK


def test_a_trial_keeps_the_last_minutes_only_if_the_user_has_them_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path))
    assert Preferences.temporary().values.black_box
    preferences = Preferences.for_user()
    for name, value in (("black_box", False), ("black_box_min", 7), ("history_min", 9)):
        preferences.set_value(name, value)
    preferences.save()
    values = Preferences.temporary().values
    assert (values.black_box, values.black_box_min) == (False, 7)
    assert values.history_min == PreferenceValues().history_min


def test_a_trial_makes_nothing_where_nothing_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path / "none"))

    assert Preferences.temporary().theme is ThemeChoice.SYSTEM
    assert not (tmp_path / "none").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="has no files without an end")
def test_a_trial_waits_for_no_file_without_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "settings.json")
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path))

    assert Preferences.temporary().theme is ThemeChoice.SYSTEM


def test_robots_get_different_colours_until_there_are_none_left(preferences: Preferences) -> None:
    colors = [preferences.robot_color(f"gazebo://robot-{number}:1") for number in range(ROBOT_COLORS + 2)]

    assert sorted(colors[:ROBOT_COLORS]) == list(range(ROBOT_COLORS))
    assert all(0 <= color < ROBOT_COLORS for color in colors)
    assert preferences.robot_color("gazebo://robot-0:1") == colors[0]


def test_a_name_is_kept_until_the_robot_is_forgotten(preferences: Preferences) -> None:
    preferences.add_recent_uri("gazebo://a/b:1")
    preferences.set_robot_name("gazebo://a/b:1", "Rover")
    assert preferences.shown_name("gazebo://a/b:1") == ""
    assert preferences.robot_name("gazebo://a/b:1") == "Rover"
    assert preferences.shown_name("gazebo://a/b:1") == "Rover"

    preferences.remove_robot("gazebo://a/b:1")
    assert preferences.given_name("gazebo://a/b:1") == ""
    assert preferences.recent_uris == []


def test_only_preferences_with_a_file_are_kept_and_the_others_leave_no_folder(tmp_path: Path) -> None:
    kept, trial = Preferences(tmp_path / "settings.json"), Preferences()
    folder = trial.layouts_folder.parent
    assert (kept.are_kept, trial.are_kept, folder.is_dir()) == (True, False, True)

    del trial
    gc.collect()
    assert not folder.exists()


def test_robots_of_a_run_get_different_colours_where_all_were_given_away_before(tmp_path: Path) -> None:
    before = Preferences(tmp_path / "settings.json")
    for number in range(ROBOT_COLORS + 3):
        before.robot_color(f"gazebo://old-{number}:1")
    before.save()
    after = Preferences(tmp_path / "settings.json")

    assert len({after.robot_color(f"gazebo://new-{number}:1") for number in range(3)}) == 3


def test_names_and_colours_are_there_in_the_next_run(tmp_path: Path) -> None:
    before = _open(tmp_path)
    before.set_robot_name("gazebo://a:1", "Rover")
    before.set_robot_color("gazebo://a:1", 3)
    before.save()
    after = _open(tmp_path)

    assert (after.robot_name("gazebo://a:1"), after.robot_color("gazebo://a:1")) == ("Rover", 3)


def test_every_change_of_a_name_or_a_colour_is_told(preferences: Preferences) -> None:
    revisions = [preferences.robots_revision]
    changes: list[Callable[[], None]] = [
        lambda: preferences.set_robot_name("gazebo://a:1", "Rover"),
        lambda: preferences.set_robot_color("gazebo://a:1", 3),
        lambda: preferences.add_temporary_robot("gazebo://b:1", "Demo"),
        lambda: preferences.remove_robot("gazebo://a:1"),
    ]
    for change in changes:
        change()
        revisions.append(preferences.robots_revision)

    assert len(set(revisions)) == 5


def test_nothing_of_a_guest_is_there_in_the_next_run(tmp_path: Path) -> None:
    before = _open(tmp_path)
    before.set_robot_color("gazebo://a:1", 0)
    before.add_temporary_robot("gazebo://127.0.0.1:40001", "Demo robot")
    color = before.robot_color("gazebo://127.0.0.1:40001")
    before.add_recent_uri("gazebo://127.0.0.1:40001")
    before.save()

    assert before.robot_name("gazebo://127.0.0.1:40001") == "Demo robot"
    assert color != 0
    assert before.recent_uris == []
    assert "40001" not in (tmp_path / "settings.json").read_text(encoding="utf-8")


def test_what_can_be_shown_is_shown_until_it_is_switched_off_for_good(tmp_path: Path) -> None:
    before = _open(tmp_path)
    before.set_switch("history", False)
    before.save()
    after = _open(tmp_path)

    assert not after.switch("history")
    assert after.switch("another")
    after.set_switch("history", True)
    assert after.switch("history")


def test_how_topics_are_read_is_remembered_for_each_robot(preferences: Preferences) -> None:
    assert preferences.decoders("galileo://a") == {}

    preferences.set_decoder("galileo://a", "camera/front", "ROS 1", "sensor_msgs/Image")
    preferences.set_decoder("galileo://a", "odom", "bytes", "")
    preferences.set_decoder("galileo://a", "camera/front", "JPEG", "")
    assert preferences.decoders("galileo://a") == {"odom": ("bytes", ""), "camera/front": ("JPEG", "")}
    assert preferences.decoders("galileo://b") == {}

    preferences.remove_robot("galileo://a")
    assert preferences.decoders("galileo://a") == {}


def test_how_topics_are_read_is_remembered_for_so_many_only(preferences: Preferences) -> None:
    for number in range(MAX_DECODERS + 3):
        preferences.set_decoder("galileo://a", f"topic{number}", "JPEG", "")

    kept = preferences.decoders("galileo://a")
    assert len(kept) == MAX_DECODERS
    assert "topic2" not in kept


def test_of_a_guest_nothing_of_that_is_remembered(preferences: Preferences) -> None:
    preferences.add_temporary_robot("galileo://a", "Demo robot")
    preferences.set_decoder("galileo://a", "camera", "JPEG", "")

    assert preferences.decoders("galileo://a") == {}


def test_that_no_pictures_of_a_topic_are_kept_goes_with_its_robot(preferences: Preferences) -> None:
    robot = "ros1://rover:11311"
    preferences.set_keeps_pictures(robot, "/camera", kept=False)
    assert not preferences.keeps_pictures(robot, "/camera")
    assert preferences.keeps_pictures(robot, "/other")
    preferences.remove_robot(robot)
    assert preferences.keeps_pictures(robot, "/camera")


def test_that_no_pictures_of_a_guest_are_kept_holds_until_the_end(tmp_path: Path) -> None:
    before = _open(tmp_path)
    before.add_temporary_robot("ros1://demo", "Demo")
    before.set_keeps_pictures("ros1://demo", "/camera", kept=False)
    assert not before.keeps_pictures("ros1://demo", "/camera")
    before.save()
    assert _open(tmp_path).keeps_pictures("ros1://demo", "/camera")


def test_what_was_named_of_a_robot_goes_with_it(preferences: Preferences) -> None:
    robot = "nrp+grpc://robot:9004"
    assert (preferences.address(robot), preferences.used_names(robot), preferences.poll_rates(robot)) == ("", [], {})
    preferences.set_address(robot, f"{robot}?packs=a")
    preferences.add_used_names(robot, ["a", "b"])
    preferences.add_used_names(robot, ["c", "a"])
    preferences.set_poll_rate(robot, "a", 5.0)
    preferences.set_poll_rate(robot, "b", 50)
    preferences.set_poll_rate(robot, "a", None)
    assert preferences.address(robot) == f"{robot}?packs=a"
    assert preferences.used_names(robot) == ["c", "a", "b"]
    assert preferences.poll_rates(robot) == {"b": 50.0}

    preferences.remove_robot(robot)
    assert (preferences.address(robot), preferences.used_names(robot), preferences.poll_rates(robot)) == ("", [], {})


def test_nothing_is_remembered_of_what_a_guest_was_named(preferences: Preferences) -> None:
    preferences.add_temporary_robot("nrp+grpc://demo:1", "Demo")
    preferences.set_address("nrp+grpc://demo:1", "nrp+grpc://demo:1?packs=a")
    preferences.add_used_names("nrp+grpc://demo:1", ["a"])
    preferences.set_poll_rate("nrp+grpc://demo:1", "a", 5.0)

    assert preferences.address("nrp+grpc://demo:1") == ""
    assert preferences.used_names("nrp+grpc://demo:1") == []
    assert preferences.poll_rates("nrp+grpc://demo:1") == {}


def test_what_each_robot_was_driven_by_is_remembered_from_run_to_run(tmp_path: Path) -> None:
    before = _open(tmp_path)
    assert before.driven_by("ros1://a") == LastDriven("", "default")
    before.set_driven_by("ros1://a", LastDriven("/joy_vel", "slow"))
    before.save()

    after = _open(tmp_path)
    assert after.driven_by("ros1://a") == LastDriven("/joy_vel", "slow")
    assert after.driven_by("ros1://b") == LastDriven()


def test_a_profile_that_has_another_name_stays_that_of_all_its_robots(tmp_path: Path) -> None:
    before = _open(tmp_path)
    before.set_driven_by("ros1://a", LastDriven("/a", "slow"))
    before.set_driven_by("ros1://b", LastDriven("/b", "fast"))
    before.rename_profile("slow", "slower")
    before.save()

    for preferences in (before, _open(tmp_path)):
        assert preferences.driven_by("ros1://a") == LastDriven("/a", "slower")
        assert preferences.driven_by("ros1://b") == LastDriven("/b", "fast")


def test_by_what_robots_were_driven_longest_ago_is_forgotten(preferences: Preferences) -> None:
    for number in range(MAX_DRIVEN):
        preferences.set_driven_by(f"ros1://robot{number}", LastDriven("/a"))
    preferences.set_driven_by("ros1://robot0", LastDriven("/b"))
    preferences.set_driven_by("ros1://another", LastDriven("/a"))

    assert preferences.driven_by("ros1://robot0") == LastDriven("/b")
    assert preferences.driven_by("ros1://robot1") == LastDriven()


def test_by_what_a_guest_is_driven_is_known_until_the_program_ends(tmp_path: Path) -> None:
    before = _open(tmp_path)
    before.add_temporary_robot("ros1://demo", "Demo")
    before.set_driven_by("ros1://demo", LastDriven("/a"))
    before.switch("one")
    before.set_switch("one", False)
    before.save()

    assert before.driven_by("ros1://demo") == LastDriven("/a")
    assert _open(tmp_path).driven_by("ros1://demo") == LastDriven()


def test_robots_that_were_used_longest_ago_are_forgotten(tmp_path: Path) -> None:
    before = _open(tmp_path)
    for number in range(MAX_ROBOTS):
        before.set_robot_name(f"ros1://robot{number}", f"Robot {number}")
    before.set_address("ros1://robot0", "ros1://robot0?alias=a=b")
    before.set_robot_name("ros1://another", "Another")
    before.save()

    after = _open(tmp_path)
    assert after.robot_name("ros1://robot0") == "Robot 0"
    assert after.given_name("ros1://robot1") == ""


def test_views_are_kept_as_they_were_when_they_told_it(tmp_path: Path) -> None:
    before = _open(tmp_path)
    state = {"picture-1": {"topic": "/a", "turns": [1]}}
    before.set_views("pictures", state)
    state["picture-1"]["turns"] = []
    before.set_choice("log-level", "30")
    before.save()

    after = _open(tmp_path)
    assert after.views("pictures") == {"picture-1": {"topic": "/a", "turns": [1]}}
    assert after.views("plots") == {}
    assert (after.choice("log-level"), after.choice("another")) == ("30", "")


def test_two_windows_keep_what_each_of_them_changed_of_one_robot(tmp_path: Path) -> None:
    robot = "nrp+grpc://robot:9004"
    one, other = _open(tmp_path), _open(tmp_path)
    one.set_robot_name(robot, "Rover")
    one.set_joint_speed(robot, "arm", 0.5)
    one.add_used_names(robot, ["a"])
    one.add_recent_uri("ros1://one")
    other.set_joint_speed(robot, "leg", 0.25)
    other.add_used_names(robot, ["b"])
    other.add_recent_uri("ros1://other")
    one.save()
    other.save()

    after = _open(tmp_path)
    assert after.robot_name(robot) == "Rover"
    assert (after.joint_speed(robot, "arm"), after.joint_speed(robot, "leg")) == (0.5, 0.25)
    assert after.used_names(robot) == ["b", "a"]
    assert after.recent_uris == ["ros1://other", "ros1://one"]


def test_how_fast_each_robot_was_driven_is_remembered(tmp_path: Path) -> None:
    preferences = _open(tmp_path)
    assert (preferences.drive_share("ros1://a", "/cmd_vel default"), preferences.drives_slowly("ros1://a")) == (
        None,
        False,
    )
    preferences.set_drive_share("ros1://a", "/cmd_vel default", 0.7)
    preferences.set_drives_slowly("ros1://b", slow=True)
    preferences.add_temporary_robot("ros1://demo", "Demo")
    preferences.set_drive_share("ros1://demo", "/cmd_vel default", 1.0)
    preferences.save()

    after = _open(tmp_path)
    assert [after.drive_share(f"ros1://{name}", "/cmd_vel default") for name in ("a", "b", "demo")] == [0.7, None, None]
    assert [after.drives_slowly(f"ros1://{name}") for name in ("a", "b")] == [False, True]


def test_a_window_in_which_nothing_was_moved_leaves_views_and_columns_of_another(tmp_path: Path) -> None:
    first = _open(tmp_path)
    first.set_widget_state("topics", QByteArray(b"1"))
    first.save()
    idle, busy = _open(tmp_path), _open(tmp_path)
    busy.set_views("plots", {"plot-1": {"fields": ["/a"]}})
    busy.set_widget_state("topics", QByteArray(b"2"))
    busy.save()
    idle.set_views("plots", {})
    idle.set_widget_state("topics", QByteArray(b"1"))
    idle.save()

    after = _open(tmp_path)
    assert after.views("plots") == {"plot-1": {"fields": ["/a"]}}
    assert after.widget_state("topics") == QByteArray(b"2")


def test_a_robot_that_is_named_after_it_was_forgotten_has_that_name(tmp_path: Path) -> None:
    before = _open(tmp_path)
    before.set_robot_name("ros1://a", "One")
    before.remove_robot("ros1://a")
    before.set_robot_name("ros1://a", "Two")
    before.save()

    assert _open(tmp_path).robot_name("ros1://a") == "Two"


@pytest.mark.expects_log("could not be read")
def test_changed_keys_are_there_in_the_next_run_and_an_entry_that_is_damaged_costs_itself_alone(tmp_path: Path) -> None:
    before = _open(tmp_path)
    before.set_action_keys("quit", ["F12", "Ctrl+Shift+Q"])
    before.set_action_keys("log", [])
    before.set_action_keys("palette", ["F4"])
    before.set_action_keys("palette", None)
    before.save()
    assert _open(tmp_path).action_keys == {"quit": ["F12", "Ctrl+Shift+Q"], "log": []}

    path = tmp_path / "settings.json"
    settings = json.loads(path.read_text(encoding="utf-8"))
    settings["keys"] |= {"connect_robot": 5, "about": ["F9", None]}
    path.write_text(json.dumps(settings), encoding="utf-8")
    after = _open(tmp_path)
    assert after.action_keys == {"quit": ["F12", "Ctrl+Shift+Q"], "log": [], "about": ["F9"]}
    assert len(after.errors) == 1


def test_the_fields_that_are_open_in_a_type_are_kept_and_the_oldest_type_goes(tmp_path: Path) -> None:
    before = _open(tmp_path)
    assert before.opened_fields("Odometry") is None

    for number in range(MAX_OPENED):
        before.set_opened_fields(f"Type{number}", [])
    before.set_opened_fields("Odometry", [f"list[{number}]" for number in range(100)])
    before.save()
    after = _open(tmp_path)

    assert after.opened_fields("Odometry") == [f"list[{number}]" for number in range(MAX_OPEN_FIELDS)]
    assert after.opened_fields("Type0") is None
    assert after.opened_fields("Type1") == []


def test_bookmarks_are_kept_up_to_their_bounds_and_the_oldest_recording_goes(tmp_path: Path) -> None:
    before = _open(tmp_path)
    for end_ns in range(1, MAX_BOOKMARKED + 1):
        before.set_bookmark(0, end_ns, 5, there=True)
    for place_ns in range(MAX_BOOKMARKS + 9, 0, -1):
        before.set_bookmark(7, 9_000, place_ns, there=True)
    before.save()
    before.set_bookmark(0, 2, 5, there=False)
    before.save()
    after = _open(tmp_path)

    assert after.bookmarks(7, 9_000) == tuple(range(10, MAX_BOOKMARKS + 10))
    assert after.bookmarks(0, 1) == after.bookmarks(0, 2) == ()
    assert after.bookmarks(0, 3) == (5,)


def test_two_windows_keep_the_bookmarks_of_each_other(tmp_path: Path) -> None:
    first, second = _open(tmp_path), _open(tmp_path)
    first.set_bookmark(0, 100, 40, there=True)
    second.set_bookmark(0, 100, 60, there=True)
    # the last time that a file may have
    second.set_bookmark(0, 100, (1 << 64) - 1, there=True)
    first.save()
    second.save()
    assert _open(tmp_path).bookmarks(0, 100) == (40, 60, (1 << 64) - 1)


def test_a_value_that_is_set_is_told_once_and_there_in_the_next_run(tmp_path: Path) -> None:
    before, told = _open(tmp_path), list[str]()
    before.changed.connect(told.append)
    before.set_value("speed", SpeedUnit.KILOMETRES_PER_HOUR)
    before.set_value("speed", SpeedUnit.KILOMETRES_PER_HOUR)
    before.set_value("text_percent", 125)
    before.save()

    assert told == ["speed", "text_percent"]
    values = _open(tmp_path).values
    assert (values.speed, values.text_percent) == (SpeedUnit.KILOMETRES_PER_HOUR, 125)


@pytest.mark.parametrize(("name", "value"), [("text_percent", 79), ("text_percent", 201), ("angle", "grad")])
def test_a_value_that_can_not_be_is_refused_and_changes_nothing(
    preferences: Preferences, name: str, value: object
) -> None:
    before = preferences.values
    with pytest.raises(ValueError, match=name):
        preferences.set_value(name, value)
    assert preferences.values == before


def test_the_folder_of_the_last_file_is_offered_until_another_is_set(tmp_path: Path, preferences: Preferences) -> None:
    usual, last, chosen = preferences.save_folder(SaveFolder.EXPORTS), tmp_path / "last", tmp_path / "chosen"
    last.mkdir()
    chosen.mkdir()
    preferences.set_last_folder(SaveFolder.EXPORTS, last)
    assert preferences.save_folder(SaveFolder.EXPORTS) == last
    assert preferences.save_folder(SaveFolder.IMAGES) != last
    preferences.set_value("export_folder", str(chosen))
    assert preferences.save_folder(SaveFolder.EXPORTS) == chosen
    chosen.rmdir()
    assert preferences.save_folder(SaveFolder.EXPORTS) == usual


def test_a_robot_without_a_name_is_called_by_as_much_of_its_address_as_tells_it_from_others(
    preferences: Preferences,
) -> None:
    gazebo, ros, tug, crane = (
        "gazebo://localhost:11345",
        "ros1://localhost:11311",
        "galileo://proxy:10427/tug",
        "galileo://proxy:10427/crane",
    )
    assert preferences.robot_name(gazebo) == "localhost"
    revision = preferences.robots_revision

    assert preferences.robot_name(ros) == "localhost:11311"
    assert preferences.robot_name(gazebo) == "localhost:11345"
    # whoever has shown the shorter one has to know
    assert preferences.robots_revision > revision
    assert preferences.robot_name(tug) == "proxy"
    assert preferences.robot_name(crane) == "proxy:10427/crane"
    assert preferences.robot_name(tug) == "proxy:10427/tug"
    assert preferences.robot_name("nrp+json://proxy:10427/tug") == "nrp+json://proxy:10427/tug"


def test_the_recent_robots_count_among_those_to_be_told_apart(preferences: Preferences) -> None:
    preferences.add_recent_uri("gazebo://localhost:11345")

    assert preferences.robot_name("ros1://localhost:11311") == "localhost:11311"


def test_what_a_robot_is_called_without_a_name_is_not_saved_as_one(preferences: Preferences) -> None:
    robot = "ros1://rover:11311"
    preferences.set_robot_name(robot, preferences.robot_name(robot))
    assert preferences.given_name(robot) == ""
    preferences.set_robot_name(robot, "Rover")
    assert (preferences.given_name(robot), preferences.robot_name(robot)) == ("Rover", "Rover")
    preferences.set_robot_name(robot, robot)
    assert (preferences.given_name(robot), preferences.robot_name(robot)) == ("", "rover")


@pytest.mark.parametrize("address", ["", "rover", "ros1://", "ros1://[::1"])
def test_an_address_without_a_host_is_called_by_all_of_it(preferences: Preferences, address: str) -> None:
    assert preferences.robot_name(address) == address


def test_a_recording_is_called_by_the_name_of_its_file(preferences: Preferences) -> None:
    assert preferences.robot_name("file:///tmp/a.mcap") == "a.mcap"


def test_what_an_import_added_is_not_in_the_file_once_it_was_taken_back(tmp_path: Path) -> None:
    rover = "ros1://rover:11311"
    before = _open(tmp_path)
    before.add_recent_uri("gazebo://a:1")
    before.save()
    imported = SettingsBundle(
        kind="teledeck-settings", format=1, recent_uris=[rover], robots={rover: RobotSettings(name="Rover")}
    )
    take_back = before.take_settings(imported)
    before.save()
    assert _open(tmp_path).recent_uris == [rover, "gazebo://a:1"]
    take_back()
    before.save()

    after = _open(tmp_path)
    assert after.recent_uris == ["gazebo://a:1"]
    assert after.given_name(rover) == ""
