from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from app.connections.nrp.publisher import JointPublisher, wait_until
from app.net.tasks import TaskPool
from app.wording.connections import NrpWording
from protocols.errors import EncodeError, LocalProtocolError
from protocols.nrp.joint_commands import decode_command
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says


class Commanded(JointPublisher):
    """A publisher whose way a test plays.

    Attributes:
        commands: what was sent, in its order; last words with them.
        arrives: set while all that is sent arrives.
        left: how often it has left.
        is_there: whether there is an engine.
    """

    def __init__(self, tasks: TaskPool) -> None:
        super().__init__("hinge", tasks, self._leave)
        self.commands: list[tuple[str, float]] = []
        self.arrives = asyncio.Event()
        self.arrives.set()
        self.left = 0
        self.is_there = True

    @property
    def dropped(self) -> int:
        return 0

    @property
    def subscribers(self) -> tuple[str, ...]:
        return ("gazebo",) if self.is_there else ()

    async def drain(self, timeout_s: float) -> bool:
        del timeout_s
        await self.arrives.wait()
        return self.is_there

    def _command(self, payload: bytes) -> None:
        self.commands.append(decode_command(payload))

    async def _bring_to_rest(self, rest: bytes) -> bool:
        self._command(rest)
        return await self.drain(TIMEOUT_S)

    def _leave(self, publisher: JointPublisher) -> None:
        assert publisher is self
        self.left += 1


@pytest.fixture
async def publisher() -> AsyncIterator[Commanded]:
    tasks = TaskPool("test")
    yield Commanded(tasks)
    await tasks.cancel()


async def test_command_is_sent_on_as_it_is_encoded(publisher: Commanded) -> None:
    publisher.publish({"velocity": 1.5})
    publisher.publish_encoded(publisher.encode({"effort": 0.0}), urgent=True)

    assert publisher.commands == [("velocity", 1.5), ("effort", 0.0)]
    with pytest.raises(EncodeError):
        publisher.publish({"velocity": 1.0, "effort": 1.0})
    assert len(publisher.commands) == 2


async def test_joint_is_left_by_a_command_to_stand_still_alone(publisher: Commanded) -> None:
    with pytest.raises(EncodeError, check=says(NrpWording.NO_STANDSTILL_AT_END)):
        publisher.set_final_message(publisher.encode({"velocity": 1.0}))

    assert await publisher.close()
    assert publisher.commands == []


async def test_end_says_the_last_words_once_however_often_it_is_asked_for(publisher: Commanded) -> None:
    publisher.set_final_message(publisher.encode({"velocity": 0.0}))

    assert all(await asyncio.gather(publisher.close(), publisher.close()))

    assert publisher.commands == [("velocity", 0.0)]
    assert publisher.left == 1
    with pytest.raises(LocalProtocolError, check=says(NrpWording.COMMANDED_NO_MORE)):
        publisher.publish({"velocity": 1.0})


async def test_end_goes_on_when_who_waits_for_it_does_not(publisher: Commanded) -> None:
    publisher.set_final_message(publisher.encode({"velocity": 0.0}))
    publisher.arrives.clear()
    closing = asyncio.get_running_loop().create_task(publisher.close())
    await eventually(lambda: publisher.commands)

    closing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing
    assert publisher.left == 0
    publisher.arrives.set()

    await eventually(lambda: publisher.left == 1)


async def test_engine_that_is_gone_is_waited_for_as_long_as_is_said(publisher: Commanded) -> None:
    assert await publisher.wait_for_subscriber(0.0)
    publisher.is_there = False
    assert not await publisher.wait_for_subscriber(0.02)

    waiting = asyncio.get_running_loop().create_task(publisher.wait_for_subscriber(TIMEOUT_S))
    await asyncio.sleep(0.02)
    publisher.is_there = True
    assert await waiting


async def test_nothing_is_waited_for_that_holds_already() -> None:
    assert await wait_until(lambda: True, 0.0)
    assert not await wait_until(lambda: False, 0.0)
