"""The command sender for joints of an engine, whose answers prove that it is there and carried out the commands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from typing_extensions import override

from app.connections.base import CommandSender, CommandSenderState
from app.connections.command_receivers import PROBE_TIMEOUT_S, LivenessProbe
from app.connections.nrp.command_links import ANSWER_S, HOLD_POSITION, CommandLinks
from app.model.messages.values import HOLD
from app.net.tasks import TaskPool
from app.wording.connections import NrpWording
from protocols.errors import EncodeError, LocalProtocolError, ProtocolError
from protocols.nrp.joint_commands import encode_command, is_stop
from protocols.nrp.packs import VELOCITY, DataPack, PackType, check_name, values_of

# between the names of joints that are commanded together
SEPARATOR: Final = ","
# the link of zeros is checked so often; a link that does not answer is known by then
ZEROS_LOOKED_AT_S: Final = 0.5
# by a process that only stands by: so that no device in the network forgets the link
STANDBY_LOOKED_AT_S: Final = 5.0
# a link that is gone is made anew so often; why it can't be stands in the state of the connection
RENEW_EVERY_S: Final = 0.25
# a robot that may be moving is told to stand still before the end, for so long at the most
END_S: Final = 3.5


def parse_joint_names(topic: str) -> tuple[str, ...]:
    """Read the names of the joints from a topic of commands. Raises LocalProtocolError."""
    names = tuple(check_name(name) for name in topic.split(SEPARATOR))
    if len(set(names)) < len(names):
        raise LocalProtocolError(NrpWording.JOINT_NAMED_TWICE())
    return names


def encode_joints(names: tuple[str, ...], command: Mapping[str, Any]) -> dict[str, bytes]:
    """Encode a command, an object with one command for each of the joints, as payloads. Raises EncodeError."""
    if command.keys() != set(names):
        raise EncodeError(NrpWording.COMMAND_FIELDS(fields=", ".join(names)))
    return {name: HOLD_POSITION if HOLD in command[name] else encode_command(command[name]) for name in names}


class NrpCommandSender(CommandSender):
    """The command sender of an engine. Its topic is the joints with commas between, its receiver the engine.

    Args:
        commander: the links of the commands, opened; closed with this sender.
        still: the command to stand still.
        where: the name of an engine that gives none.
        node: the only engine that counts; empty for any engine.
        is_there: whether the engine answers the connection's own questions.
        tasks: the tasks of the connection.
        silent: whether this sender asks for nothing.
    """

    def __init__(
        self,
        names: tuple[str, ...],
        commander: CommandLinks,
        still: Mapping[str, Any],
        where: str,
        node: str,
        is_there: Callable[[], bool],
        tasks: TaskPool,
        *,
        silent: bool,
    ) -> None:
        self.topic, self.type_name = SEPARATOR.join(names), PackType.JOINT.value
        self._names = names
        self._commander = commander
        self._still = encode_joints(names, still)
        self._where = where
        self._node = node
        self._is_there = is_there
        self._silent = silent
        self._number = 0
        self._joints: dict[str, float] = {}
        self._joints_at = self._zeros_at = _now()
        self._tasks = [tasks.spawn(commander.keep_up(RENEW_EVERY_S), f"way of {self.topic}")]
        self._probes: LivenessProbe | None = None
        every_s = STANDBY_LOOKED_AT_S if silent else ZEROS_LOOKED_AT_S
        self._tasks.append(tasks.spawn(self._keep_asking_by_zeros(every_s), "probe of the way of zeros"))
        if not silent:
            self._probes = LivenessProbe(self._ask, tasks, "the engine", most=1)

    @override
    def prepare(self, command: Mapping[str, Any], number: int, *, moves: bool) -> Callable[[], None]:
        """Encode a command: a motion goes out after the one before, a zero at once; without a link none is kept."""
        commands = encode_joints(self._names, command)
        if not moves and not all(payload == HOLD_POSITION or is_stop(payload) for payload in commands.values()):
            raise EncodeError(NrpWording.NO_STANDSTILL())
        return partial(self._write, commands, number, moves=moves)

    def _write(self, commands: dict[str, bytes], number: int, *, moves: bool) -> None:
        self._number = number
        self._commander.send(commands, number, moves=moves)

    @override
    def state(self) -> CommandSenderState:
        commander, ledger, now = self._commander, self._commander.calls, _now()
        name = commander.engine or self._where
        is_up = commander.is_up and (not self._silent or self._is_there())
        counts = self._node in {"", name, self._where}
        count, oldest_s = commander.backlog
        return CommandSenderState(
            epoch=commander.epoch,
            receivers=(name,) if is_up and counts else (),
            onlookers=(name,) if is_up and not counts else (),
            probe_age_s=self._age_s(now),
            round_trip_s=None if self._probes is None else self._probes.round_trip_s,
            unacknowledged=count,
            oldest_s=oldest_s,
            arrived=ledger.arrived,
            missed=(name,) if self.has_lost_receiver else (),
            joints=self._joints,
            joints_s=now - self._joints_at,
        )

    @property
    @override
    def has_lost_receiver(self) -> bool:
        return not self._commander.is_up and self._commander.calls.moves

    @override
    def give_up_lost(self) -> None:
        self._commander.calls.give_up()

    @override
    async def reconnect(self) -> None:
        """Wait until the link is made anew, which it is by itself."""
        await self._commander.reopen(ANSWER_S)

    @override
    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._probes is not None:
            self._probes.close()
        if self._commander.calls.moves:
            await self._commander.send_stop(self._still, self._number + 1, END_S)
        await self._commander.close()

    def _age_s(self, now: float) -> float | None:
        """The age of the newest question that was answered, of the worse of both links."""
        asked_at = self._commander.asked_at
        if self._silent or asked_at is None:
            return None
        return max(now - asked_at, now - self._zeros_at - ZEROS_LOOKED_AT_S)

    async def _ask(self) -> None:
        began = _now()
        answer = await self._commander.read_joints(PROBE_TIMEOUT_S)
        packs = {name: said for name, said in answer.items() if isinstance(said, DataPack)}
        self._joints = {name: values_of(pack.type, pack.payload)[VELOCITY] for name, pack in packs.items()}
        self._joints_at = began

    async def _keep_asking_by_zeros(self, every_s: float) -> None:
        while True:
            began = _now()
            try:
                await self._commander.probe_zero_link(PROBE_TIMEOUT_S)
            except ProtocolError:
                # the age of the last answer shows it
                pass
            else:
                self._zeros_at = began
            await asyncio.sleep(max(0.0, began + every_s - _now()))


def _now() -> float:
    return asyncio.get_running_loop().time()
