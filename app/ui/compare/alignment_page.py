"""The page on which a run is laid where it is to be compared: by start, marks or a curve, as recorded, or by hand."""

from __future__ import annotations

import asyncio
import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from app.model.marks import MarkLine, Marks, TimeMark, common_marks
from app.model.messages.stamps import CALENDAR_S
from app.model.reference_runs import ReferenceRun, RunPlace
from app.model.timeseries.feeds import TimeBase
from app.ui.analysis.calculation_thread import CalculationThread
from app.ui.base.refresh import Spawn
from app.ui.base.text import followed, say, say_error
from app.ui.compare.run_curves import PlottedCurve, RunCurves, curve_of, missing_topic
from app.ui.widgets.combo_boxes import ElidedComboBox
from app.ui.widgets.forms import add_row
from app.ui.widgets.labels import name_widget
from app.ui.widgets.marks import mark_name
from app.wording.analysis import AnalysisWording
from app.wording.ui.compare import AlignmentPageWording

if TYPE_CHECKING:
    # importing it at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.recordings import Recordings
    from app.session.reference_runs import ReferenceRuns

STEPS_S: Final = (0.001, 0.01, 0.1, 1.0, 10.0, 60.0)
_USUAL_STEP: Final = 0.1
# the field is as wide as what it may have
_LEAST_RANGE_S: Final = 1e4
_ALL: Final = 100
# with less room the names of fields stand above them
_CHARACTERS_BESIDE: Final = 64

# lays a run somewhere, by stamp or by receipt
Put = Callable[[ReferenceRun, RunPlace, TimeBase], object]


@dataclass(frozen=True, slots=True)
class _Search:
    """A search for the place of a run by a curve.

    Attributes:
        name: the name of the run at its beginning.
        is_begun: whether the curve of the run was read, and the calculation goes on.
    """

    run_id: str
    name: str
    curve: PlottedCurve
    is_begun: bool = False


