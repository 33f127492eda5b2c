from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from app.config.feedback import FeedbackPattern, RumblePatterns
from app.config.profile import Limits, PaceShares, PadMapping, Profile, Wheels
from app.config.profile_checks import ProfileError
from app.model.graph import Graph, GraphNode
from app.model.topics import TopicInfo
from app.ui.base.theme import Themes
from app.ui.drive.profiles.draft import profile_values, read_draft
from app.ui.drive.profiles.fields import FieldNote
from app.ui.drive.profiles.form import ProfileForm, pad_text
from app.ui.drive.profiles.hints import ProfileHints, collect_hints
from app.wording.config import ProfileWording
from app.wording.drive import DriveWording
from app.wording.ui.profiles import ProfilesWording
from tests.tools.other_words import PseudoWords
from tests.tools.sentences import shows

ROVER = Profile(
    "rover",
    Limits(0.51234, 1.0, 1.5, 3.0, turbo_linear_m_s=1.0),
    topic="/joy_vel",
    type_name="geometry_msgs/TwistStamped",
    frame="base",
    node="/base",
    linear_sign=-1,
    rate_hz=33.3,
    pad=PadMapping(forward="righty", forward_inverted=False, stop=("b", "y")),
    wheels=Wheels(("a::l",), ("a::r", "a::r2"), 0.12345, right_sign=-1),
    lock_topic="/lock",
    stop_goal="/go",
)


@pytest.fixture
def form(qapp: QApplication, themes: Themes) -> Iterator[ProfileForm]:
    del qapp
    form = ProfileForm(themes)
    form.resize(620, 640)
    form.show()
    form.activateWindow()
    yield form
    form.close()
    form.deleteLater()


def notes(form: ProfileForm) -> list[str]:
    return [note.text() for note in form.findChildren(FieldNote) if note.isVisible()]


@pytest.mark.parametrize("profile", [Profile(), ROVER])
def test_what_is_shown_is_what_is_written_to_the_last_digit(form: ProfileForm, profile: Profile) -> None:
    changes: list[bool] = []
    form.changed.connect(lambda: changes.append(True))
    form.show_values(profile_values(profile))
    assert form.values == profile_values(profile)
    assert read_draft(form.values) == (profile, {})
    assert changes == []


def test_every_value_of_the_file_but_the_buttons_of_the_pad_that_drive_can_be_changed(form: ProfileForm) -> None:
    form.show_values(profile_values(Profile()))
    form.name.setText("rover")
    for key, number in {"linear_m_s": 0.5, "angular_rad_s": 1.0, "linear_m_s2": 1.5, "angular_rad_s2": 3.0}.items():
        form._numbers[key].setValue(number)
    other = {"lateral_m_s": 0.4, "lateral_m_s2": 0.6, "steering_rad": 0.3, "steering_rad_s": 0.9, "wheel_base_m": 0.7}
    for key, number in other.items():
        form._numbers[key].setValue(number)
    form.lateral_reversed.click()
    form.deadman.show_value("k")
    for key, number in {"rate_hz": 33.3, "idle_s": 45.0, "share": 0.3, "slow": 0.2, "turbo": 3.0}.items():
        form._numbers[key].setValue(number)
    for turbo in form._turbos.values():
        turbo.tick.click()
    form.topic.setEditText(" /joy_vel ")
    form.type_name.show_value("geometry_msgs/TwistStamped")
    form.frame.setText("base")
    form.node.setEditText("/base")
    form.linear_reversed.click()
    form.angular_reversed.click()
    form.wheels.names["left_joints"].setEditText(" a::l, a::l2, ")
    form.wheels.names["right_joints"].setEditText("a::r")
    form.wheels.numbers["wheel_radius_m"].setValue(0.2)
    form.wheels.numbers["track_m"].setValue(0.6)
    form.wheels.reversed["left_sign"].click()
    form.pad_axes.axes["turn"].setCurrentIndex(form.pad_axes.axes["turn"].findData("rightx"))
    form.pad_axes.reversed["forward"].click()
    form.mark.setCurrentIndex(form.mark.findData("y"))
    form.rumble.patterns["link"].setCurrentIndex(form.rumble.patterns["link"].findData("double"))
    form.joint.setEditText(" arm::elbow ")
    form.joint_slides.click()
    form.joint_effort.setValue(2.5)
    form.joint_on_stop.setCurrentIndex(form.joint_on_stop.findData("hold"))
    form.record_usual.setChecked(False)
    form.record_topics.setText("/lift, /mode")
    for key, name in {"estop_topic": " /e_stop", "estop_field": "flags", "estop_when": "bit 3 "}.items():
        form.estop[key].setEditText(name)
    for kind, name in {"lock_topic": "/lock", "stop_service": "/halt", "stop_goal": "/go"}.items():
        form.stops.add_kind(kind)
        form.stops.names[kind].setEditText(name)
    limits = Limits(0.5, 1.0, 1.5, 3.0, 0.75, 1.5, 0.4, 0.6, 0.3, 0.9)
    names = ("/joy_vel", "geometry_msgs/TwistStamped", "base", "/base")
    wheels = Wheels(("a::l", "a::l2"), ("a::r",), 0.2, 0.6, -1, 1)
    pad = PadMapping(turn="rightx", forward_inverted=False, mark="y")
    wanted = Profile("rover", limits, *names, -1, -1, 33.3, pad, wheels, pace=PaceShares(0.3, 3.0, 0.2))
    wanted = replace(
        wanted,
        lateral_sign=-1,
        wheel_base_m=0.7,
        deadman="k",
        idle_s=45.0,
        rumble=RumblePatterns(link=FeedbackPattern.DOUBLE),
    )
    driven = replace(wanted, joint="arm::elbow", joint_slides=True, joint_effort=2.5, joint_on_stop="hold")
    wanted = replace(driven, lock_topic="/lock", stop_service="/halt", stop_goal="/go")
    wanted = replace(wanted, estop_topic="/e_stop", estop_field="flags", estop_when="bit 3")
    wanted = replace(wanted, record_usual=False, record_topics=("/lift", "/mode"))
    assert read_draft(form.values) == (wanted, {})


