"""Docks: their title bars and tabs, the action that shows one, and a main window that can maximise one."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, cast

from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, QPointF, QSize, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QTabBar,
    QTabWidget,
    QToolButton,
    QWidget,
)
from shiboken6 import Shiboken
from typing_extensions import override

from app.ui.base.tab_order import OrderedDock
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.widgets.changing_docks import ChangingDocks
from app.ui.widgets.dock_places import (
    VIEW_PROPERTY,
    KeptSizes,
    docks_in,
    fits,
    left_mouse_event,
    longest_share,
    resize_docks,
    shown_docks,
    split_off,
    tab_in_front,
    tab_until_all_fits,
    tear_off,
    visible_docks,
)
from app.ui.widgets.labels import ElidedLabel, name_widget
from app.ui.widgets.menus import add_entry, add_submenu, context_menu
from app.wording.ui.widgets import WidgetsWording

_ACROSS: Final = Qt.Orientation.Horizontal
_DOWN: Final = Qt.Orientation.Vertical

# in pixels: behind the buttons in a row of tabs, and around the title of a tab by the style sheet, rounded up
_AFTER_TOOLS: Final = 5
_TAB_FRAME: Final = 28

# what is left of a title at least
_LEAST_LETTERS: Final = 4

# times the distance at which a drag begins: so far outside of its row a tab is dragged away
_AWAY: Final = 3


class DockTools(QWidget):
    """Buttons of a dock: its menu, float, maximise and close."""

    def __init__(self, themes: Themes, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._dock: QDockWidget | None = None
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        # closing first: what follows is put before it
        self._close = self._button(say(WidgetsWording.CLOSE()), lambda dock: dock.close())
        self._maximise = self._button("", toggle_maximised)
        self._float = self._button("", lambda dock: dock.setFloating(not dock.isFloating()))
        self._menu = self._button(say(WidgetsWording.VIEW_MENU()), self._open_menu)
        self._menu.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for button in (self._menu, self._float, self._maximise, self._close):
            line.addWidget(button)
        themes.changed.connect(self._draw)

    def set_dock(self, dock: QDockWidget | None) -> None:
        """Act on this dock from now on; None for none."""
        self._dock = dock
        self._draw()

    def _living(self) -> QDockWidget | None:
        """Return the dock, unless it was deleted: a row of tabs outlives the docks in it."""
        return self._dock if self._dock is not None and Shiboken.isValid(self._dock) else None

    def _act(self, do: Callable[[QDockWidget], object]) -> None:
        dock = self._living()
        if dock is not None:
            do(dock)

    def _button(self, name: str, do: Callable[[QDockWidget], object]) -> QToolButton:
        button = QToolButton(self)
        button.setAutoRaise(True)
        # Tab comes to the menu, which has all that the others do
        button.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        name_widget(button, name)
        button.clicked.connect(lambda: self._act(do))
        return button

    def _open_menu(self, dock: QDockWidget) -> None:
        dock_menu(dock).popup(self._menu.mapToGlobal(self._menu.rect().bottomLeft()))

    def _draw(self) -> None:
        dock = self._living()
        if dock is None:
            return
        maximised, floats = is_maximised(dock), dock.isFloating()
        name_widget(self._maximise, maximise_text(maximised=maximised))
        name_widget(self._float, float_text(floats=floats))
        features = dock.features()
        self._close.setVisible(bool(features & QDockWidget.DockWidgetFeature.DockWidgetClosable))
        self._float.setVisible(can_float(dock))
        self._maximise.setVisible(isinstance(dock.parent(), DockWindow) and not floats)
        icons = {
            self._menu: "more",
            self._float: "float",
            self._maximise: "restore" if maximised else "maximise",
            self._close: "disconnect",
        }
        for button, icon in icons.items():
            button.setIcon(self._themes.icon(icon, "muted"))


class DockTitleBar(QWidget):
    """Title bar for `QDockWidget.setTitleBarWidget`. It takes no room while a tab shows the title.

    Its buttons are made when it is first seen: most docks of a window are hidden or tabs when it opens.
    """

    def __init__(self, dock: QDockWidget, themes: Themes) -> None:
        super().__init__(dock)
        self._dock = dock
        self._themes = themes
        self._tools: DockTools | None = None
        self._is_tabbed = False
        self._title = ElidedLabel(dock.windowTitle(), Qt.TextElideMode.ElideMiddle)
        font = self._title.font()
        font.setBold(True)
        self._title.setFont(font)
        dock.windowTitleChanged.connect(self._title.setText)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 4, 6, 3)
        layout.addWidget(self._title, 1)
        dock.topLevelChanged.connect(self.refresh)

    def refresh(self) -> None:
        """Show what the dock is now: maximised, floating, or neither."""
        if self._tools is None and self.isVisible() and not self._is_tabbed:
            self._tools = DockTools(self._themes, self)
            cast("QHBoxLayout", self.layout()).addWidget(self._tools)
        if self._tools is not None:
            self._tools.set_dock(self._dock)

    def set_tabbed(self, *, tabbed: bool) -> None:
        """Take no room, as a tab shows the title; or be there again."""
        if tabbed != self._is_tabbed:
            self._is_tabbed = tabbed
            self._title.setVisible(not tabbed)
            if self._tools is None:
                self.refresh()
            else:
                self._tools.setVisible(not tabbed)
            self.updateGeometry()

    # overrides of QWidget

    def showEvent(self, event: QShowEvent) -> None:
        """Make the buttons."""
        self.refresh()
        super().showEvent(event)

    def sizeHint(self) -> QSize:
        """Return nothing while a tab shows the title."""
        return QSize(0, 0) if self._is_tabbed else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return nothing while a tab shows the title."""
        return QSize(0, 0) if self._is_tabbed else super().minimumSizeHint()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Maximise the dock, or restore it; one that floats goes back into the window."""
        if event.button() is Qt.MouseButton.LeftButton:
            toggle_maximised(self._dock)
        # Qt would let it float
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the dock."""
        dock_menu(self._dock).popup(event.globalPos())


