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
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from app.config.atomic_file import HeldFile, locked_file, write_atomically
from app.faults import WINDOW
from app.faults.past_runs import CrashedRun
from app.model.errors import UserFacingError
from app.record.claims import Claim, Claims
from app.record.incidents import DOCTOR, PAGE, Incident, IncidentFacts, IncidentFolder, IncidentReason
from app.record.segments import BoxFile
from app.session.incident_triggers import Trigger
from app.wording.record import IncidentReasonWording

if TYPE_CHECKING:
    from app.record.hiding import Hider
    from app.session.incident_doctor import Examination

BEFORE_NS: Final = 60_000_000_000
AFTER_NS: Final = 20_000_000_000
# at the stop itself the robot is asked nothing that it need not be
DOCTOR_AFTER_S: Final = 5.0
# what comes last is written by then
_SETTLE_NS: Final = 1_500_000_000
STEP_S: Final = 0.2
CLOCK_STEP_NS: Final = 100_000_000
# an incident that nobody has finished by then is one of a run that has ended
_LEFT_NS: Final = 120_000_000_000
_RETRY_S: Final = 60.0
_MOST_TRIES: Final = 10
# of incidents that the disk has not even a folder for
_MOST_REFUSED: Final = 50
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
        show_trouble: called with why a recording can't be written and a tip, or with empty texts.
        examine: begins the doctor's checks of the robot that an incident is about, by its source; None where there is
            none, or it is not to be asked now.
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
    show_trouble: Callable[[str, str], None]
    examine: Callable[[str], Examination | None]
    forget: Callable[[], None] = lambda: None


@dataclass(eq=False, slots=True)
class _Due:
    """An incident that is to be made, what is kept for it, and when its time is over, by a clock that nobody sets.

    Attributes:
        held: keeps other processes from making it; None where the disk refuses even that.
        tries: how often it has failed.
        source: the connection or the part that it is about; None for one of another run.
        examination: what the doctor finds.
    """

    incident: Incident
    claim: Claim
    held: HeldFile | None
    at_s: float = 0.0
    tries: int = 0
    source: str | None = None
    examination: Examination | None = None


class _Refused(NamedTuple):
    """An incident of which the disk has refused even the folder, as `IncidentKeeper._add` takes it."""

    facts: IncidentFacts
    claim: Claim
    at_s: float
    tries: int


