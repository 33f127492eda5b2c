"""Panel with a time axis: its time is paused, chosen, linked to that of other panels, and begun anew."""

from __future__ import annotations

import abc
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from app.model.timeseries.feeds import TimeBase
from app.ui.base.text import say
from app.ui.time_axis.fields import MIME_TYPE, Fields, fields_from_mime
from app.ui.time_axis.link import Cursors, TimeLink
from app.ui.time_axis.ranges import TimeWindow
from app.ui.time_axis.time_bar import TimeBar
from app.ui.widgets.notices import OfferNotice
from app.ui.widgets.undo import Removals
from app.wording.ui.time_axis import TimeAxisWording

BarT = TypeVar("BarT", bound=TimeBar)

# texts that change faster than this can't be read
FACTS_INTERVAL_S: Final = 0.2
# while hidden, new values are read now and then, so that they are not too many when it is shown again
HIDDEN_INTERVAL_S: Final = 1.0


class TimeAxisPanel(QWidget, Generic[BarT]):
    """Panel whose views show one time: a `LinkedView`. History is kept while the panel can't be seen.

    The methods to override are abstract to the type checker only: Qt's classes have a metaclass of their own.

    Args:
        bar: the bar with pause, time span and time base.
        notice: offers to undo removals.
        link: the link to the time of other panels; a panel joins it as soon as it is complete.
        clock: the wall clock, in seconds.

    Attributes:
        time_window: the time that is shown.
        cursors: the times that are pointed at.
        newest_s: the end of the data by its time base; None before there are any.
        removals: what was removed and can be had back.
    """

    def __init__(
        self,
        bar: BarT,
        notice: OfferNotice,
        link: TimeLink,
        clock: Callable[[], float],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.bar = bar
        self.notice = notice
        self.removals = Removals(self, notice)
        self.time_window = TimeWindow()
        self.cursors = Cursors()
        self.newest_s: float | None = None
        self._link = link
        self._clock = clock
        bar.pause_asked.connect(self.toggle_pause)
        bar.span_chosen.connect(self._choose_span)
        bar.base_chosen.connect(self._choose_base)
        bar.show_time(self.time_window, TimeBase.RECEIPT)
        self._add_key(say(TimeAxisWording.UNDO_REMOVAL()), QKeySequence.StandardKey.Undo, self.removals.undo_last)
        self._add_key(say(TimeAxisWording.REMOVE_AGAIN()), "Ctrl+Shift+Z", self.removals.redo)

    @property
    @abc.abstractmethod
    def time_base(self) -> TimeBase:
        """Time base of the data."""

    def show_time(self) -> None:
        """Show the time window and the cursors after they changed."""
        self.bar.show_time(self.time_window, self.time_base)

    def can_be_seen(self) -> bool:
        """Whether a refresh does anything: always, for a hidden panel reads its data too."""
        return True

    def update_subscriptions(self) -> None:
        """Do nothing: history goes on whether or not the panel can be seen."""

    @abc.abstractmethod
    def add_fields(self, fields: Fields) -> None:
        """Show these fields too."""

    def show_span(self, span_s: float) -> None:
        """Show the last seconds, in all panels that are linked."""
        self.time_window.set_span(span_s)
        self.time_window.resume()
        self._moved()

    def ask_time(self, at_s: float) -> None:
        """Have all views show a time by this time base."""
        self._link.go_to(at_s, self.time_base is TimeBase.STAMP)

    def toggle_pause(self) -> None:
        """Pause time, or follow the data again."""
        window = self.time_window
        window.pause() if window.live else window.resume()
        self._moved()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept fields that are dragged anywhere over the panel."""
        if event.mimeData().hasFormat(MIME_TYPE):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Show the dropped fields."""
        fields = fields_from_mime(event.mimeData())
        if fields:
            event.acceptProposedAction()
            self.add_fields(fields)

    # for a panel

    @property
    def _is_seen(self) -> bool:
        return self.isVisible() and not self.window().isMinimized()

    def _add_key(self, text: str, key: QKeySequence.StandardKey | str, do: Callable[[], object]) -> None:
        """Add an action for a key that works while the panel has the focus."""
        action = QAction(text, self)
        action.setShortcut(QKeySequence(key))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(do)
        self.addAction(action)

    @abc.abstractmethod
    def _newest_stamp_s(self) -> float | None:
        """Return the newest stamp of all data; None before the first."""

    @abc.abstractmethod
    def _restart(self, base: TimeBase) -> None:
        """Start all data again by another time base."""

    def _follow(self) -> None:
        """Set the end of the data: now, or by stamp the newest one of all that is linked."""
        self.newest_s = self._clock() if self.time_base is TimeBase.RECEIPT else self._newest_stamp_s()
        newest_s = self._link.newest_s(self)
        if newest_s is not None:
            self.time_window.set_now(newest_s)
        marks = self._link.marks(self.time_base is TimeBase.STAMP)
        if marks is not self.time_window.marks:
            self.time_window.marks = marks
            self.cursors.past_s = next((line.at_s for line in marks if line.is_past), None)
            self._show_marks()

    def _show_marks(self) -> None:
        """Show the marks after they changed."""
        self.show_time()

    def _moved(self) -> None:
        self.show_time()
        self._link.broadcast(self)

    def _choose_span(self, span_s: float) -> None:
        self.time_window.set_span(span_s)
        self._moved()

    def _choose_base(self, base: TimeBase) -> None:
        if base is not self.time_base:
            # only panels of the same time base are linked
            self._link.leave(self)
            self.removals.forget()
            self._restart(base)
            self.time_window.resume()
            # simulation time is much earlier than wall time
            self.time_window.set_now(0.0)
            self.newest_s = None
            self.cursors.clear()
            self._link.join(self)
        self.show_time()
