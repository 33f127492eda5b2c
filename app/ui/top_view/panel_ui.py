"""Widgets and actions of a top view panel: buttons, notices, the list of layers, the hint where nothing is shown."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.top_view.canvas import TopViewCanvas
from app.ui.top_view.layer_list import LayerFault, LayerList, LayerRow
from app.ui.top_view.state import TopViewState
from app.ui.widgets.menus import MenuButton
from app.ui.widgets.notices import Notice, OfferNotice
from app.ui.widgets.pages import EmptyState, PageStack

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

_BUTTONS = ("follow", "robot_up", "measure", "fit", "snapshot", "list")


class TopViewPanelActions:
    """Actions of one panel, by name. Their keys work while the panel has the focus.

    Args:
        panel: the panel.
        run: called with the name of an action that was triggered.
        switch: called with the name of a boolean field of the state, and whether it is on.
    """

    def __init__(self, panel: QWidget, run: Callable[[str], object], switch: Callable[[str, bool], object]) -> None:
        self._panel = panel
        self._by_name: dict[str, QAction] = {}
        for name, text, key, icon in (
            ("fit", translate("TopView", "Show all"), "Home", "fit"),
            ("measure", translate("TopView", "Measure"), "M", "ruler"),
            ("copy", translate("TopView", "Copy position"), "Ctrl+C", ""),
            ("copy_picture", translate("TopView", "Copy picture"), "", ""),
            ("snapshot", translate("TopView", "Save picture…"), "S", "snapshot"),
            ("forget_trails", translate("TopView", "Forget trails"), "", ""),
            ("undo", translate("TopView", "Undo removal"), "Ctrl+Z", ""),
            ("redo", translate("TopView", "Remove again"), "Ctrl+Shift+Z", ""),
        ):
            action = self._make(name, text, key, icon)
            action.triggered.connect(lambda _checked, name=name: run(name))
        for name, text, key, icon in (
            ("follow", translate("TopView", "Follow the robot"), "F", "follow"),
            ("robot_up", translate("TopView", "Robot points up"), "U", "robot-up"),
            ("lines", translate("TopView", "Lines on the floor"), "G", ""),
            ("names", translate("TopView", "Names"), "N", ""),
            ("frames", translate("TopView", "Frames"), "X", ""),
            ("trails", translate("TopView", "Trails"), "T", ""),
            ("ring", translate("TopView", "Stopping distance"), "D", ""),
            ("list", translate("TopView", "Layers"), "L", "layers"),
        ):
            action = self._make(name, text, key, icon)
            action.setCheckable(True)
            action.toggled.connect(lambda on, field=SWITCHES[name]: switch(field, on))
        self["measure"].setCheckable(True)

    def __getitem__(self, name: str) -> QAction:
        return self._by_name[name]

    @property
    def all(self) -> list[QAction]:
        """All actions."""
        return [*self._by_name.values()]

    def show_state(self, state: TopViewState) -> None:
        """Check the actions whose fields are on in a state."""
        for name, field in SWITCHES.items():
            self[name].setChecked(getattr(state, field))

    def _make(self, name: str, text: str, key: str, icon: str) -> QAction:
        action = QAction(text, self._panel)
        action.setShortcut(QKeySequence(key))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.setProperty("icon_name", icon)
        action.setToolTip(f"{text} ({key})" if key else text)
        self._panel.addAction(action)
        self._by_name[name] = action
        return action


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

    def apply_theme(self, actions: TopViewPanelActions) -> None:
        """Set the icons of the theme."""
        for action in actions.all:
            name = action.property("icon_name")
            if name:
                action.setIcon(self._themes.icon(name))
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
        if some:
            hint = translate("TopView", "Add a pose, a scan, a map or a path, or drag topics here.")
        else:
            hint = translate("TopView", "Connect to a robot that tells where it is, or what its lidar sees.")
        self.empty_state.set_texts(translate("TopView", "Nothing to see yet"), hint)

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
        for name in _BUTTONS:
            tool = QToolButton()
            tool.setDefaultAction(actions[name])
            tool.setAutoRaise(True)
            line.addWidget(tool)
        line.addWidget(self.more_button)
        return line
