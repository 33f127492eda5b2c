"""Help > Tour: five cards beside the parts of the window that they are about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMainWindow, QPushButton, QVBoxLayout, QWidget

from app.ui.base.action_base import action_name, without_mnemonic
from app.ui.base.text import say, with_tip
from app.ui.base.theme import Themes
from app.ui.drive.drive_button import DriveButton
from app.ui.drive.stop_button import StopButton
from app.wording.ui.help import TourWording

# in pixels
_WIDTH: Final = 340
_GAP: Final = 12
_RING: Final = 3
# from STOP and the buttons beside it
_CLEAR: Final = 8
# docks may be moved while a card is shown
_FOLLOW_MS: Final = 100

_MOVES: Final = frozenset({QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show})


class TourStep(NamedTuple):
    """Card of the tour: its title, what it says, and the place in the window that it is about, which may be empty.

    `offer` is an action that can be done from the card.
    """

    title: str
    text: str
    place: Callable[[], QRect]
    offer: QAction | None = None


def place_of(window: QWidget, *widgets: QWidget | None) -> QRect:
    """Return where the first of these widgets that is seen is in a window; an empty rectangle if none is."""
    for widget in widgets:
        if widget is not None and widget.isVisible() and not widget.visibleRegion().isEmpty():
            return QRect(widget.mapTo(window, QPoint()), widget.size())
    return QRect()


class Tour(QObject):
    """A tour of a window. It never covers STOP, Arm, Disarm and Clear, and takes the keyboard focus from nothing.

    The window goes on below it: a card is no dialog. Escape ends the tour, and means what it means besides.

    Signals:
        ended: the tour is over.

    Attributes:
        step: the number of the card that is shown, from 0.
    """

    ended: Final = Signal()

    def __init__(self, window: QMainWindow, steps: Sequence[TourStep], themes: Themes) -> None:
        super().__init__(window)
        self._window = window
        self._steps = steps
        self.step = 0
        self.card = _Card(window)
        self.ring = _Ring(window, themes)
        self.card.next.clicked.connect(lambda: self._go(1))
        self.card.back.clicked.connect(lambda: self._go(-1))
        self.card.end.clicked.connect(self.end)
        self._seen: object = None
        self._watched = window.windowHandle()
        self._watched.installEventFilter(self)
        self._timer = QTimer(self, interval=_FOLLOW_MS)
        self._timer.timeout.connect(self.follow)
        self._timer.start()
        self._show()

    def end(self) -> None:
        """End the tour."""
        if not self._timer.isActive():
            return
        self._timer.stop()
        self._watched.removeEventFilter(self)
        for widget in (self.card, self.ring):
            widget.hide()
            widget.deleteLater()
        self.deleteLater()
        self.ended.emit()

    def follow(self) -> None:
        """Move the card where the window or what it is about has changed."""
        stops = self.stops
        seen = (self._window.size(), self._steps[self.step].place(), stops)
        if seen != self._seen:
            self._seen = seen
            self._place(stops)

    @property
    def stops(self) -> list[QRect]:
        """The places of all buttons that stop, disarm, clear or arm and are seen in the window."""
        buttons = [*self._window.findChildren(StopButton), *self._window.findChildren(DriveButton)]
        for button in buttons:
            # a filter that is installed again stays one
            button.installEventFilter(self)
        return [
            QRect(button.mapTo(self._window, QPoint()), button.size())
            for button in buttons
            if button.isVisible() and button.window() is self._window
        ]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """End by Escape, which goes on to what has the focus; make room for a button that moves, such as STOP."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if watched is self._watched:
                self.end()
        elif isinstance(watched, StopButton | DriveButton) and event.type() in _MOVES and self._timer.isActive():
            self.follow()
        return False

    def _go(self, step: int) -> None:
        if self.step + step >= len(self._steps):
            self.end()
            return
        self.step = max(self.step + step, 0)
        self._show()

    def _show(self) -> None:
        self.card.show_step(self._steps[self.step], self.step, len(self._steps))
        self._seen = None
        self.follow()

    def _place(self, stops: Sequence[QRect]) -> None:
        """Put the card beside its place, where it covers no such button; hide it where there is no such place."""
        target = self._steps[self.step].place()
        self.ring.surround(target)
        kept = [stop.adjusted(-_CLEAR, -_CLEAR, _CLEAR, _CLEAR) for stop in stops]
        spots = [QRect(place, self.card.size()) for place in _spots(self._window.size(), self.card.size(), target)]
        free = [spot for spot in spots if not any(spot.intersects(stop) for stop in kept)]
        best = next((spot for spot in free if not spot.intersects(target)), free[0] if free else None)
        self.card.setVisible(best is not None)
        if best is not None:
            self.card.move(best.topLeft())
            self.ring.raise_()
            self.card.raise_()


