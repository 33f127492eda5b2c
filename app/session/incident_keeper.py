"""The keeper of incidents: begins one when something happens, and makes its files when the time after it is over."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from app.config.atomic_file import write_atomically
from app.faults import WINDOW
from app.faults.past_runs import CrashedRun
from app.record.claims import Claim, Claims
from app.record.incidents import PAGE, Incident, IncidentFacts, IncidentFolder, IncidentReason
from app.record.segments import BoxFile
from app.session.incident_triggers import Trigger
from app.wording.record import IncidentReasonWording

if TYPE_CHECKING:
    from app.record.hiding import Hider

BEFORE_NS: Final = 60_000_000_000
AFTER_NS: Final = 20_000_000_000
# what comes last is written by then
_SETTLE_NS: Final = 1_500_000_000
STEP_S: Final = 0.2
CLOCK_STEP_NS: Final = 100_000_000
# an incident that nobody has finished by then is one of a run that has ended
_LEFT_NS: Final = 120_000_000_000
_RETRY_S: Final = 60.0
_MOST_TRIES: Final = 10
# the room that an incident leaves on the disk
_RESERVE_BYTES: Final = 1_000_000_000
# when a process that crashed was last seen is known to ten seconds
_CRASH_AFTER_NS: Final = 15_000_000_000
_CRASH_MARK: Final = ".last-crash"
_NICE: Final = 10
_AUDIT: Final = "teledeck/drive/audit"

_LOGGER = logging.getLogger(__name__)

# makes a page of a recording; in any thread
MakePage = Callable[[Path, IncidentFacts], str]


@dataclass(frozen=True, slots=True)
class IncidentSources:
    """The sources from which incidents are made. All may be called in any thread.

    Attributes:
        files: the files of the black box of a time.
        is_ready: whether these are all that there are.
        claims: keep parts of it.
        look: what has happened since the last time.
        describe: the robot and the profile that an incident is about, by its source, and versions.
        secrets: addresses of robots, and what nobody may see.
        audit: the entries of driving between two times in seconds.
        crash: the last run that did not end in order.
        show_trouble: called with why a recording can't be written, or with an empty text.
        forget: has the next look be the first one.
    """

    files: Callable[[int, int], Sequence[Sequence[BoxFile]]]
    is_ready: Callable[[], bool]
    claims: Claims
    look: Callable[[], Sequence[Trigger]]
    describe: Callable[[str], Mapping[str, object]]
    secrets: Callable[[], tuple[Sequence[str], Sequence[str]]]
    audit: Callable[[float, float], Sequence[tuple[int, bytes]]]
    crash: Callable[[], CrashedRun | None]
    show_trouble: Callable[[str], None]
    forget: Callable[[], None] = lambda: None


@dataclass(eq=False, slots=True)
class _Due:
    """An incident that is to be made, what is kept for it, and when its time is over, by a clock that nobody sets.

    Attributes:
        tries: how often the disk has refused it.
    """

    incident: Incident
    claim: Claim
    at_s: float = 0.0
    tries: int = 0


class IncidentKeeper:
    """The incidents of one run. For one thread, which calls `step` every `STEP_S`.

    Attributes:
        make_page: makes the page of an incident; None for none.
        on_begun: called with each incident that has just begun, in the thread of the keeper.
    """

    def __init__(self, folder: IncidentFolder, sources: IncidentSources) -> None:
        self.make_page: MakePage | None = None
        self.on_begun: Callable[[Incident], None] | None = None
        self._folder = folder
        self._sources = sources
        self._due: list[_Due] = []
        self._before: tuple[float, int] | None = None
        self._sought_s = float("-inf")
        self._crash_sought = False
        self._given_up: set[str] = set()
        self._ends = threading.Event()

    def begin(self) -> None:
        """Go on after an end; what has happened meanwhile is not recorded."""
        self._sources.forget()
        self._ends.clear()

    def end(self) -> None:
        """Leave what is being made as soon as possible; the next start finishes it. Any thread."""
        self._ends.set()

    def step(self, now_s: float, now_ns: int) -> None:
        """Begin what has happened, and make what is due. Never raises OSError."""
        self._watch_clock(now_s, now_ns)
        for trigger in self._sources.look():
            self._begin(trigger, now_s, now_ns)
        if not self._sources.is_ready():
            return
        if now_s - self._sought_s >= _RETRY_S:
            self._sought_s = now_s
            self._seek_left(now_ns)
        for due in tuple(self._due):
            if now_s >= due.at_s and not self._ends.is_set():
                self._due.remove(due)
                self._finish(due, now_s)

    # begin

    def _watch_clock(self, now_s: float, now_ns: int) -> None:
        """Have what is not made yet reach over a step of the wall clock: what is recorded then has other times."""
        before, self._before = self._before, (now_s, now_ns)
        if before is None:
            return
        expected_ns = before[1] + int((now_s - before[0]) * 1e9)
        if abs(now_ns - expected_ns) > CLOCK_STEP_NS:
            for due in self._due:
                claim = due.claim
                claim.from_ns, claim.until_ns = min(claim.from_ns, now_ns), max(claim.until_ns, now_ns + AFTER_NS)

    def _begin(self, trigger: Trigger, now_s: float, now_ns: int) -> None:
        hide = self.hider()
        told = {key: _hidden(hide, value) for key, value in self._sources.describe(trigger.source).items()}
        claim = self._sources.claims.add(now_ns - BEFORE_NS, now_ns + AFTER_NS)
        facts = IncidentFacts(now_ns, trigger.reason, hide.text(trigger.words), claim.from_ns, claim.until_ns)
        self._add(msgspec.structs.replace(facts, **told), claim, now_s + (AFTER_NS + _SETTLE_NS) / 1e9)

    def _add(self, facts: IncidentFacts, claim: Claim, at_s: float) -> bool:
        """Add an incident that is to be made; whether that could be done."""
        try:
            incident = self._folder.add(facts)
        except OSError as error:
            self._sources.claims.end(claim)
            self._fail(error)
            return False
        self._due.append(_Due(incident, claim, at_s))
        if facts.reason is not IncidentReason.CRASH and self.on_begun is not None:
            self.on_begun(incident)
        return True

    def _seek_left(self, now_ns: int) -> None:
        """Take up what a run has left that ended before it was made, and the end of a run that crashed."""
        known = {due.incident.name for due in self._due} | self._given_up
        for incident in self._folder.list():
            facts = incident.facts
            is_left = not facts.is_complete and facts.until_ns + _LEFT_NS < now_ns
            if is_left and incident.name not in known:
                self._due.append(_Due(incident, self._sources.claims.add(facts.from_ns, facts.until_ns)))
        self._folder.tidy()
        if not self._crash_sought:
            self._crash_sought = True
            self._seek_crash(now_ns)

    def _seek_crash(self, now_ns: int) -> None:
        crash = self._sources.crash()
        if crash is None or crash.head.role != WINDOW or not self._is_new(crash.head.run):
            return
        with contextlib.suppress(ValueError, OverflowError):
            seen_ns = int(datetime.fromisoformat(crash.seen_at).timestamp() * 1e9)
            claim = self._sources.claims.add(seen_ns - BEFORE_NS, min(seen_ns + _CRASH_AFTER_NS, now_ns))
            words = self.hider().text(crash.what) or IncidentReasonWording.CRASH()
            versions = {"teledeck": crash.head.version, "python": crash.head.python, "system": crash.head.system}
            facts = IncidentFacts(seen_ns, IncidentReason.CRASH, words, claim.from_ns, claim.until_ns)
            if self._add(msgspec.structs.replace(facts, versions=versions, run=crash.head.run), claim, 0.0):
                self._mark(crash.head.run)

    def _is_new(self, run: str) -> bool:
        """Whether a run that crashed was not taken up yet; one whose incident was deleted is not made again."""
        from app.config.folders import read_beginning  # noqa: PLC0415 - only once

        with contextlib.suppress(OSError):
            return read_beginning(self._folder.root / _CRASH_MARK, 1000).decode(errors="replace") != run
        return True

    def _mark(self, run: str) -> None:
        with contextlib.suppress(OSError):
            write_atomically(self._folder.root / _CRASH_MARK, [run.encode()], private=True)

    # finish

    def _finish(self, due: _Due, now_s: float) -> None:
        with contextlib.ExitStack() as stack:
            stack.callback(self._sources.claims.end, due.claim)
            try:
                is_made = self._make(due.incident, due.claim)
            except OSError as error:
                if self._try_again(due, error, now_s):
                    stack.pop_all()
                return
        if not is_made:
            return
        self._sources.show_trouble("")
        self._folder.tidy()

    def _try_again(self, due: _Due, error: OSError, now_s: float) -> bool:
        """Have what a disk refused tried again later; false where that was so too often, until the next start."""
        due.tries += 1
        if due.tries < _MOST_TRIES:
            self._fail(error)
            due.at_s = now_s + _RETRY_S
            self._due.append(due)
            return True
        _LOGGER.warning("an incident is given up: %s: %s", due.incident.name, error)
        reason = error.strerror or str(error)
        self._sources.show_trouble(IncidentReasonWording.GIVEN_UP(reason=reason, times=due.tries))
        self._given_up.add(due.incident.name)
        return False

    def _make(self, incident: Incident, claim: Claim) -> bool:
        """Make the files of an incident; false where that was ended, or there is nothing to be kept."""
        from app.record.extract import Added, Extractor, open_files, remove_rests  # noqa: PLC0415 - numpy is slow to load

        facts = incident.facts
        if not incident.folder.exists():
            return False
        remove_rests(incident.folder)
        with open_files(self._sources.files(claim.from_ns, claim.until_ns)) as files:
            told = {
                channel.metadata.get("connection", "")
                for each in files
                for segment in each
                for channel in segment.channels.values()
            }
            audit = self._sources.audit(claim.from_ns / 1e9, claim.until_ns / 1e9)
            extractor = Extractor(claim.from_ns, claim.until_ns, self.hider(told), lambda _: not self._ends.is_set())
            extractor.reserve_bytes = _RESERVE_BYTES
            made = extractor.make(files, incident.recording, [Added(_AUDIT, audit)], {"reason": facts.reason.value})
        if self._ends.is_set():
            return False
        if made is None and facts.reason is IncidentReason.CRASH:
            # nothing was recorded of it, and its report is made elsewhere
            self._folder.delete(incident)
            return False
        self._write_page(incident)
        self._folder.complete(incident)
        return True

    def _write_page(self, incident: Incident) -> None:
        if self.make_page is None or not incident.recording.exists():
            return
        try:
            page = self.make_page(incident.recording, incident.facts)
            write_atomically(incident.folder / PAGE, [page.encode("utf-8", "replace")], private=True)
        except Exception:
            # the recording is worth more than its page
            _LOGGER.exception("the page of %s can't be made", incident.name)

    def hider(self, more: Iterable[str] = ()) -> Hider:
        """Return what hides the addresses of this run, and more of them, and what nobody may see. Any thread."""
        from app.record.hiding import Hider  # noqa: PLC0415 - only where something has happened

        addresses, secrets = self._sources.secrets()
        return Hider({*addresses, *more}, secrets)

    def _fail(self, error: OSError) -> None:
        _LOGGER.warning("an incident can't be kept: %s", error)
        self._sources.show_trouble(error.strerror or str(error))


def _hidden(hide: Hider, value: object) -> object:
    """Return a name without what must not be seen; other values as they are."""
    # a mask is as long as what it hides, which a name need not be
    return hide.text(value).rstrip("-") if isinstance(value, str) and hide.text(value) != value else value


class KeeperThread(threading.Thread):
    """The thread of a keeper, behind all other threads where the system can do that."""

    def __init__(self, keeper: IncidentKeeper) -> None:
        super().__init__(name="incidents", daemon=True)
        self._keeper = keeper
        self._wake = threading.Event()

    def run(self) -> None:
        """Keep incidents until the end; an error that nobody expected is logged once."""
        if sys.platform == "linux":
            # elsewhere it would be the priority of the whole process
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
        self._keeper.begin()
        is_logged = False
        while not self._wake.wait(STEP_S):
            try:
                self._keeper.step(time.monotonic(), time.time_ns())
            except Exception:
                if not is_logged:
                    _LOGGER.exception("incidents can't be kept")
                    is_logged = True

    def stop(self, timeout_s: float) -> None:
        """End the thread; what is not made by then is finished at the next start."""
        self._keeper.end()
        self._wake.set()
        self.join(timeout_s)
