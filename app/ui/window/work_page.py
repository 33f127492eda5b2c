"""The page of the window while there are robots: the list of topics with what stands above it, or a narrow rail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QDockWidget, QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget
from typing_extensions import override

from app.model.alerts import Severity
from app.model.status import ConnectionState
from app.ui.base.preferences import Preferences
from app.ui.base.text import format_count, say
from app.ui.base.text_size import grown_square
from app.ui.base.theme import EDGE_PX, SEVERITY_ROLES, Themes
from app.ui.robot.connections import connection_state_word
from app.ui.widgets.dock_places import (
    LIST_WIDTH,
    RAIL_WIDTH,
    SIDES,
    VIEW_PROPERTY,
    docks_in,
    resize_docks,
    visible_docks,
)
from app.ui.widgets.docks import DockWindow
from app.ui.widgets.labels import name_widget
from app.wording.ui.window import WindowWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.alerts import SessionAlerts
    from app.session.links import Links

_ICON: Final = 18

# pixels: of the notices over the views
_NEWS_WIDTH: Final = 460

# after which notices need another place, or none
_NEWS_CHANGES: Final = {QEvent.Type.LayoutRequest, QEvent.Type.ShowToParent, QEvent.Type.HideToParent}

# of text: what the column leaves to docks at least, of which driving must never be cut
_LEAST_LINES: Final = 6

# more robots than that have no icon on the rail
_MOST_ROBOTS: Final = 12


class Rail(QWidget):
    """Narrow stand-in for the list: a button that unfolds it, the state of each robot, and the number of alerts."""

    def __init__(
        self, links: Links, alerts: SessionAlerts, themes: Themes, preferences: Preferences, unfold: QAction
    ) -> None:
        super().__init__()
        self._links = links
        self._alerts = alerts
        self._themes = themes
        self._preferences = preferences
        self.setFixedWidth(RAIL_WIDTH)
        self.unfold_button = self._button(say(WindowWording.SHOW_THE_TOPIC_LIST()), unfold)
        self.alerts_button = self._button("", unfold)
        self.alerts_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self._robots = QVBoxLayout()
        self._robots.setSpacing(6)
        self._labels: list[QLabel] = []
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 8, 4, 8)
        layout.setSpacing(10)
        layout.addWidget(self.unfold_button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addLayout(self._robots)
        layout.addWidget(self.alerts_button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)
        self._shown: object = None
        themes.changed.connect(self._draw)
        self._draw()

    @property
    def robots(self) -> list[QLabel]:
        """The icons of robots."""
        return list(self._labels)

    def can_be_seen(self) -> bool:
        """Whether the rail is on screen."""
        return self.isVisible() and not self.window().isMinimized()

    def refresh(self, now: float) -> None:
        """Show robots and alerts if they changed."""
        del now
        robots = [(info.id, info.status.state, info.is_unreached) for info in self._links.shown]
        shown = (robots, self._alerts.shown)
        if shown != self._shown:
            self._shown = shown
            self._show_robots(shown[0])
            self._show_alerts()

    def _button(self, name: str, action: QAction) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        name_widget(button, name)
        button.clicked.connect(lambda: action.setChecked(True))
        return button

    def _draw(self) -> None:
        self.unfold_button.setIcon(self._themes.icon("unfold"))
        self._shown = None
        self.refresh(0.0)

    def _show_robots(self, robots: Sequence[tuple[str, ConnectionState, bool]]) -> None:
        for label in self._labels:
            self._robots.removeWidget(label)
            label.hide()
            label.deleteLater()
        self._labels.clear()
        for uri, state, unreached in robots[:_MOST_ROBOTS]:
            label = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
            icon = self._themes.connection_icon(state, unreached=unreached)
            label.setPixmap(icon.pixmap(grown_square(_ICON), self.devicePixelRatioF()))
            label.setStyleSheet(f"border-left: {EDGE_PX}px solid {self._themes.robot_color(uri)};")
            word = connection_state_word(state, unreached=unreached)
            name_widget(label, say(WindowWording.ROBOT_STATE(robot=self._preferences.robot_name(uri), state=word)))
            label.setToolTip(f"{label.toolTip()}\n{uri}")
            self._robots.addWidget(label)
            self._labels.append(label)

    def _show_alerts(self) -> None:
        current = self._alerts.shown
        self.alerts_button.setVisible(bool(current))
        if not current:
            return
        worst = max(alert.severity for alert in current)
        icons = {Severity.INFO: "alert-info", Severity.WARNING: "alert-warning", Severity.ERROR: "alert-error"}
        self.alerts_button.setIcon(self._themes.icon(icons[worst], SEVERITY_ROLES[worst]))
        self.alerts_button.setText(format_count(len(current)))
        one = len(current) == 1
        text = WindowWording.ONE_ALERT() if one else WindowWording.ALERTS(count=format_count(len(current)))
        name_widget(self.alerts_button, say(text))


class _Column(QWidget):
    """Column of what stands left of the views; where it is low, its parts share what is left of the window."""

    @override
    def minimumSizeHint(self) -> QSize:
        least = super().minimumSizeHint()
        return QSize(least.width(), min(least.height(), _LEAST_LINES * self.fontMetrics().lineSpacing()))


class WorkPage(QWidget):
    """The widgets one below another, the last of which is as high as possible; or the rail in their place."""

    def __init__(self, rail: Rail, widgets: Sequence[QWidget]) -> None:
        super().__init__()
        self.rail = rail
        self._column = _Column()
        column = QVBoxLayout(self._column)
        column.setContentsMargins(8, 8, 3, 8)
        column.setSpacing(6)
        for shown in widgets:
            column.addWidget(shown, 1 if shown is widgets[-1] else 0)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(rail)
        line.addWidget(self._column, 1)
        rail.hide()

    @property
    def is_folded(self) -> bool:
        """Whether there is only the rail."""
        return self._column.isHidden()

    def set_folded(self, *, folded: bool) -> None:
        """Show the rail in place of everything, or everything again."""
        self._column.setVisible(not folded)
        self.rail.setVisible(folded)


class NewsOverlay(QFrame):
    """Frame for the notices of a window over its views, while the list that has room for them is folded.

    It covers nothing of the strip: what stops a robot is never below a notice. Where it would, the notices wait for the
    list.

    Args:
        news: the notices, which stand first in `column` otherwise.
    """

    def __init__(self, window: DockWindow, news: QWidget, column: QVBoxLayout) -> None:
        super().__init__(window)
        self.setProperty("overlay", True)
        self._window = window
        self._news = news
        self._column = column
        self._inside = QVBoxLayout(self)
        self._inside.setContentsMargins(0, 0, 5, 8)
        for watched in (window, news):
            watched.installEventFilter(self)
        self.hide()

    def set_over(self, *, over: bool) -> None:
        """Take the notices, or give them back."""
        if over is not (self._news.parentWidget() is self):
            hidden = self._news.isHidden()
            (self._inside if over else self._column).insertWidget(0, self._news)
            self._news.setHidden(hidden)
        self.place()

    def place(self) -> None:
        """Stand beside the rail, above all docks, as long as there is anything to say."""
        window, strip = self._window, self._window.strip
        central = window.centralWidget()
        shown = self._news.parentWidget() is self and not self._news.isHidden() and not central.isHidden()
        if shown:
            left = central.x() + RAIL_WIDTH
            width = min(_NEWS_WIDTH, window.width() - left)
            self.setGeometry(left, central.y(), width, self._inside.totalHeightForWidth(width))
            is_there = strip is not None and not strip.isHidden() and not strip.isFloating()
            shown = strip is None or not (is_there and strip.geometry().intersects(self.geometry()))
        self.setVisible(shown)
        if shown:
            self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Place it anew when the window or the notices change."""
        changes = {QEvent.Type.Resize} if watched is self._window else _NEWS_CHANGES
        if event.type() in changes and self._news.parentWidget() is self:
            # after the window, or the notices, were laid out
            QTimer.singleShot(0, self, self.place)
        return super().eventFilter(watched, event)