def _spots(window: QSize, card: QSize, target: QRect) -> list[QPoint]:
    """Return where a card could be, best first: around a place, then in the middle and the corners of the window."""
    right, bottom = window.width() - card.width() - _GAP, window.height() - card.height() - _GAP
    middle = QPoint((window.width() - card.width()) // 2, (window.height() - card.height()) // 2)
    around = []
    if not target.isEmpty():
        around = [
            QPoint(target.left(), target.bottom() + _GAP),
            QPoint(target.right() + _GAP, target.top()),
            QPoint(target.left(), target.top() - card.height() - _GAP),
            QPoint(target.left() - card.width() - _GAP, target.top()),
            QPoint(target.right() - card.width(), target.bottom() + _GAP),
        ]
    corners = [QPoint(_GAP, _GAP), QPoint(right, _GAP), QPoint(_GAP, bottom), QPoint(right, bottom)]
    inside = [QPoint(min(max(spot.x(), _GAP), right), min(max(spot.y(), _GAP), bottom)) for spot in around]
    return [*inside, middle, *corners]


class _Card(QFrame):
    """Card with a title, a few words, and buttons to which Tab alone brings the keyboard focus."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setProperty("overlay", True)
        self.setAutoFillBackground(True)
        self.number = QLabel()
        self.number.setProperty("muted", True)
        self.title = QLabel()
        font = self.title.font()
        font.setBold(True)
        font.setPointSizeF(font.pointSizeF() * 1.1)
        self.title.setFont(font)
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.offer = _button("")
        self.back, self.next = _button(say(TourWording.BACK())), _button(say(TourWording.NEXT()))
        self.next.setProperty("primary", True)
        self.end = _button(say(TourWording.END()))
        self.end.setToolTip(say(TourWording.END_TIP()))
        self._action: QAction | None = None
        self.offer.clicked.connect(self._do)
        head, row = QHBoxLayout(), QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.number)
        row.addWidget(self.end)
        row.addStretch(1)
        row.addWidget(self.back)
        row.addWidget(self.next)
        layout = self._column = QVBoxLayout(self)
        layout.setContentsMargins(14, 12, 14, 12)
        layout.setSpacing(10)
        layout.addLayout(head)
        layout.addWidget(self.words)
        layout.addWidget(self.offer, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addLayout(row)

    def show_step(self, step: TourStep, number: int, count: int) -> None:
        """Show a step."""
        self.title.setText(step.title)
        self.words.setText(step.text)
        self.number.setText(say(TourWording.NUMBER(number=number + 1, count=count)))
        self.setAccessibleName(with_tip(step.title, step.text))
        self.back.setVisible(number > 0)
        self.next.setText(say(TourWording.DONE() if number + 1 == count else TourWording.NEXT()))
        self._action = step.offer
        self.offer.setVisible(step.offer is not None and step.offer.isEnabled())
        self.offer.setText(without_mnemonic(step.offer.text()) if step.offer is not None else "")
        # a row of buttons may need more, in larger text or in another language
        width = max(_WIDTH, self._column.totalMinimumSize().width())
        # labels that wrap know their height only for a width
        self.setFixedSize(width, self._column.totalHeightForWidth(width))

    def _do(self) -> None:
        if self._action is not None and self._action.isEnabled():
            self._action.trigger()
            self.offer.hide()


def _button(text: str) -> QPushButton:
    button = QPushButton(text)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    # Enter presses it, as it does in a dialog
    button.setAutoDefault(True)
    return button


class _Ring(QWidget):
    """Ring around a place of the window; the mouse goes through it."""

    def __init__(self, window: QWidget, themes: Themes) -> None:
        super().__init__(window)
        self._themes = themes
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def surround(self, place: QRect) -> None:
        """Move around a place; hide where there is none."""
        self.setVisible(not place.isEmpty())
        self.setGeometry(place.adjusted(-_RING, -_RING, _RING, _RING))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ring."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._themes.current.color("accent"), 2))
        painter.drawRoundedRect(self.rect().toRectF().adjusted(1, 1, -1, -1), 6, 6)
        painter.end()


def tour_steps(places: Mapping[TourWording, Callable[[], QRect]], actions: TourActions) -> list[TourStep]:
    """Return the steps of the tour of the main window; `places` are by the titles of the steps."""
    text = {
        TourWording.CONNECT: TourWording.CONNECT_TEXT(),
        TourWording.TOPICS: TourWording.TOPICS_TEXT(),
        TourWording.VIEWS: TourWording.VIEWS_TEXT(key="P"),
        TourWording.LAYOUTS: TourWording.LAYOUTS_TEXT(palette=_key(actions.palette)),
        TourWording.STOP: TourWording.STOP_TEXT(guide=_key(actions.guide), keys=_key(actions.keys)),
    }
    return [
        TourStep(say(title()), say(words), places[title], actions.demo if title is TourWording.CONNECT else None)
        for title, words in text.items()
    ]


class TourActions(NamedTuple):
    """The actions that the tour names by their keys, and the one that it offers."""

    palette: QAction
    guide: QAction
    keys: QAction
    demo: QAction


def _key(action: QAction) -> str:
    return (
        action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        if not action.shortcut().isEmpty()
        else action_name(action)
    )