def test_names_with_blanks_stay_as_they_are_until_they_are_edited(form: ProfileForm) -> None:
    form.show_values(profile_values(Profile(record_topics=("lift state", "/mode"))))
    assert form.values["record_topics"] == ["lift state", "/mode"]

    form.record_topics.setText("/lift /mode")
    assert form.values["record_topics"] == ["/lift", "/mode"]


def test_effort_is_set_where_a_joint_is_named_or_to_take_it_back(form: ProfileForm) -> None:
    form.show_values(profile_values(Profile()))
    assert not form.joint_effort.isEnabled()
    assert not form.joint_on_stop.isEnabled()

    QTest.keyClicks(form.joint, "arm")
    assert form.joint_effort.isEnabled()
    assert form.joint_on_stop.isEnabled()

    form.joint_effort.setValue(2.5)
    form.joint.setEditText("")
    assert form.joint_effort.isEnabled()
    form.show_values(profile_values(Profile(joint="arm")))
    assert form.joint_effort.isEnabled()
    form.show_values(profile_values(Profile()))
    assert not form.joint_effort.isEnabled()


def test_each_change_is_told(form: ProfileForm) -> None:
    changes: list[dict[str, Any]] = []
    form.changed.connect(lambda: changes.append(form.values))
    QTest.keyClicks(form.name, "x")
    form._numbers["linear_m_s"].setValue(0.5)
    form._turbos["turbo_linear_m_s"].tick.click()
    form.topic.setEditText("/a")
    form.linear_reversed.click()
    form.stops.add_kind("stop_goal")
    QTest.keyClicks(form.frame, "y")
    assert len(changes) == 7


def test_what_is_wrong_with_the_estop_and_that_its_topic_is_not_there_is_said(form: ProfileForm) -> None:
    form.show_hints(ProfileHints("ros1://rover:11311", estops=("/e_stop",)))
    assert form.estop["estop_topic"].findText("/e_stop") >= 0
    form.show_values(profile_values(Profile(estop_topic="/e_stop")))
    form.estop["estop_when"].setEditText("bit 99")
    _, errors = read_draft(form.values)
    form.show_errors(errors)
    unknown, wrong = notes(form)
    assert shows(unknown, ProfilesWording.TOPIC_UNKNOWN)
    assert shows(wrong, ProfileWording.WRITE_ESTOP_WHEN, limit=64)


def test_what_is_wrong_stands_at_its_field_in_the_words_of_the_form(form: ProfileForm) -> None:
    form.show_values(profile_values(ROVER))
    form._numbers["linear_m_s"].setValue(1.5)
    form.name.setText("a/b")
    form.node.setEditText("n" * 2000)
    form.stops.names["lock_topic"].setEditText("n" * 2000)
    _, errors = read_draft(form.values)
    form.show_errors(errors)
    name, turbo, node, lock = notes(form)
    assert shows(name, ProfileWording.BAD_NAME)
    assert shows(name, ProfileWording.USE_LETTERS, limit=60)
    # in place of the key of the file stands the name of the field
    for note, key, field, code in (
        (turbo, "turbo_linear_m_s", form._turbos["turbo_linear_m_s"].box, ProfileWording.OUT_OF_RANGE),
        (node, "node", form.node, ProfileWording.BAD_VALUE),
        (lock, "lock_topic", form.stops.names["lock_topic"], ProfileWording.BAD_VALUE),
    ):
        called = field.accessibleName()
        assert note.startswith(called)
        assert shows(note.replace(called, f"“{key}”", 1), code, name=key)
    assert form.name.property("wrong")
    assert form._turbos["turbo_linear_m_s"].box.property("wrong")
    form.show_errors({})
    assert notes(form) == []


def test_what_is_wrong_with_all_of_it_stands_below(form: ProfileForm) -> None:
    why = ProfileError(ProfileWording.NAMES_TOO_LONG(), ProfileWording.TAKE_SHORTER())
    form.show_errors({"": why})
    assert notes(form) == [f"{why.reason}. {why.tip}"]


