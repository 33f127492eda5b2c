from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.model.alerts import Alert, Severity
from app.session.recorded_side import RecordedSide
from app.ui.base.theme import Themes
from app.ui.robot.alerts import MAX_SHOWN, AlertsPanel
from app.wording.ui.robot import RobotWording
from tests.app.ui.robot.conftest import opens_a_menu
from tests.fakes.session import URI, FakeSession


@pytest.fixture
def panel(qtbot: QtBot, session: FakeSession, themes: Themes) -> AlertsPanel:
    panel = AlertsPanel(session.alerts, themes)
    qtbot.addWidget(panel)
    return panel


def _raise(session: FakeSession, key: str, severity: Severity = Severity.WARNING, raised_ns: int = 0) -> None:
    session.alerts.raise_alert(Alert(key, severity, URI, f"{key} is wrong", f"Mend {key}.", raised_ns))


def test_without_alerts_it_takes_no_room(panel: AlertsPanel) -> None:
    assert panel.isHidden()
    assert panel.notices == []


def test_an_alert_tells_how_bad_what_and_what_to_do(panel: AlertsPanel, session: FakeSession) -> None:
    _raise(session, "disk", Severity.ERROR)
    panel.refresh(0.0)

    assert not panel.isHidden()
    assert [notice.texts for notice in panel.notices] == [(RobotWording.ERROR(), "", "disk is wrong", "Mend disk.")]


def test_the_worst_comes_first_and_of_these_the_newest(panel: AlertsPanel, session: FakeSession) -> None:
    _raise(session, "a", Severity.INFO, 4)
    _raise(session, "b", Severity.ERROR, 1)
    _raise(session, "c", Severity.ERROR, 2)
    _raise(session, "d", Severity.WARNING, 3)
    panel.refresh(0.0)

    assert [notice.texts[2][0] for notice in panel.notices] == ["c", "b", "d", "a"]


def test_an_alert_that_comes_again_is_counted_and_one_that_is_cleared_goes(
    panel: AlertsPanel, session: FakeSession
) -> None:
    _raise(session, "a")
    _raise(session, "a")
    panel.refresh(0.0)
    assert [notice.texts[2] for notice in panel.notices] == [RobotWording.TIMES(text="a is wrong", count=2)]

    session.alerts.clear("a")
    panel.refresh(0.0)
    assert panel.isHidden()


def test_of_very_many_the_number_is_told(panel: AlertsPanel, session: FakeSession) -> None:
    for number in range(MAX_SHOWN + 3):
        _raise(session, f"a{number}")
    panel.refresh(0.0)

    assert len(panel.notices) == MAX_SHOWN
    assert panel.others == "… and 3 more"


def test_what_is_dismissed_goes_until_it_says_something_else(panel: AlertsPanel, session: FakeSession) -> None:
    _raise(session, "a")
    _raise(session, "b")
    panel.refresh(0.0)
    gone = panel.notices[0].texts[2]
    panel.notices[0].button.click()
    assert [notice.texts[2] for notice in panel.notices] != [gone]
    assert len(panel.notices) == 1

    _raise(session, gone.split(maxsplit=1)[0])
    panel.refresh(0.0)
    assert len(panel.notices) == 1

    session.alerts.raise_alert(Alert(gone.split(maxsplit=1)[0], Severity.WARNING, URI, "now it is worse"))
    panel.refresh(0.0)
    assert "now it is worse" in [notice.texts[2].partition(" (")[0] for notice in panel.notices]


def test_a_fault_that_comes_back_after_it_was_mended_is_shown(panel: AlertsPanel, session: FakeSession) -> None:
    _raise(session, "a")
    panel.refresh(0.0)
    panel.notices[0].button.click()
    session.alerts.clear("a")
    panel.refresh(0.0)
    assert panel.isHidden()

    _raise(session, "a")
    panel.refresh(0.0)
    assert len(panel.notices) == 1


def test_what_is_dismissed_is_counted_and_can_be_shown_again(panel: AlertsPanel, session: FakeSession) -> None:
    _raise(session, "a")
    _raise(session, "b")
    panel.refresh(0.0)
    for _ in range(2):
        panel.notices[0].button.click()
    assert panel.notices == []
    assert not panel.isHidden()
    assert panel.show_dismissed.text() == RobotWording.SHOW_DISMISSED(count=2)

    panel.show_dismissed.click()
    assert len(panel.notices) == 2
    assert panel.show_dismissed.isHidden()


def test_in_the_past_the_alerts_of_then_are_shown_and_those_of_now_left_alone(
    panel: AlertsPanel, session: FakeSession
) -> None:
    raised: list[bool] = []
    panel.error_raised.connect(lambda: raised.append(True))
    _raise(session, "a")
    panel.refresh(0.0)
    panel.notices[0].button.click()
    then = (Alert("a", Severity.WARNING, URI, "a is wrong"), Alert("old", Severity.ERROR, URI, "old is wrong"))

    session.past = RecordedSide({}, then)
    panel.refresh(1.0)
    assert [notice.texts[2] for notice in panel.notices] == ["old is wrong", "a is wrong"]
    assert [notice.button.isHidden() for notice in panel.notices] == [True, True]
    assert panel.show_dismissed.isHidden()
    assert raised == []

    _raise(session, "b", Severity.ERROR)
    session.past = None
    panel.refresh(2.0)
    assert [notice.texts[2] for notice in panel.notices] == ["b is wrong"]
    assert not panel.notices[0].button.isHidden()
    assert not panel.show_dismissed.isHidden()
    assert raised == [True]


@opens_a_menu
def test_the_time_of_an_alert_is_asked_for_by_the_middle_button_and_by_its_menu(
    panel: AlertsPanel, session: FakeSession
) -> None:
    _raise(session, "old", Severity.ERROR)
    _raise(session, "new", Severity.WARNING, raised_ns=7)
    panel.refresh(0.0)
    panel.resize(400, 200)
    panel.show()
    asked: list[int] = []
    panel.time_asked.connect(asked.append)

    for notice in panel.notices:
        QTest.mouseClick(notice, Qt.MouseButton.MiddleButton)
    # of one nobody knows when it was raised
    assert asked == [7]

    notice = panel.notices[1]
    notice.customContextMenuRequested.emit(notice.rect().center())
    menu = panel.findChildren(QMenu)[-1]
    menu.actions()[0].trigger()
    assert asked == [7, 7]

    # others come and go while it is open
    _raise(session, "newer", Severity.ERROR, raised_ns=9)
    panel.refresh(1.0)
    menu.actions()[0].trigger()
    assert asked == [7, 7, 7]
    session.alerts.clear("new")
    panel.refresh(2.0)
    menu.actions()[0].trigger()
    assert asked == [7, 7, 7]
    menu.close()
