from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from app.model.alerts import Alert, Severity
from app.model.marks import TimeMark
from app.model.reference_runs import RunPlace
from app.model.time_contents import TimeContents, TimeEvent, TimeEventKind
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.compare.events_page import MAX_EVENTS, EventsModel, EventsPage, ShownEvent
from app.wording.ui.compare import EventsWording
from tests.app.ui.compare.conftest import BEFORE_S, BEGIN_S, Bench
from tests.app.ui.robot.conftest import opens_a_menu
from tests.fakes.incident_recording import STOPPED_NS, fill_incidents
from tests.tools.sentences import shows

S = 1_000_000_000
DAY_NS = round((BEGIN_S - BEFORE_S) * S)


@pytest.fixture
def page(bench: Bench) -> EventsPage:
    """A run with a mark and a stop that lies over now, where a mark was set at the same place."""
    contents = TimeContents(
        marks=(TimeMark(round((BEFORE_S + 2) * S), 1, "Door"),),
        events=(TimeEvent(round((BEFORE_S + 9) * S), TimeEventKind.STOP, "fell"),),
    )
    bench.session.runs.contents_of["run:1"] = contents
    bench.session.marks.add(round((BEGIN_S + 3) * S))
    bench.session.runs.change(bench.put("yard").id, place=RunPlace(DAY_NS))
    bench.panel.tabs.setCurrentIndex(2)
    bench.refresh()
    return bench.panel.events


def rows(page: EventsPage) -> list[list[str]]:
    """The cells without the times."""
    model = page.model
    columns = range(1, model.columnCount())
    return [[model.index(row, column).data() for column in columns] for row in range(model.rowCount())]


def test_events_of_now_and_of_the_run_stand_side_by_side_in_the_order_of_time(page: EventsPage) -> None:
    first, second, third = rows(page)
    assert [bool(cell) for cell in first] == [False, True]
    assert [bool(cell) for cell in second] == [True, False]
    assert [bool(cell) for cell in third] == [False, True]
    assert "Door" in first[1]
    assert "fell" in third[1]
    assert page.model.headerData(2, Qt.Orientation.Horizontal) == "yard"
    assert shows(page.model.headerData(1, Qt.Orientation.Horizontal), EventsWording.LIVE)


def test_the_last_events_until_the_shown_time_are_marked(themes: Themes, bench: Bench) -> None:
    run, model = bench.put(), EventsModel(themes)
    events = [ShownEvent(at_ns, "a", owner) for at_ns, owner in ((1, ""), (2, run.id), (3, ""), (4, run.id))]
    model.show_events([run], events, 3)
    assert [model.is_current(row) for row in range(4)] == [False, True, True, False]
    model.show_events([run], events, 4)
    assert [model.is_current(row) for row in range(4)] == [False, False, True, True]
    told = model.index(3, 2).data(Qt.ItemDataRole.AccessibleTextRole)
    assert shows(told, EventsWording.IS_CURRENT, text="a")


def test_an_alert_is_told_and_what_is_far_from_the_runs_is_not(page: EventsPage, bench: Bench) -> None:
    alerts = bench.session.alerts
    alerts.raise_alert(Alert("a", Severity.ERROR, "robot", "hot", raised_ns=round((BEGIN_S + 5) * S)))
    alerts.raise_alert(Alert("b", Severity.ERROR, "robot", "old", raised_ns=round((BEGIN_S - 500) * S)))
    bench.refresh()
    told = [cells[0] for cells in rows(page) if cells[0]]
    assert any("hot" in text for text in told)
    assert not any("old" in text for text in told)


def test_incidents_beside_the_run_are_told(page: EventsPage, bench: Bench) -> None:
    fill_incidents(bench.incidents)
    bench.session.runs.change("run:1", place=RunPlace(STOPPED_NS - round(BEFORE_S * S)))
    page._incident_times._read_s = float("-inf")
    bench.refresh()
    bench.refresh()
    assert any(say(EventsWording.INCIDENT()) in cells[0] for cells in rows(page))


def test_the_time_of_an_event_is_shown_in_all_views(page: EventsPage, bench: Bench) -> None:
    page.table.clicked.emit(page.model.index(0, 2))
    assert not bench.shown
    page.table.clicked.emit(page.model.index(0, 0))
    page.table.activated.emit(page.model.index(0, 2))
    page.table.middle_clicked.emit(page.model.index(0, 1))
    assert [(round(at_s, 3), by_stamp) for at_s, by_stamp in bench.shown] == [(BEGIN_S + 2, False)] * 3


def test_without_a_run_or_events_it_says_so(bench: Bench) -> None:
    bench.put()
    bench.panel.tabs.setCurrentIndex(2)
    bench.refresh()
    assert bench.panel.events.empty.isVisible()
    assert shows(bench.panel.events.empty.hint, EventsWording.NONE_HINT)


def test_the_selected_event_stays_selected_as_others_come(page: EventsPage, bench: Bench) -> None:
    page.table.setCurrentIndex(page.model.index(2, 0))
    bench.session.marks.add(round((BEGIN_S + 1) * S))
    bench.refresh()
    assert page.table.currentIndex().row() == 3


def test_the_table_is_copied(page: EventsPage) -> None:
    QTest.keyClick(page.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().count("\n") == 3


@opens_a_menu
def test_a_click_with_the_right_button_offers_the_time(page: EventsPage, bench: Bench) -> None:
    place = page.table.visualRect(page.model.index(0, 0)).center()
    page.table.customContextMenuRequested.emit(QPoint(place))
    menu = next(menu for menu in page.findChildren(QMenu) if menu.isVisible())
    menu.actions()[0].trigger()
    assert len(bench.shown) == 1
    menu.close()


def test_no_more_events_are_told_than_anybody_reads(themes: Themes) -> None:
    model = EventsModel(themes)
    model.show_events([], [ShownEvent(number, "a") for number in range(MAX_EVENTS + 5)], 0)
    assert model.rowCount() == MAX_EVENTS
    first = model.event_of(model.index(0, 0))
    assert first is not None
    assert first.shown_ns == 5
