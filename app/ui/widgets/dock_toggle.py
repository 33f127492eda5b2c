"""Toggle action of a dock, which is on only while the dock is visible: not behind another tab."""

from __future__ import annotations

from PySide6.QtWidgets import QDockWidget


def sync_toggle_action(dock: QDockWidget) -> None:
    """Keep the dock's toggle action on only while the dock is in front; triggering it brings the dock to the front."""
    toggle = dock.toggleViewAction()

    def raise_dock(on: bool) -> None:  # noqa: FBT001 - a slot
        if on:
            dock.show()
            dock.raise_()

    dock.visibilityChanged.connect(toggle.setChecked)
    toggle.triggered.connect(raise_dock)
