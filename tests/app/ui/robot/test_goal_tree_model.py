from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.modeltest import ModelTester

from app.model.messages.values import Goal, Goals, GoalState
from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes
from app.ui.robot.goals import MAX_GOALS, GoalTreeModel, goal_state_word
from app.wording.ui.robot import GoalsWording
from tests.fakes.ros_robot import MOVE_BASE

ACTION = MOVE_BASE.name


@pytest.fixture
def model(themes: Themes, qtmodeltester: ModelTester) -> GoalTreeModel:
    model = GoalTreeModel(themes)
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    model.set_actions((MOVE_BASE,))
    return model


def goal(name: str, state: GoalState = GoalState.ACTIVE, at_s: int = 1, text: str = "") -> Goal:
    return Goal(name, state, text, at_s * 10**9)


def rows(model: GoalTreeModel) -> list[list[str]]:
    place = model.index_of(ACTION)
    return [
        [str(model.index(row, column, place).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount(place))
    ]


def test_goals_stand_below_their_action_the_newest_first(model: GoalTreeModel) -> None:
    model.set_goals(ACTION, Goals((goal("a", GoalState.SUCCEEDED, 1, "there"), goal("b", GoalState.ACTIVE, 2))))

    assert rows(model) == [
        ["b", GoalsWording.ACTIVE(), "2.000 s", ""],
        ["a", GoalsWording.SUCCEEDED(), "1.000 s", "there"],
    ]
    assert model.index_of(ACTION).siblingAtColumn(1).data() == GoalsWording.UNDER_WAY(count=1)


def test_what_has_ended_stays_when_the_robot_tells_of_it_no_more(model: GoalTreeModel) -> None:
    model.set_goals(ACTION, Goals((goal("a"),)))
    model.set_goals(ACTION, Goals((goal("a", GoalState.ABORTED),)))
    model.set_goals(ACTION, Goals(()))

    assert rows(model) == [["a", GoalsWording.ABORTED(), "1.000 s", ""]]
    assert model.index_of(ACTION).siblingAtColumn(1).data() == GoalsWording.IDLE()


def test_only_so_many_are_kept(model: GoalTreeModel) -> None:
    model.set_goals(ACTION, Goals(tuple(goal(str(number), at_s=number) for number in range(MAX_GOALS + 5))))

    assert len(rows(model)) == MAX_GOALS
    assert rows(model)[0][0] == str(MAX_GOALS + 4)


@pytest.mark.parametrize("state", list(GoalState))
def test_every_state_has_a_sign_and_a_word(model: GoalTreeModel, state: GoalState) -> None:
    model.set_goals(ACTION, Goals((goal("a", state),)))
    place = model.index_of(ACTION, "a").siblingAtColumn(1)

    assert place.data() == goal_state_word(state)
    assert not place.data(1).isNull()


def test_actions_come_and_go(model: GoalTreeModel) -> None:
    other = replace(MOVE_BASE, name="/arm")
    model.set_actions((MOVE_BASE, other))
    assert [model.index(row, 0).data() for row in range(2)] == ["/arm", ACTION]
    model.set_actions((other,))
    assert model.rowCount() == 1
    assert not model.index_of(ACTION).isValid()
    model.set_goals(ACTION, Goals((goal("a"),)))
    assert model.goals(ACTION) == []


def test_a_row_says_what_it_is(model: GoalTreeModel) -> None:
    model.set_goals(ACTION, Goals((goal("a"),)))
    index = model.index_of(ACTION, "a")

    assert model.goal(index) == goal("a")
    assert model.action(index) == model.action(model.index_of(ACTION)) == ACTION
    assert model.goal(model.index_of(ACTION)) is None


def test_another_look_keeps_all_rows(model: GoalTreeModel, themes: Themes) -> None:
    model.set_goals(ACTION, Goals((goal("a"),)))
    before = rows(model)
    themes.choose(ThemeChoice.LIGHT)

    assert rows(model) == before
    model.remove_all()
    assert model.rowCount() == 0
