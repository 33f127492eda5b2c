"""Commands to joints by two links, to links that a test answers, and over real ones."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping

import pytest

from app.connections.nrp import command_links as commander_module
from app.connections.nrp.call_tracker import SAME_STOP_S
from app.connections.nrp.command_links import HOLD_POSITION, MAX_ZEROS, WAITS_S, CommandLinks
from app.connections.nrp.engine_link import EngineLink, EngineLinkUse
from app.net.errors import LinkError, NoAnswerError
from app.net.tasks import TaskPool
from protocols.errors import EngineError, ProtocolError, UnknownPackError
from protocols.nrp.joint_commands import decode_command, encode_command
from protocols.nrp.packs import DataPack, EngineAnswer, PackType
from protos.nrp import gazebo_packs_pb2 as pb

JOINTS = ("left", "right")


def going(velocity: float) -> dict[str, bytes]:
    return {name: encode_command({"velocity": velocity}) for name in JOINTS}


class Link(EngineLink):
    """A link whose answers a test gives.

    Attributes:
        told: the velocity of each command that came by it, and what will be its answer.
        commands: each command that came by it: what was commanded, and how much of it.
        question: what questions end with, rather than an answer.
        position: where its joints are.
    """

    def __init__(self, use: EngineLinkUse) -> None:
        self.use = use
        self.told: list[tuple[float, asyncio.Future[None]]] = []
        self.commands: list[tuple[str, float]] = []
        self.position = 0.0
        self.question: ProtocolError | None = None
        self.asked: asyncio.Future[None] | None = None
        self.is_closed = False

    async def ask(self, names: Collection[str], timeout_s: float) -> EngineAnswer:
        del timeout_s
        if self.asked is not None:
            await self.asked
        if self.question is not None:
            raise self.question
        joint = pb.Joint(position=self.position, velocity=0.5)
        return dict.fromkeys(names, DataPack(PackType.JOINT, joint.SerializeToString(), engine="gazebo"))

    async def command(self, commands: Mapping[str, bytes], engine: str, timeout_s: float) -> None:
        del timeout_s
        assert engine == "gazebo"
        answer = asyncio.get_running_loop().create_future()
        self.commands.append(decode_command(commands["left"]))
        self.told.append((self.commands[-1][1], answer))
        await answer

    async def close(self) -> None:
        self.is_closed = True

    @property
    def velocities(self) -> list[float]:
        return [velocity for velocity, _ in self.told]

    def answer(self, error: ProtocolError | None = None) -> None:
        """Answer the oldest command that is not."""
        future = next(future for _, future in self.told if not future.done())
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)


class Bench:
    """A commander, and the links that it opened."""

    def __init__(self, *, only_zeros: bool = False) -> None:
        self.tasks = TaskPool("bench")
        self.links: list[Link] = []
        self.refuses: ProtocolError | None = None
        self.commander = CommandLinks(JOINTS, self.open, self.tasks, only_zeros=only_zeros)

    async def open(self, use: EngineLinkUse) -> EngineLink:
        if self.refuses is not None:
            raise self.refuses
        self.links.append(Link(use))
        return self.links[-1]

    def newest(self, use: EngineLinkUse) -> Link:
        return next(link for link in reversed(self.links) if link.use is use)

    @property
    def motions(self) -> Link:
        return self.newest(EngineLinkUse.MOTIONS)

    @property
    def zeros(self) -> Link:
        return self.newest(EngineLinkUse.ZEROS)


@pytest.fixture
async def bench() -> AsyncIterator[Bench]:
    bench = Bench()
    await bench.commander.open(1.0)
    yield bench
    await bench.commander.close()
    await bench.tasks.cancel()


async def turn() -> None:
    """What was begun or answered has its effect."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_motions_and_zeros_have_a_link_each(bench: Bench) -> None:
    bench.commander.send(going(1.0), 1, moves=True)
    await turn()
    bench.commander.send(going(0.0), 2, moves=False)
    await turn()

    assert (bench.motions.velocities, bench.zeros.velocities) == ([1.0], [0.0])
    assert bench.commander.engine == "gazebo"


async def test_one_motion_is_under_way_and_the_newest_of_those_that_came_meanwhile_follows(bench: Bench) -> None:
    for number in (1, 2, 3):
        bench.commander.send(going(number), number, moves=True)
        await turn()
    assert bench.motions.velocities == [1.0]
    assert bench.commander.backlog[0] == 2

    bench.motions.answer()
    await turn()

    assert bench.motions.velocities == [1.0, 3.0]


