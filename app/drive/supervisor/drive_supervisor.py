"""The interface's end of the drive process: the requests of views go in, reports of the process come out.

Everything here is called in the interface's thread, and nothing waits, but for `start` and `close`, which are awaited.
`beat` has to be called every 50 ms, and by that thread only: it is the sign of life, so that a window that stands still
cannot look alive. Between two beats acts and set-points go out at once.

The reports of the process are read by a thread of their own (see `child`), which also tells the watchdogs; the newest
report is taken whenever a view asks for `state`.
"""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from typing_extensions import override

from app.config.feedback import FeedbackPattern
from app.config.profile import Profile
from app.drive.control.controller import CLEAR_WITHIN_S
from app.drive.control.values import DriveSource, Pace, Reason, Stage, Stick
from app.drive.messages.commands import profile_command
from app.drive.messages.outbox import SIGN_OF_LIFE_LINE, Outbox
from app.drive.messages.pad_commands import SetupAction, SetupCommand
from app.drive.messages.report import DriveReport, report_name
from app.drive.robot.targets import driven_scheme
from app.drive.supervisor.drive_process import DriveProcess, DriveTarget, ReportListener, error_log, start_drive_process
from app.drive.supervisor.drive_state import DrivePhase, DriveState, Watchdogs, WatchdogsState
from app.net.boot_clock import boot_time
from app.program.installation import last_error_line
from app.wording.drive import DriveWording

_LOGGER = logging.getLogger(__name__)

# reports come every 50 ms
SILENT_S: Final = 0.2
# zeros that can't be shown to have arrived are tried for 3 s, and the link says goodbye
CLOSE_TIMEOUT_S: Final = 8.0
KILLED_TIMEOUT_S: Final = 2.0


class ShownTime:
    """The time that the views of the window show: now, where nobody says otherwise."""

    def look_number(self) -> int:
        """Return the number of the look into the past in which nobody arms, nor for a moment after it; 0 for none."""
        return 0

    def return_to_now(self) -> bool:
        """Have views show now; return whether they did not. Any thread."""
        return False

    def receive_report(self, told: DriveReport) -> None:
        """Take a report, in the thread that reads it."""


# in these phases it is not known whether the process will ever get STOP
_UNSURE: Final = frozenset({DrivePhase.STARTING, DrivePhase.SILENT, DrivePhase.ENDED})