class IncidentKeeper:
    """The incidents of one run. For one thread, which calls `step` every `STEP_S`.

    Attributes:
        make_page: makes the page of an incident; None for none.
        on_begun: called with each incident that has just begun, in the thread of the keeper.
        turn: held by the thread that uses it: one that makes a large incident may end after another was started.
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
        self._refused: list[_Refused] = []
        self._given_up: dict[str, Incident] = {}
        self._ends = threading.Event()
        self.turn = threading.Lock()

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
        self._examine(now_s)
        self._forget_deleted()
        if not self._sources.is_ready():
            return
        if now_s - self._sought_s >= _RETRY_S:
            self._sought_s = now_s
            self._add_refused()
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
            # those whose time is over reach nothing more, however often they are tried
            for due in (one for one in self._due if not one.tries and before[0] < one.at_s):
                claim = due.claim
                claim.from_ns, claim.until_ns = min(claim.from_ns, now_ns), max(claim.until_ns, now_ns + AFTER_NS)

    def _begin(self, trigger: Trigger, now_s: float, now_ns: int) -> None:
        words, told = "", {}
        try:
            words = self._redacted(trigger.words)
            hide = self.hider()
            told = {key: _hidden(hide, value) for key, value in self._sources.describe(trigger.source).items()}
        except Exception:
            # its recording is worth more than what is said of it
            _LOGGER.exception("an incident can't be described")
        claim = self._sources.claims.add(now_ns - BEFORE_NS, now_ns + AFTER_NS)
        facts = IncidentFacts(now_ns, trigger.reason, words, claim.from_ns, claim.until_ns)
        facts = msgspec.structs.replace(facts, **told)
        self._add(facts, claim, now_s + (AFTER_NS + _SETTLE_NS) / 1e9, source=trigger.source)

    def _add(
        self, facts: IncidentFacts, claim: Claim, at_s: float, tries: int = 0, *, source: str | None = None
    ) -> bool:
        """Add an incident that is to be made; whether that could be done, else it is tried again."""
        try:
            incident = self._folder.add(facts)
        except OSError as error:
            self._fail(error)
            # the end of a run that crashed is found again
            is_last = facts.reason is IncidentReason.CRASH or tries + 1 >= _MOST_TRIES
            if is_last or len(self._refused) >= _MOST_REFUSED:
                self._sources.claims.end(claim)
            else:
                self._refused.append(_Refused(facts, claim, at_s, tries + 1))
            return False
        held = None
        try:
            held = self._folder.claim(incident)
        except OSError as error:
            _LOGGER.warning("%s can't be claimed: %s", incident.name, error)
        else:
            if held is None:
                # another window has found it before, which can be one of a run that crashed only
                self._sources.claims.end(claim)
                return True
        self._due.append(_Due(incident, claim, held, at_s, source=source))
        # a picture of what is seen later would tell something else
        if facts.reason is not IncidentReason.CRASH and self.on_begun is not None and not tries:
            try:
                self.on_begun(incident)
            except Exception:
                # others have happened as well
                _LOGGER.exception("nobody could be told of %s", incident.name)
        return True

    def _examine(self, now_s: float) -> None:
        """Have the doctor look at the robots of incidents that are some seconds old."""
        for due in self._due:
            asked_s = due.at_s - (AFTER_NS + _SETTLE_NS) / 1e9 + DOCTOR_AFTER_S
            is_time = asked_s <= now_s < due.at_s and not due.tries
            if is_time and due.source is not None and due.examination is None:
                due.examination = self._sources.examine(due.source)

    def _add_refused(self) -> None:
        refused, self._refused = self._refused, []
        for one in refused:
            self._add(*one)

    def _seek_left(self, now_ns: int) -> None:
        """Take up what a run has left that ended before it was made, and the end of a run that crashed."""
        known = {due.incident.name for due in self._due} | self._given_up.keys()
        for incident in self._folder.list():
            facts = incident.facts
            # a clock that was set back says nothing of when it began
            is_left = not facts.is_complete and not facts.from_ns <= now_ns <= facts.until_ns + _LEFT_NS
            if is_left and incident.name not in known:
                self._take_up(incident)
        self._folder.tidy()
        if not self._crash_sought:
            self._crash_sought = True
            self._seek_crash(now_ns)

    def _take_up(self, incident: Incident) -> None:
        """Have an incident made that a run has left, unless another window makes it."""
        held = None
        with contextlib.suppress(OSError):
            held = self._folder.claim(incident)
        if held is None:
            return
        # another may have made or deleted it before
        now = self._folder.find(incident.name)
        if now is None or now.facts.is_complete:
            held.end()
            return
        self._due.append(_Due(now, self._sources.claims.add(now.facts.from_ns, now.facts.until_ns), held))

    def _seek_crash(self, now_ns: int) -> None:
        crash = self._sources.crash()
        if crash is None or crash.head.role != WINDOW:
            return
        with contextlib.suppress(OSError):
            self._folder.root.mkdir(parents=True, exist_ok=True, mode=0o700)
            # two windows that are started at once find the same
            with locked_file(self._folder.root / _CRASH_MARK):
                self._begin_crash(crash, now_ns)

    def _begin_crash(self, crash: CrashedRun, now_ns: int) -> None:
        if not self._is_new(crash.head.run):
            return
        with contextlib.suppress(ValueError, OverflowError):
            seen_ns = int(datetime.fromisoformat(crash.seen_at).timestamp() * 1e9)
            claim = self._sources.claims.add(seen_ns - BEFORE_NS, min(seen_ns + _CRASH_AFTER_NS, now_ns))
            words: str = IncidentReasonWording.CRASH()
            # as long as nobody knows what that run was connected to, nothing more is said
            with contextlib.suppress(OSError):
                words = self._redacted(crash.what, self._recorded_addresses(claim)) or words
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
        try:
            is_made = self._make(due)
        except Exception as error:  # noqa: BLE001 - whatever it is, it must neither be lost nor cost another one
            if not _is_gone(due.incident.folder):
                self._try_again(due, error, now_s)
                return
            is_made = False
        self._let_go(due)
        if is_made:
            self._clear_trouble()
            self._folder.tidy()

    def _let_go(self, due: _Due) -> None:
        self._sources.claims.end(due.claim)
        if due.held is not None:
            due.held.end()

    def _try_again(self, due: _Due, error: Exception, now_s: float) -> None:
        """Have what has failed tried again later, or at the next start where that was so too often."""
        due.tries += 1
        if due.tries < _MOST_TRIES:
            self._fail(error)
            due.at_s = now_s + _RETRY_S
            self._due.append(due)
            return
        _LOGGER.warning("an incident is given up: %s: %s", due.incident.name, error, exc_info=_unexpected(error))
        self._given_up[due.incident.name] = due.incident
        self._let_go(due)
        words = IncidentReasonWording
        self._sources.show_trouble(words.GIVEN_UP(reason=_reason(error), times=due.tries), words.GIVEN_UP_TIP())

    def _forget_deleted(self) -> None:
        """Let go of what failed and was deleted since."""
        gone = [due for due in self._due if due.tries and _is_gone(due.incident.folder)]
        for due in gone:
            self._due.remove(due)
            self._let_go(due)
        left = {name: incident for name, incident in self._given_up.items() if not _is_gone(incident.folder)}
        if gone or len(left) != len(self._given_up):
            self._given_up = left
            self._clear_trouble()

    def _clear_trouble(self) -> None:
        """Say that all is well again, unless another one still fails, or was given up."""
        if not (self._given_up or self._refused or any(due.tries for due in self._due)):
            self._sources.show_trouble("", "")

    def _make(self, due: _Due) -> bool:
        """Make the files of an incident; false where that was ended, or there is nothing to be kept."""
        # numpy is slow to load
        from app.record.extract import (  # noqa: PLC0415
            Added,
            Extractor,
            open_files,
            recorded_addresses,
            remove_rests,
        )

        incident, claim, facts = due.incident, due.claim, due.incident.facts
        if _is_gone(incident.folder):
            return False
        remove_rests(incident.folder)
        unread: list[Path] = []
        with open_files(self._sources.files(claim.from_ns, claim.until_ns), unread.append) as files:
            told = recorded_addresses(files, claim.from_ns, claim.until_ns)
            hide = self.hider(told)
            audit = self._sources.audit(claim.from_ns / 1e9, claim.until_ns / 1e9)
            extractor = Extractor(claim.from_ns, claim.until_ns, hide, lambda _: not self._ends.is_set())
            extractor.hide_in_words = hide.in_words
            extractor.reserve_bytes = _RESERVE_BYTES
            extractor.left_out = len(unread)
            made = extractor.make(files, incident.recording, [Added(_AUDIT, audit)], {"reason": facts.reason.value})
        if self._ends.is_set():
            return False
        if made is None and facts.reason is IncidentReason.CRASH:
            # nothing was recorded of it, and its report is made elsewhere
            self._folder.delete(incident)
            return False
        words = self._redacted(facts.words, told)
        left_out = extractor.left_out
        if left_out:
            _LOGGER.warning("%s lacks what can't be read of the black box, parts: %d", incident.name, left_out)
        self._write_page(incident, msgspec.structs.replace(facts, words=words, left_out=left_out))
        if due.examination is not None:
            self._write_findings(incident, due.examination, told)
        self._folder.complete(incident, words, left_out)
        return True

    def _recorded_addresses(self, claim: Claim) -> set[str]:
        """Return what the black box tells of addresses in a time. Raises OSError."""
        from app.record.extract import open_files, recorded_addresses  # noqa: PLC0415 - as above

        with open_files(self._sources.files(claim.from_ns, claim.until_ns)) as files:
            return recorded_addresses(files, claim.from_ns, claim.until_ns)

    def _redacted(self, words: str, more: Iterable[str] = ()) -> str:
        """Return words without secrets, and without addresses of robots: those that are known now, and more."""
        from app.faults.redaction import Redactor  # noqa: PLC0415 - only where something has happened

        addresses, secrets = self._sources.secrets()
        robots = sorted(robot for robot in {*addresses, *more} if "://" in robot)
        schemes = {robot.partition("://")[0] for robot in robots}
        redactor = Redactor(robots=robots, secret_values=secrets, schemes=schemes)
        redactor.learn(words)
        return redactor.redact(words)

    def _write_page(self, incident: Incident, facts: IncidentFacts) -> None:
        if self.make_page is None or not incident.recording.exists():
            return
        try:
            page = self.make_page(incident.recording, facts)
            write_atomically(incident.folder / PAGE, [page.encode("utf-8", "replace")], private=True)
        except Exception:
            # the recording is worth more than its page
            _LOGGER.exception("the page of %s can't be made", incident.name)

    def _write_findings(self, incident: Incident, examination: Examination, told: Iterable[str]) -> None:
        try:
            text = self._redacted(examination.text, {*told, *examination.addresses})
            write_atomically(incident.folder / DOCTOR, [text.encode("utf-8", "replace")], private=True)
        except Exception:
            # as above
            _LOGGER.exception("what the doctor found for %s can't be written", incident.name)

    def hider(self, more: Iterable[str] = ()) -> Hider:
        """Return what hides the addresses of this run, and more of them, and what nobody may see. Any thread."""
        from app.record.hiding import Hider  # noqa: PLC0415 - only where something has happened

        addresses, secrets = self._sources.secrets()
        return Hider({*addresses, *more}, secrets)

    def _fail(self, error: Exception) -> None:
        _LOGGER.warning("an incident can't be kept: %s", error, exc_info=_unexpected(error))
        words = IncidentReasonWording
        self._sources.show_trouble(words.NOT_KEPT(trouble=_reason(error)), words.NOT_KEPT_TIP())


def _unexpected(error: Exception) -> Exception | None:
    """Return an error whose place a developer wants to know."""
    return None if isinstance(error, OSError | UserFacingError) else error


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return str(error) or type(error).__name__


def _hidden(hide: Hider, value: object) -> object:
    """Return a name without what must not be seen; other values as they are."""
    # a mask is as long as what it hides, which a name need not be
    return hide.text(value).rstrip("-") if isinstance(value, str) and hide.text(value) != value else value


def _is_gone(folder: Path) -> bool:
    """Whether a folder was deleted; a disk that can't tell has not lost it."""
    try:
        folder.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


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
        with self._keeper.turn:
            if not self._wake.is_set():
                self._keep()

    def _keep(self) -> None:
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
