"""Lines of runs in the log: which runs are chosen, and what they logged by a time that views show."""

from __future__ import annotations

import asyncio
import bisect
import functools
import heapq
import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtGui import QIcon

from app.session.errors import SessionError
from app.ui.base.refresh import Spawn
from app.ui.base.run_colors import run_swatch
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.robot.log_buffer import MAX_LINES, ProgramLogLine
from app.ui.widgets.menus import MenuButton, add_entry, empty_menu
from app.wording.record import ReferenceWording
from app.wording.ui.robot import ConsoleWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.model.reference_runs import ReferenceRun
    from app.session.reference_runs import ReferenceRuns
    from app.session.run_log import RunLine


class _ReadLog:
    """The log of one run that is chosen.

    Attributes:
        lines: by the time of the run; None before they are read.
        fault: why there are none; empty where nothing is wrong.
    """

    def __init__(self) -> None:
        self.lines: tuple[RunLine, ...] | None = None
        self.fault = ""
        self._task: asyncio.Task[None] | None = None

    async def read(self, runs: ReferenceRuns, run: ReferenceRun) -> None:
        """Read it, in the thread of the run."""
        from app.session.run_log import read_log  # noqa: PLC0415 - only who compares needs it

        self._task = asyncio.current_task()
        try:
            self.lines = await read_log(runs, run)
        except SessionError as error:
            self.fault = error.reason
        else:
            self.fault = ReferenceWording.NOT_READ_WHOLE() if self.lines is None else ""
        finally:
            self._task = None

    def leave(self) -> None:
        """End the reading: nobody shows the lines any more."""
        if self._task is not None:
            self._task.cancel()


class RunLines:
    """The lines of the runs that the operator has chosen.

    Attributes:
        button: opens the menu of runs; hidden while there are none.
    """

    def __init__(self, runs: ReferenceRuns, spawn: Spawn, themes: Themes) -> None:
        self._runs = runs
        self._spawn = spawn
        self._themes = themes
        self._logs: dict[str, _ReadLog] = {}
        # what is shown is made of these
        self._made_of: list[object] = []
        self._shown: list[tuple[ReferenceRun, tuple[RunLine, ...]]] = []
        self.button = MenuButton()
        self.button.setText(say(ConsoleWording.LINES_OF_RUNS()))
        self.button.setToolTip(say(ConsoleWording.LINES_OF_RUNS_TIP()))
        self.button.choices.aboutToShow.connect(self._fill_menu)
        self.button.setVisible(False)

    def choose(self, run_id: str, *, chosen: bool) -> None:
        """Show the lines of a run, or not any more."""
        run = self._runs.get(run_id)
        if chosen and run is not None and run_id not in self._logs:
            log = self._logs[run_id] = _ReadLog()
            self._spawn(log.read(self._runs, run), f"log of {run_id}")
        elif not chosen and run_id in self._logs:
            self._logs.pop(run_id).leave()

    def follow(self) -> bool:
        """Follow what becomes of runs; return whether other lines are to be shown, or the same at other times."""
        runs = self._runs.runs
        if not runs and not self._made_of and self.button.isHidden():
            return False
        for gone in self._logs.keys() - {run.id for run in runs}:
            self.choose(gone, chosen=False)
        shown = [
            (run, log.lines)
            for run in runs
            if run.is_shown and (log := self._logs.get(run.id)) is not None and log.lines
        ]
        self.button.setVisible(bool(runs))
        made_of: list[object] = [each for run, lines in shown for each in (run.id, run.name, run.place, lines)]
        if len(made_of) == len(self._made_of) and all(
            one is other or one == other for one, other in zip(made_of, self._made_of, strict=True)
        ):
            return False
        self._made_of, self._shown = made_of, shown
        return True

    def between(self, after_ns: int, until_ns: int, most: int = MAX_LINES) -> list[ProgramLogLine]:
        """Return the lines whose time, as views show it, is later than one and not later than another, in its order.

        There may be tens of thousands, and this is asked for often: the newest are taken, `most` of all runs together.
        """
        # backwards, also those of one time
        of_runs = [_backwards(run, lines, after_ns, until_ns) for run, lines in reversed(self._shown)]
        newest = heapq.merge(*of_runs, key=lambda line: line.created_s, reverse=True)
        return list(itertools.islice(newest, most))[::-1]

    def close(self) -> None:
        """End the reading of all logs: the window closes."""
        for log in self._logs.values():
            log.leave()

    def _fill_menu(self) -> None:
        menu = self.button.choices
        empty_menu(menu)
        for run in self._runs.runs:
            log = self._logs.get(run.id)
            icon = QIcon(run_swatch(self._themes.current, run.number, 16))
            entry = add_entry(
                menu,
                run.name.replace("&", "&&"),
                functools.partial(self.choose, run.id, chosen=log is None),
                icon=icon,
                checked=log is not None,
            )
            entry.setToolTip(run.name)
            if log is not None and (note := self._note(log)):
                menu.addAction(note).setEnabled(False)

    def _note(self, log: _ReadLog) -> str:
        """Return what is to be said of a log that is chosen; empty where it is shown."""
        if log.fault:
            return say(log.fault)
        if log.lines is None:
            return say(ConsoleWording.READING_RUN())
        return "" if log.lines else say(ConsoleWording.RUN_LOGGED_NOTHING())


def _backwards(run: ReferenceRun, lines: Sequence[RunLine], after_ns: int, until_ns: int) -> Iterator[ProgramLogLine]:
    """Yield lines of a run between two times as views show them, the newest first."""
    place = run.place
    first, end = (
        bisect.bisect_right(lines, at_ns, key=lambda line: place.shown_ns(line.time_ns))
        for at_ns in (after_ns, until_ns)
    )
    for number in range(end - 1, first - 1, -1):
        line = lines[number]
        yield ProgramLogLine(place.shown_ns(line.time_ns) / 1e9, line.level, line.source, line.text, run=run)
