"""The panes of the window by key: from one to the next, and from control to control by Tab, each with its ring."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QApplication, QDockWidget, QMainWindow, QMenuBar, QTabBar, QWidget
from shiboken6 import Shiboken

from app.ui.base.tab_order import in_reading_order, step, stops
from app.ui.base.theme import Themes
from app.ui.widgets.dock_places import grow_pane, is_in_front
from app.ui.widgets.docks import DockWindow

if TYPE_CHECKING:
    from app.ui.window.actions import Actions

_RING_WIDTH: Final = 2

_ACROSS: Final = Qt.Orientation.Horizontal
_DOWN: Final = Qt.Orientation.Vertical

# in pixels: of a pane by a press of a key
_GROWTH: Final = 40


class Panes(QObject):
    """The panes of a window: tool bar, middle, docks and their tabs, from top to bottom, and floating docks.

    Going to a pane never comes to a button in it, which the next key would press, where there is anything else.
    """

    def __init__(self, window: QMainWindow, themes: Themes) -> None:
        super().__init__(window)
        self._window = window
        self._themes = themes
        self._ring: _PaneRing | None = None
        self._newest: QWidget | None = None
        # what had the focus last, by pane
        self._last: dict[QWidget, QWidget] = {}
        app = QApplication.instance()
        assert isinstance(app, QApplication)  # noqa: S101 - there are widgets
        app.focusChanged.connect(self._note)

    def next(self) -> None:
        """Go to the next pane."""
        self._go(1)

    def previous(self) -> None:
        """Go to the previous pane."""
        self._go(-1)

    def connect_actions(self, actions: Actions) -> None:
        """Have the actions go from pane to pane, and change the size of the current one."""
        actions.next_pane.triggered.connect(self.next)
        actions.previous_pane.triggered.connect(self.previous)
        docks = actions.docks
        for action, orientation, pixels in (
            (docks.wider, _ACROSS, _GROWTH),
            (docks.narrower, _ACROSS, -_GROWTH),
            (docks.higher, _DOWN, _GROWTH),
            (docks.lower, _DOWN, -_GROWTH),
        ):
            action.triggered.connect(functools.partial(self._grow, orientation, pixels))

    @property
    def all(self) -> list[QWidget]:
        """The panes that can be seen and have something for the keyboard focus, in order."""
        return list(self._controls())

    @property
    def current(self) -> QWidget | None:
        """The pane that has the keyboard focus, or had it last while another window has it."""
        return self.pane_of(QApplication.focusWidget()) or (
            self._newest if self._newest is not None and Shiboken.isValid(self._newest) else None
        )

    def pane_of(self, widget: QWidget | None) -> QWidget | None:
        """Return the pane that a widget is in."""
        while widget is not None and widget is not self._window:
            parent = widget.parentWidget()
            if parent is self._window:
                return widget
            widget = parent
        return None

    def step(self, widget: QWidget | None, *, forward: bool) -> bool:
        """Give the focus to the control before or after `widget`, pane by pane; whether there is one.

        A `widget` that was disabled just now, as a button that was pressed, keeps its place in the order.
        """
        # a floating dock has its own round, as a window of its own
        within = (controls for pane, controls in self._controls(widget).items() if not pane.isWindow())
        controls = [control for controls in within for control in controls]
        return step(controls, widget, forward=forward)

    def _note(self, before: QWidget | None, now: QWidget | None) -> None:
        if not Shiboken.isValid(self._window):
            # it is just being deleted
            return
        # when the control with the focus is hidden, Qt goes on to the next one, mostly the first button of the tool bar
        gone = before is not None and (not Shiboken.isValid(before) or not before.isVisible())
        # but one that the mouse is pressing has it by that, and would lose its click with it
        pressed = now is not None and now.underMouse() and bool(QApplication.mouseButtons())
        # a row of tabs that is deleted leaves the focus to nothing
        if (now is None or (gone and isinstance(now, QAbstractButton) and not pressed)) and self._window.isVisible():
            QTimer.singleShot(0, self, lambda: self._settle(before, now))
        pane = self.pane_of(now)
        self._last = {pane: last for pane, last in self._last.items() if Shiboken.isValid(pane)}
        if pane is not None and now is not None:
            self._newest, self._last[pane] = pane, now

    def _settle(self, before: QWidget | None, given: QWidget | None) -> None:
        """Take the focus from where Qt gave it: back if that can be seen again, else to the first that is no button."""
        if QApplication.focusWidget() is not given or not self._window.isActiveWindow():
            return
        if QApplication.activePopupWidget() is not None or QApplication.activeModalWidget() is not None:
            return
        if before is not None and Shiboken.isValid(before) and before.isVisible() and before.isEnabled():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        for pane, controls in self._controls().items():
            target = _target(pane, controls, self._last.get(pane))
            if not pane.isWindow() and not isinstance(target, QAbstractButton):
                target.setFocus(Qt.FocusReason.OtherFocusReason)
                return

    def _go(self, step: int) -> None:
        controls = self._controls()
        panes = list(controls)
        if not panes:
            return
        current = self.current
        number = panes.index(current) if current in panes else -1 if step > 0 else 0
        pane = panes[(number + step) % len(panes)]
        pane.window().activateWindow()
        _target(pane, controls[pane], self._last.get(pane)).setFocus(Qt.FocusReason.OtherFocusReason)
        if self._ring is not None and Shiboken.isValid(self._ring):
            self._ring.leave()
        self._ring = _PaneRing(pane, self._themes)

    def _grow(self, orientation: Qt.Orientation, pixels: int) -> None:
        pane: QWidget | None = self.current
        if isinstance(pane, QTabBar) and isinstance(self._window, DockWindow):
            pane = self._window.dock_of_tab(pane, pane.currentIndex())
        if isinstance(pane, QDockWidget) or (pane is not None and pane is self._window.centralWidget()):
            grow_pane(self._window, pane, orientation, pixels)

    def _controls(self, start: QWidget | None = None) -> dict[QWidget, list[QWidget]]:
        """Return what Tab comes to in each pane, and `start`, in order; panes with nothing are left out."""
        found = {pane: list(stops(pane, start)) for pane in self._places()}
        panes = [pane for pane, controls in found.items() if controls]
        inside = in_reading_order(pane for pane in panes if not pane.isWindow())
        return {pane: found[pane] for pane in (*inside, *(pane for pane in panes if pane.isWindow()))}

    def _places(self) -> Iterator[QWidget]:
        """Yield whatever in the window may be a pane, and can be seen."""
        for child in self._window.children():
            if not isinstance(child, QWidget) or not child.isVisible() or isinstance(child, QMenuBar | _PaneRing):
                continue
            if child.isWindow():
                is_seen = isinstance(child, QDockWidget)
            else:
                # a dock behind another is visible for Qt, and lies outside of the window
                is_seen = is_in_front(child) if isinstance(child, QDockWidget) else not child.visibleRegion().isEmpty()
            if is_seen:
                yield child


def _target(pane: QWidget, controls: list[QWidget], last: QWidget | None) -> QWidget:
    """Return what gets the focus in a pane: what had it last, else what its content hands it on to, else the first."""
    content = pane.widget() if isinstance(pane, QDockWidget) else pane
    proxy = content.focusProxy() if content is not None else None
    wanted = [last, proxy, content, *controls]
    return next((one for one in wanted if one in controls and not isinstance(one, QAbstractButton)), controls[0])


class _PaneRing(QWidget):
    """Ring around a pane that was gone to by key, until the focus goes elsewhere or the mouse is used."""

    def __init__(self, pane: QWidget, themes: Themes) -> None:
        super().__init__(pane.window())
        self._pane = pane
        self._themes = themes
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        pane.installEventFilter(self)
        app = QApplication.instance()
        assert isinstance(app, QApplication)  # noqa: S101 - there are widgets
        app.focusChanged.connect(self._follow)
        self._place()
        self.show()
        self.raise_()

    def leave(self) -> None:
        """Take the ring away."""
        self.hide()
        self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the pane."""
        if event.type() in {QEvent.Type.Move, QEvent.Type.Resize}:
            self._place()
        elif event.type() in {QEvent.Type.Hide, QEvent.Type.MouseButtonPress}:
            self.leave()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ring."""
        del event
        painter = QPainter(self)
        painter.setPen(QPen(self._themes.current.color("accent"), _RING_WIDTH))
        half = _RING_WIDTH / 2
        painter.drawRect(self.rect().toRectF().adjusted(half, half, -half, -half))
        painter.end()

    def _place(self) -> None:
        place = QPoint() if self._pane.isWindow() else self._pane.pos()
        self.setGeometry(QRect(place, self._pane.size()))

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        # Qt deletes a row of tabs when nothing is in it any more
        gone = not Shiboken.isValid(self._pane)
        # a menu or another program may have it for a while
        if gone or (now is not None and not self._pane.isAncestorOf(now) and now is not self._pane):
            self.leave()
