"""Widgets and actions of a top view panel: buttons, notices, the list of layers, the hint where nothing is shown."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.base.action_base import ActionGroup, ActionRow
from app.ui.base.text import say, translate
from app.ui.base.theme import Themes
from app.ui.top_view.canvas import TopViewCanvas
from app.ui.top_view.layer_list import LayerFault, LayerList, LayerRow
from app.ui.top_view.state import TopViewState
from app.ui.widgets.menus import MenuButton
from app.ui.widgets.notices import Notice, OfferNotice
from app.ui.widgets.pages import EmptyState, PageStack
from app.wording.ui.top_view import TopViewWording

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

    context = "TopView"
    fit = ActionRow("Show all", "Home", icon="fit", color="text")
    measure = ActionRow("Measure", "M", icon="ruler", color="text", checked=False)
    copy = ActionRow("Copy position", "Ctrl+C")
    copy_picture = ActionRow("Copy picture")
    snapshot = ActionRow("Save picture…", "S", icon="snapshot", color="text")
    forget_trails = ActionRow("Forget trails")
    undo = ActionRow("Undo removal", "Ctrl+Z", enabled=False)
    redo = ActionRow("Remove again", "Ctrl+Shift+Z", enabled=False)
    follow = ActionRow("Follow the robot", "F", icon="follow", color="text", checked=False)
    robot_up = ActionRow("Robot points up", "U", icon="robot-up", color="text", checked=False)
    lines = ActionRow("Lines on the floor", "G", checked=False)
    names = ActionRow("Names", "N", checked=False)
    frames = ActionRow("Frames", "X", checked=False)
    trails = ActionRow("Trails", "T", checked=False)
    ring = ActionRow("Stopping distance", "D", checked=False)
    list = ActionRow("Layers", "L", icon="layers", color="text", checked=False)

    def __init__(self, themes: Themes, panel: QWidget) -> None:
        super().__init__(themes, panel)
        for action in self.all:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            if key := action.shortcut().toString():
                action.setToolTip(f"{action.text()} ({key})")
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


class TopViewPanelUi:
    """Widgets of a panel and their layout; the panel connects their signals.

    Attributes:
        canvas: the view from above.
        list: the list of layers.
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
        self.defaults_button = QPushButton(translate("TopView", "Show what the robot sees"))
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._body = PageStack()

    def lay_out(self, panel: QWidget, actions: TopViewPanelActions) -> None:
        """Lay the widgets out in a panel."""
        self.empty_state.buttons.addWidget(self.defaults_button, 0, Qt.AlignmentFlag.AlignHCenter)
        self._split.addWidget(self.canvas)
        self._split.addWidget(self.list)
        self._split.setStretchFactor(0, 1)
        self._split.setSizes([600, 190])
        self._body.addWidget(self.empty_state)
        self._body.addWidget(self._split)
        layout = QVBoxLayout(panel)
        layout.setContentsMargins(8, 0, 8, 8)
        layout.setSpacing(6)
        layout.addLayout(self._make_bar(actions))
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
        self._body.setCurrentWidget(self._split if rows else self.empty_state)
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

    def _make_bar(self, actions: TopViewPanelActions) -> QHBoxLayout:
        self.add_button.setText(translate("TopView", "Add"))
        self.add_button.setToolTip(translate("TopView", "Add a topic"))
        self.add_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.more_button.setToolTip(translate("TopView", "More"))
        self.more_button.setAccessibleName(translate("TopView", "More"))
        for button in (self.add_button, self.more_button):
            button.setAutoRaise(True)
        line = QHBoxLayout()
        line.setSpacing(4)
        line.addWidget(self.add_button)
        line.addStretch(1)
        for action in (
            actions.follow,
            actions.robot_up,
            actions.measure,
            actions.fit,
            actions.snapshot,
            actions.list,
        ):
            tool = QToolButton()
            tool.setDefaultAction(action)
            tool.setAutoRaise(True)
            line.addWidget(tool)
        line.addWidget(self.more_button)
        return line