class DriveSupervisor:
    """The supervisor of drive processes, for a run of the program; robots come and go.

    Args:
        on_change: called soon on the loop of `start` when something has changed; views may also poll `state`.
        guard: the watchdogs.
        start_child: starts the process; may take a moment, and is called in a thread.
        log: the file for the standard error of the process.

    Attributes:
        stop_presses: how often STOP was pressed here.
        shown: what views show; None where the process is told nothing of it, and arms nothing.
    """

    shown: ShownTime | None = None

    def __init__(
        self,
        on_change: Callable[[], None] | None = None,
        guard: Watchdogs | None = None,
        clock: Callable[[], float] = boot_time,
        start_child: Callable[[DriveTarget, bool, Path | None, ReportListener], DriveProcess] = start_drive_process,
        log: Path | None = None,
    ) -> None:
        self.stop_presses = 0
        self._on_change = on_change
        self._guard = guard
        self._clock = clock
        self._start_child = start_child
        self._log = log
        self._loop: asyncio.AbstractEventLoop | None = None
        self._outbox = Outbox()
        self._child: DriveProcess | None = None
        self._ear: _Listener | None = None
        self._target: DriveTarget | None = None
        self._phase = DrivePhase.IDLE
        self._why = ""
        # those that are held, whatever process is there
        self._sticks: dict[DriveSource, Stick] = {}
        self._speed = 1.0
        # repeated with every beat: a process that was late has thrown away what waited
        self._levels: dict[str, float | bool] = {}
        self._latched = False
        self._stop_heard = True
        self._cleared_at = -math.inf
        # the names of this process and of its watchdogs among the nodes of robots, also of those that have ended
        self._own_names: set[str] = set()
        self._starting = asyncio.Lock()

    @property
    def state(self) -> DriveState:
        """The state of driving now, for views."""
        self._note()
        ear, now = self._ear, self._clock()
        guard = self._guard.state if self._guard is not None else WatchdogsState()
        told = ear.report if ear is not None else None
        if told is not None:
            told = self._without_ourselves(told, frozenset(map(report_name, guard.names)))
        phase = self._phase
        age_s = None if ear is None or ear.report is None else max(0.0, now - ear.heard_at_s)
        if phase is DrivePhase.RUNNING and age_s is not None and age_s > SILENT_S:
            phase = DrivePhase.SILENT
        owed = told is not None and told.owed and phase is not DrivePhase.ENDED
        return DriveState(
            phase=phase,
            text=self._why if phase is DrivePhase.ENDED and self._why else phase.text,
            tip=phase.tip,
            target=self._target,
            report=told,
            report_age_s=age_s,
            speed=self._speed,
            latched=self._latched,
            may_be_moving=owed or guard.any_may_be_moving,
            driven_may_be_moving=owed or guard.moving,
            clear_again=(told is not None and told.clear_again) or self._is_half_clear(now),
            watchdogs=guard,
        )

    @property
    def newest_report(self) -> DriveReport | None:
        """The newest report of the drive process as it came; None before the first; any thread."""
        ear = self._ear
        return ear.report if ear is not None else None

    @property
    def exit_code(self) -> int | None:
        """The exit code of the newest process, once it has ended; negative for the signal that ended it."""
        return None if self._ear is None else self._ear.code

    def call_soon(self, function: Callable[[], object]) -> bool:
        """Call a function soon on the loop of `start`, from any thread; return false where there is none."""
        if self._loop is None:
            return False
        try:
            self._loop.call_soon_threadsafe(function)
        except RuntimeError:
            _LOGGER.debug("the interface has ended before the drive process")
            return False
        return True

    # its life

    async def start(self, target: DriveTarget, *, latched: bool = False) -> None:
        """Drive a robot in place of the one before; it is disarmed, or latched by `latched` or by STOP.

        Raises OSError where the process can't be started.
        """
        async with self._starting:
            await self._close()
            self._loop = asyncio.get_running_loop()
            self._latched = self._latched or latched
            self._stop_heard = True
            self._target = target
            self._phase, self._why = DrivePhase.STARTING, ""
            self._ear = ear = _Listener(self)
            self._changed()
            starting = self._loop.run_in_executor(None, self._start_child, target, self._latched, self._log, ear)
            try:
                child = await asyncio.shield(starting)
            except asyncio.CancelledError:
                # the thread starts it all the same
                starting.add_done_callback(_end_unwanted)
                raise
            except OSError as error:
                self._phase, self._why = DrivePhase.ENDED, DriveWording.NOT_STARTED(error=error.strerror or str(error))
                self._changed()
                raise
            # a process that has ended by now is neither written to nor watched
            if ear.code is None:
                self._attend(child, target)

    def _attend(self, child: DriveProcess, started: DriveTarget) -> None:
        """Tell a process that was started all that happened during the start."""
        self._child = child
        if self._target is not None and self._target.profile != started.profile:
            self._outbox.add(profile_command(self._target.profile))
        if not self._stop_heard:
            self._outbox.add_stop({"stop": True})
        self._note_past()
        self._tell_levels()
        self._flush()

    async def close(self) -> None:
        """End driving: the process sends zeros, and ends when they have arrived; it is killed if that is too slow."""
        async with self._starting:
            await self._close()
            self._sticks.clear()
            self._target, self._ear, self._phase = None, None, DrivePhase.IDLE
            self._changed()

    async def _close(self) -> None:
        child, self._child = self._child, None
        self._outbox.clear()
        if child is None:
            # it ended by itself, and the next one has to hear what is still held
            return
        self._sticks.clear()
        self._phase = DrivePhase.ENDING
        self._changed()
        child.close_input()
        if not await _ended(child, CLOSE_TIMEOUT_S):
            _LOGGER.warning("the drive process did not end within %g s, and is killed", CLOSE_TIMEOUT_S)
            child.kill()
            await _ended(child, KILLED_TIMEOUT_S)
        self._note()

    # requests of the operator

    def beat(self) -> None:
        """Send the sign of life, with all that waits and the set-points that are held; every 50 ms."""
        self._note()
        self._note_past()
        if self._child is None:
            return
        for source, stick in self._sticks.items():
            self._tell_stick(source, stick)
        self._tell_levels()
        if self._flush() and not self._sticks and not self._levels:
            self._child.write(SIGN_OF_LIFE_LINE)

    def arm(self, *, unwatched: bool = False) -> None:
        """Arm, now or not at all; `unwatched`: though there is no watchdog. While views show the past they show now."""
        if self._returns_to_now():
            return
        self._outbox.add_expiring({"arm": True} | ({"unwatched": True} if unwatched else {}), self._clock())
        self._flush()

    def disarm(self, reason: Reason = Reason.BY_OPERATOR) -> None:
        """Stop the robot, and disarm."""
        self._let_go()
        self._outbox.add_stop({"arm": False, "why": reason.name.lower()})
        self._flush()

    def move(self, source: DriveSource, stick: Stick | None) -> None:
        """Set the position of the stick of KEYBOARD or SCREEN, until the next call; `beat` renews it. None lets go."""
        if stick is None:
            self._sticks.pop(source, None)
        else:
            self._sticks[source] = stick
        self._tell_stick(source, stick)
        self._flush()
        if stick is not None:
            self._returns_to_now()

    def stop(self) -> None:
        """Press STOP, which is latched."""
        self.stop_presses += 1
        self._note()
        self._let_go()
        self._latched = True
        self._stop_heard = False
        self._cleared_at = -math.inf
        self._outbox.add_stop({"stop": True})
        self._flush()
        if self._guard is not None and self.state.phase in _UNSURE:
            self._guard.stop()
        self._returns_to_now()

    def clear(self) -> None:
        """Make one of the two steps by which STOP is cleared, or the banner that the robot may still be moving."""
        now = self._clock()
        if self._child is not None:
            self._outbox.add_expiring({"clear": True}, now)
            self._flush()
        half, self._cleared_at = self._is_half_clear(now), now
        if half:
            self._cleared_at = -math.inf
            self._clear()

    def set_speed(self, fraction: float) -> None:
        """Set the share of the limits that may be used, 0.05 to 1."""
        self._speed = self._levels["speed"] = fraction
        self._tell_levels()
        self._flush()

    def set_seen(self, *, seen: bool) -> None:
        """Set whether the operator can see who else drives: while not, nothing is armed; what is armed stays so."""
        if self._levels.get("seen") is not seen:
            self._levels["seen"] = seen
            self._tell_levels()
            self._flush()

    def set_goal_active(self, *, active: bool) -> None:
        """Set whether the robot drives to a goal by itself: while it does, nothing is armed; what is armed stays so."""
        if self._levels.get("goal", False) is not active:
            self._levels["goal"] = active
            self._tell_levels()
            self._flush()

    def tell_past(self) -> None:
        """Tell the process whether views show the past: while they do, nothing is armed; what is armed stays so."""
        self._note_past()
        self._tell_levels()
        self._flush()

    def use_profile(self, profile: Profile) -> None:
        """Drive by another profile. It disarms."""
        if self._target is not None:
            self._target = dataclasses.replace(self._target, profile=profile)
        self._let_go()
        self._outbox.add(profile_command(profile))
        self._flush()

    def set_up(self, command: SetupCommand) -> None:
        """Set up a pad, step by step; it disarms. A command that could not be written in time is not carried out."""
        if command.act is SetupAction.CANCEL:
            self._outbox.add(command.line)
        else:
            self._outbox.add_expiring(command.line, self._clock())
        self._flush()

    def try_rumble(self, pattern: FeedbackPattern) -> None:
        """Have the pad rumble, to feel what a pattern is like; it moves and disarms nothing."""
        self._outbox.add_expiring({"rumble": pattern.value}, self._clock())
        self._flush()

    # inside

    def _note_past(self) -> None:
        if self.shown is not None:
            self._levels["past"] = self.shown.look_number()

    def _returns_to_now(self) -> bool:
        return self.shown is not None and self.shown.return_to_now()

    def _is_half_clear(self, now: float) -> bool:
        return 0.0 <= now - self._cleared_at <= CLEAR_WITHIN_S and (self._child is None or self._guard_owes)

    @property
    def _guard_owes(self) -> bool:
        return self._guard is not None and self._guard.state.any_may_be_moving

    def _clear(self) -> None:
        """Clear stops that no drive process can clear: the process is gone, or a watchdog's zero has not arrived."""
        # an operator who clears a STOP looks at the robot that it stopped
        left = not self._latched
        if self._child is None:
            # the next one begins as this says
            self._latched = False
        if self._guard is not None:
            self._guard.give_up(left=left)
        self._changed()

    def _without_ourselves(self, told: DriveReport, watchdogs: frozenset[str]) -> DriveReport:
        """Leave out our watchdogs and, of those that only may send, all that we were before.

        A master that was never told of the end of a process lists its node for ever.
        """
        if self._target is not None and driven_scheme(self._target.uri).has_lasting_names:
            self._own_names.update(watchdogs, filter(None, (told.own_name,)))
        own = self._own_names | watchdogs
        if not own:
            return told
        return dataclasses.replace(
            told,
            others_advertising=tuple(name for name in told.others_advertising if name not in own),
            others_sending=tuple(name for name in told.others_sending if name not in watchdogs),
            subscriber_names=tuple(name for name in told.subscriber_names if name not in watchdogs),
        )

    def _let_go(self) -> None:
        """Release all sticks that are held: they have to be taken anew."""
        for source in self._sticks:
            self._tell_stick(source, None)
        self._sticks.clear()

    def _tell_stick(self, source: DriveSource, stick: Stick | None) -> None:
        place = stick or Stick()
        said: dict[str, Any] = {
            "forward": place.forward,
            "turn": place.turn,
            "hold": stick is not None,
            "from": source.name.lower(),
        }
        if place.pace is not Pace.USUAL:
            said["pace"] = place.pace.value
        if place.lateral:
            said["lateral"] = place.lateral
        if any(place.free):
            said["free"] = place.free
        if place.deadman:
            said["deadman"] = True
        # the time of the set-point, which may wait in a full pipe
        self._outbox.set_state(source, said | {"t": self._clock()})

    def _tell_levels(self) -> None:
        if self._levels:
            self._outbox.set_state("levels", self._levels)

    def _flush(self) -> bool:
        child = self._child
        if child is None:
            self._outbox.clear()
            return False
        return self._outbox.flush(child.write, self._clock())

    def _note(self) -> None:
        """Take in what the reading thread has received."""
        ear = self._ear
        if ear is None:
            return
        told = ear.report
        if told is not None:
            if self._phase is DrivePhase.STARTING:
                self._phase = DrivePhase.RUNNING
            self._note_stop(told)
            self._note_speed(told)
        if ear.code is not None and self._phase in {DrivePhase.STARTING, DrivePhase.RUNNING}:
            self._phase = DrivePhase.ENDED
            self._why = last_error_line(self._log or error_log()) if ear.code > 0 else ""
            self._child = None
            self._outbox.clear()
            if not self._stop_heard and self._guard is not None:
                self._guard.stop()

    def _note_stop(self, told: DriveReport) -> None:
        if told.stage is Stage.STOPPED:
            self._latched = self._stop_heard = True
        elif self._stop_heard:
            self._latched = False

    def _note_speed(self, told: DriveReport) -> None:
        """Take over the share of the limits that was set by steps at a pad since the process has heard the newest."""
        if told.speed_asked == self._speed and told.speed != told.speed_asked:
            self._speed = self._levels["speed"] = told.speed

    def _changed(self) -> None:
        if self._on_change is not None:
            self._on_change()

    def _hear(self, told: DriveReport) -> None:
        """Take in a report, in the reading thread."""
        if self._guard is not None:
            self._guard.receive_report(told)
        if self.shown is not None:
            self.shown.receive_report(told)
        self._wake()

    def _wake(self) -> None:
        if self._on_change is not None:
            self.call_soon(self._changed)


class _Listener(ReportListener):
    """The listener to one process. Each process has its own, so that reports of two processes are not mixed up."""

    def __init__(self, handle: DriveSupervisor) -> None:
        self.report: DriveReport | None = None
        self.heard_at_s = 0.0
        self.code: int | None = None
        self._handle = handle

    @override
    def receive_report(self, told: DriveReport, now: float) -> None:
        # in this order: a reader of the report sees a time that is not older
        self.heard_at_s = now
        self.report = told
        self._handle._hear(told)  # noqa: SLF001 - a part of it

    @override
    def handle_end(self, code: int) -> None:
        self.code = code
        self._handle._wake()  # noqa: SLF001 - a part of it


def _end_unwanted(starting: asyncio.Future[DriveProcess]) -> None:
    """End a process whose start was given up meanwhile, if it was started."""
    if not starting.cancelled() and starting.exception() is None:
        starting.result().close_input()


async def _ended(child: DriveProcess, timeout_s: float) -> bool:
    """Wait for the end of a process; return whether it ended within the time."""
    done, _ = await asyncio.wait({asyncio.wrap_future(child.ended)}, timeout=timeout_s)
    return bool(done)
