"""The menu Help, as far as it is about the program itself: guide, keys, tour, news, versions, and the self-test."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QToolBar, QWidget

from app.ui.base import dialogs
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import Spawn
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.drive.stop_button import StopButton
from app.ui.widgets.notices import WindowNotices
from app.ui.widgets.question_bar import Answer
from app.ui.window.actions import Actions
from app.ui.window.keys import ActionKeys
from app.ui.window.panes import Panes
from app.wording.ui.help import TourWording

if TYPE_CHECKING:
    # what follows is loaded when it is needed
    from app.drive.supervisor.drive_state import DriveState
    from app.ui.help.tour import Tour


class HelpMenu(QObject):
    """The dialogs of the menu Help, which are loaded when they are first opened, and the tour."""

    def __init__(
        self,
        window: QMainWindow,
        actions: Actions,
        keys: ActionKeys,
        panes: Panes,
        themes: Themes,
        preferences: Preferences,
        spawn: Spawn,
        tool_bar: QToolBar,
        topics: QWidget,
        verbs: QWidget,
        drive_state: Callable[[], DriveState | None],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._actions = actions
        self._keys = keys
        self._panes = panes
        self._themes = themes
        self._preferences = preferences
        self._spawn = spawn
        self._tool_bar = tool_bar
        self._topics = topics
        self._verbs = verbs
        self._drive_state = drive_state
        self.tour: Tour | None = None
        actions.guide.triggered.connect(self.show_guide)
        actions.keys_of_pane.triggered.connect(self._show_keys)
        actions.tour.triggered.connect(self.start_tour)
        actions.check_installation.triggered.connect(self._check_installation)
        actions.whats_new.triggered.connect(self._show_news)
        actions.about.triggered.connect(self._show_about)

    def show_guide(self) -> None:
        """Open the guide at the page of what has the focus."""
        from app.ui.help.guide_dialog import open_guide  # noqa: PLC0415 - not needed to be seen
        from app.ui.help.help_pages import page_for  # noqa: PLC0415

        active = QApplication.activeWindow()
        about = QApplication.focusWidget() or (active if active is not self._window else self._panes.current)
        open_guide(self._themes, self._preferences, self._window, page_for(about))

    def start_tour(self) -> None:
        """Show the first card of the tour, in place of one that is shown."""
        from app.ui.help.tour import Tour, TourActions, place_of, tour_steps  # noqa: PLC0415 - hardly ever shown

        self.end_tour()
        actions, window = self._actions, self._window
        connect = self._button(actions.connect_robot)
        places = {
            TourWording.CONNECT: lambda: place_of(window, connect),
            TourWording.TOPICS: lambda: place_of(window, self._topics, self._button(actions.docks.side_bar)),
            TourWording.VIEWS: lambda: place_of(window, self._verbs, self._topics),
            TourWording.LAYOUTS: lambda: self._place_of_menu(actions.layouts.menu),
            TourWording.STOP: lambda: place_of(window, *self._tool_bar.findChildren(StopButton)),
        }
        named = TourActions(actions.palette, actions.guide, actions.keys_of_pane, actions.start_demo)
        self.tour = Tour(window, tour_steps(places, named), self._themes)
        self.tour.ended.connect(self._forget_tour)

    def end_tour(self) -> None:
        """End the tour, if there is one."""
        if self.tour is not None:
            self.tour.end()

    def offer_tour(self, notices: WindowNotices) -> None:
        """Offer the tour above the page."""
        no = Answer(say(TourWording.NO()), lambda: None, say(TourWording.NO_TIP()))
        notices.show_notice("tour", say(TourWording.OFFER()), Answer(say(TourWording.START()), self.start_tour), no)

    def _forget_tour(self) -> None:
        self.tour = None

    def _button(self, action: QAction) -> QWidget | None:
        return self._tool_bar.widgetForAction(action)

    def _place_of_menu(self, menu: QMenu | None) -> QRect:
        bar = self._window.menuBar()
        if menu is None or not bar.isVisible() or bar.isNativeMenuBar():
            return QRect()
        return bar.actionGeometry(menu.menuAction()).translated(bar.pos())

    def _show_keys(self) -> None:
        from app.ui.window.key_sheet import KeySheet  # noqa: PLC0415 - hardly ever opened

        window = self._window
        sheet = KeySheet(self._panes.current, window.menuBar(), self._keys, self._themes, window)
        dialogs.show_dialog(sheet, "", replace=True)

    def _check_installation(self) -> None:
        from app.ui.selftest import selftest_dialog  # noqa: PLC0415 - not needed to be seen

        selftest_dialog.check_installation(self._window, self._themes, self._drive_state())

    def _show_news(self) -> None:
        from app.ui.window.whats_new import show_news  # noqa: PLC0415 - hardly ever opened

        show_news(self._window)

    def _show_about(self) -> None:
        from app.ui.window.about import AboutDialog  # noqa: PLC0415 - hardly ever opened

        dialogs.show_dialog(AboutDialog(self._themes, self._spawn, self._window), "")