def test_what_the_robot_has_is_offered_and_what_it_has_not_is_said_without_being_wrong(form: ProfileForm) -> None:
    infos = [TopicInfo("/cmd_vel", "geometry_msgs/Twist", 0, 1), TopicInfo("/scan", "sensor_msgs/LaserScan", 1, 0)]
    form.show_hints(collect_hints("ros1://rover", infos, Graph(nodes=(GraphNode("/base", subscribes=("/cmd_vel",)),))))
    assert [form.topic.itemText(row) for row in range(form.topic.count())] == ["/cmd_vel"]
    assert [form.node.itemText(row) for row in range(form.node.count())] == ["/base"]
    types = [form.type_name.itemText(row) for row in range(form.type_name.count())]
    assert types == [
        ProfilesWording.TYPE_OF_TOPIC(),
        "geometry_msgs/Twist",
        "geometry_msgs/TwistStamped",
        "ackermann_msgs/AckermannDrive",
        "ackermann_msgs/AckermannDriveStamped",
        "std_msgs/Float64",
    ]
    form.topic.setEditText("/scan")
    form.node.setEditText("/basse")
    profile, errors = read_draft(form.values)
    form.show_errors(errors)
    assert profile is not None
    topic_note, node_note = notes(form)
    assert shows(topic_note, DriveWording.NO_SUCH_TYPE, type_name="sensor_msgs/LaserScan")
    assert node_note == ProfilesWording.NODE_UNKNOWN()
    assert not form.topic.property("wrong")


def test_every_field_says_what_it_does_and_is_named_for_whoever_hears_it(form: ProfileForm) -> None:
    named = {label.buddy() for label in form.findChildren(QLabel) if label.buddy() is not None}
    assert len(named) == 33
    stops = form.stops
    fields: list[QWidget] = [form.name, form.frame, form.topic, form.node, form.type_name, form.set_up, stops.add]
    fields += [form.record_usual, form.record_topics, form.mark]
    fields += [*form._numbers.values(), *stops.names.values(), form.linear_reversed, form.angular_reversed]
    fields += [*form.wheels.names.values(), *form.wheels.numbers.values(), *form.wheels.reversed.values()]
    for turbo in form._turbos.values():
        fields += [turbo.tick, turbo.box]
    for field in fields:
        assert field.toolTip(), field
        assert field.accessibleName() or field.property("text"), field


def test_tab_goes_through_all_fields_as_they_stand(form: ProfileForm) -> None:
    form.show_values(profile_values(ROVER))
    form.name.setFocus()
    seen = []
    for _ in range(57):
        focus = form.focusWidget()
        assert focus is not None
        seen.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    numbers, turbo = form._numbers, form._turbos["turbo_linear_m_s"]
    assert seen[:5] == [form.name, numbers["linear_m_s"], numbers["angular_rad_s"], turbo.tick, turbo.box]
    places = [seen.index(each) for each in (form.topic, form.type_name, form.node, form.frame, numbers["rate_hz"])]
    assert places == sorted(places)
    assert (
        seen.index(form.set_up)
        < seen.index(form.mark)
        < seen.index(form.stops.names["lock_topic"])
        < seen.index(form.stops.add)
    )


def test_what_is_wrong_is_said_in_the_language_of_the_window(form: ProfileForm, qapp: QApplication) -> None:
    form.name.setText("a/b")
    _, errors = read_draft(form.values)
    words = PseudoWords()
    qapp.installTranslator(words)
    form.show_errors(errors)
    qapp.removeTranslator(words)
    (name,) = notes(form)
    assert ProfileWording.BAD_NAME() not in name


def test_the_buttons_of_a_pad_are_told_in_words() -> None:
    stop = ProfilesWording.PAD_STOP()
    assert pad_text(PadMapping(turbo="", arm="")).split("; ") == [
        f"{ProfilesWording.PAD_HOLD()}: LB",
        f"{ProfilesWording.PAD_SLOW()}: X",
        f"{ProfilesWording.PAD_FASTER()}: D-pad up",
        f"{ProfilesWording.PAD_SLOWER()}: D-pad down",
        f"{stop}: B",
        f"{ProfilesWording.PAD_CLEAR()}: Back",
    ]
    assert f"{stop}: B, Y" in pad_text(ROVER.pad)


def test_a_button_that_has_a_function_is_not_offered_to_mark_the_moment(form: ProfileForm) -> None:
    form.show_values(profile_values(replace(Profile(), pad=PadMapping(mark="button9", turbo=""))))
    offered = {form.mark.itemData(row) for row in range(form.mark.count())}
    assert {"", "a", "y", "rightshoulder", "lefttrigger", "button9"} <= offered
    assert offered.isdisjoint({"b", "x", "leftshoulder", "start", "dpup"})
    assert form.mark.chosen == "button9"
    # another profile that has it for something else
    form.show_values(profile_values(ROVER))
    assert (form.mark.findData("y"), form.mark.chosen) == (-1, "")


def test_the_usual_profile_can_not_be_renamed(form: ProfileForm) -> None:
    form.show_values(profile_values(Profile()), can_rename=False)
    assert not form.name.isEnabled()
    form.show_values(profile_values(ROVER))
    assert form.name.isEnabled()