class AlignmentPage(QWidget):
    """Page that lays the selected run somewhere on the time of plots.

    Args:
        curves: the curves that are plotted, and those of runs.
        marks: the marks of this run of the program.
        put: lays a run somewhere.
        now_ns: gives the time of the wall clock.

    Attributes:
        result: what became of the last alignment, in words.
    """

    def __init__(
        self,
        runs: ReferenceRuns,
        curves: RunCurves,
        marks: Marks,
        links: Links,
        recordings: Recordings,
        spawn: Spawn,
        put: Put,
        now_ns: Callable[[], int],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._runs = runs
        self._curves = curves
        self._marks = marks
        self._links = links
        self._recordings = recordings
        self._spawn = spawn
        self._put = put
        self._now_ns = now_ns
        self._run_id = ""
        self._search: _Search | None = None
        # of stamps
        self._reading: asyncio.Task[None] | None = None
        # the runs that were just added, and are not yet in sight
        self._new: set[str] = set()
        self._worker = CalculationThread()
        self._offered: tuple[object, ...] = ()
        self._lines: Sequence[MarkLine] = ()
        self._run_marks: Sequence[TimeMark] = ()
        self._plotted: Sequence[PlottedCurve] = ()
        words = AlignmentPageWording
        self.as_recorded = _button(words.AS_RECORDED(), words.AS_RECORDED_TIP(), self.lay_as_recorded)
        self.to_now = _button(words.TO_NOW(), words.TO_NOW_TIP(), self.lay_to_now)
        self.by_start = _button(words.BY_START(), words.BY_START_TIP(), self.lay_by_start)
        self.here, self.there, self.curve, self.step = (ElidedComboBox() for _ in range(4))
        self.by_marks = _button(words.BY_MARKS(), words.BY_MARKS_TIP(), self.lay_by_marks)
        self.by_curve = _button(words.BY_CURVE(), words.BY_CURVE_TIP(), self.search)
        self.cancel = _button(words.CANCEL(), words.CANCEL_TIP(), self.cancel_search)
        self.progress = QProgressBar()
        self.offset = QDoubleSpinBox()
        self.title, self.result = QLabel(), QLabel()
        self._describe()
        self._lay_out()
        self.here.activated.connect(self._choose_same_mark)
        self.offset.valueChanged.connect(self._choose_offset)
        self.step.activated.connect(self._choose_step)
        self.show_run(None)

    @property
    def run(self) -> ReferenceRun | None:
        """The run that is aligned; None while none is selected, or it is not open yet."""
        run = self._runs.get(self._run_id)
        return run if run is not None and run.topics else None

    @property
    def is_searching(self) -> bool:
        """Whether a place is looked for by a curve."""
        return self._search is not None

    def show_run(self, run: ReferenceRun | None) -> None:
        """Align another run from now on."""
        run_id = run.id if run is not None else ""
        if run_id != self._run_id:
            self._run_id = run_id
            self._tell()
            self._offered = ()
        self.show_state()

    def show_state(self) -> None:
        """Show where the run lies, and what it can be aligned by."""
        self._lay_new_in_sight()
        run, base = self.run, self._curves.base
        for widget in (self.as_recorded, self.to_now, self.by_start, self.offset):
            widget.setEnabled(run is not None)
        if run is None:
            self.title.setText("")
        else:
            is_by_stamp = base is TimeBase.STAMP
            code = AlignmentPageWording.OF_RUN_STAMPS if is_by_stamp else AlignmentPageWording.OF_RUN
            self.title.setText(say(code(name=run.name)))
        if not self.offset.hasFocus() or run is None:
            self._show_offset(self._curves.place(run, base).offset_ns / 1e9 if run is not None else 0.0)
        self._offer(run, base)

    def refresh(self) -> bool:
        """Go on with the search; return whether one goes on."""
        self._worker.deliver_result()
        search = self._search
        if search is not None and not search.is_begun:
            self._begin(search)
        share = self._worker.progress
        is_on = self._search is not None
        self.progress.setVisible(is_on)
        self.cancel.setVisible(is_on)
        self.by_curve.setVisible(not is_on)
        self.progress.setValue(round(_ALL * (share or 0.0)))
        return is_on

    def wanted(self) -> list[tuple[Any, TimeBase]]:
        """Return the curve of a run that a search needs."""
        search = self._search
        run = self._runs.get(search.run_id) if search is not None else None
        if search is None or run is None:
            return []
        return [(curve_of(run, search.curve.spec), search.curve.base)]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the names of fields beside them where there is room."""
        super().resizeEvent(event)
        is_wide = self.width() >= _CHARACTERS_BESIDE * self.fontMetrics().averageCharWidth()
        policies = QFormLayout.RowWrapPolicy
        policy = policies.DontWrapRows if is_wide else policies.WrapAllRows
        if self._form.rowWrapPolicy() is not policy:
            self._form.setRowWrapPolicy(policy)

    # ways to align

    def lay_as_recorded(self) -> None:
        """Lay the run where it was recorded."""
        if (run := self.run) is not None:
            self._put(run, RunPlace(), self._curves.base)
            self._tell(AlignmentPageWording.PLACED(name=run.name))

    def lay_to_now(self) -> None:
        """Let the run begin now: by stamps of a simulation, at the newest one."""
        base = self._curves.base
        seen = self._curves.seen_s(base) if base is TimeBase.STAMP else None
        now_s = seen[1] if seen is not None else math.inf
        self._lay_beginning_at(round(now_s * 1e9) if now_s < CALENDAR_S else self._now_ns())

    def lay_by_start(self) -> None:
        """Let the run begin where what views have begins."""
        seen = self._curves.seen_s(self._curves.base)
        played = [state for info in self._links.connections if (state := self._recordings.state(info.id)) is not None]
        if seen is not None:
            self._lay_beginning_at(round(seen[0] * 1e9))
        elif played and not played[0].is_empty:
            self._lay_beginning_at(played[0].start_ns)
        else:
            self._tell(AlignmentPageWording.NOTHING_PLOTTED())

    def lay_in_sight(self, run_id: str) -> None:
        """Lay a new run by start, once anything is plotted, if it was recorded at another time."""
        self._new.add(run_id)
        self._lay_new_in_sight()

    def lay_by_marks(self) -> None:
        """Lay the chosen mark of the run where the chosen mark of now lies."""
        run, here, there = self.run, self.here.currentIndex(), self.there.currentIndex()
        if run is None or not (0 <= here < len(self._lines) and 0 <= there < len(self._run_marks)):
            return
        base = self._curves.base
        if base is TimeBase.STAMP and any(not clock.is_recorded for clock in self._links.own_clocks.values()):
            self._tell(AlignmentPageWording.OTHER_CLOCK())
            return
        self._lay(run, round(self._lines[here].at_s * 1e9) - self._run_marks[there].time_ns, base)

    def search(self) -> None:
        """Look for the place where the run is most alike, by the chosen curve."""
        run, chosen = self.run, self.curve.currentIndex()
        if run is not None and 0 <= chosen < len(self._plotted):
            self._worker.cancel()
            self._search = _Search(run.id, run.name, self._plotted[chosen])
            self._tell(AlignmentPageWording.READING())

    def cancel_search(self) -> None:
        """End the search; the run lies where it was."""
        if self._search is not None:
            self._end_search()
            self._tell(AlignmentPageWording.CANCELLED())

    def close_down(self) -> None:
        """End the search and the reading of stamps for good."""
        self._end_search()
        self._end_reading()

    # inside

    def _lay_new_in_sight(self) -> None:
        if not self._new or self._curves.base is TimeBase.STAMP:
            return
        seen = self._curves.seen_s(TimeBase.RECEIPT)
        if seen is None:
            return
        runs = [run for run_id in self._new if (run := self._runs.get(run_id)) is not None]
        self._new.clear()
        for run in runs:
            # one that was laid somewhere meanwhile stays there
            if run.place == RunPlace() and (run.end_ns / 1e9 < seen[0] or run.start_ns / 1e9 > seen[1]):
                self._lay(run, round(seen[0] * 1e9) - run.start_ns, TimeBase.RECEIPT)

    def _end_search(self) -> None:
        self._worker.cancel()
        self._search = None

    def _end_reading(self) -> None:
        if self._reading is not None:
            self._reading.cancel()

    def _tell(self, *sentences: str) -> None:
        self.result.setText(followed(*(say(sentence) for sentence in sentences)))
        self.result.setVisible(bool(sentences))

    def _lay(self, run: ReferenceRun, offset_ns: int, base: TimeBase) -> None:
        self._put(run, RunPlace(offset_ns), base)
        self._tell(AnalysisWording.MOVED(name=run.name, offset_s=offset_ns / 1e9))

    def _lay_beginning_at(self, shown_ns: int) -> None:
        run, base = self.run, self._curves.base
        if run is None:
            return
        if base is TimeBase.RECEIPT:
            self._lay(run, shown_ns - run.start_ns, base)
            return
        topic = next((curve.spec.key.topic for curve in self._plotted if curve.base is base), None)
        if topic is None:
            self._tell(AlignmentPageWording.NOTHING_PLOTTED())
        else:
            self._spawn(self._lay_first_stamp_at(run, topic, shown_ns), "align by stamps")

    async def _lay_first_stamp_at(self, run: ReferenceRun, topic: str, shown_ns: int) -> None:
        from app.model.timeseries.columns import ColumnCollector  # noqa: PLC0415 - hardly ever needed
        from app.session.errors import SessionError  # noqa: PLC0415 - as above

        self._end_reading()
        self._reading = asyncio.current_task()
        collector = ColumnCollector(())
        try:
            if not await self._runs.read(run.id, {topic}, collector):
                self._tell(AlignmentPageWording.CANCELLED())
                return
        except SessionError as error:
            self._tell(AlignmentPageWording.NOT_FOUND(reason=say_error(error)))
            return
        stamps_ns = collector.columns().stamped().stamps_ns
        if not len(stamps_ns):
            self._tell(AlignmentPageWording.NOT_FOUND(reason=AlignmentPageWording.NO_STAMPS(topic=topic)))
            return
        self._lay(run, shown_ns - int(stamps_ns[0]), TimeBase.STAMP)

    def _begin(self, search: _Search) -> None:
        """Begin the calculation once the curve of the run is there."""
        run, curve = self._runs.get(search.run_id), search.curve
        ours = self._curves.live(curve)
        if run is None or ours is None:
            self._end_search()
            self._tell(AlignmentPageWording.CANCELLED())
            return
        spec = curve_of(run, curve.spec)
        if not self._curves.is_read(spec, curve.base):
            return
        if fault := self._curves.fault(spec, curve.base):
            self._end_search()
            self._tell(AlignmentPageWording.NOT_FOUND(reason=fault))
            return
        theirs = self._curves.samples(spec, curve.base)
        times_s = self._curves.place(run, curve.base).own_s(theirs.times)
        self._search = _Search(search.run_id, search.name, curve, is_begun=True)
        from app.model.analysis.alignment import align_by_correlation  # noqa: PLC0415 - not needed before

        self._worker.start(
            functools.partial(align_by_correlation, ours.times, ours.values, times_s, theirs.values),
            functools.partial(self._found, run.id, curve.base),
            self._fail,
        )

    def _found(self, run_id: str, base: TimeBase, found: Any) -> None:
        from app.model.analysis.alignment import alignment_sentences  # noqa: PLC0415 - as above

        self._search = None
        run = self._runs.get(run_id)
        if run is not None:
            place = RunPlace(round(found.offset_s * 1e9), round(found.origin_s * 1e9), found.drift_s_per_s)
            self._put(run, place, base)
            self._tell(*alignment_sentences(run.name, found))

    def _fail(self, reason: str) -> None:
        self._search = None
        self._tell(AlignmentPageWording.NOT_FOUND(reason=reason or AlignmentPageWording.FAILED()))

    # fields

    def _offer(self, run: ReferenceRun | None, base: TimeBase) -> None:
        """Offer the marks and the curves that there are now."""
        lines = self._marks.lines(by_stamp=base is TimeBase.STAMP)
        marks = self._runs.contents(run.id).marks if run is not None else ()
        plotted = tuple(
            curve for curve in self._curves.plotted() if run is not None and missing_topic(run, curve.spec) is None
        )
        if (offered := (lines, marks, plotted)) == self._offered:
            return
        before, self._offered = self._offered, offered
        self._lines, self._run_marks, self._plotted = offered
        if offered[:2] != before[:2]:
            _fill(self.here, [mark_name(line.mark) for line in lines], say(AlignmentPageWording.NO_MARKS_HERE()))
            _fill(self.there, [mark_name(mark) for mark in marks], say(AlignmentPageWording.NO_MARKS_THERE()))
            self._choose_common_marks()
            self.by_marks.setEnabled(bool(lines and marks))
        if offered[2:] != before[2:]:
            _fill(self.curve, [curve.title for curve in plotted], say(AlignmentPageWording.NO_CURVES()))
        self.by_curve.setEnabled(bool(plotted))

    def _choose_common_marks(self) -> None:
        """Choose the first marks that both have."""
        pairs = common_marks([line.mark for line in self._lines], self._run_marks)
        if pairs:
            ours, theirs = pairs[0]
            self.here.setCurrentIndex([line.mark for line in self._lines].index(ours))
            self.there.setCurrentIndex(list(self._run_marks).index(theirs))

    def _choose_same_mark(self, place: int) -> None:
        """Choose the mark of the run that is the same as the one that was chosen."""
        if 0 <= place < len(self._lines):
            for _, theirs in common_marks([self._lines[place].mark], self._run_marks):
                self.there.setCurrentIndex(list(self._run_marks).index(theirs))

    def _show_offset(self, offset_s: float) -> None:
        if round(offset_s, self.offset.decimals()) != self.offset.value():
            with QSignalBlocker(self.offset):
                most_s = max(_LEAST_RANGE_S, 2 * abs(offset_s))
                self.offset.setRange(-most_s, most_s)
                self.offset.setValue(offset_s)

    def _choose_offset(self, offset_s: float) -> None:
        run, base = self.run, self._curves.base
        if run is not None:
            before = self._curves.place(run, base)
            self._put(run, RunPlace(round(offset_s * 1e9), before.origin_ns, before.drift), base)
            self._tell(AnalysisWording.MOVED(name=run.name, offset_s=offset_s))

    def _choose_step(self, number: int) -> None:
        self.offset.setSingleStep(STEPS_S[number])

    def _describe(self) -> None:
        words = AlignmentPageWording
        for box, tip in (
            (self.here, words.MARK_HERE_TIP()),
            (self.there, words.MARK_THERE_TIP()),
            (self.curve, words.CURVE_TIP()),
            (self.step, words.STEP_TIP()),
            (self.offset, words.OFFSET_TIP()),
            (self.progress, words.PROGRESS()),
        ):
            name_widget(box, say(tip))
        for box in (self.here, self.there, self.curve):
            box.setMinimumWidth(90)
        self.progress.setRange(0, _ALL)
        self.progress.setTextVisible(False)
        self.progress.setFixedWidth(90)
        self.offset.setDecimals(3)
        self.offset.setRange(-_LEAST_RANGE_S, _LEAST_RANGE_S)
        self.offset.setSuffix(say(words.SECONDS()))
        self.offset.setSingleStep(_USUAL_STEP)
        # not at every letter that is typed
        self.offset.setKeyboardTracking(False)
        self.step.addItems([say(words.STEP_OF(step=step)) for step in STEPS_S])
        self.step.setCurrentIndex(STEPS_S.index(_USUAL_STEP))
        self.result.setWordWrap(True)
        for label in (self.title, self.result):
            # names of runs may look like markup
            label.setTextFormat(Qt.TextFormat.PlainText)

    def _lay_out(self) -> None:
        words = AlignmentPageWording
        form = self._form = QFormLayout(self)
        form.setContentsMargins(6, 4, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        form.addRow(self.title)
        form.addRow(self.result)
        form.addRow(_row(self.as_recorded, self.by_start, self.to_now, None))
        add_row(form, say(words.MARK()), _row(self.here, self.there, self.by_marks))
        add_row(form, say(words.CURVE()), _row(self.curve, self.progress, self.cancel, self.by_curve))
        self.step.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        add_row(form, say(words.OFFSET()), _row(self.offset, self.step, None))


def _fill(box: ElidedComboBox, texts: Sequence[str], nothing: str) -> None:
    """Offer texts, of which what was chosen stays chosen; a text that says that there are none."""
    before = box.currentText()
    with QSignalBlocker(box):
        box.clear()
        box.addItems(list(texts))
        box.setPlaceholderText(nothing)
        box.setEnabled(bool(texts))
        box.setCurrentIndex(max(box.findText(before), 0) if texts else -1)


def _row(*widgets: QWidget | None) -> QWidget:
    """Return widgets beside each other, None for a stretch; boxes of texts take the room that is left."""
    row = QWidget()
    line = QHBoxLayout(row)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(6)
    for widget in widgets:
        if widget is None:
            line.addStretch(1)
        else:
            line.addWidget(widget, int(isinstance(widget, ElidedComboBox) and None not in widgets))
    return row


def _button(text: str, tip: str, do: Callable[[], object]) -> QToolButton:
    button = QToolButton()
    button.setText(say(text))
    button.setToolTip(say(tip))
    button.setProperty("framed", True)
    button.clicked.connect(lambda _: do())
    return button
