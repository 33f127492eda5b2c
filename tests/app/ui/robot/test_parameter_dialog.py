from __future__ import annotations

from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.ui.base.theme import Themes
from app.ui.robot.parameter_dialog import ParameterDialog
from app.ui.robot.parameter_value import ParameterKind


def opened(qtbot: QtBot, themes: Themes, key: str, value: Any, *, adding: bool) -> tuple[ParameterDialog, list[Any]]:
    dialog = ParameterDialog(themes, "Rover", key, value, adding=adding)
    qtbot.addWidget(dialog)
    chosen: list[Any] = []
    dialog.chosen.connect(lambda key, value: chosen.append((key, value)))
    dialog.show()
    return dialog, chosen


def test_a_new_parameter_has_a_name_a_type_and_a_value(qtbot: QtBot, themes: Themes) -> None:
    dialog, chosen = opened(qtbot, themes, "/base/", "", adding=True)
    dialog.key.setText("base/max")
    dialog.kind.setCurrentIndex(dialog.kind.findData(ParameterKind.FLOAT.value))
    dialog.value.setPlainText("0.5")
    dialog.set.click()

    assert chosen == [("/base/max", 0.5)]
    assert not dialog.isVisible()


def test_what_is_changed_keeps_name_and_type(qtbot: QtBot, themes: Themes) -> None:
    dialog, chosen = opened(qtbot, themes, "/text", "one\ntwo", adding=False)
    assert not dialog.key.isEnabled()
    assert not dialog.kind.isEnabled()
    assert dialog.value.toPlainText() == "one\ntwo"
    dialog.value.setPlainText("three")
    dialog.set.click()

    assert chosen == [("/text", "three")]


@pytest.mark.parametrize(
    ("key", "kind", "text", "reason"),
    [
        ("/a", ParameterKind.INTEGER, "x", "no whole number"),
        ("", ParameterKind.TEXT, "x", "not the name"),
        ("/base/", ParameterKind.TEXT, "x", "not the name"),
        ("/two words", ParameterKind.TEXT, "x", "not the name"),
    ],
)
def test_it_stays_open_and_says_what_is_wrong(
    qtbot: QtBot, themes: Themes, key: str, kind: ParameterKind, text: str, reason: str
) -> None:
    dialog, chosen = opened(qtbot, themes, key, "", adding=True)
    dialog.kind.setCurrentIndex(dialog.kind.findData(kind.value))
    dialog.value.setPlainText(text)
    dialog.set.click()

    assert dialog.isVisible()
    assert reason in dialog.error.text()
    assert chosen == []
