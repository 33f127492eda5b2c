"""The links by which joints are commanded: one for motions, and one for zeros, which wait for nothing.

At most one motion is under way, for an engine carries out waiting calls in no particular order. The newest of the
motions that come meanwhile waits in a slot of one, for as long as a command may wait; a zero takes its place. The
`EngineCallTracker` tracks what the answers prove.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Final

from app.connections.nrp.call_tracker import SAME_STOP_S, EngineCall, EngineCallTracker
from app.connections.nrp.engine_link import EngineLink, EngineLinkUse
from app.connections.publishing import FINAL_INTERVAL_S, FINAL_REPEATS
from app.net.boot_clock import boot_time
from app.net.errors import LinkError, NoAnswerError
from app.net.tasks import TaskPool
from app.wording.connections import NrpWording
from protocols.errors import LocalProtocolError, ProtocolError, UnknownPackError
from protocols.nrp.joint_commands import encode_command
from protocols.nrp.packs import EFFORT, POSITION, DataPack, EngineAnswer, PackAnswer, PackType, values_of

_LOGGER = logging.getLogger(__name__)

# an engine that hangs answers when it goes on, and only its answer shows what has become of a motion
MOTION_TIMEOUT_S: Final = 10.0
ZERO_TIMEOUT_S: Final = 2.0
# beyond so many unanswered zeros one more proves nothing that they don't
MAX_ZEROS: Final = 4
# a motion that waited for longer was meant for a moment that is gone, as after this program was frozen
WAITS_S: Final = 0.1
# a link that is made anew has to answer within
ANSWER_S: Final = 2.0

_Commands = Mapping[str, bytes]
# the payload of a zero that makes a joint hold the position which it has when it is asked
HOLD_POSITION: Final = b""


class CommandLinks:
    """Both links to the joints of one robot. On the link loop.

    Args:
        names: the joints that are commanded.
        open_link: opens a link for a use. Raises ProtocolError.
        tasks: the tasks of the connection.
        changed: called when the state has changed.
        only_zeros: whether nothing but zeros is ever sent; another sender may have moved the robot.

    Attributes:
        calls: the tracker of the calls and of what their answers prove.
        engine: the engine's own name; empty before it is known, or where the engine gives none.
        epoch: a counter: another number whenever the link of motions is another one, or gone.
        fault: the reason why there is no link of motions; None while there is one.
        failed: the number of motions that were not answered, or refused.
        asked_at: the start of the newest answered call on the link of motions; seconds of the loop, None before the
            first.
    """

    def __init__(
        self,
        names: Collection[str],
        open_link: Callable[[EngineLinkUse], Awaitable[EngineLink]],
        tasks: TaskPool,
        changed: Callable[[], None] = lambda: None,
        *,
        only_zeros: bool = False,
    ) -> None:
        self.calls = EngineCallTracker(others_moved=only_zeros)
        self.engine = ""
        self.epoch = 0
        self.fault: ProtocolError | None = None
        self.asked_at: float | None = None
        self.failed = 0
        self._names = tuple(names)
        self._open_link = open_link
        self._tasks = tasks
        self._changed = changed
        self._motions: EngineLink | None = None
        self._zeros: EngineLink | None = None
        self._zero: tuple[_Commands, int] | None = None
        # the positions of joints that hold, as of the first zero of a stop: they shall not creep with each zero
        self._held: _Commands = {}
        self._zeroed_at = -math.inf
        # whether a zero waits that would have been one too many
        self._zero_waits = False
        self._waiting: tuple[_Commands, int, float] | None = None
        self._asking = False
        self._opening: asyncio.Task[None] | None = None
        self._only_zeros = only_zeros
        self._is_known = self._is_closed = False

    @property
    def is_up(self) -> bool:
        """Whether the engine has the joints, and motions, where there are to be any, have a link."""
        return self._motions is not None or (self._only_zeros and self._is_known)

    @property
    def has_waiting(self) -> bool:
        """Whether a motion waits for its turn."""
        return self._waiting is not None

    @property
    def backlog(self) -> tuple[int, float]:
        """The number of commands that were not answered yet, and the age of the oldest."""
        count, began_at = self.calls.under_way
        if self._waiting is not None:
            began_at = min(began_at, self._waiting[2]) if count else self._waiting[2]
            count += 1
        return count, boot_time() - began_at if count else 0.0

    async def open(self, timeout_s: float) -> None:
        """Open both links and wait for an answer on each.

        Raises ProtocolError, in the engine's words for a joint that it does not have.
        """
        if self._zeros is None:
            self._zeros = await self._open_link(EngineLinkUse.ZEROS)
        if self.calls.wants_zero:
            # before anything else
            self._send_zero()
        # this also opens the link, so that it is there when it is needed: an engine may take one link alone
        self._check(await self._zeros.ask(self._names, timeout_s))
        self._is_known = True
        if not self._only_zeros:
            link = await self._open_link(EngineLinkUse.MOTIONS)
            try:
                self._check(await link.ask(self._names, timeout_s))
                await _see_that_it_stays(link, timeout_s)
            except BaseException:
                await link.close()
                raise
            if self._is_closed:
                await link.close()
                return
            self._motions = link
        self.fault = None
        self.epoch += 1
        self._changed()

    async def reopen(self, timeout_s: float) -> None:
        """Make the link of motions anew where there is none. Raises ProtocolError."""
        if self.is_up or self._is_closed:
            return
        if self._opening is None or self._opening.done():
            self._opening = self._tasks.spawn(self._open_again(timeout_s), "commands")
        await asyncio.shield(self._opening)
        if self.fault is not None:
            raise self.fault

    async def keep_up(self, every_s: float, told: Callable[[ProtocolError | None], None] = lambda _: None) -> None:
        """Make the link of motions anew whenever it is gone, until cancelled.

        Args:
            every_s: the time between two looks whether it is gone.
            told: called after each attempt with the reason why there is none; None where there is one.
        """
        while True:
            await asyncio.sleep(every_s)
            if not self.is_up:
                try:
                    await self.reopen(ANSWER_S)
                except ProtocolError as error:
                    told(error)
                else:
                    told(None)

    def send(self, commands: _Commands, number: int, *, moves: bool) -> bool:
        """Command joints now, or as soon as the command before was answered; whether there is a link for it."""
        if not moves:
            self._waiting = None
            self._forget_other_stops()
            self._zero = commands, number
            self._send_zero()
            return self._zeros is not None
        if self._motions is None:
            return False
        self._waiting = commands, number, boot_time()
        self._go_on()
        return True

    async def read_joints(self, timeout_s: float) -> EngineAnswer:
        """Ask for the states of the joints by the link of motions, while none is under way. Raises ProtocolError."""
        link = self._motions
        if link is None or self._asking or self.calls.motion is not None:
            raise LinkError(NrpWording.WAY_BUSY())
        began, at = boot_time(), _now()
        self._asking = True
        try:
            answer = await link.ask(self._names, timeout_s)
            self._check(answer)
        except NoAnswerError:
            # the engine may hang, and go on by this link
            raise
        except ProtocolError as error:
            self._fail(link, error)
            raise
        finally:
            self._asking = False
        self._answered(began, at)
        self._go_on()
        return answer

    async def probe_zero_link(self, timeout_s: float) -> None:
        """Check that the link of zeros answers. Raises ProtocolError."""
        if self._zeros is None:
            raise LinkError(NrpWording.WAY_MISSING())
        began = boot_time()
        await self._zeros.ask((), timeout_s)
        self.calls.record_answer(began, boot_time())

    async def send_stop(self, commands: _Commands, number: int, timeout_s: float) -> bool:
        """Send a zero several times, and until it is proven to have been carried out; whether it was within the time.

        The first zero has this number, and each later one a number more.
        """
        deadline, said = _now() + timeout_s, 0
        while said < FINAL_REPEATS or (self.calls.arrived < number and _now() < deadline):
            self.send(commands, number + said, moves=False)
            said += 1
            await asyncio.sleep(FINAL_INTERVAL_S)
        return self.calls.arrived >= number

    async def close(self) -> None:
        """End both links."""
        self._is_closed = True
        links = [link for link in (self._motions, self._zeros) if link is not None]
        self._motions = self._zeros = self._waiting = None
        for link in links:
            await link.close()

    # inside

    async def _open_again(self, timeout_s: float) -> None:
        try:
            await self.open(timeout_s)
        except ProtocolError as error:
            self.fault = error

    def _check(self, answer: EngineAnswer) -> None:
        """Check that all names are joints, as far as the answer shows. Raises ProtocolError."""
        for name in self._names:
            _check_joint(name, answer[name])
        for said in answer.values():
            if isinstance(said, DataPack) and said.engine:
                self.engine = said.engine

    def _send_zero(self) -> None:
        link = self._zeros
        if self._zero is None or link is None:
            return
        self._zero_waits = self.calls.zeros_under_way >= MAX_ZEROS
        if self._zero_waits:
            return
        commands, number = self._zero
        call = self.calls.start_zero(number, boot_time())
        self._tasks.spawn(self._tell_zero(link, commands, call), "zero")

    async def _tell_zero(self, link: EngineLink, commands: _Commands, call: EngineCall) -> None:
        answered = False
        try:
            if HOLD_POSITION in commands.values():
                commands = await self._as_they_are(link, commands)
            await link.command(commands, self.engine, ZERO_TIMEOUT_S)
            answered = True
        except ProtocolError as error:
            _LOGGER.debug("a zero was not answered: %s", error.reason)
        finally:
            self.calls.end_zero(call, boot_time(), answered=answered)
        if self._zero_waits and self.calls.wants_zero:
            self._send_zero()
        self._changed()
        self._go_on()

    def _forget_other_stops(self) -> None:
        """Forget the positions held at an earlier stop: other senders may have moved the joints since."""
        before, self._zeroed_at = self._zeroed_at, boot_time()
        if self._zeroed_at - before > SAME_STOP_S and not self.calls.zeros_under_way:
            self._held = {}

    async def _as_they_are(self, link: EngineLink, commands: _Commands) -> _Commands:
        """Return the commands with positions for joints that are to hold. Raises ProtocolError.

        A joint that does not report its position is left without effort.
        """
        if not self._held:
            answer = await link.ask(self._names, ZERO_TIMEOUT_S)
            held = {name: _position_of(answer[name]) for name, payload in commands.items() if payload == HOLD_POSITION}
            # another zero may have asked meanwhile; no motion begins while one is under way
            self._held = self._held or held
        return {name: self._held.get(name, payload) for name, payload in commands.items()}

    def _go_on(self) -> None:
        """Start the motion that waits, where nothing is under way any more."""
        link, waiting = self._motions, self._waiting
        if waiting is None or self._asking or self.calls.is_busy:
            return
        self._waiting = None
        commands, number, at = waiting
        if link is not None and 0.0 <= boot_time() - at <= WAITS_S:
            self._held = {}
            call = self.calls.start_motion(number, boot_time())
            self._tasks.spawn(self._tell_motion(link, commands, call), "motion")

    async def _tell_motion(self, link: EngineLink, commands: _Commands, call: EngineCall) -> None:
        answered, refused, at = False, False, _now()
        try:
            await link.command(commands, self.engine, MOTION_TIMEOUT_S)
            answered = True
        except ProtocolError as error:
            answered = refused = not isinstance(error, LinkError)
            self.failed += 1
            self._fail(link, error)
        finally:
            self.calls.end_motion(call, boot_time(), answered=answered, refused=refused)
        if answered:
            self._answered(call.began_at, at)
        if self.calls.wants_zero:
            self._send_zero()
        self._changed()
        self._go_on()

    def _answered(self, began: float, at: float) -> None:
        self.calls.record_answer(began, boot_time())
        self.asked_at = at if self.asked_at is None else max(at, self.asked_at)

    def _fail(self, link: EngineLink, error: ProtocolError) -> None:
        """Give up the link of motions after a call on it has failed."""
        if link is not self._motions:
            return
        self._motions = self._waiting = None
        self.fault = error
        self.epoch += 1
        self._tasks.spawn(self._hang_up(link), "end")
        self._changed()

    @staticmethod
    async def _hang_up(link: EngineLink) -> None:
        with contextlib.suppress(ProtocolError):
            await link.close()


async def _see_that_it_stays(link: EngineLink, timeout_s: float) -> None:
    """Check that a link stays. Raises LinkError where the engine hung up with its first answer."""
    try:
        await link.ask((), timeout_s)
    except NoAnswerError:
        raise
    except LinkError as error:
        reason = NrpWording.HANGS_UP(reason=error.reason)
        raise LinkError(reason, NrpWording.HANGS_UP_TIP()) from error


def _check_joint(name: str, said: PackAnswer) -> None:
    if isinstance(said, UnknownPackError):
        raise UnknownPackError(NrpWording.NOT_COMMANDED(pack=name, reason=said.reason), NrpWording.NOT_COMMANDED_TIP())
    if isinstance(said, ProtocolError):
        raise said
    if not isinstance(said, DataPack) or said.type is not PackType.JOINT:
        if isinstance(said, DataPack):
            raise LocalProtocolError(NrpWording.NO_JOINT(pack=name, type_name=said.type.value))
        raise LocalProtocolError(NrpWording.TYPE_UNTOLD(pack=name))


def _position_of(said: PackAnswer) -> bytes:
    """Encode the command to hold the position that a joint reports."""
    if isinstance(said, DataPack) and said.type is PackType.JOINT:
        return encode_command({POSITION: values_of(said.type, said.payload)[POSITION]})
    return encode_command({EFFORT: 0.0})


def _now() -> float:
    return asyncio.get_running_loop().time()
