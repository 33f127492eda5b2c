"""Drive mode: the keys that drive go to the stick, whatever in the window has the focus; a frame shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QInputMethodEvent,
    QInputMethodQueryEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QRegion,
)
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QWidget
from shiboken6 import Shiboken

from app.drive.control.values import Reason, Stage
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.base.view_keys import key_name
from app.ui.drive.client import DriveClient
from app.ui.drive.colors import DriveTone, tone_colors
from app.wording.ui.drive import DrivePanelWording

_Key = Qt.Key
_Modifier = Qt.KeyboardModifier
_OTHERS: Final = _Modifier.ControlModifier | _Modifier.AltModifier | _Modifier.MetaModifier
# keys without a modifier that do what they do elsewhere: to reach and to press buttons, and those that type nothing
_LEFT_ALONE: Final = frozenset(
    {
        *(_Key.Key_Tab, _Key.Key_Backtab, _Key.Key_Return, _Key.Key_Enter),
        *(_Key.Key_Control, _Key.Key_Alt, _Key.Key_AltGr, _Key.Key_Meta, _Key.Key_CapsLock, _Key.Key_NumLock),
    }
)

# in pixels: of the frame, and on both sides of the words
_FRAME: Final = 3
_PADDING: Final = 8


def is_of_window(widget: object, window: QWidget) -> bool:
    """Whether this is a window, or a dock of it that floats."""
    floats = isinstance(widget, QDockWidget) and widget.isWindow() and widget.parent() is window
    return widget is window or floats


class DriveMode(QObject):
    """Drive mode of a window: on only while the robot is armed, and never saved.

    It ends by Escape, which disarms, too, as at a terminal; by the act that began it; and by whatever disarms, stops,
    takes the focus from the window, or hides the panel. Keys with Ctrl, Alt or Meta, function keys, Tab and Enter do
    what they do elsewhere; an open menu or list has all keys, and what was held is let go.

    Signals:
        changed: it was switched on, or off.

    Attributes:
        is_on: whether it is.
        take_key: called with each key that is for driving, and with those that let go of all others.
    """

    changed = Signal(bool)

    def __init__(self, pilot: DriveClient, window: QWidget, themes: Themes) -> None:
        super().__init__(window)
        self._pilot = pilot
        self._window = window
        self._themes = themes
        self._frames: list[ModeFrame] = []
        self._eats_escape = False
        # the keys that went down for driving and are not up yet
        self._down: set[int] = set()
        self.is_on = False
        self.take_key: Callable[[QKeyEvent], object] = lambda _: None
        pilot.polled.connect(self._look)
        for signal in (pilot.disarmed, pilot.pressed, pilot.selection_changed):
            signal.connect(self.leave)

    @property
    def can_begin(self) -> bool:
        """Whether it can be switched on: the robot is armed."""
        state = self._pilot.state
        return self._pilot.selection is not None and state is not None and state.stage is Stage.ARMED

    @property
    def keeps_keys(self) -> bool:
        """Whether keys stay held when the focus goes: to something else in the window, that is no menu."""
        there = is_of_window(QApplication.activeWindow(), self._window)
        return self.is_on and there and QApplication.activePopupWidget() is None

    def switch(self, on: bool) -> None:  # noqa: FBT001 - a slot
        """Switch it on, if the robot is armed, or off; what is held is let go of."""
        wanted = on and self.can_begin
        if wanted != self.is_on:
            self.is_on = wanted
            self._pilot.release_inputs()
            self._show()
        # whoever asked shows what is
        self.changed.emit(self.is_on)

    def leave(self) -> None:
        """Switch it off."""
        if self.is_on:
            self.switch(False)

    # for the filter of the application's events

    def handle_key(self, event: QKeyEvent) -> bool:
        """Handle a key that is no Space; True if it goes nowhere else."""
        if event.key() == _Key.Key_Escape and self._escape(event):
            return True
        if not self.keeps_keys:
            return self._is_left_over(event)
        taken = _is_taken(event)
        if taken and not event.isAutoRepeat():
            (self._down.discard if event.type() == QEvent.Type.KeyRelease else self._down.add)(event.key())
        if event.type() == QEvent.Type.ShortcutOverride and taken:
            # no shortcut gets it; the key itself comes next
            event.accept()
            return True
        self.take_key(event)
        return taken

    def handle_input_method(self, event: QEvent) -> bool:
        """Keep text fields from what an input method writes, and it from the keys; True for an event that ends here."""
        if not self.is_on:
            return False
        if isinstance(event, QInputMethodQueryEvent) and event.queries() & Qt.InputMethodQuery.ImEnabled:
            event.setValue(Qt.InputMethodQuery.ImEnabled, False)
            return True
        return isinstance(event, QInputMethodEvent)

    def handle_shown(self, shown: QObject) -> None:
        """Handle a widget that is shown: a menu or a list has the keys now, and a dock that floats gets a frame."""
        if not self.is_on or not isinstance(shown, QWidget):
            return
        if shown.windowType() is Qt.WindowType.Popup:
            self._pilot.release_inputs()
        elif is_of_window(shown, self._window) and all(
            frame.parent() is not shown for frame in filter(Shiboken.isValid, self._frames)
        ):
            self._frames.append(ModeFrame(shown, self._themes))

    # internals

    def _is_left_over(self, event: QKeyEvent) -> bool:
        """Whether a key is still down that was for driving: its repetitions, and its release, are nobody's."""
        if event.key() not in self._down:
            return False
        if event.isAutoRepeat():
            event.accept()
            return True
        self._down.discard(event.key())
        return event.type() == QEvent.Type.KeyRelease

    def _escape(self, event: QKeyEvent) -> bool:
        """Leave, and disarm; the repetitions of that press, and its release, are nobody's."""
        kind, is_new = event.type(), not event.isAutoRepeat()
        if kind != QEvent.Type.KeyRelease and is_new:
            self._eats_escape = self.keeps_keys
        eaten = self._eats_escape
        if eaten:
            event.accept()
        if eaten and kind == QEvent.Type.KeyPress and self.is_on:
            self._pilot.disarm(Reason.BY_OPERATOR)
            self.leave()
        if kind == QEvent.Type.KeyRelease and is_new:
            self._eats_escape = False
        return eaten

    def _look(self) -> None:
        if self.is_on and not self.can_begin:
            self.leave()

    def _show(self) -> None:
        frames, self._frames = self._frames, []
        for frame in filter(Shiboken.isValid, frames):
            frame.hide()
            frame.deleteLater()
        # an input method would keep the keys for itself where a text field has the focus
        QGuiApplication.inputMethod().reset()
        QGuiApplication.inputMethod().update(Qt.InputMethodQuery.ImEnabled)
        if self.is_on:
            for widget in (self._window, *QApplication.topLevelWidgets()):
                if widget.isVisible() and is_of_window(widget, self._window):
                    self.handle_shown(widget)