class ListFold(QObject):
    """Folds the list of a window to its rail and keeps its width: docks that stand beside it get the rest.

    Args:
        shown: the action that is checked while the list is to be seen.
        news: takes the notices above the list while it is folded.
    """

    def __init__(self, window: DockWindow, page: WorkPage, shown: QAction, news: NewsOverlay) -> None:
        super().__init__(window)
        self._window = window
        self._page = page
        self._shown = shown
        self._news = news
        # pixels: of the list before it was folded; of the list and the inspector before the window's width changed
        self._unfolded_width = LIST_WIDTH
        self._widths: dict[QObject, int] = {}
        self._window_width = window.width()
        # of what is left of the list, while docks could not be given the rest
        self._rail_width = 0
        for kept in (window.centralWidget(), window.beside):
            if kept is not None:
                kept.installEventFilter(self)

    def follow(self) -> None:
        """Fold or unfold as the action says; where nothing stands beside it the list fills the window."""
        page, width = self._page, self._window.centralWidget().width()
        beside = any(
            self._window.dockWidgetArea(dock) in SIDES and not dock.isHidden() and not dock.isFloating()
            for dock in docks_in(self._window)
        )
        folded = beside and not self._shown.isChecked() and not page.isHidden()
        if folded != page.is_folded:
            if folded:
                self._unfolded_width = width
            self._widen_docks(width - (RAIL_WIDTH if folded else self._unfolded_width), folded=folded)
        if folded and width > RAIL_WIDTH and width != self._rail_width:
            # once only, as something else may need the width
            self._widen_docks(width - RAIL_WIDTH)
        self._rail_width = width

    def keep_width(self) -> None:
        """Give views what the window became wider, which Qt gives to the list and, back again, takes of all."""
        central, beside = self._window.centralWidget(), self._window.beside
        docks = self._docks
        views = [dock for dock in docks if dock.property(VIEW_PROPERTY)]
        if views:
            view = max(views, key=lambda dock: dock.width())
            width = view.width() + central.width() - self._widths.get(central, central.width())
            sizes = {}
            if beside in docks and beside is not None and beside.x() > view.x():
                sizes[beside] = self._widths.get(beside, beside.width())
                width += beside.width() - sizes[beside]
            resize_docks(self._window, {**sizes, view: width}, Qt.Orientation.Horizontal)
        self._window_width = self._window.width()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note a width, unless it changes with that of the window."""
        if isinstance(event, QResizeEvent) and self._window.width() == self._window_width:
            self._widths[watched] = event.size().width()
        return super().eventFilter(watched, event)

    @property
    def _docks(self) -> list[QDockWidget]:
        """The docks that are seen beside the list."""
        return [dock for dock in visible_docks(self._window) if self._window.dockWidgetArea(dock) in SIDES]

    def _widen_docks(self, pixels: int, *, folded: bool | None = None) -> None:
        """Give room to the views, or to what else stands beside the list, which is folded or unfolded before.

        With a negative number of pixels room is taken.
        """
        docks = {dock: dock.width() for dock in self._docks}
        if folded is not None:
            self._page.set_folded(folded=folded)
            self._news.set_over(over=folded)
            self._activate_layouts()
        if docks and pixels:
            dock = max(docks, key=lambda each: (bool(each.property(VIEW_PROPERTY)), each.width()))
            resize_docks(self._window, {dock: docks[dock] + pixels}, Qt.Orientation.Horizontal)

    def _activate_layouts(self) -> None:
        """Take the new least width into account, from the inside out."""
        widget: QWidget | None = self._page
        while widget is not None and widget is not self._window:
            layout = widget.layout()
            if layout is not None:
                layout.activate()
            widget = widget.parentWidget()
