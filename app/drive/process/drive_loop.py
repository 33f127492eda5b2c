"""The loop of the drive process: it reads the inputs, has the controller decide, and writes the commands.

    standard input, pads, keys --> Inputs -+
                                           +-> Controller.step --> Send   --> the robot
    the command sender         --> Link   -+                   --> Report --> the watchdog, standard output, the log

Nothing here waits: not for the robot, not for the processes that read our output or write our input, not for a disk.
Every step begins with reading the clock. If a step comes late, all that waits to be read is thrown away, STOP and the
newest profile excepted, so that the first command on the wire after a sleep is a zero.
"""

from __future__ import annotations

import asyncio
import contextlib
import enum
import logging
import math
import signal
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from app.config.profile import Profile
from app.drive.control.controller import Controller
from app.drive.control.following import FollowWatch
from app.drive.control.input_source import InputSource, ReturnCount, SourceInputs, combined_inputs
from app.drive.control.pacing import ZEROS
from app.drive.control.values import TICK_S, ZERO, DriveLink, Inputs, Outcome, OutgoingCommand, Reason, Stage
from app.drive.inputs.devices import InputDevices
from app.drive.messages.audit_trail import AuditTrail
from app.drive.messages.commands import SIGN_OF_LIFE, UNTOLD, CommandReader, PipeInputSource
from app.drive.messages.report import MAX_MARKS, DriveReport, make_report
from app.drive.process.audit_log import AuditLog, reason_entry, sent_entry
from app.drive.process.end_signals import end_signals
from app.drive.process.pipes import InputPipe
from app.drive.process.watchdog_child import WatchdogChild
from app.drive.robot.robot import DrivenRobot
from app.net.boot_clock import boot_time

_LOGGER = logging.getLogger(__name__)

# the time between two polls of pads while a pad is held to drive, for no system tells when a stick moves; else a tick
PAD_POLL_S: Final = 0.004
# the longest time between two reports; a report is also made at every change
REPORT_S: Final = 0.05
# the time for which the end waits for proof that the last zeros have arrived
END_S: Final = 3.0
# of the zeros beyond those of a stop one in this many is logged
LOGGED_ZEROS: Final = 20
# the duration of the five zeros of a stop
ZEROS_S: Final = 0.25
# the zeros when all else has failed
LAST_ZEROS: Final = 5
LAST_ZERO_EVERY_S: Final = 0.05


class RunEnd(enum.Enum):
    """The end of a run."""

    DONE = "done"
    # the run ended, and the last stop is not shown to have arrived
    UNDELIVERED = "undelivered"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class DriveOptions:
    """The options of a run.

    Attributes:
        supervised: an interface gives signs of life on standard input, and counts as gone without them.
        latched: the run begins as after STOP.
        reads_lines: lines are read from `input_fd`.
    """

    supervised: bool = False
    latched: bool = False
    reads_lines: bool = True
    input_fd: int = 0