class _DockTabs(QObject):
    """Event filter of a row of tabs: a double click maximises, the middle button closes, the right one opens a menu.

    A tab that is dragged away becomes a window of its own, which is dragged on to where it is to stand. The buttons of
    the dock in front stand at the end of the row, and long titles are cut to leave them room.
    """

    def __init__(self, bar: QTabBar, window: DockWindow, themes: Themes) -> None:
        super().__init__(bar)
        self._bar = bar
        self._window = window
        self._tools = DockTools(themes, bar)
        # pixels of a title; 0 for as many as it needs
        self._longest = 0
        # the dock of the tab on which the left button went down
        self._held: QDockWidget | None = None
        bar.setElideMode(Qt.TextElideMode.ElideMiddle)
        bar.setAccessibleName(say(WidgetsWording.DOCK_TABS()))
        bar.installEventFilter(self)
        bar.currentChanged.connect(self.place_tools)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle what is done to a tab; True for an event that goes nowhere else."""
        kind = event.type()
        if kind in {QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.LayoutRequest}:
            self.place_tools()
        elif isinstance(event, QMouseEvent):
            return self._handle_mouse(event)
        elif isinstance(event, QContextMenuEvent):
            dock = self._dock_at(event.pos())
            if dock is not None:
                dock_menu(dock).popup(event.globalPos())
                return True
        return super().eventFilter(watched, event)

    def place_tools(self) -> None:
        """Put the buttons at the end of the row, for the dock in front; hide them where tabs can't be that narrow."""
        dock = self._window.dock_of_tab(self._bar, self._bar.currentIndex())
        self._tools.set_dock(dock)
        if dock is None:
            self._tools.hide()
            return
        room, size = self._bar.rect(), self._tools.sizeHint()
        self._cut_titles(room.width() - size.width() - _AFTER_TOOLS - 1)
        end = self._bar.tabRect(self._bar.count() - 1).right()
        self._tools.setGeometry(
            room.right() - size.width() - _AFTER_TOOLS, (room.height() - size.height()) // 2, *size.toTuple()
        )
        self._tools.setVisible(end < self._tools.x())

    def _cut_titles(self, room: int) -> None:
        """Cut the longest titles, so that the tabs need no more than this room."""
        metrics, bar = self._bar.fontMetrics(), self._bar
        widths = [metrics.horizontalAdvance(bar.tabText(number)) for number in range(bar.count())]
        longest = longest_share(widths, room - len(widths) * _TAB_FRAME)
        if longest:
            longest = max(longest, metrics.averageCharWidth() * _LEAST_LETTERS)
        if longest != self._longest:
            self._longest = longest
            bar.setStyleSheet(f"QTabBar::tab {{ max-width: {longest}px; }}" if longest else "")

    def _handle_mouse(self, event: QMouseEvent) -> bool:
        if event.type() is QEvent.Type.MouseMove:
            return self._drag(event)
        dock = self._dock_at(event.position().toPoint())
        is_press = event.type() is QEvent.Type.MouseButtonPress and event.button() is Qt.MouseButton.LeftButton
        self._held = dock if is_press else None
        if dock is None:
            return False
        if event.type() is QEvent.Type.MouseButtonDblClick and event.button() is Qt.MouseButton.LeftButton:
            # later: the row of tabs may be gone by then, in the middle of its event
            QTimer.singleShot(0, dock, lambda: toggle_maximised(dock))
            return True
        if event.type() is QEvent.Type.MouseButtonRelease and event.button() is Qt.MouseButton.MiddleButton:
            QTimer.singleShot(0, dock, dock.close)
            return True
        return False

    def _drag(self, event: QMouseEvent) -> bool:
        """Let go of a tab that is dragged out of the row, and drag its dock instead."""
        away = _AWAY * QApplication.startDragDistance()
        room = self._bar.rect().adjusted(-away, -away, away, away)
        dock = self._held
        if dock is None or room.contains(event.position().toPoint()):
            return False
        self._held = None
        inside = QPointF(self._bar.rect().center())
        none = Qt.MouseButton.NoButton
        # else the row would go on moving the tab within itself
        QApplication.sendEvent(self._bar, left_mouse_event(QEvent.Type.MouseButtonRelease, self._bar, inside, none))
        # later: the row of tabs may be gone by then, in the middle of its event
        QTimer.singleShot(0, dock, lambda: tear_off(dock, self._window.follow_docks))
        return True

    def _dock_at(self, place: QPoint) -> QDockWidget | None:
        return self._window.dock_of_tab(self._bar, self._bar.tabAt(place))


