from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from app.model.discovery import FoundRobot, FoundRobots
from app.ui.base.theme import Themes
from app.ui.connect.found_robots import OWNER, FoundRobotsList, shortened_name
from app.wording.ui.connect import ConnectWording
from tests.fakes.session import FakeFinder
from tests.tools.sentences import shows

NAMES = {"galileo://10.0.0.8:3547/galileo/status": "Tug"}


def _robot(number: int, heard_s: float = 100.0, version: str = "5.0.0") -> FoundRobot:
    host = f"10.0.0.{number}"
    return FoundRobot(f"galileo://{host}:3547/galileo/status", f"{number:x}" * 76, host, version, heard_s)


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def finder() -> FakeFinder:
    return FakeFinder()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def found(qtbot: QtBot, finder: FakeFinder, themes: Themes, clock: Clock) -> Iterator[FoundRobotsList]:
    found = FoundRobotsList(finder, themes, lambda uri: NAMES.get(uri, ""), clock)
    qtbot.addWidget(found)
    found.resize(500, 200)
    found.show()
    yield found
    found.hide()


def _rows(found: FoundRobotsList) -> list[tuple[str, ...]]:
    items = [found.list.topLevelItem(row) for row in range(found.list.topLevelItemCount())]
    return [tuple(item.text(column) for column in range(4)) for item in items if item is not None]


def _item(found: FoundRobotsList, row: int) -> QTreeWidgetItem:
    item = found.list.topLevelItem(row)
    assert item is not None
    return item


def test_it_is_listened_only_while_somebody_looks(found: FoundRobotsList, finder: FakeFinder) -> None:
    assert finder.watchers == {OWNER}

    found.hide()
    assert finder.watchers == set()
    found.show()
    assert finder.watchers == {OWNER}


def test_without_a_robot_it_says_what_is_listened_for(found: FoundRobotsList) -> None:
    assert found.nothing.isVisible()
    assert shows(found.nothing.text(), ConnectWording.NONE_FOUND, sign="UDP 22002")


def test_what_was_heard_and_not_taken_is_counted(found: FoundRobotsList, finder: FakeFinder) -> None:
    assert found.toolTip() == ""
    finder.known = FoundRobots((), "UDP 22002", ignored=1234)
    found.refresh()

    assert found.toolTip().startswith("1,234 broadcasts")


def test_until_somebody_listens_it_only_looks(found: FoundRobotsList, finder: FakeFinder) -> None:
    finder.known = FoundRobots()
    found.refresh()

    assert found.nothing.text() == ConnectWording.LOOKING()


def test_a_port_that_can_not_be_had_is_told_with_what_to_do(found: FoundRobotsList, finder: FakeFinder) -> None:
    finder.known = FoundRobots((), "UDP 22002", "port 22002 is in use already", "Type an address in.")
    found.refresh()

    assert shows(found.nothing.text(), ConnectWording.NOT_FINDING, problem=finder.known.problem)
    assert found.nothing.text().endswith(finder.known.tip)


def test_robots_are_shown_by_name_address_version_and_age(
    found: FoundRobotsList, finder: FakeFinder, clock: Clock
) -> None:
    finder.known = FoundRobots((_robot(7), _robot(8, 98.2, "")), "UDP 22002")
    clock.now = 101.5
    found.refresh()

    assert _rows(found) == [
        ("77777777…7777", "10.0.0.7", "5.0.0", "1 s ago"),
        ("Tug", "10.0.0.8", "\N{EN DASH}", "3 s ago"),
    ]
    assert not found.nothing.isVisible()
    assert "7" * 76 in _item(found, 0).toolTip(0)
    assert _item(found, 0).toolTip(1) == "galileo://10.0.0.7:3547/galileo/status"


def test_rows_stay_where_they_are_when_others_come_and_go(found: FoundRobotsList, finder: FakeFinder) -> None:
    finder.known = FoundRobots((_robot(7), _robot(9)), "UDP 22002")
    found.refresh()
    found.list.setCurrentItem(_item(found, 1))
    finder.known = FoundRobots((_robot(9), _robot(3)), "UDP 22002")
    found.refresh()

    assert [row[1] for row in _rows(found)] == ["10.0.0.9", "10.0.0.3"]
    assert found.list.currentItem() is _item(found, 0)
    finder.known = FoundRobots((), "UDP 22002")
    found.refresh()
    assert _rows(found) == []
    assert found.nothing.isVisible()


def test_it_follows_by_itself(qtbot: QtBot, found: FoundRobotsList, finder: FakeFinder) -> None:
    finder.known = FoundRobots((_robot(7),), "UDP 22002")

    qtbot.waitUntil(lambda: len(_rows(found)) == 1, timeout=20_000)


def test_a_click_picks_a_robot_and_only_a_double_click_decides_for_it(
    found: FoundRobotsList, finder: FakeFinder
) -> None:
    finder.known = FoundRobots((_robot(7), _robot(9)), "UDP 22002")
    found.refresh()
    picked: list[str] = []
    decided: list[str] = []
    found.picked.connect(picked.append)
    found.decided.connect(decided.append)
    place = found.list.visualItemRect(_item(found, 1)).center()
    QTest.mouseClick(found.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert set(picked) == {"galileo://10.0.0.9:3547/galileo/status"}
    assert decided == []

    QTest.mouseDClick(found.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert decided == ["galileo://10.0.0.9:3547/galileo/status"]


def test_a_row_that_becomes_current_by_itself_is_not_picked(found: FoundRobotsList, finder: FakeFinder) -> None:
    finder.known = FoundRobots((_robot(7), _robot(9)), "UDP 22002")
    found.refresh()
    found.list.setCurrentItem(_item(found, 0))
    picked: list[str] = []
    found.picked.connect(picked.append)
    found.list.clearFocus()
    finder.known = FoundRobots((_robot(9),), "UDP 22002")
    found.refresh()

    assert picked == []


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("tug", "tug"),
        ("0123456789abcdef", "0123456789abcdef"),
        ("a" * 17, "aaaaaaaa…aaaa"),
        ("e\u0301" * 9, "e\u0301e\u0301e\u0301e\u0301…e\u0301e\u0301"),
    ],
)
def test_a_long_name_is_shortened_in_the_middle(name: str, shown: str) -> None:
    assert shortened_name(name) == shown
