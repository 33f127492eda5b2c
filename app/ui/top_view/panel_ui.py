"""Widgets and actions of a top view panel: buttons, notices, the list of layers, the hint where nothing is shown."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QFrame,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.base.action_base import ActionGroup, ActionRow, with_key
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.top_view.canvas import TopViewCanvas
from app.ui.top_view.goal_tools import GoalBar
from app.ui.top_view.layer_list import LayerFault, LayerList, LayerRow
from app.ui.top_view.state import TopViewState
from app.ui.widgets.labels import name_widget
from app.ui.widgets.menus import MenuButton
from app.ui.widgets.notices import Notice, OfferNotice
from app.ui.widgets.pages import EmptyState, PageStack
from app.ui.widgets.tool_button import separate_icon
from app.ui.widgets.tool_row import ToolRow
from app.wording.ui.navigation import NavigationWording
from app.wording.ui.top_view import TopViewWording

# the most of the width that the panel of layers takes, and pixels around it and below it
_OVERLAY_SHARE: Final = 0.5
_OVERLAY_MARGIN: Final = 8
_BELOW_OVERLAY: Final = 44
# pixels around the middle of the map, where a robot is that is followed
_ROBOT: Final = 32

# the field of the state that each checkable action shows and changes
SWITCHES: Final = {
    "follow": "follow",
    "robot_up": "robot_up",
    "lines": "show_lines",
    "names": "show_names",
    "frames": "show_frames",
    "trails": "show_trails",
    "ring": "show_ring",
    "list": "show_list",
}


class TopViewPanelActions(ActionGroup):
    """Actions of one panel; their keys work while the panel has the focus."""

    fit = ActionRow(TopViewWording.SHOW_ALL, "Home", icon="fit", color="text")
    set_goal = ActionRow(NavigationWording.SET_GOAL, "Shift+G", icon="goal", color="text", checked=False, enabled=False)
    set_pose = ActionRow(
        NavigationWording.SET_POSE, "Shift+P", icon="robot", color="text", checked=False, enabled=False
    )
    measure = ActionRow(TopViewWording.MEASURE, "M", icon="ruler", color="text", checked=False)
    copy = ActionRow(TopViewWording.COPY_POSITION, "Ctrl+C")
    copy_picture = ActionRow(TopViewWording.COPY_IMAGE)
    snapshot = ActionRow(TopViewWording.SAVE_IMAGE_ENTRY, "S", icon="snapshot", color="text")
    forget_trails = ActionRow(TopViewWording.CLEAR_TRAILS)
    undo = ActionRow(TopViewWording.UNDO_REMOVAL, "Ctrl+Z", enabled=False)
    redo = ActionRow(TopViewWording.REMOVE_AGAIN, "Ctrl+Shift+Z", enabled=False)
    follow = ActionRow(TopViewWording.FOLLOW_THE_ROBOT, "F", icon="follow", color="text", checked=False)
    robot_up = ActionRow(TopViewWording.ROBOT_POINTS_UP, "U", icon="robot-up", color="text", checked=False)
    lines = ActionRow(TopViewWording.GRID, "G", checked=False)
    names = ActionRow(TopViewWording.NAMES, "N", checked=False)
    frames = ActionRow(TopViewWording.FRAMES, "X", checked=False)
    trails = ActionRow(TopViewWording.TRAILS, "T", checked=False)
    ring = ActionRow(TopViewWording.STOPPING_DISTANCE, "D", checked=False)
    list = ActionRow(TopViewWording.LAYERS, "L", icon="layers", color="text", checked=False)

    def __init__(self, themes: Themes, panel: QWidget) -> None:
        super().__init__(themes, panel)
        for action in self.all:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.setToolTip(with_key(action.text(), action))
            panel.addAction(action)
        self.enable_icons()

    def switch(self, name: str) -> QAction:
        """Return the action of a switch in `SWITCHES`."""
        action: QAction = getattr(self, name)
        return action

    def show_state(self, state: TopViewState) -> None:
        """Check the actions whose fields are on in a state."""
        for name, field in SWITCHES.items():
            self.switch(name).setChecked(getattr(state, field))


class LayersOverlay(QFrame):
    """Panel with the list of layers, which lies over the map; folded it is only the button that unfolds it.

    Attributes:
        fold_button: the button that folds and unfolds it.
    """

    def __init__(self, layers: LayerList) -> None:
        super().__init__()
        self._layers = layers
        self.fold_button = QToolButton()
        self.fold_button.setAutoRaise(True)
        self.fold_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        separate_icon(self.fold_button)
        self.setProperty("overlay", True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(2)
        layout.addWidget(self.fold_button)
        layout.addWidget(layers, 1)

    def show_layers(self, *, shown: bool) -> None:
        """Unfold or fold the panel."""
        self._layers.setVisible(shown)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Keep clicks beside its widgets from the map."""
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Keep the wheel from the map, where the list is at its end."""
        event.accept()


class MapArea(QWidget):
    """Map with a panel over its upper right corner; where that reaches the middle, the map is centred beside it."""

    def __init__(self, canvas: TopViewCanvas, overlay: QWidget) -> None:
        super().__init__()
        self._canvas = canvas
        self._overlay = overlay
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(canvas)
        overlay.setParent(self)
        overlay.installEventFilter(self)
        overlay.raise_()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the panel again."""
        super().resizeEvent(event)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Place the panel again when it needs more or less room."""
        if event.type() is QEvent.Type.LayoutRequest:
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        wanted = self._overlay.sizeHint()
        least = self._overlay.minimumSizeHint()
        width = min(wanted.width(), max(round(self.width() * _OVERLAY_SHARE), least.width()))
        # the scale and the place under the pointer stand below
        height = min(wanted.height(), max(self.height() - _OVERLAY_MARGIN - _BELOW_OVERLAY, least.height()))
        left = self.width() - width - _OVERLAY_MARGIN
        self._overlay.setGeometry(left, _OVERLAY_MARGIN, width, height)
        reaches = _OVERLAY_MARGIN + height > self.height() / 2 - _ROBOT and left < self.width() / 2 + _ROBOT
        self._canvas.viewport.cover(self.width() - left if reaches else 0)
        self._canvas.update()


class TopViewPanelUi:
    """Widgets of a panel and their layout; the panel connects their signals.

    Attributes:
        canvas: the view from above.
        list: the list of layers.
        layers: the panel over the map that has the list.
        goal_bar: what is asked and known of goals.
        fault_notice, undo_notice: notices of a fault, and of a removal or a saved image.
        empty_state: the hint that is shown without layers.
    """

    def __init__(self, themes: Themes) -> None:
        self._themes = themes
        self.canvas = TopViewCanvas(themes)
        self.list = LayerList(themes)
        self.fault_notice, self.undo_notice = Notice(), OfferNotice(themes, "layers")
        self.empty_state = EmptyState(themes, "topview")
        self.add_button, self.more_button = MenuButton(), MenuButton()
        self.defaults_button = QPushButton(say(TopViewWording.SHOW_SUGGESTED_LAYERS()))
        self.layers = LayersOverlay(self.list)
        self.goal_bar = GoalBar(themes)
        self._area = MapArea(self.canvas, self.layers)
        self._body = PageStack()

    def lay_out(self, panel: QWidget, actions: TopViewPanelActions) -> None:
        """Lay the widgets out in a panel."""
        self.empty_state.buttons.addWidget(self.defaults_button, 0, Qt.AlignmentFlag.AlignHCenter)
        self.layers.fold_button.setDefaultAction(actions.list)
        self._body.addWidget(self.empty_state)
        self._body.addWidget(self._area)
        layout = QVBoxLayout(panel)
        layout.setContentsMargins(8, 0, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self._make_bar(actions))
        layout.addWidget(self.goal_bar)
        layout.addWidget(self.fault_notice)
        layout.addWidget(self.undo_notice)
        self.fault_notice.hide()
        layout.addWidget(self._body, 1)
        panel.setAcceptDrops(True)
        panel.setFocusProxy(self.canvas)

    def fill_menus(self, fill_add: Callable[[QMenu], object], fill_view: Callable[[QMenu], object]) -> None:
        """Set the functions that fill the menus of the buttons when they open."""
        for button, fill in ((self.add_button, fill_add), (self.more_button, fill_view)):
            button.choices.aboutToShow.connect(functools.partial(fill, button.choices))

    def apply_theme(self) -> None:
        """Set the icons of the theme."""
        self.add_button.setIcon(self._themes.icon("add"))
        self.more_button.setIcon(self._themes.icon("more"))
        self.list.redraw_rows()

    def show_rows(self, rows: list[LayerRow]) -> None:
        """Show the layers, or the hint if there are none."""
        self._body.setCurrentWidget(self._area if rows else self.empty_state)
        self.list.show_rows(rows)

    def show_empty_hint(self, *, some: bool) -> None:
        """Set the hint of an empty view; `some` says whether a robot has anything to draw."""
        self.defaults_button.setVisible(some)
        hint = say(TopViewWording.ADD_TOPICS() if some else TopViewWording.CONNECT_FIRST())
        self.empty_state.set_texts(say(TopViewWording.NOTHING_YET()), hint)

    def show_fault(self, fault: LayerFault | None) -> None:
        """Show a fault; None hides the notice."""
        self.fault_notice.setVisible(fault is not None)
        if fault is not None:
            icon, color = self._themes.icon("alert-warning", "warn"), self._themes.current.warn
            self.fault_notice.set_content(icon, fault.word, color, fault.title, fault.reason, fault.tip)

    def show_save_fault(self, word: str, reason: str, tip: str) -> None:
        """Show why an image was not saved."""
        icon, color = self._themes.icon("alert-error", "error"), self._themes.current.error
        tip = tip or say(TopViewWording.NOT_SAVED_TIP())
        self.undo_notice.action.setVisible(False)
        self.undo_notice.set_content(icon, word, color, "", reason, tip)
        self.undo_notice.show()

    def _make_bar(self, actions: TopViewPanelActions) -> ToolRow:
        self.add_button.setText(say(TopViewWording.ADD()))
        self.add_button.setToolTip(say(TopViewWording.ADD_A_TOPIC()))
        name_widget(self.more_button, say(TopViewWording.MORE()))
        line = ToolRow()
        line.add_button(self.add_button, stays=True)
        line.add_stretch()
        tools = (actions.set_goal, actions.set_pose, actions.follow, actions.robot_up, actions.measure)
        for action in (*tools, actions.fit, actions.snapshot):
            tool = QToolButton()
            tool.setDefaultAction(action)
            line.add(tool)
        line.add(self.more_button, stays=True)
        return line
