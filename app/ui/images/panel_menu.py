"""The actions on an image, by menu and key."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QMenu

from app.ui.base.text import translate
from app.ui.images.snapshot import has_numbers

if TYPE_CHECKING:
    from app.ui.images.image_panel import ImagePanel


class ImagePanelMenu:
    """Menu of an image panel, whose view handles the keys of zoom and turn."""

    def __init__(self, panel: ImagePanel) -> None:
        self._panel = panel

    def handle_key(self, event: QKeyEvent) -> bool:
        """Handle a key of the menu; whether it is one."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        panel = self._panel
        keys: dict[Qt.Key, Callable[[], None]] = {
            Qt.Key.Key_P: panel.pause.toggle,
            Qt.Key.Key_S: panel.ask_to_save,
            Qt.Key.Key_I: lambda: panel.show_facts(not panel.shows_facts),
        }
        act = keys.get(Qt.Key(event.key()))
        if act is None:
            return False
        act()
        return True

    def open(self, place: QPoint) -> QMenu:
        """Show the menu at a position of the screen."""
        panel, view = self._panel, self._panel.view
        menu = QMenu(panel)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        some = view.rendered is not None
        for text, key, act in (
            (translate("Picture", "Fit"), "0", view.fit),
            (translate("Picture", "One to one"), "1", view.show_full_size),
            (translate("Picture", "Zoom in"), "+", view.zoom_in),
            (translate("Picture", "Zoom out"), "-", view.zoom_out),
            (translate("Picture", "Turn clockwise"), "R", lambda: view.turn(1)),
            (translate("Picture", "Turn counter-clockwise"), "Shift+R", lambda: view.turn(-1)),
        ):
            _add(menu, text, key, act).setEnabled(some)
        menu.addSeparator()
        hold = _add(menu, translate("Picture", "Hold this picture"), "P", panel.pause.toggle)
        hold.setCheckable(True)
        hold.setChecked(panel.feed.held)
        hold.setEnabled(some)
        facts = _add(
            menu, translate("Picture", "Size, rate and age"), "I", lambda: panel.show_facts(not panel.shows_facts)
        )
        facts.setCheckable(True)
        facts.setChecked(panel.shows_facts)
        menu.addSeparator()
        _add(menu, translate("Picture", "Save picture…"), "S", panel.ask_to_save).setEnabled(some)
        if view.rendered is not None and has_numbers(view.rendered.frame):
            text = translate("Picture", "Save numbers as 16-bit PNG…")
            _add(menu, text, "", lambda: panel.ask_to_save(numbers=True))
        _add(menu, translate("Picture", "Copy picture"), "Ctrl+C", panel.copy).setEnabled(some)
        copy = _add(menu, translate("Picture", "Copy topic"), "", panel.copy_topic)
        copy.setEnabled(panel.key is not None)
        menu.popup(place)
        return menu


def _add(menu: QMenu, text: str, key: str, act: Callable[[], object]) -> QAction:
    # the view handles the keys: here they are only shown
    return menu.addAction(f"{text}\t{key}" if key else text, act)
