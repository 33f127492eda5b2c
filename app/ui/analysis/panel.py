"""Panel of an analysis: its subjects, the span that it follows, and the calculation of the visible tab.

It shares time and cursors with plots and state timelines. Two cursors mark the span that is analysed; without them it
is the visible span. While it follows the data it is refreshed twice a second, but never before a calculation has ended.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QTabBar, QVBoxLayout, QWidget

from app.model.reference_runs import is_run
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.curve_spec import CurveError
from app.model.timeseries.feeds import TimeBase
from app.model.topics import TopicKey
from app.ui.analysis.calculation_thread import CalculationThread
from app.ui.analysis.calculations import AnalysisRequest
from app.ui.analysis.chart_library import CHART_LIBRARY
from app.ui.analysis.controls import AnalysisBar
from app.ui.analysis.data import AnalysisData, Panels
from app.ui.analysis.page import AnalysisPage
from app.ui.analysis.questions import extent_of_data, make_question
from app.ui.analysis.run_topics import open_run_topics
from app.ui.analysis.runs_beneath import RunsBeneath, subjects_of_no_run
from app.ui.analysis.state import (
    MAX_SUBJECTS,
    AnalysisOptions,
    AnalysisState,
    AnalysisSubject,
    AnalysisTab,
)
from app.ui.analysis.tabs import TAB_KINDS, tab_tip, tab_title
from app.ui.base.refresh import Spawn
from app.ui.base.text import say, say_error, topic_text
from app.ui.base.theme import Themes
from app.ui.time_axis.link import Cursors, TimeLink
from app.ui.time_axis.panel import TimeAxisPanel
from app.ui.time_axis.ranges import TimeWindow
from app.ui.widgets.notices import OfferNotice
from app.ui.widgets.pages import EmptyState, PageStack, ScrolledPage
from app.wording.ui.analysis import AnalysisPanelWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.reference_runs import ReferenceRuns
    from app.session.topics import Topics

LIVE_INTERVAL_S: Final = 0.5
# a shorter calculation is not worth a progress bar that comes and goes
_SLOW_S: Final = 0.4

Fields = Sequence[tuple[TopicKey, str]]


@dataclass(frozen=True, slots=True)
class _Requested:
    """The identity of a calculation.

    Attributes:
        chosen: the choices of the operator; where they change, a running calculation is not wanted any more.
        seen: the extent of the data; it changes as data arrives.
    """

    chosen: object
    seen: object


class AnalysisPanel(TimeAxisPanel[AnalysisBar]):
    """The panel of an analysis, which shows the time of plots and states: a `DockedView`.

    Args:
        budget: the memory budget of all curves.
        link: the link with other views of the same time, which the panel joins.
        panels: returns the open panels of plots, whose history is used.
        clock: the time on the wall, in seconds.
        runs: whose curves can be analysed as well.

    Signals:
        retitled: with the title of its dock; empty for the usual one.
    """

    # its histories go on while views show the past
    is_of_now = True

    retitled: Final = Signal(str)

    def __init__(
        self,
        links: Links,
        topics: Topics,
        themes: Themes,
        spawn: Spawn,
        owner: str,
        budget: SeriesBudget,
        link: TimeLink,
        panels: Panels = tuple,
        clock: Callable[[], float] = time.time,
        parent: QWidget | None = None,
        *,
        runs: ReferenceRuns | None = None,
    ) -> None:
        super().__init__(AnalysisBar(themes), OfferNotice(themes, "spectrum"), link, clock, parent)
        self.data = AnalysisData(links, topics, owner, budget, panels, runs)
        self._themes = themes
        self.worker = CalculationThread()
        self.subjects: list[AnalysisSubject] = []
        self.options = AnalysisOptions()
        self._current = self._other = 0
        # the run whose curve is the second of a pair
        self._other_run = ""
        self.runs = RunsBeneath(runs, self.data)
        self._runs_seen: list[object] = []
        self._asked: _Requested | None = None
        # a calculation that was cancelled is not requested again
        self._unwanted: object = None
        self._asked_s = 0.0
        self._due_s = 0.0
        self.tabs = QTabBar()
        self.pages = {tab: AnalysisPage(tab, themes, spawn) for tab in AnalysisTab}
        self.empty_state = EmptyState(themes, "spectrum")
        self._lay_out()
        self._connect()
        self._subjects_changed()
        self.time_window.set_now(self._clock())
        link.join(self)

    # for layouts

    def state(self) -> dict[str, Any]:
        """The state as plain values for `restore`; fit for JSON."""
        saved = subjects_of_no_run(self.subjects)
        current, other = (
            saved.index(self.subjects[place]) if place < len(self.subjects) and self.subjects[place] in saved else 0
            for place in (self._current, self._other)
        )
        return AnalysisState(
            saved,
            current,
            other,
            self.tab,
            self.time_window.span_s,
            self.data.base,
            self.options,
        ).as_json()

    def restore(self, state: object) -> None:
        """Restore a saved state, as far as it can be read."""
        told = AnalysisState.from_json(state)
        self.removals.forget()
        self._choose_base(told.base)
        self.subjects = list(subjects_of_no_run(told.subjects))
        last = max(len(self.subjects) - 1, 0)
        self._current, self._other = min(told.current, last), min(told.other, last)
        self._choose_options(told.options)
        self.show_tab(told.tab)
        self.time_window.set_span(told.span_s)
        self.time_window.resume()
        self._subjects_changed()

    # for the refresher and the link of time

    @property
    def time_base(self) -> TimeBase:
        """The origin of times, by which views are linked."""
        return self.data.base

    def show_time(self) -> None:
        """Show that the time or the cursors have changed."""
        super().show_time()
        self.page.show_cursor(self.cursors.read_s)

    def refresh(self, now: float) -> None:
        """Show results, and request the next calculation when it is time; `now` is monotonic, in seconds."""
        self.worker.deliver_result()
        seen = self._is_seen
        if seen:
            self.page.draw()
            share = self.worker.progress if now - self._asked_s > _SLOW_S else None
            self.bar.show_progress(share if share is not None else self.runs.reading_share)
        if now < self._due_s:
            return
        self._due_s = now + LIVE_INTERVAL_S
        self._take_runs()
        self.data.drain()
        self._follow()
        if seen and self.subjects:
            self.request_calculation(now)

    def close_down(self) -> None:
        """End all subscriptions and calculations."""
        self._link.leave(self)
        self.worker.cancel()
        self.data.set_subjects(())
        # it may be refreshed once more
        self._due_s = math.inf

    # for an operator

    @property
    def tab(self) -> AnalysisTab:
        """The visible tab."""
        tab: AnalysisTab = self.tabs.tabData(self.tabs.currentIndex())
        return tab

    @property
    def page(self) -> AnalysisPage:
        """The visible page."""
        return self.pages[self.tab]

    @property
    def subject(self) -> AnalysisSubject | None:
        """The subject that is analysed."""
        return self.subjects[self._current] if self._current < len(self.subjects) else None

    def show_tab(self, tab: AnalysisTab) -> None:
        """Bring a tab to the front."""
        self.tabs.setCurrentIndex(list(AnalysisTab).index(tab))

    def add_fields(self, fields: Fields) -> None:
        """Add fields and analyse the first of them; an empty path stands for a topic's first numbers."""
        found: list[AnalysisSubject] = []
        for key, path in fields:
            try:
                specs = self.data.specs_of(key, path)
            except CurveError as error:
                self.notice.show_message(say_error(error), fault=True)
                continue
            found += [AnalysisSubject.for_curve(spec) for spec in specs] or [AnalysisSubject(key)]
        self.add_subjects(found)

    def add_subjects(self, subjects: Sequence[AnalysisSubject]) -> None:
        """Add subjects and analyse the first of them; the last one is the second of a pair."""
        if not subjects:
            return
        new = [subject for subject in dict.fromkeys(subjects) if subject not in self.subjects]
        room = MAX_SUBJECTS - len(self.subjects)
        if len(new) > room:
            words = say(AnalysisPanelWording.TOO_MANY(count=MAX_SUBJECTS))
            self.notice.show_message(words, fault=True)
            new = new[: max(room, 0)]
        self.subjects += new
        known = [subject for subject in subjects if subject in self.subjects]
        if known:
            self._current = self.subjects.index(known[0])
            self._other = self.subjects.index(known[-1])
            self._other_run = ""
        if self._other == self._current and len(self.subjects) > 1:
            self._other = (self._current + 1) % len(self.subjects)
        self._subjects_changed()

    def choose_from_runs(self) -> None:
        """Have the operator choose a topic or a field of a run, which is analysed whether or not it is live."""
        open_run_topics(self.window(), self._themes, self.runs.runs, self.data.number_fields, self.add_from_run)

    def add_from_run(self, key: TopicKey, path: str) -> None:
        """Analyse a field of a run, or its topic for an empty path, and show its time if that is out of sight."""
        self.add_fields([(key, path)])
        if not path:
            self.show_tab(AnalysisTab.TIMING)
        extent_s, window = self.runs.extent_s(key), self.time_window
        if extent_s is not None and (extent_s[1] < self.span[0] or extent_s[0] > self.span[1]):
            self.cursors.clear()
            window.show(*extent_s)
            self._moved()

    def remove_current(self) -> None:
        """Remove the subject that is analysed; that can be undone."""
        place, subject = self._current, self.subject
        if subject is None:
            return
        name = self.runs.name(subject)

        def remove() -> None:
            if subject in self.subjects:
                self.subjects.remove(subject)
            self._current = max(min(place, len(self.subjects) - 1), 0)
            self._other = max(min(self._other, len(self.subjects) - 1), 0)
            self._subjects_changed()

        def put_back() -> bool:
            if subject not in self.subjects and len(self.subjects) < MAX_SUBJECTS:
                self.subjects.insert(min(place, len(self.subjects)), subject)
                self._current = self.subjects.index(subject)
                self._subjects_changed()
            return subject in self.subjects

        remove()
        self.removals.add(say(AnalysisPanelWording.REMOVED()), name, remove, put_back)

    def follow_plot(self, window: TimeWindow, cursors: Cursors, base: TimeBase) -> None:
        """Take over the time of a plot and its marked span, whether or not they are linked."""
        self._choose_base(base)
        self.time_window.span_s, self.time_window.end_s = window.span_s, window.end_s
        self.time_window.set_now(window.now_s)
        self.cursors.first_s, self.cursors.second_s = cursors.first_s, cursors.second_s
        self.show_time()

    def set_thresholds(self, thresholds: Sequence[float]) -> None:
        """Use the thresholds of a plot for the duty."""
        if thresholds:
            self._choose_options(replace(self.options, thresholds=tuple(dict.fromkeys(thresholds))))

    @property
    def span(self) -> tuple[float, float]:
        """The first and the last time of the span that is analysed."""
        first, second = self.cursors.first_s, self.cursors.second_s
        if first is not None and second is not None:
            return min(first, second), max(first, second)
        return self.time_window.shown

    # calculations

    def request_calculation(self, now: float) -> None:
        """Request the calculation of the visible tab, unless its result is known or it is running."""
        question = self._question()
        if question is None:
            return
        asked = self._asked_of(question)
        if asked == self._asked or asked.chosen == self._unwanted:
            return
        if self.worker.progress is not None and self._asked is not None and asked.chosen == self._asked.chosen:
            # otherwise a calculation longer than half a second would never end
            return
        self._asked, self._asked_s, self._unwanted = asked, now, None
        page, look = self.page, TAB_KINDS[self.tab]
        # a hidden page would keep blocks of samples for hours that the budget takes for freed
        shown = question.without_samples
        self.worker.start(
            lambda step: look.calculate_all(question, step),
            lambda results: page.show_result(shown, *results),
            lambda words: self._show_fault(page, words),
        )

    def cancel(self) -> None:
        """End the calculation and hold the span, or the same calculation would start again."""
        self.worker.cancel()
        self.runs.cancel_reading()
        self._asked = None
        self.bar.show_progress(None)
        self.time_window.pause()
        self._moved()
        question = self._question()
        self._unwanted = self._asked_of(question).chosen if question is not None else None
        self.page.show_fault(
            say(AnalysisPanelWording.CANCELLED()),
            say(AnalysisPanelWording.SHOW_LESS()),
        )

    def _question(self) -> AnalysisRequest | None:
        if self.subject is None:
            return None
        return make_question(self.data, self.runs, self.tab, self.options, self.subject, self._second, self.span)

    @property
    def _second(self) -> AnalysisSubject | None:
        """The second of a pair; None where none is chosen."""
        of_run = next((subject for run, subject in self.runs.laid if run.id == self._other_run), None)
        if of_run is not None or self._other == self._current:
            return of_run
        return self.subjects[self._other]

    def _asked_of(self, question: AnalysisRequest) -> _Requested:
        window, cursors = self.time_window, self.cursors
        marked = cursors.first_s is not None and cursors.second_s is not None
        span: object = self.span if marked or not window.live else window.span_s
        options = replace(self.options, log_frequency=False, log_value=False)
        laid = tuple((run.run_id, run.name) for run in question.runs)
        chosen = (self.tab, question.subject, question.other_subject, options, self.data.base, span, laid)
        return _Requested(chosen, extent_of_data(question))

    def _show_fault(self, page: AnalysisPage, words: str) -> None:
        subject = self.subject
        reason = self.data.fault(subject.spec) if subject is not None and subject.spec is not None else ""
        if subject is not None and is_run(subject.key.connection):
            reason = self.runs.reason(subject)
        if not words:
            title = say(AnalysisPanelWording.FAILED())
            page.show_fault(title, say(AnalysisPanelWording.REPORT_IT()))
            return
        page.show_fault(say(AnalysisPanelWording.NOTHING_YET()), reason or words)

    # inside

    def _lay_out(self) -> None:
        for tab in AnalysisTab:
            self.tabs.addTab(tab_title(tab))
            place = self.tabs.count() - 1
            self.tabs.setTabData(place, tab)
            self.tabs.setTabToolTip(place, tab_tip(tab))
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName(say(AnalysisPanelWording.ANALYSES()))
        self._stack = PageStack()
        for page in self.pages.values():
            self._stack.addWidget(page)
        shown = QWidget()
        inner = QVBoxLayout(shown)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        inner.addWidget(self.tabs)
        inner.addWidget(self._stack, 1)
        self._shown = ScrolledPage(shown)
        self._body = PageStack()
        self._body.addWidget(self.empty_state)
        self._body.addWidget(self._shown)
        self.empty_state.set_texts(
            say(AnalysisPanelWording.NO_SUBJECT()),
            say(AnalysisPanelWording.NOTHING_TIP()),
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 8)
        layout.setSpacing(4)
        layout.addWidget(self.bar)
        layout.addWidget(self.notice)
        layout.addWidget(self._body, 1)
        self.setAcceptDrops(True)
        self.setFocusProxy(self.tabs)
        self._add_key(say(AnalysisPanelWording.COPY_TABLE_TEXT()), QKeySequence.StandardKey.Copy, self._copy_table)

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._show_page)
        self.bar.subject_chosen.connect(lambda place: self._choose(place, self._other))
        self.bar.other_chosen.connect(self._choose_second)
        self.bar.run_toggled.connect(self._toggle_run)
        self.bar.from_run_asked.connect(self.choose_from_runs)
        self.bar.remove.clicked.connect(self.remove_current)
        self.bar.cancel.clicked.connect(self.cancel)
        for page in self.pages.values():
            page.options_chosen.connect(self._choose_options)
            page.pointed.connect(self._point)
            page.gap_chosen.connect(self.go_to_gap)
            page.message_raised.connect(lambda text, fault: self.notice.show_message(text, fault=fault))

    def go_to_gap(self, at_s: float, length_s: float) -> None:
        """Show a gap, which began with a receipt, in the plots that show the same time, and hold the span."""
        subject = self.subject
        if subject is not None and is_run(subject.key.connection):
            shown_s = self.runs.shown_s(subject.key, at_s)
            at_s = shown_s if shown_s is not None else math.nan
        elif subject is not None and self.data.base is TimeBase.STAMP:
            at_s = self.data.stamp_of(subject.key, at_s)
        if not math.isfinite(at_s):
            return
        window = self.time_window
        first_s, last_s = window.shown
        window.pause()
        if not first_s < at_s <= at_s + length_s < last_s:
            middle_s = at_s + length_s / 2
            window.show(middle_s - window.span_s / 2, middle_s + window.span_s / 2)
        if self.cursors.second_s is None:
            self.cursors.put(at_s, second=False)
        else:
            # two cursors mark the span that is analysed: do not move them
            self.cursors.hover_s = at_s
        self._moved()

    def _copy_table(self) -> None:
        self.page.copy_table()

    def _moved(self) -> None:
        super()._moved()
        self._due_s = 0.0

    def _point(self, at_s: float | None) -> None:
        self.cursors.hover_s = at_s
        super()._moved()

    def _choose_span(self, span_s: float) -> None:
        self.cursors.clear()
        super()._choose_span(span_s)

    def _newest_stamp_s(self) -> float | None:
        return self.data.newest_s

    def _follow(self) -> None:
        super()._follow()
        if self._link.newest_s(self) is None and (newest_s := self.data.newest_of_runs_s) is not None:
            # runs alone have no time of now
            self.time_window.set_now(newest_s)

    def _take_runs(self) -> None:
        """Follow what became of the runs."""
        seen: list[object] = [
            (run.id, run.paths, run.start_ns, run.name, run.number, run.is_shown) for run in self.runs.runs
        ]
        if seen == self._runs_seen:
            return
        self._runs_seen = seen
        gone = self.runs.take_changes()
        left = [subject for subject in self.subjects if subject.key.connection not in gone]
        if gone:
            # what is read of them begins anew, if it does
            self.data.set_subjects([subject for subject in left if not is_run(subject.key.connection)])
        chosen = self.subject
        self.subjects = left
        self._current = left.index(chosen) if chosen in left else 0
        self._other = min(self._other, max(len(left) - 1, 0))
        self._subjects_changed()

    def _toggle_run(self, run_id: str) -> None:
        self.runs.toggle(run_id)
        self._subjects_changed()

    def _choose_second(self, place: int) -> None:
        of_run = place - len(self.subjects)
        self._other_run = self.runs.laid[of_run][0].id if 0 <= of_run < len(self.runs.laid) else ""
        self._choose(self._current, place if of_run < 0 else self._current)

    def _restart(self, base: TimeBase) -> None:
        self.data.restart(base)
        self._due_s = 0.0

    def _choose(self, current: int, other: int) -> None:
        self._current, self._other = current, other
        self._subjects_changed()

    def _choose_options(self, options: AnalysisOptions) -> None:
        redrawn = replace(options, log_frequency=False, log_value=False)
        same = redrawn == replace(self.options, log_frequency=False, log_value=False)
        self.options = options
        for page in self.pages.values():
            page.show_options(options)
        if same:
            self.page.draw_as(options)
        self._due_s = 0.0

    def _show_page(self) -> None:
        self._stack.setCurrentWidget(self.page)
        # the result of the other page is still of an earlier time
        self._asked = None
        self._due_s = 0.0
        self._show_choices()

    def _show_choices(self) -> None:
        names = [self.runs.name(subject) for subject in self.subjects]
        laid = [run.id for run, _ in self.runs.laid]
        other = len(names) + laid.index(self._other_run) if self._other_run in laid else self._other
        of_runs = [self.runs.name(subject) for _, subject in self.runs.laid]
        self.bar.show_subjects(names, self._current, other, pair=self.tab is AnalysisTab.PAIR, of_runs=of_runs)
        self.bar.show_runs(self.runs.choices)

    def _subjects_changed(self) -> None:
        self.runs.lay(self.subject)
        if len(self.subjects) == 1 and self.runs.laid and not self._other_run:
            # there is nothing else to compare it with
            self._other_run = self.runs.laid[0][0].id
        self.data.set_subjects([*self.subjects, *self.runs.kept])
        self._asked = None
        self._due_s = 0.0
        self._body.setCurrentWidget(self._shown if self.subjects else self.empty_state)
        if not self.subjects:
            self.worker.cancel()
        elif self.isVisible():
            # meanwhile the first samples arrive
            CHART_LIBRARY.ensure_loaded()
        self._show_choices()
        self.show_time()
        subject = self.subject
        title = say(AnalysisPanelWording.TITLE(topic=topic_text(subject.key.topic))) if subject else ""
        self.retitled.emit(title)
