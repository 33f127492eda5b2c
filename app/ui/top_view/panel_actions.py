"""Actions of a top view panel, by key, button and menu."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from app.ui.base.text import translate
from app.ui.top_view.state import TopViewState

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
