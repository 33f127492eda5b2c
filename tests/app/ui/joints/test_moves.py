"""Joints that are moved to positions from the window."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from app.drive.robot.joints import JointChannel
from app.session.errors import SessionError
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.theme import Themes
from app.ui.joints.moves import LATE_S, PositionMoves
from app.wording.session import SessionWording
from tests.fakes.session import URI, FakePublisher, FakeSession
from tests.tools.sentences import says

ARM = JointChannel("robot::arm", "Joint")
HEAD = JointChannel("robot::head", "Joint")
STEP_S = 0.05


@dataclass
class Bench:
    """Moves, the time, and a joint that follows its commands."""

    session: FakeSession
    lock: CommandSwitch
    action: QAction
    now: float = 0.0
    place: float | None = 0.0
    ended: list[tuple[str, object, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.moves = PositionMoves(self.session.commands, self.lock, None, lambda: self.now)
        # steps are made by the test
        self.moves._timer.setInterval(3_600_000)
        self.moves.ended.connect(lambda *what: self.ended.append(what))

    @property
    def commands(self) -> list[float]:
        return [message["position"] for message in self.session.commands.publishers[-1].published]

    async def move(self, target: float, channel: JointChannel = ARM, speed: float = 0.5) -> None:
        await self.moves.move(URI, channel, target, speed, lambda: self.place)

    def step(self, count: int = 1, *, follows: bool = True) -> None:
        for _ in range(count):
            self.now += STEP_S
            self.moves.step()
            if follows and self.session.commands.publishers[-1].published:
                self.place = self.commands[-1]


@pytest.fixture
def bench(session: FakeSession, themes: Themes, qapp: QObject) -> Bench:
    action = QAction("allow", qapp)
    action.setCheckable(True)
    lock = CommandSwitch(session.commands, action, themes, lambda: URI)
    action.trigger()
    return Bench(session, lock, action)


async def test_a_joint_goes_to_its_target_in_steps_of_its_speed(bench: Bench) -> None:
    await bench.move(0.1)
    assert bench.lock.moves
    bench.step(5)

    assert bench.commands == pytest.approx([0.025, 0.05, 0.075, 0.1])
    assert bench.ended == [(URI, ARM, "")]
    assert not bench.lock.moves


async def test_another_target_takes_the_place_of_the_first(bench: Bench) -> None:
    await bench.move(0.1)
    bench.step(2)
    await bench.move(0.0)
    bench.step(3)

    assert bench.commands == pytest.approx([0.025, 0.05, 0.025, 0.0])
    assert len(bench.session.commands.publishers) == 1


async def test_no_joint_is_moved_in_the_past_also_where_it_was_before(bench: Bench) -> None:
    await bench.move(0.1)
    bench.step(4)
    sent = list(bench.commands)
    told: list[bool] = []
    bench.lock.moving_changed.connect(lambda: told.append(bench.lock.moves))
    bench.session.commands.is_past = True

    with pytest.raises(SessionError, check=says(SessionWording.LOOKS_BACK)):
        await bench.move(0.0)
    bench.step(2)

    assert bench.commands == sent
    # that has views show now, and then it would move
    assert told == []


async def test_two_joints_move_at_the_same_time(bench: Bench) -> None:
    await bench.move(0.1)
    await bench.move(0.1, HEAD)
    bench.step(1, follows=False)

    assert [publisher.topic for publisher in bench.session.commands.publishers] == ["robot::arm", "robot::head"]
    assert [len(publisher.published) for publisher in bench.session.commands.publishers] == [1, 1]
    await bench.moves.close()


def stop(bench: Bench) -> None:
    bench.lock.stopped.emit()


def stop_one(bench: Bench) -> None:
    bench.moves.stop(URI, ARM)


def freeze(bench: Bench) -> None:
    bench.now += LATE_S
    bench.moves.step()


@pytest.mark.parametrize("fault", [stop, stop_one, freeze])
async def test_what_ends_a_move_has_the_joint_stay_where_it_is(bench: Bench, fault: Callable[[Bench], None]) -> None:
    await bench.move(1.0)
    bench.step(4, follows=False)
    bench.place = 0.03

    bench.now += STEP_S
    fault(bench)
    count = len(bench.commands)
    bench.step(3)

    assert bench.commands[-1] == 0.03
    assert len(bench.commands) == count
    assert [bool(why) for _, _, why in bench.ended] == [True]
    assert not bench.lock.moves


async def test_a_joint_that_tells_of_itself_no_more_is_commanded_no_further(bench: Bench) -> None:
    await bench.move(1.0)
    bench.step(2)
    before = bench.commands
    bench.place = None
    bench.step(3, follows=False)

    assert bench.commands == before
    assert bench.ended


async def test_a_robot_that_is_only_looked_at_again_is_told_nothing_more(bench: Bench) -> None:
    await bench.move(1.0)
    bench.step(2)
    before = bench.commands
    bench.action.trigger()
    bench.step(3)

    assert bench.commands == before
    assert bench.ended
    assert not bench.lock.moves


async def test_a_joint_of_which_nothing_is_known_is_not_moved(bench: Bench) -> None:
    bench.place = None
    with pytest.raises(SessionError):
        await bench.move(1.0)

    assert not bench.lock.moves


async def test_a_locked_robot_is_not_moved(bench: Bench) -> None:
    bench.action.trigger()
    with pytest.raises(SessionError):
        await bench.move(1.0)

    assert bench.session.commands.publishers == []
    assert not bench.lock.moves


async def test_what_waits_for_its_robot_does_not_begin_after_stop(bench: Bench) -> None:
    advertise = bench.session.commands.advertise

    async def stopped_meanwhile(*arguments: object) -> object:
        publisher = await advertise(*arguments)  # type: ignore[arg-type]
        bench.lock.stopped.emit()
        return publisher

    bench.session.commands.advertise = stopped_meanwhile  # type: ignore[assignment, method-assign]
    with pytest.raises(SessionError):
        await bench.move(1.0)
    bench.step(2, follows=False)

    assert bench.session.commands.publishers[-1].published == []


async def test_where_nobody_takes_commands_none_is_sent(bench: Bench) -> None:
    advertise = bench.session.commands.advertise

    async def to_nobody(*arguments: object) -> object:
        publisher = await advertise(*arguments)  # type: ignore[arg-type]
        publisher.subscribers = ()
        return publisher

    bench.session.commands.advertise = to_nobody  # type: ignore[assignment, method-assign]
    with pytest.raises(SessionError):
        await bench.move(1.0)

    assert bench.session.commands.publishers[-1].published == []


async def test_a_robot_that_was_connected_anew_is_commanded_by_a_new_way(bench: Bench) -> None:
    await bench.move(0.02)
    bench.step(2)
    # as that of a connection that has ended
    gone = bench.session.commands.publishers[-1]
    gone.subscribers = ()
    await bench.move(0.1)
    bench.step(2)

    assert gone.closed
    assert bench.session.commands.publishers[-1] is not gone
    assert bench.commands
    await bench.moves.close()


async def test_the_end_has_every_joint_stay_and_publishes_nothing_any_more(bench: Bench) -> None:
    await bench.move(1.0)
    bench.step(2)
    await bench.moves.close()

    assert bench.commands[-1] == bench.place
    assert bench.session.commands.publishers[-1].closed


async def test_a_joint_whose_move_begins_while_all_ends_is_not_moved_and_nothing_stays_advertised(bench: Bench) -> None:
    advertise = bench.session.commands.advertise
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def slowly(*arguments: Any, **more: Any) -> FakePublisher:
        asked.set()
        await go_on.wait()
        return await advertise(*arguments, **more)

    async def end() -> None:
        await asked.wait()
        await bench.moves.close()
        go_on.set()

    bench.session.commands.advertise = slowly  # type: ignore[method-assign]
    begun, _ = await asyncio.gather(bench.move(1.0), end(), return_exceptions=True)

    assert isinstance(begun, SessionError)
    assert [publisher.closed for publisher in bench.session.commands.publishers] == [True]
    assert bench.commands == []


async def test_a_window_that_goes_leaves_no_joint_moving_and_no_move_to_begin(bench: Bench) -> None:
    advertise, go_on = bench.session.commands.advertise, asyncio.Event()

    async def slowly(*arguments: Any, **more: Any) -> FakePublisher:
        await go_on.wait()
        return await advertise(*arguments, **more)

    async def go() -> None:
        ending = bench.moves.close()
        assert bench.commands[-1] == bench.place
        shiboken6.delete(bench.moves)
        await ending
        go_on.set()

    await bench.move(1.0)
    bench.step(2)
    bench.session.commands.advertise = slowly  # type: ignore[method-assign]
    begun, gone = await asyncio.gather(bench.move(1.0, HEAD), go(), return_exceptions=True)

    assert isinstance(begun, SessionError)
    assert gone is None
    assert all(publisher.closed for publisher in bench.session.commands.publishers)
