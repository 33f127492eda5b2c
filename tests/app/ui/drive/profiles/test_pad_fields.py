from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as replace_pad

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.config.feedback import FeedbackPattern
from app.config.profile import PadMapping, Profile
from app.drive.messages.report import PadReport
from app.ui.base.theme import Themes
from app.ui.drive.pad_words import short_input_name
from app.ui.drive.profiles.draft import profile_values, read_draft
from app.ui.drive.profiles.fields import FieldNote
from app.ui.drive.profiles.form import ProfileForm
from app.ui.drive.profiles.pad_fields import PadAxesField, RumbleField
from app.wording.config import ProfileWording
from app.wording.drive import PadWording
from app.wording.ui.profiles import ProfilesWording as Words
from tests.tools.sentences import shows

STICKS = (("leftx", 0.5), ("lefty", -1.0), ("rightx", None), ("righty", 0.04), ("axis4", 0.3))
PAD = PadReport("Wireless Controller", STICKS, drives=True)


@pytest.fixture
def field(qapp: QApplication, themes: Themes) -> Iterator[PadAxesField]:
    del qapp
    field = PadAxesField(themes)
    field.show_values(profile_values(Profile())["pad"])
    field.show()
    yield field
    field.close()
    field.deleteLater()


def choose(field: PadAxesField, preset: str) -> None:
    row = field.presets.findData(preset)
    field.presets.setCurrentIndex(row)
    field.presets.activated.emit(row)


def test_what_is_shown_is_what_is_written(field: PadAxesField) -> None:
    for pad in (
        PadMapping(),
        PadMapping("axis1", "axis0", turn_inverted=False, lateral="rightx"),
        PadMapping("righty"),
    ):
        values = profile_values(replace(Profile(), pad=pad))["pad"]
        field.show_values(values)
        assert values | field.values == values


@pytest.mark.parametrize(
    ("preset", "axes"),
    [("car", ("lefty", "rightx", "")), ("other", ("righty", "leftx", "")), ("one", ("lefty", "leftx", ""))],
)
def test_a_usual_assignment_sets_the_axes_and_leaves_the_directions(
    field: PadAxesField, preset: str, axes: tuple[str, str, str]
) -> None:
    changes: list[object] = []
    field.changed.connect(lambda: changes.append(field.values))
    field.reversed["turn"].click()
    choose(field, preset)

    now = field.values
    assert (now["forward"], now["turn"], now["lateral"]) == axes
    assert (now["forward_inverted"], now["turn_inverted"]) == (True, False)
    assert field.presets.chosen == preset
    assert len(changes) == 2


def test_an_assignment_that_is_no_usual_one_is_called_custom(field: PadAxesField) -> None:
    assert field.presets.chosen == "one"
    box = field.axes["forward"]
    box.setCurrentIndex(box.findData("rightx"))
    assert field.presets.chosen == "custom"
    before = field.values
    choose(field, "custom")
    assert field.values == before


def test_the_sticks_of_the_pad_show_what_they_ask_for_as_it_is_set(field: PadAxesField) -> None:
    forward, turn, lateral = (field.previews[role] for role in ("forward", "turn", "lateral"))
    assert (forward.words, field.hint.text()) == ("", Words.PREVIEW_NEEDS_PAD())

    field.show_pads((PAD,))
    assert field.hint.text() == Words.PREVIEW_OF(name=PAD.name)
    assert (forward.share, forward.words) == (1.0, Words.AHEAD())
    assert (turn.share, turn.words) == (-0.5, Words.TO_THE_RIGHT())
    assert lateral.words == "", "the stick that is free is known by the robot"

    field.reversed["forward"].click()
    assert (forward.share, forward.words) == (-1.0, Words.BACKWARD())
    choose(field, "car")
    assert (turn.share, turn.words) == (None, Words.NOT_MOVED_YET())
    choose(field, "other")
    assert (forward.share, forward.words) == (0.0, Words.CENTRED())
    assert field.previews["forward"].accessibleDescription().endswith(Words.CENTRED())


def test_an_axis_that_the_pad_has_not_is_said(field: PadAxesField) -> None:
    field.show_values(profile_values(replace(Profile(), pad=PadMapping("axis9", "axis4")))["pad"])
    field.show_pads((PAD,))
    assert field.previews["forward"].words == Words.NO_SUCH_AXIS()
    assert field.previews["turn"].share == -0.3


def test_an_input_under_two_names_is_told_of_the_pad_that_is_there(qapp: QApplication, themes: Themes) -> None:
    del qapp
    form = ProfileForm(themes)
    inputs = "lefty:a1~,leftx:a0,leftshoulder:b4"
    pad = replace_pad(PAD, inputs=inputs)
    form.show_pads((pad,), PadMapping(turbo="button4"))
    left = short_input_name("leftshoulder")
    codes = {"first": Words.PAD_HOLD(), "second": Words.PAD_TURBO(), "first_name": left}
    assert shows(form.doubled.text(), PadWording.INPUT_DOUBLED, **codes, second_name=short_input_name("button4"))
    form.show_pads((pad,), PadMapping(turn="axis1"))
    texts = form.pad_axes.texts
    assert shows(form.doubled.text(), PadWording.INPUT_DOUBLED, first=texts["forward"], second=texts["turn"])
    for pads, mapping in (((pad,), PadMapping()), ((), PadMapping(turn="axis1")), ((PAD,), PadMapping(turn="axis1"))):
        form.show_pads(pads, mapping)
        assert form.doubled.text() == ""


def test_axes_that_have_only_a_number_are_offered_with_their_pad(field: PadAxesField) -> None:
    assert field.axes["turn"].findData("axis4") < 0
    field.show_pads((PAD,))
    assert field.axes["turn"].findData("axis4") >= 0
    assert field.axes["turn"].chosen == "leftx"


def test_each_class_of_stops_has_its_rumble_which_can_be_felt(qtbot: QtBot) -> None:
    field, tried, changed = RumbleField(), list[FeedbackPattern](), list[bool]()
    qtbot.addWidget(field)
    field.try_wanted.connect(tried.append)
    field.changed.connect(lambda: changed.append(True))
    field.show_values(profile_values(Profile())["rumble"])
    assert not any(button.isEnabled() for button in field.tries.values()), "there is no gamepad"

    field.show_pads((PAD,))
    field.tries["link"].click()
    box = field.patterns["link"]
    box.setCurrentIndex(box.findData("double"))
    field.tries["link"].click()
    box.setCurrentIndex(box.findData("off"))
    assert not field.tries["link"].isEnabled()
    assert tried == [FeedbackPattern.LONG, FeedbackPattern.DOUBLE]
    assert (field.values["link"], field.values["robot"], len(changed)) == ("off", "long", 2)


def test_of_two_functions_of_one_axis_both_are_named(qapp: QApplication, themes: Themes) -> None:
    del qapp
    form = ProfileForm(themes)
    form.show_values(profile_values(Profile()))
    box = form.pad_axes.axes["turn"]
    box.setCurrentIndex(box.findData("lefty"))
    profile, errors = read_draft(form.values)
    form.show_errors(errors)
    assert profile is None
    assert list(errors) == ["pad.turn"]
    told = [note.text() for note in form.findChildren(FieldNote) if note.text()]
    texts = form.pad_axes.texts
    plain = told[0].replace(texts["forward"], "“forward”").replace(texts["turn"], "“turn”")
    axis = short_input_name("lefty")
    assert shows(plain, ProfileWording.INPUT_TWICE, first="forward", second="turn", input=axis)
    assert box.property("wrong")
    form.deleteLater()