def maximise_text(*, maximised: bool) -> str:
    """Return what maximising does to a dock that is maximised, or is not."""
    return say(WidgetsWording.RESTORE()) if maximised else say(WidgetsWording.MAXIMISE())


def float_text(*, floats: bool) -> str:
    """Return what the button for a window of its own does to a dock that has one, or has none."""
    return say(WidgetsWording.DOCK()) if floats else say(WidgetsWording.OPEN_IN_A_SEPARATE())


def can_float(dock: QDockWidget) -> bool:
    """Whether a dock can have a window of its own."""
    return bool(dock.features() & QDockWidget.DockWidgetFeature.DockWidgetFloatable)


def is_maximised(dock: QDockWidget) -> bool:
    """Whether a dock is maximised in its window."""
    window = dock.parent()
    return isinstance(window, DockWindow) and window.maximised is dock


def toggle_maximised(dock: QDockWidget) -> None:
    """Maximise a dock, or restore it; one that floats goes back into the window."""
    window = dock.parent()
    if dock.isFloating():
        dock.setFloating(False)
    elif isinstance(window, DockWindow):
        window.set_maximised(None if window.maximised is dock else dock)


def dock_menu(dock: QDockWidget) -> QMenu:
    """Return the menu of a dock, which is deleted once it closes."""
    window = cast("QMainWindow", dock.parent())
    menu = context_menu(dock)
    maximised, floats = is_maximised(dock), dock.isFloating()
    if isinstance(window, DockWindow) and not floats:
        add_entry(menu, maximise_text(maximised=maximised), lambda: toggle_maximised(dock))
    if can_float(dock):
        add_entry(menu, float_text(floats=floats), lambda: dock.setFloating(not floats))
    if not floats and not maximised:
        beside = window.beside if isinstance(window, DockWindow) else None
        if window.tabifiedDockWidgets(dock):
            below = add_submenu(menu, say(WidgetsWording.SPLIT()))
            add_entry(
                below, say(WidgetsWording.BESIDE_THE_OTHER_TABS()), lambda: split_off(window, dock, _ACROSS, beside)
            )
            add_entry(below, say(WidgetsWording.BELOW_THE_OTHER_TABS()), lambda: split_off(window, dock, _DOWN, beside))
        _add_moves(add_submenu(menu, say(WidgetsWording.MOVE_TO())), window, dock)
    if dock.features() & QDockWidget.DockWidgetFeature.DockWidgetClosable:
        menu.addSeparator()
        add_entry(menu, say(WidgetsWording.CLOSE()), dock.close)
    return menu