class DriveLoop:
    """A run of driving, on the running loop.

    Args:
        make_robot: makes the robot, not started; it gets the function to call with a failure.
        desk: the input devices beside the lines; closed with this.
        tell: called with a report of every change; never waits.
        watchdog: stands by for the same robot; not closed with this.
        log: the audit log.
        clock: the time in seconds, which counts suspend.
        is_replaced: whether the program was replaced by another version, see
            `app.program.installation.ReplacementWatch`: nothing is
            armed anew then, for its next processes would be that version; what is armed stays so.

    Attributes:
        fault: the error of a run that failed; None where it did not.
    """

    def __init__(
        self,
        options: DriveOptions,
        profile: Profile,
        make_robot: Callable[[Callable[[Exception], None]], DrivenRobot],
        desk: InputDevices,
        tell: Callable[[DriveReport], None],
        watchdog: WatchdogChild,
        log: AuditLog,
        clock: Callable[[], float] = boot_time,
        is_replaced: Callable[[], bool] = lambda: False,
    ) -> None:
        self.fault: Exception | None = None
        self._options = options
        self._robot = make_robot(self._robot_failed)
        self._tell = tell
        self._watchdog = watchdog
        # the profile that the watchdog was not given yet
        self._unwatched: Profile | None = None
        self._log = log
        self._clock = clock
        self._is_replaced = is_replaced
        self._controller = Controller(profile, latched=options.latched)
        self._following = FollowWatch(profile)
        self._trail = AuditTrail(self._robot.id, profile)
        self._desk = desk
        self._reader = CommandReader(virtual_pad=desk.has_virtual_pad)
        # whoever sends lines says how fast in each; whoever drives by hand begins with the profile's share
        share = 1.0 if options.reads_lines else profile.pace.share
        # an interface that looks back has nothing armed, also by a process that is new
        past = UNTOLD if options.supervised else 0
        self._lines = PipeInputSource(
            clock(), desk.apply_pad_command, desk.apply_setup_command, share, desk.pads.try_rumble, past
        )
        self._sources: list[InputSource] = [*desk.sources, *([self._lines] if options.reads_lines else [])]
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[RunEnd] = self._loop.create_future()
        self._input: InputPipe | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._due_at = -math.inf
        self._ending_since: float | None = None
        self._heard: list[tuple[str, SourceInputs]] = []
        self._sent: tuple[OutgoingCommand, float] | None = None
        self._zeros = 0
        self._reported_at = 0.0
        self._shown: object = None
        self._owed = False
        self._reached = False
        self._looks_often = False
        # who holds STOP down, of those who are read here, and how often one of them pressed it
        self._stopping: frozenset[str] = frozenset()
        self._stops = 0
        self._marked_at_s: deque[float] = deque(maxlen=MAX_MARKS)
        self._returns = ReturnCount()

    async def run(self) -> RunEnd:
        """Drive until the end of input, a signal, or a fault; a robot that moves is stopped before this returns."""
        self._listen_to_signals()
        try:
            self._robot.start()
            if self._options.reads_lines:
                self._input = InputPipe(self._options.input_fd, self._hear)
            self._step()
            end = await self._ended
            if end is RunEnd.FAILED:
                # before anything else is closed, which may fail as well, or take long
                await self._last_zeros()
            if end is RunEnd.DONE:
                # the robot stands; closing the rest may take longer than a silence may last
                self._watchdog.say_goodbye()
            else:
                # the watchdog sends zeros of its own, and does not end us while ours are delivered and the rest is
                # closed
                self._watchdog.announce_pause()
        except BaseException:
            await self._last_zeros()
            raise
        finally:
            self._close()
        await self._robot.close()
        return end

    def end(self) -> None:
        """Send zeros, and end the run; another thread calls this by `call_soon_threadsafe`."""
        if self._ending_since is None:
            self._ending_since = self._clock()
            self._step()

    # a step

    def _step(self, read_at: float | None = None) -> None:
        """Read, decide, write; then schedule the next step. With `read_at` all that had come by then was just read."""
        if self._ended.done():
            return
        try:
            now = self._catch_up() if read_at is None else read_at
            due_at = self._decide(now)
            self._due_at = min(due_at, now + TICK_S) if self._desk.must_be_polled else due_at
        except Exception as error:
            _LOGGER.exception("driving failed")
            self._fail(error)
            return
        self._wait(max(0.0, self._due_at - self._clock()))

    def _wait(self, rest_s: float) -> None:
        """Schedule the next step after `rest_s`, and poll pads meanwhile, for no system tells when a stick moves.

        Where there are no pads, a step is soon enough to see one plugged in.
        """
        if self._timer is not None:
            self._timer.cancel()
        look_s = PAD_POLL_S if self._looks_often else TICK_S
        if self._desk.pads.are_there and rest_s > look_s:
            self._timer = self._loop.call_later(look_s, self._look)
        else:
            self._timer = self._loop.call_later(rest_s, self._step)

    def _look(self) -> None:
        if self._ended.done():
            return
        try:
            rest_s = self._due_at - self._clock()
            is_due = rest_s <= 0.0 or self._desk.pads.has_news()
        except Exception as error:
            _LOGGER.exception("driving failed")
            self._fail(error)
            return
        if is_due:
            self._step()
        else:
            self._wait(rest_s)

    def _hear(self) -> None:
        """Read what has come, and make a step, unless it is only a sign of life, which the next step sees.

        What comes when a step is late is left to that step to throw away.
        """
        if self._ended.done():
            return
        try:
            now = self._clock()
            is_late = self._controller.is_late(now)
            wants_step = is_late or self._read(now)
        except Exception as error:
            _LOGGER.exception("driving failed")
            self._fail(error)
            return
        if wants_step:
            self._step(None if is_late else now)
        else:
            # the process is awake anyway: pads are polled, and it sleeps the longer afterwards
            self._look()

    def _fail(self, error: Exception) -> None:
        """End the run by zeros, as failed."""
        self.fault = error
        self._ended.set_result(RunEnd.FAILED)

    def _catch_up(self) -> float:
        """Take in what waits to be read, or throw it away where this step is late; return the time of the step."""
        now = self._clock()
        if self._controller.is_late(now):
            self._throw_away()
        else:
            self._read(now)
        return now

    def _decide(self, now: float) -> float:
        """Make a step by what was read; return when the next is due."""
        profile = self._lines.take_profile()
        if profile is not None:
            self._controller.change_profile(profile)
            self._desk.use_profile(profile)
            self._trail.use_profile(profile)
            self._following.use_profile(profile)
        inputs = self._inputs(now)
        link = self._link()
        outcome = self._controller.step(inputs, link, now)
        if outcome.news:
            # the zeros that follow are logged, however many went before
            self._zeros = 0
        if outcome.send is not None and not self._send(outcome.send, now):
            # what waits to be read may say otherwise by now
            self._controller.undo_send()
            outcome = replace(outcome, send=None, due_at=now)
        # the log of a step holds up nothing that the step decided
        self._record_acts(outcome.send, now)
        self._robot.observe_stage(outcome.stage, self._log.record)
        if profile is not None:
            # the zero has gone out by the link of before
            self._robot.use_profile(profile)
            self._unwatched = profile
        if self._unwatched is not None and not self._robot.is_leaving:
            # until that zero has arrived the watchdog's zeros would have to go there, too
            self._watchdog.use_profile(self._unwatched)
            self._unwatched = None
        for source in self._sources:
            source.handle_outcome(outcome, now)
        self._following.observe(ZERO if self._sent is None else self._sent[0].velocity, link, outcome.level, now)
        self._record(inputs, outcome, link, now)
        self._report(outcome, link, now)
        self._miss(link)
        self._settle(outcome, now)
        self._looks_often = outcome.stage is Stage.ARMED and self._desk.pads.is_held
        return outcome.due_at

    def _link(self) -> DriveLink:
        """Return the state of the link; our own watchdog is not among the other senders."""
        link, name = self._robot.link(), self._watchdog.name
        if not name:
            return link
        return replace(
            link,
            others_advertising=tuple(other for other in link.others_advertising if other != name),
            others_sending=tuple(other for other in link.others_sending if other != name),
        )

    def _inputs(self, now: float) -> Inputs:
        watchdog = self._watchdog.is_ready(now)
        if self._ending_since is not None:
            return Inputs(reasons=(Reason.EXIT,), watchdog=watchdog)
        heard = [source.poll(now) for source in self._sources]
        self._heard = [(source.name, one) for source, one in zip(self._sources, heard, strict=True)]
        # whoever sends lines knows of its own STOP
        stopping = {name: one for name, one in self._heard if one.stop and name != self._lines.name}
        self._stops += sum(max(one.presses, name not in self._stopping) for name, one in stopping.items())
        self._stopping = frozenset(stopping)
        self._marked_at_s.extend(now for one in heard for _ in range(one.marks))
        # whoever sends lines knows of its own acts
        self._returns.step((one for name, one in self._heard if name != self._lines.name), past=self._lines.past != 0)
        if any(one.end for one in heard):
            self._ending_since = now
            return Inputs(reasons=(Reason.EXIT,), watchdog=watchdog)
        if self._controller.stage is not Stage.ARMED and self._is_replaced():
            heard.append(SourceInputs(reasons=(Reason.UPDATED,)))
        if steps := sum(one.speed_steps for one in heard):
            self._lines.step_speed(steps)
        interface_at_s = self._lines.heard_at_s if self._options.supervised else None
        return combined_inputs(heard, interface_at_s, self._lines.speed, watchdog=watchdog)

    def _send(self, send: OutgoingCommand, decided_at_s: float) -> bool:
        """Write a command, unless it is a motion that was decided too long ago, as by a process that was frozen since.

        Return whether it was written.
        """
        write = self._robot.prepare(send)
        # the clock is read as late as can be: a process that is frozen behind it writes the motion when it is thawed
        at_s = self._clock()
        if not (send.urgent or 0.0 <= at_s - decided_at_s <= TICK_S):
            return False
        write()
        # the time after the write, not before it
        self._sent = send, self._clock()
        self._zeros = self._zeros + 1 if send.urgent else 0
        return True

    def _record_acts(self, send: OutgoingCommand | None, now: float) -> None:
        """Log the acts of the operator, and then the command that was written because of them."""
        heard, self._heard = self._heard, []
        for entry in self._trail.act_entries(heard, now):
            self._log.record(entry)
        # while STOP is latched zeros go on for as long as others send; by their numbers none is missing
        if send is not None and self._sent is not None and (self._zeros <= ZEROS or self._zeros % LOGGED_ZEROS == 0):
            self._log.record(sent_entry(*self._sent))

    def _record(self, inputs: Inputs, outcome: Outcome, link: DriveLink, now: float) -> None:
        way = self._robot.topic, self._robot.type_name
        for entry in self._trail.change_entries(way, inputs.speed, outcome, link, now):
            self._log.record(entry)
        follows = self._following
        for entry in self._trail.motion_entries(follows.fault, follows.delay(now), follows.measured, now):
            self._log.record(entry)
        for reason in outcome.news:
            about = outcome.about if reason is outcome.reason else ()
            self._log.record(reason_entry(reason, now, about))
            _LOGGER.info("%s: %s %s", reason.name.lower(), reason.text, ", ".join(about))
        owed, self._owed = self._owed, outcome.owed
        if (owed or link.missed) and not outcome.owed and outcome.stage is not Stage.ARMED:
            # delivered, or given up: no receiver is waited for any longer, also one that is gone only now
            self._robot.give_up()

    def _report(self, outcome: Outcome, link: DriveLink, now: float) -> None:
        shown = (
            outcome.stage,
            outcome.reason,
            outcome.refusal,
            outcome.news,
            outcome.driver,
            outcome.waiting_for,
            outcome.owed,
            outcome.unobeyed,
            outcome.clear_again,
            outcome.level,
            outcome.hanging,
            outcome.lagging,
            outcome.watchdog,
            link.connected,
            link.subscribers,
            link.missed,
            link.onlookers,
            link.unheard,
            link.estop,
            self._following.fault,
            self._sent is None or self._sent[0].velocity.is_zero,
            self._lines.speed,
            self._stops,
            tuple(self._marked_at_s),
            self._lines.past,
            self._returns.number,
        )
        # the next step would come too late for the report
        due = not 0.0 <= outcome.due_at - self._reported_at <= REPORT_S
        if due or shown != self._shown:
            self._shown, self._reported_at = shown, now
            told = make_report(
                outcome,
                link,
                now,
                self._sent,
                pads=self._desk.pad_reports,
                setup=self._desk.setup_report,
                log_trouble=self._log.trouble,
                log_dropped=self._log.dropped,
                speed=self._lines.speed,
                speed_asked=self._lines.speed_asked,
                stops=self._stops,
                own_name=self._robot.own_name,
                not_following=self._following.fault,
                odometry_delay=self._following.delay(now),
                marked_at_s=self._marked_at_s,
                past=self._lines.past,
                returns=self._returns.number,
            )
            # the watchdog first, which sends zeros where the rest fails
            # as long as it stops by the profile of before, the values of these axes are none of its
            axes = self._robot.axes_at_stop() if self._unwatched is None else None
            self._watchdog.send_report(told, axes)
            self._tell(told)

    def _settle(self, outcome: Outcome, now: float) -> None:
        """End the run when that was asked for and the robot was told to stand, and does, as far as that is known."""
        since = self._ending_since
        if since is None or self._ended.done():
            return
        if not (outcome.owed or outcome.slowing) and (outcome.quiet or now - since >= ZEROS_S):
            self._ended.set_result(RunEnd.DONE)
        elif now - since >= END_S or now < since:
            self._ended.set_result(RunEnd.UNDELIVERED if outcome.owed else RunEnd.DONE)

    # what comes

    def _read(self, now: float) -> bool:
        """Take in what waits to be read; return whether that is more than signs of life."""
        if self._input is None:
            return False
        data = self._input.read()
        if data is None:
            if self._ending_since is None:
                _LOGGER.info("standard input has ended")
                self._ending_since = now
            self._input = None
            return True
        lines = self._reader.feed(data) if data else []
        self._lines.receive(lines, now)
        return any(line != SIGN_OF_LIFE for line in lines)

    def _throw_away(self) -> None:
        if self._input is not None:
            self._lines.receive(self._reader.discard(self._input.discard()), self._clock())

    def _miss(self, link: DriveLink) -> None:
        """Fail if the robot can't be reached, unless an interface waits for it."""
        self._reached = self._reached or link.connected
        failure = self._robot.failure
        if not self._reached and failure is not None:
            self._robot_failed(failure)

    def _robot_failed(self, error: Exception) -> None:
        """Take the error by which the robot can't be driven at all."""
        if not self._options.supervised and self.fault is None:
            self.fault = error
            self._ending_since = self._ending_since or self._clock()

    # the end

    def _listen_to_signals(self) -> None:
        for number in end_signals():
            try:
                self._loop.add_signal_handler(number, self.end)
            except NotImplementedError:
                signal.signal(number, lambda _number, _frame: self._loop.call_soon_threadsafe(self.end))

    def _close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._input is not None:
            self._input.close()
        self._lines.close()
        self._desk.close()
        for number in end_signals():
            with contextlib.suppress(NotImplementedError):
                self._loop.remove_signal_handler(number)

    async def _last_zeros(self) -> None:
        """Send zeros, whatever has happened."""
        number = self._sent[0].number if self._sent is not None else 0
        for count in range(1, LAST_ZEROS + 1):
            try:
                self._robot.send(OutgoingCommand(ZERO, number + count, urgent=True))
            except Exception:
                _LOGGER.exception("a last zero could not be sent")
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(LAST_ZERO_EVERY_S)
