"""Menus of a top view: topics to add, options of the view, and actions of a layer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint
from PySide6.QtGui import QActionGroup, QColor, QIcon, QPixmap
from PySide6.QtWidgets import QInputDialog, QMenu

from app.model.topics import TopicKey
from app.ui.base import dialogs
from app.ui.base.text import topic_text, translate
from app.ui.top_view.colors import color_names, layer_color
from app.ui.top_view.state import MAX_DECELERATION_M_S2, MIN_DECELERATION_M_S2, OPACITIES, Layer
from app.ui.top_view.topics import drawable_topics, stacking_height
from app.ui.widgets.menus import add_submenu, empty_menu

if TYPE_CHECKING:
    from app.ui.top_view.panel import TopViewPanel

_SWATCH: Final = 14
# entries of one menu: nobody reads more
_MOST: Final = 200


class TopViewMenu:
    """Menus of a top view, filled when they are opened."""

    def __init__(self, panel: TopViewPanel) -> None:
        self._panel = panel

    def fill_add(self, menu: QMenu) -> None:
        """Fill a menu with every topic that can be drawn and is not."""
        panel = self._panel
        empty_menu(menu)
        shown = {layer.key for layer in panel.view_state.layers}
        found = {key: role for key, role in drawable_topics(panel.tools.session).items() if key not in shown}
        robots = list(dict.fromkeys(key.connection for key in found))
        for robot in robots:
            name = panel.tools.preferences.robot_name(robot)
            below = add_submenu(menu, name) if len(robots) > 1 else menu
            action = below.addAction(translate("TopView", "What one looks at first"))
            action.triggered.connect(lambda _checked, robot=robot: panel.add_defaults(robot))
            below.addSeparator()
            keys = [key for key in found if key.connection == robot]
            keys.sort(key=lambda key: (stacking_height(found[key]), key.topic))
            for key in keys[:_MOST]:
                action = below.addAction(f"{topic_text(key.topic)}\t{_role_name(found[key].value)}".replace("&", "&&"))
                action.triggered.connect(lambda _checked, key=key: panel.add_topic(key))
        if not robots:
            menu.addAction(translate("TopView", "No further topic can be drawn here")).setEnabled(False)

    def fill_view(self, menu: QMenu) -> None:
        """Fill a menu with the options of the view."""
        panel = self._panel
        empty_menu(menu)
        menu.addAction(panel.panel_actions["fit"])
        for name in ("follow", "robot_up", "measure"):
            menu.addAction(panel.panel_actions[name])
        menu.addSeparator()
        for name in ("lines", "names", "frames", "trails", "ring", "list"):
            menu.addAction(panel.panel_actions[name])
        ring = menu.addAction(translate("TopView", "Braking of the ring…"))
        ring.triggered.connect(self.ask_deceleration)
        self._fill_fixed(add_submenu(menu, translate("TopView", "Fixed frame")))
        menu.addSeparator()
        for name in ("copy", "copy_picture", "snapshot"):
            menu.addAction(panel.panel_actions[name])
        menu.addSeparator()
        menu.addAction(panel.panel_actions["forget_trails"])
        menu.addAction(panel.panel_actions["undo"])

    def open_layer(self, key: TopicKey, place: QPoint) -> None:
        """Open the menu of a layer at a place of the screen."""
        panel = self._panel
        layer = panel.view_state.layer(key)
        if layer is None:
            return
        menu = QMenu(panel)
        menu.aboutToHide.connect(menu.deleteLater)
        self._fill_colors(menu.addMenu(translate("TopView", "Colour")), layer)
        below = menu.addMenu(translate("TopView", "Opacity"))
        group = QActionGroup(below)
        for opacity in OPACITIES:
            action = below.addAction(f"{opacity:.0%}")
            action.setCheckable(True)
            action.setChecked(layer.opacity == opacity)
            group.addAction(action)
            action.triggered.connect(lambda _c, opacity=opacity: panel.change_layer(replace(layer, opacity=opacity)))
        self._fill_place(menu.addMenu(translate("TopView", "Place in frame")), layer)
        menu.addSeparator()
        number = panel.view_state.layers.index(layer)
        for text, to in (
            (translate("TopView", "Move up"), number - 1),
            (translate("TopView", "Move down"), number + 1),
        ):
            action = menu.addAction(text)
            action.setEnabled(0 <= to < len(panel.view_state.layers))
            action.triggered.connect(lambda _c, to=to: panel.move_layer(key, to))
        if panel.feed_of(key).poses:
            follow = menu.addAction(translate("TopView", "Follow this robot"))
            follow.triggered.connect(lambda: panel.follow_layer(key))
        menu.addAction(translate("TopView", "Go to the topic"), lambda: panel.tools.show_topic(key))
        menu.addSeparator()
        menu.addAction(translate("TopView", "Remove\tDel"), lambda: panel.remove_layer(key))
        menu.popup(place)

    def ask_deceleration(self) -> None:
        """Ask for the deceleration that the ring of stopping distance assumes."""
        panel = self._panel
        dialog = QInputDialog(panel)
        dialog.setInputMode(QInputDialog.InputMode.DoubleInput)
        dialog.setWindowTitle(translate("TopView", "Braking of the ring"))
        dialog.setLabelText(
            translate(
                "TopView",
                "The ring shows how far the robot goes on when it brakes now: v² / 2a.\n"
                "a, by which it brakes, in m/s²:",
            )
        )
        dialog.setDoubleDecimals(2)
        dialog.setDoubleRange(MIN_DECELERATION_M_S2, MAX_DECELERATION_M_S2)
        dialog.setDoubleStep(0.1)
        dialog.setDoubleValue(panel.view_state.deceleration_m_s2)
        dialog.doubleValueSelected.connect(panel.set_deceleration)
        dialogs.show_dialog(dialog, "deceleration")

    def _fill_colors(self, menu: QMenu, layer: Layer) -> None:
        theme = self._panel.tools.themes.current
        for number, name in enumerate(color_names()):
            action = menu.addAction(_dot(layer_color(number, theme)), name)
            action.setCheckable(True)
            action.setChecked(layer.color == number)
            changed = replace(layer, color=number)
            action.triggered.connect(lambda _c, changed=changed: self._panel.change_layer(changed))

    def _fill_place(self, menu: QMenu, layer: Layer) -> None:
        panel = self._panel
        names = ["", *panel.frames.frames_of(layer.key.connection).names[:_MOST]]
        if layer.place_in not in names:
            names.append(layer.place_in)
        for name in names:
            action = menu.addAction(name or translate("TopView", "As its messages say"))
            action.setCheckable(True)
            action.setChecked(layer.place_in == name)
            changed = replace(layer, place_in=name)
            action.triggered.connect(lambda _c, changed=changed: panel.change_layer(changed))

    def _fill_fixed(self, menu: QMenu) -> None:
        panel = self._panel
        fixed = panel.view_state.fixed_frame
        names = ["", *panel.frames.names[:_MOST]]
        if fixed not in names:
            names.append(fixed)
        for name in names:
            action = menu.addAction(name or translate("TopView", "What most layers stand on"))
            action.setCheckable(True)
            action.setChecked(fixed == name)
            action.triggered.connect(lambda _c, name=name: panel.set_fixed_frame(name))


def _role_name(role: str) -> str:
    names = {
        "grid": translate("TopView", "map"),
        "scan": translate("TopView", "scan"),
        "path": translate("TopView", "path"),
        "pose": translate("TopView", "pose"),
        "twist": translate("TopView", "speed"),
    }
    return names.get(role, role)


def _dot(color: QColor) -> QIcon:
    pixmap = QPixmap(_SWATCH, _SWATCH)
    pixmap.fill(color)
    return QIcon(pixmap)