def _add_moves(menu: QMenu, window: QMainWindow, dock: QDockWidget) -> None:
    for area, text in (
        (Qt.DockWidgetArea.LeftDockWidgetArea, say(WidgetsWording.LEFT_SIDE())),
        (Qt.DockWidgetArea.RightDockWidgetArea, say(WidgetsWording.RIGHT_SIDE())),
        (Qt.DockWidgetArea.BottomDockWidgetArea, say(WidgetsWording.BOTTOM())),
    ):
        add_entry(
            menu,
            text,
            functools.partial(window.addDockWidget, area, dock),
            enabled=bool(dock.allowedAreas() & area),
        )
    for other in visible_docks(window):
        if other is not dock and other not in window.tabifiedDockWidgets(dock):
            text = say(WidgetsWording.TAB_GROUP_OF(title=other.windowTitle().replace("&", "&&")))
            add_entry(menu, text, functools.partial(tab_in_front, window, other, dock))


def make_dock(window: QMainWindow, name: str, title: str) -> QDockWidget:
    """Return a dock that can be moved, closed and float, and stands nowhere yet; layouts know it by its name."""
    dock = OrderedDock(title, window)
    dock.setObjectName(name)
    features = QDockWidget.DockWidgetFeature
    dock.setFeatures(features.DockWidgetClosable | features.DockWidgetMovable | features.DockWidgetFloatable)
    return dock


def make_hidden_dock(window: QMainWindow, name: str, title: str, themes: Themes, beside: QDockWidget) -> QDockWidget:
    """Return a dock with a title bar that is tabbed with another, and hidden."""
    dock = make_dock(window, name, title)
    dock.setTitleBarWidget(DockTitleBar(dock, themes))
    window.addDockWidget(window.dockWidgetArea(beside), dock)
    window.tabifyDockWidget(beside, dock)
    dock.hide()
    return dock


_OTHER_PIXELS: Final = frozenset({QEvent.Type.DevicePixelRatioChange, QEvent.Type.ScreenChangeInternal})