async def test_zero_takes_the_place_of_what_waits_and_follows_once_more_when_the_motion_was_answered(
    bench: Bench,
) -> None:
    bench.commander.send(going(1.0), 1, moves=True)
    bench.commander.send(going(2.0), 2, moves=True)
    await turn()
    bench.commander.send(going(0.0), 3, moves=False)
    await turn()
    bench.zeros.answer()
    await turn()
    assert bench.commander.calls.arrived < 3

    bench.motions.answer()
    await turn()

    assert (bench.motions.velocities, bench.zeros.velocities) == ([1.0], [0.0, 0.0])
    bench.zeros.answer()
    await turn()
    assert bench.commander.calls.arrived == 3


async def test_motion_that_waited_for_too_long_is_not_sent(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(commander_module, "boot_time", lambda: now)
    bench.commander.send(going(1.0), 1, moves=True)
    bench.commander.send(going(2.0), 2, moves=True)
    await turn()
    # as after this program was frozen, or this machine asleep
    now += WAITS_S * 1.01

    bench.motions.answer()
    await turn()

    assert bench.motions.velocities == [1.0]
    assert bench.commander.backlog[0] == 0


async def test_no_motion_begins_while_a_question_or_a_zero_is_under_way(bench: Bench) -> None:
    bench.motions.asked = asyncio.get_running_loop().create_future()
    asking = bench.tasks.spawn(bench.commander.read_joints(1.0), "question")
    await turn()
    bench.commander.send(going(1.0), 1, moves=True)
    await turn()
    assert bench.motions.velocities == []
    bench.motions.asked.set_result(None)
    await asking
    await turn()
    assert bench.motions.velocities == [1.0]

    bench.motions.answer()
    await turn()
    bench.commander.send(going(0.0), 2, moves=False)
    bench.commander.send(going(2.0), 3, moves=True)
    await turn()
    assert bench.motions.velocities == [1.0]
    bench.zeros.answer()
    await turn()
    assert bench.motions.velocities == [1.0, 2.0]


async def test_nobody_asks_while_a_motion_is_under_way(bench: Bench) -> None:
    bench.commander.send(going(1.0), 1, moves=True)
    await turn()
    with pytest.raises(LinkError):
        await bench.commander.read_joints(1.0)


async def test_zeros_that_nobody_answers_do_not_pile_up(bench: Bench) -> None:
    for number in range(1, 20):
        bench.commander.send(going(0.0), number, moves=False)
        await turn()
    assert len(bench.zeros.told) == MAX_ZEROS

    bench.zeros.answer()
    await turn()
    bench.commander.send(going(0.0), 20, moves=False)
    await turn()

    assert len(bench.zeros.told) == MAX_ZEROS + 1


@pytest.mark.parametrize("error", [None, LinkError("closed")])
async def test_zero_that_found_too_many_under_way_follows_when_one_of_them_has_ended(
    bench: Bench, error: ProtocolError | None
) -> None:
    bench.commander.send(going(1.0), 1, moves=True)
    for number in range(2, 2 + MAX_ZEROS):
        bench.commander.send(going(0.0), number, moves=False)
    await turn()
    # all of these may have been carried out before the motion
    bench.motions.answer()
    await turn()
    assert len(bench.zeros.told) == MAX_ZEROS

    bench.zeros.answer(error)
    await turn()
    assert len(bench.zeros.told) == MAX_ZEROS + 1
    for _ in range(MAX_ZEROS):
        bench.zeros.answer()
    await turn()

    assert (bench.commander.calls.arrived, bench.commander.calls.moves) == (1 + MAX_ZEROS, False)
    assert len(bench.zeros.told) == MAX_ZEROS + 1


@pytest.mark.parametrize(
    "error", [LinkError("closed"), NoAnswerError("silent"), EngineError("exploded"), UnknownPackError("lost")]
)
async def test_motion_that_fails_ends_its_way_and_zeros_have_theirs(bench: Bench, error: ProtocolError) -> None:
    epoch = bench.commander.epoch
    bench.commander.send(going(1.0), 1, moves=True)
    await turn()

    bench.motions.answer(error)
    await turn()

    assert (bench.commander.is_up, bench.commander.fault) == (False, error)
    assert bench.commander.epoch != epoch
    assert bench.motions.is_closed
    assert not bench.commander.send(going(1.0), 2, moves=True)
    assert bench.commander.send(going(0.0), 3, moves=False)
    await turn()
    assert bench.zeros.velocities == [0.0]


async def test_question_without_an_answer_leaves_the_way_and_one_that_fails_ends_it(bench: Bench) -> None:
    bench.motions.question = NoAnswerError("silent")
    with pytest.raises(NoAnswerError):
        await bench.commander.read_joints(1.0)
    assert bench.commander.is_up

    bench.motions.question = UnknownPackError("lost")
    with pytest.raises(UnknownPackError):
        await bench.commander.read_joints(1.0)
    assert not bench.commander.is_up


async def test_way_that_is_made_anew_begins_with_the_zero_that_is_owed(bench: Bench) -> None:
    bench.commander.send(going(1.0), 1, moves=True)
    await turn()
    bench.motions.answer(LinkError("closed"))
    bench.commander.send(going(0.0), 2, moves=False)
    await turn()
    bench.zeros.answer(LinkError("closed"))
    await turn()
    before, zeros = bench.motions, bench.zeros
    zeros.asked = asyncio.get_running_loop().create_future()

    renewing = bench.tasks.spawn(bench.commander.reopen(1.0), "renew")
    await turn()

    assert zeros.velocities == [0.0, 0.0]
    assert bench.motions is before
    zeros.asked.set_result(None)
    await renewing
    assert bench.commander.is_up
    assert bench.motions is not before


async def test_way_that_can_not_be_made_anew_says_why(bench: Bench) -> None:
    bench.motions.question = LinkError("closed")
    with pytest.raises(LinkError):
        await bench.commander.read_joints(1.0)
    bench.refuses = LinkError("nothing listens")

    with pytest.raises(LinkError, match="nothing listens"):
        await bench.commander.reopen(1.0)
    bench.refuses = None
    await bench.commander.reopen(1.0)

    assert (bench.commander.is_up, bench.commander.fault) == (True, None)


async def test_who_only_sends_zeros_has_no_link_for_anything_else() -> None:
    bench = Bench(only_zeros=True)
    await bench.commander.open(1.0)

    assert [link.use for link in bench.links] == [EngineLinkUse.ZEROS]
    assert bench.commander.is_up
    assert not bench.commander.send(going(1.0), 1, moves=True)
    assert bench.commander.send(going(0.0), 2, moves=False)
    await turn()
    bench.zeros.answer()
    await turn()
    # what the other one has sent may come yet
    assert bench.commander.calls.arrived == 0
    await bench.commander.close()
    assert all(link.is_closed for link in bench.links)
    await bench.tasks.cancel()


HELD = dict.fromkeys(JOINTS, HOLD_POSITION)


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


class TestAJointThatShallHold:
    async def test_is_told_the_position_that_it_had_at_the_first_zero_of_the_stop(self, bench: Bench) -> None:
        bench.zeros.position = 0.5
        for number in (1, 2):
            bench.commander.send(HELD, number, moves=False)
            await settle()
            bench.zeros.answer()
            await settle()
            # it sinks
            bench.zeros.position = 0.25

        assert bench.zeros.commands == [("position", 0.5)] * 2
        assert bench.commander.calls.arrived == 2

    async def test_is_told_another_position_after_it_moved(self, bench: Bench) -> None:
        bench.zeros.position = 0.5
        bench.commander.send(HELD, 1, moves=False)
        await settle()
        bench.zeros.answer()
        await settle()
        bench.commander.send(going(1.0), 2, moves=True)
        await settle()
        bench.motions.answer()
        await settle()
        bench.zeros.position = 0.75
        bench.commander.send(HELD, 3, moves=False)
        await settle()

        assert bench.zeros.commands == [("position", 0.5), ("position", 0.75)]

    async def test_is_told_another_position_at_another_stop_which_others_may_have_moved_it_before(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = 1000.0
        monkeypatch.setattr(commander_module, "boot_time", lambda: now)
        bench.zeros.position = 0.5
        bench.commander.send(HELD, 1, moves=False)
        await settle()
        bench.zeros.answer()
        await settle()
        now += SAME_STOP_S + 0.1
        bench.zeros.position = 0.75
        bench.commander.send(HELD, 2, moves=False)
        await settle()

        assert bench.zeros.commands == [("position", 0.5), ("position", 0.75)]

    async def test_is_told_nothing_while_it_does_not_tell_where_it_is(self, bench: Bench) -> None:
        bench.zeros.question = LinkError("it is gone")
        bench.commander.send(HELD, 1, moves=False)
        await settle()
        assert bench.zeros.commands == []
        assert bench.commander.calls.arrived == 0

        bench.zeros.question, bench.zeros.position = None, 0.5
        bench.commander.send(HELD, 2, moves=False)
        await settle()
        assert bench.zeros.commands == [("position", 0.5)]

    async def test_waits_with_its_motion_until_it_was_told_to_hold(self, bench: Bench) -> None:
        bench.zeros.asked = asyncio.get_running_loop().create_future()
        bench.commander.send(HELD, 1, moves=False)
        bench.commander.send(going(1.0), 2, moves=True)
        await settle()
        assert bench.motions.commands == []

        bench.zeros.asked.set_result(None)
        await settle()
        bench.zeros.answer()
        await settle()
        assert [name for name, _ in bench.zeros.commands] == ["position"]
        assert bench.motions.commands == [("velocity", 1.0)]
        bench.motions.answer()
        await settle()