def _is_taken(event: QKeyEvent) -> bool:
    """Whether a key is for driving, or would be typed: all but what `DriveMode` leaves to others."""
    key, held = event.key(), event.modifiers()
    if held & _OTHERS:
        # AltGr types characters, and comes as Ctrl and Alt on Windows; a shortcut of such keys is one all the same
        types = bool(event.text()) and event.text().isprintable() and bool(held & _Modifier.AltModifier)
        return types and event.type() != QEvent.Type.ShortcutOverride
    return not (_Key.Key_F1 <= key <= _Key.Key_F35 or key in _LEFT_ALONE)


class ModeFrame(QWidget):
    """Frame around a window in drive mode, with words in the menu bar where there is one. It takes no mouse."""

    def __init__(self, window: QWidget, themes: Themes) -> None:
        super().__init__(window)
        self._window = window
        self._themes = themes
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(say(DrivePanelWording.MODE_BADGE(key=key_name("Esc"))))
        window.installEventFilter(self)
        themes.changed.connect(self.update)
        self._place()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the window: its size, and whether a dock still floats."""
        if event.type() in {QEvent.Type.Resize, QEvent.Type.LayoutRequest, QEvent.Type.Show}:
            self._place()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the frame and the words."""
        del event
        # it is on only while the robot is armed
        colors = tone_colors(self._themes.current, DriveTone.ARMED)
        painter = QPainter(self)
        half = _FRAME / 2
        painter.setPen(QPen(QColor(colors.background), _FRAME))
        painter.drawRect(self.rect().toRectF().adjusted(half, half, -half, -half))
        text, place = self._words()
        if text:
            painter.fillRect(place, QColor(colors.background))
            painter.setPen(QColor(colors.text))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()

    def _words(self) -> tuple[str, QRect]:
        """Return the words, long if there is room for them, and their place at the right of the menu bar."""
        window = self._window
        bar = window.menuBar() if isinstance(window, QMainWindow) else None
        if bar is None or not bar.isVisible() or bar.isNativeMenuBar():
            return "", QRect()
        place = QRect(bar.pos(), bar.size())
        menus = [bar.actionGeometry(action).right() for action in bar.actions() if action.isVisible()]
        free = place.width() - max(menus, default=0) - _FRAME
        key = key_name("Esc")
        texts = say(DrivePanelWording.MODE_BADGE(key=key)), say(DrivePanelWording.MODE_BADGE_SHORT(key=key))
        widths = [self.fontMetrics().horizontalAdvance(text) + 2 * _PADDING for text in texts]
        number = 0 if widths[0] <= free else 1
        return texts[number], QRect(place.right() - widths[number], place.top(), widths[number], place.height())

    def _place(self) -> None:
        self.setVisible(self._window.isWindow())
        self.setGeometry(self._window.rect())
        inside = self.rect().adjusted(_FRAME, _FRAME, -_FRAME, -_FRAME)
        # nothing else of the window is drawn anew with it
        self.setMask((QRegion(self.rect()) - QRegion(inside)) | QRegion(self._words()[1]))
        self.update()