class DockWindow(ChangingDocks):
    """Main window whose docks have titles or tabs at their top, and of which one can be maximised.

    Attributes:
        beside: the dock left of which views stand.
        strip: the dock that stays visible beside a maximised one, while `strip_is_needed`.
        maximised: the dock that was maximised, if any.
    """

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        self._dock_themes = themes
        self._ratios = self._pixel_ratios
        self.beside: QDockWidget | None = None
        self.strip: QDockWidget | None = None
        self.strip_is_needed: Callable[[], bool] = lambda: False
        self.maximised: QDockWidget | None = None
        # the state from before one was maximised, and the docks that can be seen since
        self._former = QByteArray()
        self._staying: frozenset[QDockWidget] = frozenset()
        # docks are changed by this class, which is no work of the operator
        self._is_changing = False
        # the state from before docks were tabbed for want of room, the room that it needs, and the docks shown then
        self._roomy: tuple[QByteArray, QSize, list[str]] | None = None
        self._sizes = KeptSizes(self)
        self._fitting = QTimer(self, interval=0, singleShot=True)
        self._fitting.timeout.connect(self.fit_docks)
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)

    def set_maximised(self, dock: QDockWidget | None) -> None:
        """Maximise a dock; None restores the arrangement from before."""
        if self.maximised is not dock:
            self._sizes.forget()
        if self.maximised is not None:
            self.maximised = None
            with self._changing():
                self.centralWidget().show()
                self.restoreState(self._former)
        if dock is not None and not dock.isFloating() and not dock.isHidden():
            self._maximise(dock)
        self._draw_titles()
        # once more when rows of tabs have been laid out, as there was no room for their buttons before
        QTimer.singleShot(0, self, self._draw_titles)

    def toggle_maximised(self) -> None:
        """Maximise the dock that has the focus, or else the largest view; restore one that is maximised."""
        focus = QApplication.focusWidget()
        seen = visible_docks(self)
        focused = next((dock for dock in seen if focus is not None and dock.isAncestorOf(focus)), None)
        views = [dock for dock in seen if dock.property(VIEW_PROPERTY)]
        largest = max(views, key=lambda dock: dock.width() * dock.height(), default=None)
        self.set_maximised(None if self.maximised is not None else focused or largest)

    def fit_docks(self) -> None:
        """Tab docks where the window has become too small for all, and undo that once there is room again."""
        if self.maximised is not None or not self.isVisible():
            return
        needed = self.minimumSizeHint()
        with self._changing():
            if self._roomy is not None and fits(self._roomy[1], self.size()):
                state, _, shown = self._roomy
                self._roomy = None
                if shown == shown_docks(self):
                    self.restoreState(state)
            elif not fits(needed, self.size()):
                self._roomy = self._roomy or (self.saveState(), needed, shown_docks(self))
                tab_until_all_fits(self, strip=self.strip)
            self._sizes.put_back()

    def follow_docks(self) -> None:
        """Follow docks that were shown, hidden, moved or tabbed."""
        self._check_maximised()
        self._sizes.watch()
        for dock in docks_in(self):
            title = dock.titleBarWidget()
            if isinstance(title, DockTitleBar):
                title.set_tabbed(tabbed=not dock.isFloating() and bool(self.tabifiedDockWidgets(dock)))
        for bar in self._tab_bars():
            tabs = bar.findChild(_DockTabs)
            if tabs is None:
                _DockTabs(bar, self, self._dock_themes)
            else:
                # another title leaves another room
                tabs.place_tools()

    def dock_of_tab(self, bar: QTabBar, index: int) -> QDockWidget | None:
        """Return the dock of a tab."""
        # Qt has the address of the dock there
        address = bar.tabData(index)
        return next((dock for dock in docks_in(self) if Shiboken.getCppPointer(dock)[0] == address), None)

    @property
    def _pixel_ratios(self) -> tuple[float, float]:
        """Pixels per logical pixel, of the screen and of the window: they may differ where that is a fraction."""
        return self.screen().devicePixelRatio(), self.devicePixelRatioF()

    # overrides of QMainWindow

    def event(self, event: QEvent) -> bool:
        """Follow the docks when the window is laid out anew, and the pixels of the screen that it comes to."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.follow_docks()
        elif event.type() in _OTHER_PIXELS and self._ratios != self._pixel_ratios:
            self._ratios = self._pixel_ratios
            self._dock_themes.redraw_icons()
        return done

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Restore a maximised dock by an Escape that nothing else took."""
        if self.maximised is not None and event.key() == Qt.Key.Key_Escape:
            self.set_maximised(None)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have docks tabbed where they have no room any more."""
        super().resizeEvent(event)
        self._fitting.start()

    # internals

    @contextmanager
    def _changing(self) -> Iterator[None]:
        before, self._is_changing = self._is_changing, True
        try:
            yield
        finally:
            self._is_changing = before

    def _maximise(self, dock: QDockWidget) -> None:
        self._former = self.saveState()
        strip = self.strip
        stays = strip is not None and strip is not dock and not strip.isHidden() and self.strip_is_needed()
        self._staying = frozenset({dock, strip} if strip is not None and stays else {dock})
        height = strip.height() if strip is not None else 0
        with self._changing():
            for each in docks_in(self):
                if each not in self._staying and not each.isFloating():
                    each.hide()
            self.centralWidget().hide()
            dock.raise_()
            if strip is not None and stays and height:
                resize_docks(self, {strip: height}, _DOWN)
        self.maximised = dock

    def _check_maximised(self) -> None:
        """Restore the others as soon as the maximised dock is not there any more, or another one is shown."""
        dock = self.maximised
        if dock is None or self._is_changing:
            return
        others = [each for each in docks_in(self) if each not in self._staying and not each.isFloating()]
        shown = [each for each in others if not each.isHidden()]
        hidden, floats = dock.isHidden(), dock.isFloating()
        if not (shown or hidden or floats):
            return
        place = dock.geometry()
        self.set_maximised(None)
        dock.setHidden(hidden)
        if floats:
            dock.setFloating(True)
            dock.setGeometry(place)
        for each in shown:
            each.show()
            each.raise_()

    def _draw_titles(self) -> None:
        for dock in docks_in(self):
            title = dock.titleBarWidget()
            if isinstance(title, DockTitleBar):
                title.refresh()
        for bar in self._tab_bars():
            for tabs in bar.findChildren(_DockTabs):
                tabs.place_tools()

    def _tab_bars(self) -> list[QTabBar]:
        return self.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)

    @override
    def before_change(self) -> None:
        """Restore a maximised dock, unless this class changes docks itself."""
        if not self._is_changing:
            self._roomy = None
            self._sizes.forget()
            if self.maximised is not None:
                self.set_maximised(None)
