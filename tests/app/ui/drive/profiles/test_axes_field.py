"""Fields of free axes in the profile editor."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.config.profile import MAX_FREE_AXES, FreeAxis, PadAxis, PadMapping, Profile
from app.model.topics import TopicInfo
from app.ui.base.theme import Themes
from app.ui.drive.profiles.axes_field import AxesField
from app.ui.drive.profiles.draft import profile_values, read_draft
from app.ui.drive.profiles.form import ProfileForm
from app.ui.drive.profiles.hints import collect_hints

LIFTER = Profile(
    axes=(
        FreeAxis(
            *("lift", "data", "/lift", "std_msgs/Float64", -0.12345, 0.2, 0.0, 0.4, None),
            measured_topic="/lift/state",
            measured_field="position",
        ),
        FreeAxis("height", field="linear.z", least=1000, most=2000, neutral=1500, zero=1200),
    ),
    pad=PadMapping(free=(PadAxis("righty", inverted=False), PadAxis(more="dpright", less="dpleft"), PadAxis("rightx"))),
)


@pytest.fixture
def form(qapp: QApplication, themes: Themes) -> Iterator[ProfileForm]:
    del qapp
    form = ProfileForm(themes)
    form.show()
    yield form
    form.close()
    form.deleteLater()


@pytest.fixture
def field(form: ProfileForm) -> AxesField:
    return form.axes


@pytest.mark.parametrize("profile", [Profile(), LIFTER])
def test_what_is_shown_is_what_is_written_to_the_last_digit(form: ProfileForm, profile: Profile) -> None:
    changes: list[bool] = []
    form.changed.connect(lambda: changes.append(True))

    form.show_values(profile_values(profile))

    assert form.values == profile_values(profile)
    assert read_draft(form.values) == (profile, {})
    assert changes == []


def test_an_axis_is_added_and_every_value_of_it_can_be_changed(form: ProfileForm, field: AxesField) -> None:
    form.show_values(profile_values(Profile()))
    changes: list[bool] = []
    form.changed.connect(lambda: changes.append(True))
    field.add.click()
    assert read_draft(form.values)[0] is not None
    axis = field.axes[0]
    axis.name.clear()
    QTest.keyClicks(axis.name, "lift")
    axis.topic.setEditText(" /lift ")
    axis.type_name.setEditText("std_msgs/Int16")
    axis.field.setText("data")
    for key, number in {"least": -5.0, "most": 9.0, "neutral": 2.0, "rate_s": 3.0}.items():
        axis._numbers[key].setValue(number)
    axis.zero.tick.click()
    assert axis.zero.number == 2.0
    axis.zero.box.setValue(3.0)
    axis.measured_topic.setEditText("/lift/state")
    axis.measured_field.setText("position")
    axis.stick.setEditText("righty")
    axis.reversed.click()
    axis.more.setEditText("dpright")
    axis.less.setEditText("dpleft")

    numbers = (-5.0, 9.0, 2.0, 3.0, 3.0)
    wanted = FreeAxis("lift", "data", "/lift", "std_msgs/Int16", *numbers, "/lift/state", "position")
    pad = PadMapping(free=(PadAxis("righty", inverted=False, more="dpright", less="dpleft"),))
    assert read_draft(form.values) == (Profile(axes=(wanted,), pad=pad), {})
    assert len(changes) > 10


def test_there_are_three_at_the_most_and_each_is_removed_with_what_moves_it(
    form: ProfileForm, field: AxesField
) -> None:
    form.show_values(profile_values(LIFTER))
    field.add.click()
    assert len(field.axes) == MAX_FREE_AXES
    assert not field.add.isEnabled()
    # what the file had for it
    assert field.inputs[2] == {"axis": "", "inverted": True, "more": "", "less": ""}

    field.axes[0].remove.click()

    assert [axis["name"] for axis in field.values][:1] == ["height"]
    assert field.inputs[0]["more"] == "dpright"
    assert field.add.isEnabled()


def test_what_is_wrong_with_an_axis_is_said_below_them(form: ProfileForm, field: AxesField) -> None:
    form.show_values(profile_values(LIFTER))
    field.axes[1].name.setText("lift")

    _, errors = read_draft(form.values)
    form.show_errors(errors)

    assert list(errors) == ["axes"]
    assert field._note.isVisible()
    assert errors["axes"].reason in field._note.text()


def test_the_topics_of_the_robot_are_offered(form: ProfileForm, field: AxesField) -> None:
    form.show_values(profile_values(LIFTER))
    form.show_hints(collect_hints("ros1://r", [TopicInfo("/lift", "std_msgs/Float64", 0, 1)], None))

    box = field.axes[0].topic
    assert [box.itemText(row) for row in range(box.count())] == ["/lift"]
    assert box.name == "/lift"
