"""The action that shows a dock or puts it away tells what can be seen: a dock behind another tab can't be."""

from __future__ import annotations

from PySide6.QtWidgets import QDockWidget


def tell_what_is_seen(dock: QDockWidget) -> None:
    """Have the dock's own action be on only while it is in front; one behind another tab is brought to the front."""
    toggle = dock.toggleViewAction()

    def raise_dock(on: bool) -> None:  # noqa: FBT001 - a slot
        if on:
            dock.show()
            dock.raise_()

    dock.visibilityChanged.connect(toggle.setChecked)
    toggle.triggered.connect(raise_dock)
