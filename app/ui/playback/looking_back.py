"""Looking back: by one key all views show what was a moment ago, in a frame that says so, and by it again now.

Views that go on showing what is now, as those that ask a robot or command it, have a frame that says that.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication, QDialog, QDockWidget, QMainWindow, QWidget
from shiboken6 import Shiboken

from app.model.marks import MarkLine, TimeMark
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.widgets.dock_places import docks_in, is_in_front
from app.wording.record import RecordWording
from app.wording.ui.playback import PlaybackBarWording

if TYPE_CHECKING:
    # importing it at run time would load every protocol before the first window is shown
    from app.session.deck import Deck

BACK_S: Final = 10.0
# the line of the time that is shown moves no more often
LINE_S: Final = 0.05
# of refreshing: the window has come to rest by then
_PREPARE_S: Final = 5.0
# views that are opened beside the past, or come in front of others, are framed so soon
_FRAMES_S: Final = 0.1
# plots go on so often with what is now beside the past, and beside a time of it that is not painted yet
_PAUSE_S: Final = 0.2
_LONG_PAUSE_S: Final = 1.0
# views wait for the first time of the past no longer
_HOLD_S: Final = 0.5
_EDGE_PX: Final = 3
_MARGIN_PX: Final = 6


class _Lines(NamedTuple):
    """The lines of marks with that of the time that is shown: plots draw all anew for others."""

    marks: tuple[MarkLine, ...]
    position_ns: int
    made_s: float
    lines: tuple[MarkLine, ...]


class _ToldViews(QObject):
    """Tells views that there is something of the past to show.

    It has no parent: the link thread may still call it when the window is gone.
    """

    told: Final = Signal()

    def tell(self) -> None:
        """Tell views; any thread."""
        # when the program ends Qt deletes it, though the link thread goes on for a moment
        with contextlib.suppress(RuntimeError):
            self.told.emit()


class LookingBack(QObject):
    """Lets the views of a window show the past, and now again.

    Args:
        switch: knows whether a robot is moved otherwise than by driving: then they show now.
        action: asks for either.
        show_note: says why the past can't be shown.

    Attributes:
        renders: returns whether the picture of the time that is shown is not there yet, though views were told it.

    Signals:
        told: views were told what was said by a time that was gone to.
    """

    told: Final = Signal()

    def __init__(
        self,
        window: QMainWindow,
        deck: Deck,
        switch: CommandSwitch,
        themes: Themes,
        action: QAction,
        show_note: Callable[[str], None],
    ) -> None:
        super().__init__(window)
        self.renders: Callable[[], bool] = lambda: False
        self._window = window
        self._deck = deck
        self._switch = switch
        self._themes = themes
        self._action = action
        self._show_note = show_note
        self._frames: dict[QWidget, PastFrame] = {}
        # within the page of the window, while it has a frame
        self._of_now: list[QWidget] = []
        self._refusals = deck.refusals
        # the change of the deck after which views show now
        self._refreshed = -1
        # changes and jumps of the deck by the beginning of the last tick, and those that its views show, which are
        # painted by the next one
        self._begun: tuple[int, int] | None = None
        self._found: tuple[int, int] | None = None
        self._told: tuple[int, int] | None = None
        self._prepare_s = 0.0
        # the change of the deck of which the frames are, and when it is looked for other views
        self._framed = -1
        self._frames_due_s = 0.0
        # when the past was first seen that has told nothing yet
        self._held_s: float | None = None
        # those that get a frame ahead, for a look does not wait until all are made
        self._unframed: list[tuple[QWidget, bool]] = []
        # those that get one with the first time of the past
        self._to_frame: dict[QWidget, bool] = {}
        self._lines: _Lines | None = None
        action.triggered.connect(self.toggle)
        telling = _ToldViews()
        telling.told.connect(self._take_told, Qt.ConnectionType.QueuedConnection)
        deck.tell_views = telling.tell
        deck.has_views = True
        deck.moves = lambda: switch.moves
        switch.moving_changed.connect(self._keep_now)

    def can_be_seen(self) -> bool:
        """Whether there is something to refresh: always."""
        return True

    def refresh(self, now: float) -> None:
        """Put a frame around each view while it shows the past, and say why it does not."""
        self._prepare_s = self._prepare_s or now + _PREPARE_S
        if now >= self._prepare_s:
            self._prepare_s = math.inf
            self._deck.prepare()
            self._unframed = [*self._views().items()]
        if self._refusals != self._deck.refusals:
            self._refusals = self._deck.refusals
            self._show_note(say(PlaybackBarWording.NOT_WHILE_DRIVING()))
        changes = self._deck.changes
        self._note_shown()
        if not self._deck.is_past and changes != self._refreshed:
            self._refreshed = changes
            self._window.installEventFilter(self)
            self._window.update()
        self._action.setChecked(self._deck.is_past)
        if not self._deck.is_past:
            self._to_frame = {}
            self._hide_frames()
            if self._unframed:
                self._frame_of(*self._unframed.pop())
        elif self._shows_now_still():
            # what takes its time is done while views wait
            self._to_frame = self._to_frame or self._views()
        elif changes != self._framed or now >= self._frames_due_s:
            self._put_frames(in_front_only=changes != self._framed)
            self._framed, self._frames_due_s = changes, now + _FRAMES_S

    def _shows_now_still(self) -> bool:
        """Whether views have not been told anything of the past that they are about to show."""
        look = self._deck.look
        return look is not None and not look.told_jumps and self._deck.is_beginning

    def holds_views(self) -> bool:
        """Whether views wait for the first time of the past, which replaces all that they show; not for long.

        It is asked at the beginning of each tick: what is told later may come between two views.
        """
        look = self._deck.look
        self._begun = (self._deck.changes, look.told_jumps) if look is not None else None
        if not self._shows_now_still():
            self._held_s = None
            return False
        now_s = monotonic()
        self._held_s = self._held_s or now_s
        return now_s - self._held_s < _HOLD_S

    def _put_frames(self, *, in_front_only: bool) -> None:
        """Put frames around views; those behind others come a moment later, for the past is painted first."""
        views, self._to_frame = self._to_frame or self._views(), {}
        for view, is_of_now in views.items():
            frame = self._frame_of(view, is_of_now=is_of_now)
            if frame is not None and (_is_seen(view) or not in_front_only):
                frame.put()

    def _hide_frames(self) -> None:
        """Leave the frames where they are, for the next look."""
        if self._framed == -1:
            return
        self._framed = -1
        self._frames = {view: frame for view, frame in self._frames.items() if Shiboken.isValid(frame)}
        for frame in self._frames.values():
            frame.take_away()

    def _frame_of(self, view: QWidget, is_of_now: bool) -> PastFrame | None:  # noqa: FBT001 - of pairs
        """Return the frame of a view, which is made if need be; None where the view is gone."""
        frame = self._frames.get(view)
        if frame is not None and Shiboken.isValid(frame) and frame.is_of_now is is_of_now:
            return frame
        if not Shiboken.isValid(view):
            return None
        if frame is not None and Shiboken.isValid(frame):
            frame.deleteLater()
        frame = self._frames[view] = PastFrame(view, self._themes, is_of_now=is_of_now)
        return frame

    def _note_shown(self) -> None:
        """Tell the deck which jumps were painted."""
        shown = self._found
        self._found = self._begun if not self.renders() else None
        if shown is not None and shown != self._told:
            self._told = shown
            self._deck.note_shown(*shown)

    def _take_told(self) -> None:
        """Pass on that there is a time to show, unless the last tick has begun with it: its views are to be painted."""
        look = self._deck.look
        if look is not None and self._begun != (self._deck.changes, look.told_jumps):
            self.told.emit()

    def _keep_now(self) -> None:
        if self._switch.moves:
            self._deck.go_live()

    def _views(self) -> dict[QWidget, bool]:
        """Return what has a frame, and whether that shows what is now: it has `is_of_now` then, or it is a dialog."""
        views: dict[QWidget, bool] = {
            dock: getattr(dock.widget(), "is_of_now", False) for dock in docks_in(self._window)
        }
        central = self._window.centralWidget()
        if central is not None:
            if self._framed == -1:
                # of their classes, for an object of Qt's takes long to say that it has no attribute
                within = central.findChildren(QWidget)
                self._of_now = [each for each in within if getattr(type(each), "is_of_now", False)]
            views |= {central: False, **dict.fromkeys(self._of_now, True)}
        shown = (each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible())
        return views | dict.fromkeys(shown, True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tell the deck when views that show now were painted for the first time."""
        if event.type() == QEvent.Type.UpdateRequest and self._window.isVisible():
            self._window.removeEventFilter(self)
            self._deck.note_painted(self._refreshed)
        return super().eventFilter(watched, event)

    def lines(self, marks: tuple[MarkLine, ...]) -> tuple[MarkLine, ...]:
        """Return the lines of marks by receipt with that of the time that is shown, while it is past."""
        state = self._deck.state
        if state is None:
            return marks
        known, now_s = self._lines, monotonic()
        is_due = known is None or (
            # a time that was gone to is shown at once
            known.position_ns != state.position_ns and (now_s - known.made_s >= LINE_S or self._deck.is_awaited)
        )
        if known is None or is_due or known.marks is not marks:
            mark = TimeMark(state.position_ns, 0, say(PlaybackBarWording.PAST()))
            shown = MarkLine(state.position_ns / 1e9, mark, is_past=True)
            lines = tuple(sorted((*marks, shown), key=lambda line: line.at_s))
            known = self._lines = _Lines(marks, state.position_ns, now_s, lines)
        return known.lines

    def pause_s(self) -> float:
        """Return for how long views may leave out what is now."""
        if not self._deck.is_past:
            return 0.0
        return _LONG_PAUSE_S if self._deck.is_awaited else _PAUSE_S

    def toggle(self) -> None:
        """Show what was ten seconds ago, and go on from there; or now, where the past is shown."""
        if self._deck.is_past:
            self._deck.go_live()
        elif not self._deck.keeps:
            self._show_note(say(PlaybackBarWording.NO_BOX()))
        elif self._deck.trouble:
            self._show_note(say(RecordWording.NOTHING_KEPT(trouble=self._deck.trouble)))
        else:
            self._deck.move(-round(BACK_S * 1e9))
            self._deck.play()
        self.refresh(0.0)


