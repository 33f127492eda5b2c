from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from app.model.timeseries.curve_spec import CurveSpec, CurveTransform, CurveTransformKind
from app.model.topics import TopicKey
from app.ui.base.theme import Themes
from app.ui.time_axis.plots.dialogs import CurveDialog
from app.wording.model import CurveWording
from app.wording.ui.time_axis import PlotWording
from app.wording.ui.widgets import WidgetsWording
from protocols.sentence import Catalogue
from tests.tools.sentences import shows

SPEC = CurveSpec(TopicKey("robot", "/odom"), "pose.x", color=3)


@pytest.fixture
def dialog(qtbot: QtBot, themes: Themes) -> CurveDialog:
    dialog = CurveDialog(themes, SPEC)
    qtbot.addWidget(dialog)
    return dialog


def _may_accept(dialog: CurveDialog) -> bool:
    return dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()


def test_it_begins_with_what_is_shown(dialog: CurveDialog) -> None:
    assert dialog.spec() == SPEC
    assert _may_accept(dialog)


def test_what_was_chosen_is_told(qtbot: QtBot, dialog: CurveDialog) -> None:
    dialog.kind.setCurrentIndex(dialog.kind.findData(CurveTransformKind.MEAN))
    dialog.window_s.setText("2.5")
    dialog.scale.setText("3.6")
    with qtbot.waitSignal(dialog.chosen, timeout=10_000) as caught:
        dialog.buttons.accepted.emit()

    transform = CurveTransform(CurveTransformKind.MEAN, 3.6, 0.0, 2.5)
    assert caught.args == [CurveSpec(SPEC.key, "pose.x", transform=transform, color=3)]


def test_the_look_of_a_curve_is_chosen(dialog: CurveDialog) -> None:
    dialog.name.setText(" forward ")
    dialog.color.setCurrentIndex(5)
    dialog.line.setCurrentIndex(dialog.line.findData(3.0))
    dialog.right.setChecked(True)

    assert dialog.spec() == replace(SPEC, name="forward", color=5, width=3.0, right=True)


def test_a_colour_beyond_the_palette_stays_as_it_is(qtbot: QtBot, themes: Themes) -> None:
    dialog = CurveDialog(themes, replace(SPEC, color=11))
    qtbot.addWidget(dialog)

    assert dialog.color.currentIndex() == 3
    assert dialog.spec().color == 11


def test_of_a_list_only_the_look_is_chosen(qtbot: QtBot, themes: Themes) -> None:
    dialog = CurveDialog(themes, SPEC, is_list=True)
    qtbot.addWidget(dialog)
    dialog.name.setText("ranges")

    assert dialog.text.isHidden()
    assert dialog.kind.isHidden()
    assert not dialog.name.isHidden()
    assert dialog.spec() == replace(SPEC, name="ranges")


def test_an_expression_is_told_from_a_field(dialog: CurveDialog) -> None:
    dialog.text.setText("pose.x * 2")

    assert dialog.spec().expression == "pose.x * 2"
    assert dialog.spec().path == ""


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", PlotWording.NO_EXPRESSION),
        ("pose.x +", CurveWording.ENDS_EARLY),
        ("sinus(x)", CurveWording.NO_FUNCTION),
        ("3", CurveWording.NO_FIELD),
    ],
)
def test_what_is_no_curve_cannot_be_accepted_and_it_says_why(dialog: CurveDialog, text: str, code: Catalogue) -> None:
    dialog.text.setText(text)

    assert shows(dialog.error.text(), code)
    assert not _may_accept(dialog)
    dialog.text.setText("pose.y")
    assert _may_accept(dialog)


@pytest.mark.parametrize(
    ("scale", "offset", "window_s"),
    [(1e-9, 0.0, 1.0), (57.29577951308232, 1e-7, 0.0005), (1e15, -1e14, 3600.0), (1 / 3, 0.1, 1e-9)],
)
def test_numbers_that_are_not_touched_stay_as_they_are(
    qtbot: QtBot, themes: Themes, scale: float, offset: float, window_s: float
) -> None:
    spec = CurveSpec(SPEC.key, "pose.x", transform=CurveTransform(CurveTransformKind.MEAN, scale, offset, window_s))
    dialog = CurveDialog(themes, spec)
    qtbot.addWidget(dialog)
    assert dialog.spec() == spec
    dialog.offset.setText("1e-12")

    assert dialog.spec().transform == CurveTransform(CurveTransformKind.MEAN, scale, 1e-12, window_s)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", WidgetsWording.NO_NUMBER_YET),
        ("1,5", WidgetsWording.COMMA),
        ("fast", WidgetsWording.NO_NUMBER),
        ("1e999", WidgetsWording.TOO_LARGE),
        ("nan", WidgetsWording.NO_NUMBER),
    ],
)
def test_what_is_no_number_cannot_be_accepted_and_it_says_why(
    dialog: CurveDialog, text: str, code: WidgetsWording
) -> None:
    dialog.scale.setText(text)

    assert shows(dialog.error.text(), code)
    assert not _may_accept(dialog)
    dialog.scale.setText("0.5")
    assert _may_accept(dialog)


def test_the_window_is_asked_for_only_where_there_is_one(dialog: CurveDialog) -> None:
    dialog.kind.setCurrentIndex(dialog.kind.findData(CurveTransformKind.MEAN))
    dialog.window_s.setText("4000")
    assert "3600 seconds" in dialog.error.text()
    assert not _may_accept(dialog)
    dialog.kind.setCurrentIndex(dialog.kind.findData(CurveTransformKind.NONE))

    assert _may_accept(dialog)
    assert dialog.spec() == SPEC
