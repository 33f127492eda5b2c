from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence

from app.ui.base.action_base import (
    PALETTE_NAME_PROPERTY,
    ActionGroup,
    ActionRow,
    ActionSubgroup,
    make_action,
    set_keys,
    set_tip,
)
from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes
from app.wording import Catalogue


def test_it_has_a_key_if_there_is_one_for_it(qapp: QObject) -> None:
    assert make_action(qapp, "x", "Ctrl+Shift+Y").shortcuts() == [QKeySequence("Ctrl+Shift+Y")]
    assert make_action(qapp, "x").shortcuts() == []


def test_only_what_is_given_a_name_has_one(qapp: QObject) -> None:
    assert make_action(qapp, "x", name="World: x").property(PALETTE_NAME_PROPERTY) == "World: x"
    assert make_action(qapp, "x").property(PALETTE_NAME_PROPERTY) is None


class _Words(Catalogue):
    START = "&Start"
    START_NAME = "Pump: start"
    DRY = "&Dry"
    REPORT = "&Report"
    REPORT_TIP = "What the plant does"
    TELL = "Tell"
    LEAVE = "&Leave"


class _PumpActions(ActionGroup):
    start = ActionRow(_Words.START, "F9", _Words.START_NAME, icon="play", enabled=False)
    dry = ActionRow(_Words.DRY, checked=True)


class _Plant(ActionGroup):
    report = ActionRow(_Words.REPORT, tip=_Words.REPORT_TIP, icon_text=_Words.TELL)
    pump = ActionSubgroup(_PumpActions)
    leave = ActionRow(_Words.LEAVE, role=QAction.MenuRole.QuitRole)


def test_each_row_becomes_an_action_in_the_order_of_the_table(themes: Themes, qapp: QObject) -> None:
    plant = _Plant(themes, qapp)

    assert plant.all == [plant.report, plant.pump.start, plant.pump.dry, plant.leave]
    assert plant.pump.start.shortcuts() == [QKeySequence("F9")]
    assert plant.pump.start.property(PALETTE_NAME_PROPERTY) == "Pump: start"
    assert not plant.pump.start.isEnabled()
    assert not plant.pump.start.isCheckable()
    assert plant.pump.dry.isChecked()
    assert (plant.report.toolTip(), plant.report.iconText()) == ("What the plant does", "Tell")
    assert plant.leave.menuRole() is QAction.MenuRole.QuitRole


def test_icons_come_when_they_are_asked_for_and_follow_the_theme(themes: Themes, qapp: QObject) -> None:
    actions = _PumpActions(themes, qapp)
    assert actions.start.icon().isNull()

    actions.enable_icons()
    before = actions.start.icon().cacheKey()
    assert actions.dry.icon().isNull()

    themes.choose(ThemeChoice.LIGHT)
    assert actions.start.icon().cacheKey() != before


def test_behind_a_tip_of_its_own_stands_the_key_also_a_later_one(qapp: QObject) -> None:
    action = make_action(qapp, "&Log", "Ctrl+L")
    set_tip(action, "Show the log")
    first = action.toolTip()
    set_keys(action, [QKeySequence("F2")])

    assert (first, action.toolTip()) == ("Show the log (Ctrl+L)", "Show the log (F2)")
