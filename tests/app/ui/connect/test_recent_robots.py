from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.connect.recent_robots import RecentRobots

A, B = "gazebo://a:1", "gazebo://b:1"


@pytest.fixture
def robots(qtbot: QtBot, themes: Themes, preferences: Preferences) -> RecentRobots:
    preferences.add_recent_uri(B)
    preferences.add_recent_uri(A)
    robots = RecentRobots(themes, preferences)
    qtbot.addWidget(robots)
    robots.show()
    return robots


def rows(robots: RecentRobots) -> list[tuple[str, str]]:
    items = [robots.list.topLevelItem(row) for row in range(robots.list.topLevelItemCount())]
    return [(item.text(0), item.text(1)) for item in items if item is not None]


def choose(robots: RecentRobots, row: int) -> None:
    item = robots.list.topLevelItem(row)
    assert item is not None
    robots.list.setCurrentItem(item)


def test_the_last_robot_comes_first_and_bears_its_name_or_that_of_its_host(
    qtbot: QtBot, themes: Themes, preferences: Preferences
) -> None:
    for uri in (B, A):
        preferences.add_recent_uri(uri)
    preferences.set_robot_name(B, "Rover")
    named = RecentRobots(themes, preferences)
    qtbot.addWidget(named)

    assert rows(named) == [("a", A), ("Rover", B)]


def test_robots_on_one_host_are_told_apart_by_their_ports(
    qtbot: QtBot, themes: Themes, preferences: Preferences
) -> None:
    for port in (1, 2):
        preferences.add_recent_uri(f"gazebo://robot:{port}")
    robots = RecentRobots(themes, preferences)
    qtbot.addWidget(robots)

    assert [name for name, _ in rows(robots)] == ["robot:2", "robot:1"]


def test_without_robots_there_is_no_list(qtbot: QtBot, themes: Themes, preferences: Preferences) -> None:
    robots = RecentRobots(themes, preferences)
    qtbot.addWidget(robots)

    assert robots.isHidden()


def test_a_robot_is_named_and_its_name_taken_away_again(robots: RecentRobots, preferences: Preferences) -> None:
    choose(robots, 0)
    item = robots.list.topLevelItem(0)
    assert item is not None
    item.setText(0, " Rover ")
    assert preferences.robot_name(A) == "Rover"
    assert rows(robots)[0] == ("Rover", A)

    item.setText(0, "")
    assert preferences.given_name(A) == ""
    assert rows(robots)[0] == ("a", A)


def test_robots_have_colours_of_their_own_that_can_be_changed(robots: RecentRobots, preferences: Preferences) -> None:
    assert preferences.robot_color(A) != preferences.robot_color(B)

    choose(robots, 1)
    robots.colors.actions()[4].trigger()
    assert preferences.robot_color(B) == 4


def test_delete_forgets_a_robot(robots: RecentRobots, preferences: Preferences) -> None:
    forgotten: list[str] = []
    robots.removed.connect(forgotten.append)
    preferences.set_robot_name(A, "Rover")
    choose(robots, 0)
    QTest.keyClick(robots.list, Qt.Key.Key_Delete)
    assert preferences.recent_uris == [B]
    assert preferences.given_name(A) == ""
    assert forgotten == [A]

    robots.remove.click()
    assert robots.isHidden()
    assert not robots.remove.isEnabled()


def test_choosing_picks_and_enter_decides(robots: RecentRobots) -> None:
    picked: list[str] = []
    decided: list[str] = []
    robots.picked.connect(picked.append)
    robots.decided.connect(decided.append)
    choose(robots, 1)
    QTest.keyClick(robots.list, Qt.Key.Key_Return)

    assert (picked, decided) == ([B], [B])