def _is_seen(view: QWidget) -> bool:
    return is_in_front(view) if isinstance(view, QDockWidget) else view.isVisible()


class PastFrame(QWidget):
    """Frame around a view, with a word, that says that it shows the past, or now. The mouse does not see it.

    Attributes:
        is_of_now: whether it says now.
    """

    def __init__(self, view: QWidget, themes: Themes, *, is_of_now: bool = False) -> None:
        super().__init__(view)
        self._view = view
        self._themes = themes
        self.is_of_now = is_of_now
        self._color = "accent" if is_of_now else "warn"
        self._word = say(PlaybackBarWording.NOW() if is_of_now else PlaybackBarWording.PAST())
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        # what is below it is not painted for it
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(self._word)
        self.hide()

    def put(self) -> None:
        """Put the frame around its view, unless it is there."""
        if self.isHidden():
            self._view.installEventFilter(self)
            self._fit()
            self.show()
            self.raise_()

    def take_away(self) -> None:
        """Take the frame away, to be put around the view again."""
        if not self.isHidden():
            self._view.removeEventFilter(self)
            self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the size of the view."""
        if event.type() in {QEvent.Type.Resize, QEvent.Type.FontChange}:
            self._fit()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the edge and the word."""
        del event
        theme = self._themes.current
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color(self._color))
        painter.setPen(theme.color("base"))
        painter.drawText(self._place_of_word(), Qt.AlignmentFlag.AlignCenter, self._word)
        painter.end()

    def _place_of_word(self) -> QRect:
        metrics = self.fontMetrics()
        width = metrics.horizontalAdvance(self._word) + 2 * _MARGIN_PX
        # between the title and the buttons of a dock; what is within another frame begins with a field to type into
        is_within = self.is_of_now and not isinstance(self._view, QDockWidget | QDialog)
        middle = self.width() * 4 // 5 if is_within else self.width() // 2
        left = max(min(middle - width // 2, self.width() - width), 0)
        return QRect(left, 0, width, metrics.height() + _EDGE_PX)

    def _fit(self) -> None:
        self.setGeometry(self._view.rect())
        inside = self.rect().adjusted(_EDGE_PX, _EDGE_PX, -_EDGE_PX, -_EDGE_PX)
        # what is not in it is not painted again when the view is
        self.setMask(QRegion(self.rect()) - QRegion(inside) + QRegion(self._place_of_word()))
