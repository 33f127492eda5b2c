"""What the monkey does to views of data: pictures, plots, lanes, views from above, and the layouts that hold them."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QMenu, QWidget

from app.model.layout import LayoutFileError
from app.model.topics import TopicKey
from app.session.session import Session
from app.ui.images.image_view import ImageView
from app.ui.images.topic_choice import ImageTopicChoice
from app.ui.inspector.value_tree import ValueTree
from app.ui.time_axis import fields
from app.ui.time_axis.plots.cell import PlotCell
from app.ui.time_axis.plots.view import PlotView
from app.ui.time_axis.states.panel import StatePanel
from app.ui.time_axis.states.view import StateView
from app.ui.top_view.canvas import TopViewCanvas
from app.ui.top_view.panel import TopViewPanel
from app.ui.topics.topic_views import TopicTree
from app.ui.window.main_window import MainWindow

Note = Callable[[str], None]

_MODIFIERS = (
    *(Qt.KeyboardModifier.NoModifier,) * 3,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
_KEYS = (
    *(Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Left, Qt.Key.Key_Right),
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Space, Qt.Key.Key_Delete, Qt.Key.Key_Escape),
    *(Qt.Key.Key_0, Qt.Key.Key_1, Qt.Key.Key_F, Qt.Key.Key_M, Qt.Key.Key_R, Qt.Key.Key_P, Qt.Key.Key_N),
)
_PATHS = (
    *("", "data", "status", "twist.twist.linear.x", "ranges", "header.stamp", "position.x", "power"),
    *("nosuch", "[", "a" * 300),
)
_NAMES = ("mine", "a/b", "ü & co", "Drive", "..", "")
# topics that are gone are dropped too
_MOST_KEYS = 200


def seen_in(window: QWidget, *kinds: type[QWidget]) -> list[Any]:
    """Those of a window's widgets that can be seen, of any of these kinds.

    Not by `findChildren`: it makes the window the owner, in Python, of all that it finds, and what Qt made itself then
    stays there when it is long gone. A tester that finds widgets all the time would find its own leak.
    """
    found = []
    for child in window.children():
        # what is hidden shows nothing, and dialogs are windows of their own
        if isinstance(child, QWidget) and child.isVisible() and not child.isWindow():
            found += [child] if isinstance(child, kinds) else []
            found += seen_in(child, *kinds)
    return found


def pick(box: QComboBox, rng: random.Random) -> None:
    """Choose any entry, as the mouse would."""
    if box.count():
        place = rng.randrange(box.count())
        box.setCurrentIndex(place)
        box.activated.emit(place)


class Drags:
    """Drags end where chance has it: an actual one waits for the mouse."""

    def __init__(self, top: Callable[[], QWidget], rng: random.Random) -> None:
        self._top = top
        self._rng = rng
        # what Dragging calls
        fields.run_drag = self._take

    def _take(self, view: QWidget, data: QMimeData) -> None:
        del view
        self.drop(data)

    def drop(self, data: QMimeData) -> None:
        """Let it fall on some view, or carry it over one and away."""
        kinds = (PlotView, TopViewPanel, ImageView, StatePanel, StateView, TopicTree)
        target = self._rng.choice(seen_in(self._top(), *kinds) or [self._top()])
        place = _place_in(target, self._rng)
        rest = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
        enter = QDragEnterEvent(place, *rest)
        QApplication.sendEvent(target, enter)
        # who does not take it is asked no more
        if self._rng.random() < 0.1:
            QApplication.sendEvent(target, QDragLeaveEvent())
        elif enter.isAccepted():
            QApplication.sendEvent(target, QDropEvent(QPointF(place), *rest))


class ViewTricks:
    """See the module."""

    def __init__(self, window: MainWindow, session: Session, rng: random.Random, folder: Path, note: Note) -> None:
        self._window = window
        self._session = session
        self._rng = rng
        self._folder = folder
        self._note = note
        self._seen: list[TopicKey] = []
        self._drags = Drags(lambda: window, rng)
        self.all: list[tuple[int, Callable[[], Any]]] = [
            (5, self.open_view),
            (3, self.close_view),
            (3, self.reopen_view),
            (8, self.show_in_view),
            (8, self.drop),
            (6, self.drag_from_tree),
            (12, self.wheel),
            (12, self.pan),
            (12, self.press_in_view),
            (8, self.ask_menu),
            (10, self.choose_in_menu),
            (6, self.change_plots),
            (5, self.change_lanes),
            (5, self.pick_decoder),
            (4, self.choose_picture),
            (4, self.pick_in_box),
            (5, self.use_layouts),
        ]

    # views

    def open_view(self) -> None:
        """A new one."""
        actions = self._window.actions_of_window
        action = self._rng.choice(
            [
                actions.images.new_view,
                actions.top_views.new_view,
                actions.state_timelines.new_view,
                actions.plots.new,
                actions.plots.new_dock,
                actions.plots.show,
                actions.plots.link,
            ]
        )
        self._note(action.text())
        action.trigger()

    def close_view(self) -> None:
        """Close one that is there, also the plots."""
        docks = [dock for views in self._window.docks.views for dock in views.docks.values()]
        if docks:
            self._rng.choice(docks).close()

    def reopen_view(self) -> None:
        """Have one back."""
        self._window.actions_of_window.reopen_view.trigger()

    def show_in_view(self) -> None:
        """Show a topic, fit for it or not."""
        key = self._key()
        if key is not None:
            path = self._rng.choice(_PATHS)
            tricks: list[Callable[[], Any]] = [
                lambda: self._window.image_docks.show_topic(key),
                lambda: self._window.top_view_docks.show_topic(key),
                lambda: self._window.plot_docks.plot_fields([(key, path)]),
                lambda: self._window.state_docks.show_fields([(key, path)]),
            ]
            self._rng.choice(tricks)()

    def change_plots(self) -> None:
        """Split one, close one, take out a curve, or have it back."""
        panels = [view.panel for view in self._window.plot_docks.panels.values() if view.panel is not None]
        panel = self._rng.choice(panels or [None])
        if panel is None or not panel.grid.cells:
            return
        cell = self._rng.choice(panel.grid.cells)
        curves = cell.plot.curves
        tricks: list[Callable[[], Any]] = [
            lambda: cell.split_asked.emit(self._rng.random() < 0.5),
            cell.close_asked.emit,
            cell.view.remove_asked.emit,
            cell.view.toggle_fixed,
            panel.notice.action.click,
            panel.removals.undo_last,
            panel.removals.redo,
            panel.bar.pause.click,
            lambda: cell.show_menu(QPoint(9, 9), self._rng.choice(curves) if curves else None),
        ]
        self._rng.choice(tricks)()

    def change_lanes(self) -> None:
        """Begin with some, move or remove one, or have it back."""
        panels = list(self._window.state_docks.panels.values())
        if not panels:
            return
        panel = self._rng.choice(panels)
        tricks: list[Callable[[], Any]] = [panel.show_defaults, panel.removals.undo_last, panel.toggle_pause]
        if panel.rows.all:
            lane = self._rng.choice(panel.rows.all)
            tricks += [
                lambda: panel.remove_row(lane),
                lambda: panel.move_row(lane, self._rng.choice((-1, 1))),
                lambda: panel.copy_state(lane),
                lambda: panel.show_transitions(lane),
            ]
        self._rng.choice(tricks)()

    # mouse and keys

    def wheel(self) -> None:
        """Turn it above a view."""
        target = self._canvas()
        place = QPointF(_place_in(target, self._rng))
        turned = QPoint(0, self._rng.choice((-1200, -120, -15, 0, 15, 120, 1200)))
        event = QWheelEvent(
            place,
            QPointF(target.mapToGlobal(place)),
            QPoint(),
            turned,
            Qt.MouseButton.NoButton,
            self._rng.choice(_MODIFIERS),
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        for _ in range(self._rng.choice((1, 1, 1, 20))):
            QApplication.sendEvent(target, event)

    def pan(self) -> None:
        """Press, move and let go."""
        self._drag(self._canvas(), self._rng.choice(_MODIFIERS))

    def drag_from_tree(self) -> None:
        """Drag what is below the mouse."""
        trees = seen_in(self._window, TopicTree, ValueTree)
        if trees:
            self._drag(self._rng.choice(trees).viewport(), Qt.KeyboardModifier.NoModifier)

    def drop(self) -> None:
        """Drop fields of topics, or what is none."""
        keys = [key for key in (self._key() for _ in range(self._rng.randint(1, 4))) if key is not None]
        data = fields.fields_to_mime([(key, self._rng.choice(_PATHS)) for key in keys])
        if self._rng.random() < 0.1:
            data.setData(fields.MIME_TYPE, self._rng.randbytes(40))
        self._drags.drop(data)

    def press_in_view(self) -> None:
        """Give a view the keys, and press one."""
        target = self._canvas()
        target.setFocus(Qt.FocusReason.MouseFocusReason)
        QTest.keyClick(target, self._rng.choice(_KEYS), self._rng.choice(_MODIFIERS))

    def ask_menu(self) -> None:
        """Ask for the menu of whatever is there."""
        target = self._canvas()
        if self._rng.random() < 0.3:
            target = self._rng.choice(seen_in(self._window, QWidget) or [self._window])
        place = _place_in(target, self._rng)
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, target.mapToGlobal(place))
        QApplication.sendEvent(target, event)

    def choose_in_menu(self) -> None:
        """Do what the open menu offers."""
        popup = QApplication.activePopupWidget()
        if isinstance(popup, QMenu):
            try:
                self._trigger_in(popup)
            finally:
                popup.close()

    # choices

    def pick_decoder(self) -> None:
        """Read the topic in another way."""
        picker = self._window.inspector.picker
        pick(picker.decoders, self._rng)
        if picker.type_name.isVisible():
            picker.type_name.setText(self._rng.choice(("std_msgs/String", "nav_msgs/Odometry", "a/b", "", "ü")))
            QTest.keyClick(picker.type_name, Qt.Key.Key_Return)

    def choose_picture(self) -> None:
        """Another topic in a view of pictures."""
        choices = seen_in(self._window, ImageTopicChoice)
        if choices:
            pick(self._rng.choice(choices), self._rng)

    def pick_in_box(self) -> None:
        """Another choice in any box of the window."""
        boxes = seen_in(self._window, QComboBox)
        if boxes:
            pick(self._rng.choice(boxes), self._rng)

    # layouts

    def use_layouts(self) -> None:
        """Show, keep, rename, forget or share one."""
        layouts, name = self._window.layouts, self._rng.choice(_NAMES)
        file = self._folder / "shared.teledeck-layout"
        own = self._rng.choice([*layouts.store.own, ""])
        tricks: list[Callable[[], Any]] = [
            *(lambda: layouts.show_by_name(self._rng.choice([*layouts.store.names, "nosuch"])),) * 4,
            *(layouts.go_back,) * 2,
            lambda: layouts.save(name),
            *((lambda: layouts.rename(own, name), lambda: layouts.delete_layout(own)) if own else ()),
            lambda: layouts.share(layouts.current_layout("shared"), file),
            lambda: layouts.open_files([file]),
        ]
        try:
            self._rng.choice(tricks)()
        except LayoutFileError as error:
            self._note(str(error))

    # inside

    def _key(self) -> TopicKey | None:
        topics = self._session.topics.store.topics
        if topics:
            self._seen = [*self._seen[1 - _MOST_KEYS :], self._rng.choice(list(topics)).key]
        return self._rng.choice(self._seen) if self._seen else None

    def _canvas(self) -> QWidget:
        kinds = (PlotView, PlotCell, TopViewCanvas, ImageView, StateView)
        target: QWidget = self._rng.choice(seen_in(self._window, *kinds) or [self._window])
        self._note(f"on {type(target).__name__}")
        return target

    def _drag(self, target: QWidget, modifiers: Qt.KeyboardModifier) -> None:
        kinds, places = QEvent.Type, [_place_in(target, self._rng) for _ in range(self._rng.randint(2, 6))]
        left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
        button = self._rng.choice((left, left, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton))
        _mouse(target, kinds.MouseButtonPress, places[0], button, button, modifiers)
        for place in places[1:]:
            _mouse(target, kinds.MouseMove, place, none, button, modifiers)
        _mouse(target, kinds.MouseButtonRelease, places[-1], button, none, modifiers)

    def _trigger_in(self, menu: QMenu) -> None:
        for _ in range(4):
            offered = [each for each in menu.actions() if each.isEnabled() and not each.isSeparator()]
            if not offered:
                return
            action = self._rng.choice(offered)
            # PySide deletes a menu that was got by `QAction.menu`, once the action is forgotten
            inner = menu.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)
            below = next((each for each in inner if each.menuAction() is action), None)
            if below is None:
                self._note(f"in the menu: {action.text()}")
                action.trigger()
                return
            menu = below
            menu.aboutToShow.emit()


def _mouse(
    target: QWidget,
    kind: QEvent.Type,
    place: QPoint,
    button: Qt.MouseButton,
    buttons: Qt.MouseButton,
    modifiers: Qt.KeyboardModifier,
) -> None:
    at = QPointF(place)
    event = QMouseEvent(kind, at, QPointF(target.mapToGlobal(place)), button, buttons, modifiers)
    QApplication.sendEvent(target, event)


def _place_in(target: QWidget, rng: random.Random) -> QPoint:
    return QPoint(rng.randrange(max(target.width(), 1)), rng.randrange(max(target.height(), 1)))
