from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings

from app.ui.preferences import MAX_DECODERS, MAX_RECENT, ROBOT_COLORS, Preferences, ThemeChoice


def _open(folder: Path) -> Preferences:
    return Preferences(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))


def test_what_was_set_is_there_in_the_next_run(tmp_path: Path) -> None:
    before = _open(tmp_path)
    before.theme = ThemeChoice.LIGHT
    before.add_recent_uri("gazebo://a:1")
    before.set_layout("window", QByteArray(b"\x00\x01"))
    before.save()

    after = _open(tmp_path)

    assert after.theme is ThemeChoice.LIGHT
    assert after.recent_uris == ["gazebo://a:1"]
    assert after.layout("window") == QByteArray(b"\x00\x01")


def test_an_address_used_again_moves_to_the_front_and_old_ones_fall_out(tmp_path: Path) -> None:
    preferences = _open(tmp_path)
    for number in range(MAX_RECENT + 2):
        preferences.add_recent_uri(f"gazebo://robot:{number}")
    preferences.add_recent_uri("gazebo://robot:5")

    recent = preferences.recent_uris

    assert recent[:2] == ["gazebo://robot:5", f"gazebo://robot:{MAX_RECENT + 1}"]
    assert len(recent) == len(set(recent)) == MAX_RECENT


@pytest.mark.parametrize(
    "text", ["[General]\ntheme=purple\nrecent_uris=@Invalid()\n[layout]\nwindow=7\n", "\x00\xff nonsense"]
)
def test_a_file_that_makes_no_sense_gives_the_defaults(tmp_path: Path, text: str) -> None:
    (tmp_path / "settings.ini").write_text(text, encoding="utf-8")
    preferences = _open(tmp_path)

    assert preferences.theme is ThemeChoice.SYSTEM
    assert preferences.recent_uris == []
    assert preferences.layout("window").isEmpty()


@pytest.fixture
def configuration(tmp_path: Path) -> Iterator[Path]:
    """Where the settings of the user lie meanwhile."""
    kind, scope = QSettings.Format.IniFormat, QSettings.Scope.UserScope
    before = Path(QSettings(kind, scope, "Teledeck", "Teledeck").fileName()).parents[1]
    QSettings.setPath(kind, scope, str(tmp_path))
    yield tmp_path
    QSettings.setPath(kind, scope, str(before))


def test_those_of_the_user_lie_in_the_users_configuration(configuration: Path) -> None:
    preferences = Preferences.of_user()
    preferences.theme = ThemeChoice.DARK
    preferences.save()

    assert "theme=dark" in (configuration / "Teledeck" / "Teledeck.ini").read_text(encoding="utf-8")


def test_a_trial_begins_with_the_look_alone_and_changes_nothing_of_ours(tmp_path: Path) -> None:
    preferences = _open(tmp_path)
    preferences.theme = ThemeChoice.LIGHT
    preferences.add_recent_uri("gazebo://mine:1")
    trial = preferences.on_trial()
    before = trial.theme, trial.recent_uris
    trial.theme = ThemeChoice.DARK
    trial.add_recent_uri("gazebo://other:1")
    trial.save()

    assert before == (ThemeChoice.LIGHT, [])
    assert preferences.theme is ThemeChoice.LIGHT
    assert preferences.recent_uris == ["gazebo://mine:1"]
    assert preferences.on_trial("dark").theme is ThemeChoice.DARK


def test_robots_get_different_colours_until_there_are_none_left(preferences: Preferences) -> None:
    colors = [preferences.robot_color(f"gazebo://robot-{number}:1") for number in range(ROBOT_COLORS + 2)]

    assert sorted(colors[:ROBOT_COLORS]) == list(range(ROBOT_COLORS))
    assert all(0 <= color < ROBOT_COLORS for color in colors)
    assert preferences.robot_color("gazebo://robot-0:1") == colors[0]


def test_a_name_is_kept_until_the_robot_is_forgotten(preferences: Preferences) -> None:
    preferences.add_recent_uri("gazebo://a/b:1")
    preferences.set_robot_name("gazebo://a/b:1", "Rover")
    assert preferences.robot_name("gazebo://a/b:1") == "Rover"

    preferences.forget_robot("gazebo://a/b:1")
    assert preferences.robot_name("gazebo://a/b:1") == "gazebo://a/b:1"
    assert preferences.recent_uris == []


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
        lambda: preferences.welcome_guest("gazebo://b:1", "Demo"),
        lambda: preferences.forget_robot("gazebo://a:1"),
    ]
    for change in changes:
        change()
        revisions.append(preferences.robots_revision)

    assert len(set(revisions)) == 5


def test_nothing_of_a_guest_is_there_in_the_next_run(tmp_path: Path) -> None:
    before = _open(tmp_path)
    before.set_robot_color("gazebo://a:1", 0)
    before.welcome_guest("gazebo://127.0.0.1:40001", "Demo robot")
    color = before.robot_color("gazebo://127.0.0.1:40001")
    before.add_recent_uri("gazebo://127.0.0.1:40001")
    before.save()

    assert before.robot_name("gazebo://127.0.0.1:40001") == "Demo robot"
    assert color != 0
    assert before.recent_uris == []
    assert "40001" not in (tmp_path / "settings.ini").read_text(encoding="utf-8")


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

    preferences.forget_robot("galileo://a")
    assert preferences.decoders("galileo://a") == {}


def test_how_topics_are_read_is_remembered_for_so_many_only(preferences: Preferences) -> None:
    for number in range(MAX_DECODERS + 3):
        preferences.set_decoder("galileo://a", f"topic{number}", "JPEG", "")

    kept = preferences.decoders("galileo://a")
    assert len(kept) == MAX_DECODERS
    assert "topic2" not in kept


def test_of_a_guest_nothing_of_that_is_remembered(preferences: Preferences) -> None:
    preferences.welcome_guest("galileo://a", "Demo robot")
    preferences.set_decoder("galileo://a", "camera", "JPEG", "")

    assert preferences.decoders("galileo://a") == {}


@pytest.mark.parametrize("kept", ["", "{", "[]", '{"a": 1, "b": ["x"], "c": [1, 2]}', 5])
def test_what_was_remembered_and_makes_no_sense_is_nothing(preferences: Preferences, kept: object) -> None:
    preferences._settings.setValue("robots/galileo:||a/decoders", kept)

    assert preferences.decoders("galileo://a") == {}


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

    preferences.forget_robot(robot)
    assert (preferences.address(robot), preferences.used_names(robot), preferences.poll_rates(robot)) == ("", [], {})


def test_nothing_is_remembered_of_what_a_guest_was_named(preferences: Preferences) -> None:
    preferences.welcome_guest("nrp+grpc://demo:1", "Demo")
    preferences.set_address("nrp+grpc://demo:1", "nrp+grpc://demo:1?packs=a")
    preferences.add_used_names("nrp+grpc://demo:1", ["a"])
    preferences.set_poll_rate("nrp+grpc://demo:1", "a", 5.0)

    assert preferences.address("nrp+grpc://demo:1") == ""
    assert preferences.used_names("nrp+grpc://demo:1") == []
    assert preferences.poll_rates("nrp+grpc://demo:1") == {}
