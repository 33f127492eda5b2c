"""Monitor of incidents: notices about the previous run and about errors in this one, and problem reports."""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from shiboken6 import Shiboken

from app.config.folders import state_folder
from app.drive.process.audit_reader import StopEvidence, Stopper, evidence_text, read_stop_evidence
from app.faults import WINDOW
from app.faults.past_runs import CrashedRun, claim_incident, find_incidents, incident_report, remove_old_files
from app.faults.run_log import RunLog, UncaughtError
from app.model.doctor import DoctorCheck, finding_line
from app.session.addresses import ROBOT_SCHEMES, VARIABLE_PREFIXES
from app.session.errors import SessionError
from app.ui.base import dialogs
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import Spawn
from app.ui.base.saving import write_in_thread
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.incidents import incident_text
from app.ui.robot.log_buffer import LogBuffer
from app.ui.widgets.notices import WindowNotices
from app.ui.widgets.question_bar import Answer
from app.wording.ui.incidents import IncidentWording

if TYPE_CHECKING:
    # needed by who reports something, and slow to load
    from app.faults.problem_report import ReportFacts, ReportText

    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.ui.incidents.report_dialog import ReportDialog

_LOGGER = logging.getLogger(__name__)

# well below `run_log.FROZEN_S`
ALIVE_EVERY_S: Final = 4.0
DOCTOR_TIMEOUT_S: Final = 20.0

# keys of the notices
RUN_NEWS: Final = "run before"
ERROR_NEWS: Final = "error"


@dataclass(frozen=True, slots=True)
class UnreadIncidents:
    """The incidents that a window tells of and that nobody has dismissed.

    Attributes:
        of_past_runs: newest first, with what is known of the stop and the record of the newest.
        error: the newest error of this run.
        nerrors: how many there were.
    """

    of_past_runs: tuple[Sequence[CrashedRun], StopEvidence, str] | None = None
    error: UncaughtError | None = None
    nerrors: int = 0


