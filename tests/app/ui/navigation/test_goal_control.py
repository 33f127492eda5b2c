"""Goals of robots in words, and what ends them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from app.model.navigation import FlatPose, GoalPhase, GoalReport
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.navigation.goal_control import (
    GIVE_UP_PAUSE_S,
    GIVE_UP_WITHIN_S,
    SHOWN_S,
    GoalControl,
    GoalText,
    describe_goals,
)
from app.wording.session import SessionWording
from app.wording.ui.navigation import NavigationWording
from tests.fakes.navigation import PLACE, READY, with_goal
from tests.fakes.session import FakeSession
from tests.fakes.view_services import view_services
from tests.tools.sentences import shows

ROBOT, OTHER = "ros1://rover:11311", "ros1://tug:11311"


class Desk:
    """A control of the goals of two robots, one of which may be told something."""

    def __init__(self, session: FakeSession, themes: Themes, preferences: Preferences, window: QMainWindow) -> None:
        self.session = session
        self.switch = view_services(session, themes, preferences, window).switch
        self.now = 10.0
        self.running: set[asyncio.Task[Any]] = set()
        self.goals = GoalControl(
            session.navigation, session.commands, self.switch, self._spawn, window, lambda: self.now
        )
        session.navigation.known = {ROBOT: READY, OTHER: READY}
        self.switch.allow(ROBOT, True)

    def _spawn(self, coroutine: Any, _name: str) -> None:
        self.running.add(asyncio.get_running_loop().create_task(coroutine))

    def moves(self) -> bool:
        """Whether STOP is for a goal."""
        return self.switch.moves

    def know(self, report: GoalReport, robot: str = ROBOT) -> GoalText:
        self.session.navigation.known[robot] = replace(READY, report=report)
        self.goals.refresh(0.0)
        return self.goals.describe(robot)


@pytest.fixture
def desk(qtbot: QtBot, session: FakeSession, themes: Themes, preferences: Preferences) -> Desk:
    window = QMainWindow()
    qtbot.addWidget(window)
    return Desk(session, themes, preferences, window)


@pytest.mark.parametrize(
    ("report", "code", "role", "can_cancel"),
    [
        (with_goal(GoalPhase.SENT), NavigationWording.SENT, "accent", True),
        (with_goal(GoalPhase.PENDING), NavigationWording.PENDING, "accent", True),
        (with_goal(), NavigationWording.ACTIVE, "accent", True),
        (with_goal(at=FlatPose("map", 2.0, -1.0, 0.0)), NavigationWording.ACTIVE_LEFT, "accent", True),
        (with_goal(at=FlatPose("odom", 2.0, -1.0, 0.0)), NavigationWording.ACTIVE, "accent", True),
        (replace(with_goal(), recovery="rotate_recovery"), NavigationWording.RECOVERING, "warn", True),
        (replace(with_goal(), heard=False), NavigationWording.SERVER_GONE, "error", True),
        (with_goal(GoalPhase.CANCELLING), NavigationWording.CANCELLING, "warn", True),
        (
            replace(with_goal(GoalPhase.CANCELLING), recovery="rotate_recovery"),
            NavigationWording.CANCELLING_UNINTERRUPTED,
            "warn",
            True,
        ),
        (with_goal(GoalPhase.SUCCEEDED), NavigationWording.SUCCEEDED, "ok", False),
        (with_goal(GoalPhase.CANCELLED), NavigationWording.CANCELLED, "muted", False),
        (replace(with_goal(GoalPhase.CANCELLED), others=1), NavigationWording.CANCELLED_BY_OTHER, "warn", True),
        (with_goal(GoalPhase.ABORTED), NavigationWording.ABORTED, "error", False),
        (with_goal(GoalPhase.REJECTED), NavigationWording.REJECTED, "error", False),
        (with_goal(GoalPhase.LOST), NavigationWording.LOST, "error", False),
        (with_goal(GoalPhase.UNANSWERED), NavigationWording.UNANSWERED, "error", False),
        (GoalReport(heard=True, others=1), NavigationWording.OTHERS, "warn", True),
        (GoalReport(heard=True, others=1, cancelling=True), NavigationWording.CANCELLING_ALL, "warn", True),
    ],
)
def test_each_state_has_its_words(
    desk: Desk,
    report: GoalReport,
    code: NavigationWording,
    role: str,
    can_cancel: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    text = desk.know(report)
    assert shows(text.words, code)
    assert (text.role, text.can_cancel) == (role, can_cancel)


def test_a_goal_that_nobody_would_call_off_is_said_to_be_so(desk: Desk) -> None:
    changes: list[None] = []
    desk.know(with_goal())
    desk.goals.changed.connect(lambda: changes.append(None))
    desk.session.navigation.unwatched.add(ROBOT)
    text = desk.know(with_goal())
    assert shows(text.words, NavigationWording.UNWATCHED)
    assert (text.role, text.can_cancel, len(changes)) == ("warn", True, 1)
    assert shows(desk.know(with_goal(GoalPhase.CANCELLING)).words, NavigationWording.CANCELLING)
    desk.session.navigation.unwatched.clear()
    assert shows(desk.know(with_goal()).words, NavigationWording.ACTIVE)


def test_the_words_of_the_server_stand_behind_what_nobody_wished(desk: Desk) -> None:
    text = desk.know(with_goal(GoalPhase.ABORTED, "Robot is oscillating."))
    assert shows(text.words, NavigationWording.ABORTED_TEXT, text="Robot is oscillating.")
    assert describe_goals(GoalReport()) == GoalText()


def test_a_good_end_is_shown_for_a_while_and_a_bad_one_until_it_was_taken_note_of(desk: Desk) -> None:
    desk.know(with_goal(GoalPhase.SUCCEEDED))
    desk.now += SHOWN_S + 1
    assert desk.goals.describe(ROBOT).words == ""
    desk.know(with_goal(GoalPhase.LOST))
    desk.now += 10 * SHOWN_S
    assert shows(desk.goals.describe(ROBOT).words, NavigationWording.LOST)
    desk.goals.dismiss(ROBOT)
    assert desk.goals.describe(ROBOT).words == ""


def test_as_long_as_a_goal_moves_a_robot_that_may_be_told_something_stop_is_for_it(desk: Desk) -> None:
    assert not desk.moves()
    desk.know(GoalReport(heard=True, others=1), OTHER)
    assert not desk.moves()
    assert not desk.goals.describe(OTHER).can_cancel
    desk.know(GoalReport(heard=True, others=1))
    assert desk.moves()
    assert desk.goals.cancellable == (ROBOT,)
    own = [desk.goals.own_on]
    desk.know(with_goal())
    assert [*own, desk.goals.own_on] == [None, ROBOT]
    # also where commands were forbidden since
    desk.switch.allow(ROBOT, False)
    assert desk.goals.cancellable == (ROBOT,)
    desk.know(with_goal(GoalPhase.CANCELLED))
    assert not desk.moves()


async def test_from_the_moment_in_which_it_is_sent_stop_has_a_goal_to_end(desk: Desk) -> None:
    desk.goals.send_goal(ROBOT, PLACE)
    assert desk.moves()
    # a look at what is known before the link thread knows of it
    desk.goals.refresh(0.0)
    assert desk.moves()
    await asyncio.gather(*desk.running)
    assert desk.session.navigation.sent == [(f"goal {ROBOT}", PLACE)]
    assert not desk.moves()


def test_what_no_server_has_confirmed_is_said_and_what_one_has_not_told_is_not_said_to_be_forgotten(desk: Desk) -> None:
    desk.session.navigation.known[ROBOT] = replace(READY, unconfirmed=("/a", "/b"))
    assert shows(desk.goals.describe(ROBOT).words, NavigationWording.UNCONFIRMED, servers="/a, /b")
    text = desk.know(replace(with_goal(GoalPhase.LOST), heard=False))
    assert shows(text.words, NavigationWording.LOST_SILENT)


def test_what_nobody_confirms_for_long_is_given_up_by_two_steps(desk: Desk) -> None:
    desk.session.navigation.known[ROBOT] = replace(READY, unconfirmed=("/a",), overdue=True)
    changes: list[None] = []
    desk.goals.changed.connect(lambda: changes.append(None))
    text = desk.goals.describe(ROBOT)
    assert shows(text.words, NavigationWording.OVERDUE, servers="/a")
    assert (text.can_give_up, text.can_cancel, desk.goals.overdue) == (True, False, (ROBOT,))
    desk.goals.give_up(ROBOT)
    assert shows(desk.goals.describe(ROBOT).words, NavigationWording.GIVE_UP_AGAIN)
    # a double click is one step
    desk.now += GIVE_UP_PAUSE_S / 2
    desk.goals.give_up(ROBOT)
    assert desk.session.navigation.sent == []
    # one that comes too late is the first again
    desk.now += GIVE_UP_WITHIN_S
    desk.goals.refresh(0.0)
    assert shows(desk.goals.describe(ROBOT).words, NavigationWording.OVERDUE)
    desk.goals.give_up(ROBOT)
    assert desk.session.navigation.sent == []
    desk.now += GIVE_UP_PAUSE_S + 0.1
    desk.goals.give_up(ROBOT)
    assert desk.session.navigation.sent == [("give up", ROBOT)]
    assert len(changes) >= 4


def test_the_question_to_give_up_goes_by_itself(desk: Desk) -> None:
    desk.session.navigation.known[ROBOT] = replace(READY, unconfirmed=("/a",), overdue=True)
    desk.goals.refresh(0.0)
    desk.goals.give_up(ROBOT)
    desk.goals.refresh(0.0)
    changes: list[None] = []
    desk.goals.changed.connect(lambda: changes.append(None))
    desk.goals.refresh(0.0)
    desk.now += GIVE_UP_WITHIN_S + 0.1
    desk.goals.refresh(0.0)
    assert changes == [None]


def test_a_goal_that_can_be_cancelled_stays_so_while_it_may_be_given_up(desk: Desk) -> None:
    report = with_goal(GoalPhase.CANCELLING)
    desk.session.navigation.known[ROBOT] = replace(READY, report=report, unconfirmed=("/a",), overdue=True)
    text = desk.goals.describe(ROBOT)
    assert (text.can_give_up, text.can_cancel) == (True, True)


async def test_nothing_is_sent_to_a_robot_that_may_not_be_told_anything(desk: Desk) -> None:
    desk.goals.send_goal(OTHER, PLACE)
    desk.goals.send_pose(OTHER, PLACE)
    assert desk.running == set()
    assert not desk.moves()


async def test_in_the_past_no_goal_is_sent_and_it_is_said_why(desk: Desk) -> None:
    told: list[bool] = []
    desk.switch.moving_changed.connect(lambda: told.append(desk.moves()))
    desk.session.commands.is_past = True

    desk.goals.send_goal(ROBOT, PLACE)
    desk.goals.send_pose(ROBOT, PLACE)

    assert desk.running == set()
    # that has views show now, and then it would be sent
    assert told == []
    assert shows(desk.goals.goal_obstacle(ROBOT), SessionWording.LOOKS_BACK)


def test_stop_cancels_all_and_the_end_only_what_was_set_from_here(desk: Desk) -> None:
    taken_back: list[None] = []
    desk.goals.stopped.connect(lambda: taken_back.append(None))
    desk.goals.stop()
    desk.switch.stopped.emit()
    assert desk.session.navigation.sent == [("stop", None), ("withdraw", None)]
    assert len(taken_back) == 2
