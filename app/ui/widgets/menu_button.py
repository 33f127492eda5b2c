"""Button that opens a menu, and may be deleted while the menu is open."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu, QToolButton, QWidget


class MenuButton(QToolButton):
    """Button that opens the menu `choices`.

    A menu set by `QToolButton.setMenu` runs an event loop inside the click, and crashes if the button is deleted
    meanwhile.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choices = QMenu(self)
        self.clicked.connect(self._open)

    def _open(self) -> None:
        self.choices.popup(self.mapToGlobal(self.rect().bottomLeft()))