class IncidentWatch:
    """Shows notices of incidents above all else in the window, and collects problem reports.

    Attributes:
        past_runs_checked: whether the ends of previous runs are known.
        unread: what it tells of.

    Args:
        news: the strip for notices.
        show_log: shows the log of the window.
        run_log: the log of this run; None where none is kept.
    """

    def __init__(
        self,
        window: QWidget,
        news: WindowNotices,
        links: Links,
        spawn: Spawn,
        themes: Themes,
        preferences: Preferences,
        log: LogBuffer,
        show_log: Callable[[], object],
        run_log: RunLog | None,
    ) -> None:
        self._window = window
        self._news = news
        self._links = links
        self._spawn = spawn
        self._themes = themes
        self._preferences = preferences
        self._log = log
        self._show_log = show_log
        self._run_log = run_log
        self._alive_at = -ALIVE_EVERY_S
        self._incident = ""
        self.unread = UnreadIncidents()
        self.past_runs_checked = False
        if run_log is not None:
            if run_log.failure:
                _LOGGER.warning("what breaks is not kept: %s", run_log.failure)
            if run_log.head.role == WINDOW:
                spawn(self._check_past_runs(), "look for runs before")

    def can_be_seen(self) -> bool:
        """Always true: incidents are watched whether the window is visible or not."""
        return True

    def refresh(self, now: float) -> None:
        """Show new errors, and record that the program is alive."""
        if self._run_log is None:
            return
        if now - self._alive_at >= ALIVE_EVERY_S:
            self._alive_at = now
            self._run_log.restart_freeze_timer()
        news = self._run_log.take_new_errors()
        if news:
            self._show_error(news[-1], self.unread.nerrors + sum(1 + error.repeats for error in news))

    def take_over(self, before: IncidentWatch) -> None:
        """Tell of what the window before has told of, which is not found again: each incident is told of once."""
        self._incident = before._incident
        if before.unread.of_past_runs is not None:
            self._show_past_runs(*before.unread.of_past_runs)
        if before.unread.error is not None:
            self._show_error(before.unread.error, before.unread.nerrors)

    def ask_to_report(self) -> None:
        """Open the dialog for a problem report."""
        from app.ui.incidents.report_dialog import ReportDialog  # noqa: PLC0415 - as above

        robots = [info.id for info in self._links.connections]
        dialog = ReportDialog(self._themes, self._window.grab, self._write, self._window, has_robots=bool(robots))
        shown = dialogs.show_dialog(dialog, "")
        if shown is dialog:
            self._spawn(self._fill(dialog, robots), "gather a report")

    def show_run(self, title: str, text: str) -> None:
        """Show the record of a run."""
        from app.ui.incidents.report_dialog import IncidentDialog  # noqa: PLC0415 - as above

        dialog = dialogs.show_dialog(IncidentDialog(title, text, self._window), text[:200])
        dialog.report_asked.connect(self.ask_to_report)

    # incidents

    async def _check_past_runs(self) -> None:
        incidents, evidence, text = await asyncio.to_thread(_newest_incidents)
        self.past_runs_checked = True
        if not incidents or not Shiboken.isValid(self._window):
            return
        self._incident = text
        self._show_past_runs(incidents, evidence, text)

    def _show_past_runs(self, incidents: Sequence[CrashedRun], evidence: StopEvidence, text: str) -> None:
        self.unread = replace(self.unread, of_past_runs=(incidents, evidence, text))
        title = incident_text.incident_title(incidents[0])
        self._news.show_notice(
            RUN_NEWS,
            incident_text.run_text(incidents[0], evidence, len(incidents) - 1),
            *self._answers(lambda: self.show_run(title, text), lambda: text, self._clear_past_runs),
            bad=evidence.is_unsure,
        )

    def _show_error(self, newest: UncaughtError, nerrors: int) -> None:
        self.unread = replace(self.unread, error=newest, nerrors=nerrors)
        self._news.show_notice(
            ERROR_NEWS,
            incident_text.error_text(newest, nerrors),
            *self._answers(self._show_log, self._log_text, self._clear_errors),
            bad=True,
        )

    def _clear_errors(self) -> None:
        self.unread = replace(self.unread, error=None, nerrors=0)

    def _clear_past_runs(self) -> None:
        self.unread = replace(self.unread, of_past_runs=None)

    def _answers(
        self, show: Callable[[], object], text: Callable[[], str], dismissed: Callable[[], object]
    ) -> tuple[Answer, ...]:
        return (
            Answer(say(IncidentWording.SHOW()), show, stays=True),
            Answer(say(IncidentWording.COPY()), lambda: QGuiApplication.clipboard().setText(text()), stays=True),
            Answer(say(IncidentWording.REPORT_A_PROBLEM()), self.ask_to_report, stays=True),
            Answer(say(IncidentWording.DISMISS()), dismissed),
        )

    # reports

    async def _fill(self, dialog: ReportDialog, robots: Sequence[str]) -> None:
        from app.faults.problem_report import gather_texts  # noqa: PLC0415 - as above

        facts = self._facts(())
        texts = await asyncio.to_thread(gather_texts, facts)
        if not Shiboken.isValid(dialog):
            return
        dialog.set_texts(texts, waiting=bool(robots))
        if not robots:
            return
        found = await asyncio.gather(*(self._run_doctor(robot) for robot in robots))
        texts = await asyncio.to_thread(gather_texts, self._facts(tuple(zip(robots, found, strict=True))))
        if Shiboken.isValid(dialog):
            dialog.set_texts(texts)

    async def _run_doctor(self, robot: str) -> str:
        lines: list[str] = []

        def report(finding: DoctorCheck) -> None:
            lines.append(finding_line(finding))

        try:
            async with asyncio.timeout(DOCTOR_TIMEOUT_S):
                await self._links.run_doctor(robot, report)
        except TimeoutError:
            lines.append(f"[not done after {DOCTOR_TIMEOUT_S:g} s]")
        except SessionError as error:
            lines.append(f"[{error.reason}]")
        return "\n".join(lines)

    def _facts(self, findings: tuple[tuple[str, str], ...]) -> ReportFacts:
        from app.faults.problem_report import ReportFacts  # noqa: PLC0415 - as above

        uris = [*(info.id for info in self._links.connections), *self._preferences.recent_uris]
        names = [self._preferences.given_name(uri) for uri in uris]
        screen = QGuiApplication.primaryScreen()
        about = [
            ("Qt", qVersion()),
            ("PySide6", pyside_version),
            ("Platform of Qt", QGuiApplication.platformName()),
            ("Screen", f"{screen.size().width()}x{screen.size().height()} at {screen.devicePixelRatio():g}"),
        ]
        return ReportFacts(
            ROBOT_SCHEMES,
            VARIABLE_PREFIXES,
            robots=tuple(uris),
            names=tuple(filter(None, names)),
            secrets=self._links.secrets,
            log=self._log_text(),
            findings=findings,
            about=tuple(about),
            incident=self._incident,
        )

    def _log_text(self) -> str:
        return "\n".join(
            f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(line.created_s))} {logging.getLevelName(line.level)} "
            f"{line.source}: {line.text}"
            for line in self._log.since(0)
        )

    def _write(self, path: Path, texts: Sequence[ReportText], screenshot: bytes | None) -> None:
        from app.faults.problem_report import save_report  # noqa: PLC0415 - as above
        from app.ui.incidents.report_dialog import ReportDialog  # noqa: PLC0415 - as above

        dialog = next((known for known in self._window.findChildren(ReportDialog) if known.isVisible()), None)
        if dialog is not None:
            write = functools.partial(save_report, path, texts, screenshot)
            self._spawn(
                write_in_thread(
                    dialog,
                    write,
                    functools.partial(dialog.show_saved, path),
                    lambda reason, _tip: dialog.show_failure(path, reason),
                ),
                "save a report",
            )


def _newest_incidents() -> tuple[list[CrashedRun], StopEvidence, str]:
    """Return the incidents not claimed by another window, and stop evidence and record of the newest; reads files."""
    claimed = [found for found in map(claim_incident, find_incidents()) if found is not None]
    remove_old_files()
    if not claimed:
        return [], StopEvidence(Stopper.NOTHING_LOGGED), ""
    evidence = read_stop_evidence(state_folder() / "drive", claimed[0].head.run)
    return claimed, evidence, incident_report(claimed[0], evidence_text(evidence))
