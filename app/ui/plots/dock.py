"""The dock of plots. What is in it is loaded and made when it is first seen: numpy alone takes a tenth of a second."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QByteArray, QObject, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

from app.model.topic_store import TopicKey
from app.ui.plots.actions import PlotActions
from app.ui.preferences import Preferences
from app.ui.refresh import DATA_INTERVAL_S, Refresher
from app.ui.session_view import SessionView
from app.ui.text import translate
from app.ui.theme import Themes
from app.ui.widgets.dock_title import DockTitle

if TYPE_CHECKING:
    from app.ui.plots.panel import PlotsPanel

_LOGGER = logging.getLogger(__name__)

_NAME: Final = "plots"

# per cent of the height, where nobody decided yet
_SHARE: Final = 45


class PlotsDock(QObject):
    """See the module.

    Attributes:
        dock: where plots are.
        panel: None until it was first seen.
    """

    def __init__(
        self,
        window: QMainWindow,
        session: SessionView,
        themes: Themes,
        preferences: Preferences,
        refresher: Refresher,
        actions: PlotActions,
        beside: QDockWidget,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._themes = themes
        self._preferences = preferences
        self._refresher = refresher
        self._actions = actions
        self.panel: PlotsPanel | None = None
        self.dock = QDockWidget(translate("Docks", "Plots"), window)
        self.dock.setObjectName(_NAME)
        self.dock.setTitleBarWidget(DockTitle(self.dock, themes))
        features = QDockWidget.DockWidgetFeature
        self.dock.setFeatures(features.DockWidgetClosable | features.DockWidgetMovable)
        window.addDockWidget(window.dockWidgetArea(beside), self.dock)
        window.tabifyDockWidget(beside, self.dock)
        self.dock.hide()
        self.dock.visibilityChanged.connect(self._seen)
        actions.show_icons()
        actions.show.triggered.connect(self.toggle)
        actions.new.triggered.connect(self.new_plot)

    def show(self) -> PlotsPanel:
        """Show it in front of those that share its place; its panel."""
        self.dock.show()
        self.dock.raise_()
        return self._made()

    def toggle(self) -> None:
        """Show it, or hide it where it can be seen."""
        if self.dock.isHidden() or self.dock.visibleRegion().isEmpty():
            self.show().setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.dock.hide()

    def new_plot(self) -> None:
        """Another plot; the first is there already."""
        made = self.panel is not None
        panel = self.show()
        if made:
            panel.new_plot()

    def plot_fields(self, fields: list[tuple[TopicKey, str]]) -> None:
        """Show fields in the plot that was handled last."""
        self.show().plot_fields(fields)

    def save(self) -> None:
        """Remember all plots."""
        if self.panel is not None:
            state = json.dumps(self.panel.state()).encode()
            self._preferences.set_layout(_NAME, QByteArray(state))

    def close(self) -> None:
        """Want nothing any more."""
        if self.panel is not None:
            self.panel.close_all()

    def _seen(self, seen: bool) -> None:  # noqa: FBT001 - a slot
        self._actions.show.setChecked(not self.dock.isHidden())
        if seen:
            self._made()

    def _made(self) -> PlotsPanel:
        if self.panel is None:
            from app.ui.plots.panel import PlotsPanel  # noqa: PLC0415 - see the module

            self.panel = PlotsPanel(self._session, self._themes)
            self._restore(self.panel)
            self.dock.setWidget(self.panel)
            self._refresher.add(self.panel, DATA_INTERVAL_S)
            wanted = self._window.height() * _SHARE // 100
            if self.dock.height() < wanted:
                self._window.resizeDocks([self.dock], [wanted], Qt.Orientation.Vertical)
        return self.panel

    def _restore(self, panel: PlotsPanel) -> None:
        from app.model.curve import StateError  # noqa: PLC0415 - see the module

        saved = self._preferences.layout(_NAME)
        if saved.isEmpty():
            return
        try:
            panel.restore(json.loads(bytes(saved.data())))
        except (StateError, ValueError, RecursionError) as error:
            # those of another version, or what was written by hand: nothing is lost but where things stood
            _LOGGER.info("The plots of the run before can't be shown again: %s", error)
