"""A top view with its layers: what is shown of which topics, how it is placed, and what the operator does with it."""

from __future__ import annotations

import asyncio
import functools
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QStandardPaths, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QHideEvent,
    QImage,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import Shiboken

from app.model.topic_store import TopicKey
from app.ui.file_dialogs import ask_where_to_write
from app.ui.robot_tools import RobotTools
from app.ui.text import format_age, translate
from app.ui.topview.canvas import Canvas
from app.ui.topview.dropping import topics_of
from app.ui.topview.feeds import LayerFeed
from app.ui.topview.frame_feed import FrameFeed
from app.ui.topview.layer_list import LayerList
from app.ui.topview.panel_actions import PanelActions
from app.ui.topview.panel_menu import PanelMenu
from app.ui.topview.pointing import Pointing
from app.ui.topview.rows import fault_of, row_of
from app.ui.topview.scene import SceneMaker
from app.ui.topview.state import GRAY, MAX_LAYERS, Layer, TopViewState, read_state
from app.ui.topview.topics import beginning, drawable, height_of, role_of, schema_of
from app.ui.widgets.empty_state import EmptyState
from app.ui.widgets.menu_button import MenuButton
from app.ui.widgets.notice import Notice

# words that change faster than this can't be read
_FACTS_INTERVAL_S: Final = 0.2
# removals that can be undone
_UNDO: Final = 20


class TopViewPanel(QWidget):
    """See the module. It subscribes to its topics only while it can be seen.

    Attributes:
        owner: by which it subscribes.
        view_state: what is shown, and how.
        frames: where the frames of each robot stand.
        actions_here: by name; their keys count while the panel has the focus.

    Signals:
        title_changed: it follows another frame; the text tells which stands still.
    """

    title_changed: Final = Signal(str)

    def __init__(self, tools: RobotTools, owner: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.owner = owner
        self.tools = tools
        self._session = tools.session
        self.view_state = TopViewState()
        self.frames = FrameFeed(tools.session, owner)
        self._feeds: dict[TopicKey, LayerFeed] = {}
        self._maker = SceneMaker(self._feeds, self.frames)
        self._poses_taken: dict[TopicKey, object] = {}
        self._drawn: object = None
        self._facts_due_s = 0.0
        self._removed: list[tuple[Layer, int]] = []
        self.canvas = Canvas(tools.themes)
        self._pointing = Pointing(self.canvas.viewport)
        self.list = LayerList(tools.themes)
        self.fault, self.done = Notice(), Notice()
        self.nothing = EmptyState(tools.themes, "topview")
        self.menu = PanelMenu(self)
        self.actions_here = PanelActions(self, self._run, self._switch)
        self._lay_out()
        self._connect()
        self._draw()
        self._show_state()
        self._show_layers(0.0)

    # for layouts

    def state(self) -> dict[str, Any]:
        """What `restore` takes; fit for JSON."""
        view = self.canvas.viewport
        told = replace(self.view_state, scale=view.scale, center=view.center).as_dict()
        if not self._pointing.by_hand:
            # it is chosen anew by what there is to see
            del told["scale"], told["center"]
        return told

    def restore(self, state: object) -> None:
        """Show what a state tells, as far as it can be understood."""
        for key in tuple(self._feeds):
            self._forget(key)
        self.view_state = read_state(state)
        for layer in self.view_state.layers:
            self._feeds[layer.key] = LayerFeed(layer.key)
        self._pointing.by_hand = isinstance(state, dict) and "scale" in state
        if self._pointing.by_hand:
            view = self.canvas.viewport
            view.zoom(self.view_state.scale / view.scale)
            view.look_at(*self.view_state.center)
        self._removed.clear()
        self._changed()

    # for whoever refreshes it

    def can_be_seen(self) -> bool:
        """See `refresh.View`."""
        return self.isVisible() and not self.window().isMinimized()

    def refresh(self, now: float) -> None:
        """See `refresh.View`."""
        robots = frozenset(layer.key.connection for layer in self.view_state.layers)
        before = self.frames.wanted
        self.frames.look_for(robots)
        if before != self.frames.wanted:
            self.update_wants()
        self.frames.renew()
        for key, feed in self._feeds.items():
            topic = self._session.store.get(key)
            feed.renew(topic, schema_of(self._session, topic) if topic is not None else None, now)
            if feed.value is not self._poses_taken.get(key):
                self._poses_taken[key] = feed.value
                for pose in feed.poses:
                    self.frames.add_pose(pose, key)
        self._draw_scene(now)
        if now >= self._facts_due_s:
            self._facts_due_s = now + _FACTS_INTERVAL_S
            self._show_layers(now)

    def update_wants(self) -> None:
        """Subscribe to what can be seen, and to nothing else."""
        seen = self.can_be_seen()
        self.frames.listen(seen=seen)
        wanted = {layer.key for layer in self.view_state.layers if layer.visible} | set(self.frames.wanted)
        self._session.want(self.owner, wanted if seen else set())

    def close_down(self) -> None:
        """Want nothing any more."""
        self.frames.listen(seen=False)
        self._session.want(self.owner, set())

    def showEvent(self, event: QShowEvent) -> None:
        """It can be seen now."""
        super().showEvent(event)
        self.update_wants()

    def hideEvent(self, event: QHideEvent) -> None:
        """It can no longer be seen."""
        super().hideEvent(event)
        self.update_wants()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Topics, or fields of them, may be dropped here."""
        known = drawable(self._session)
        if any(key in known for key in topics_of(event.mimeData())):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Show what was dropped."""
        known = drawable(self._session)
        for key in topics_of(event.mimeData()):
            if key in known:
                self.add_topic(key)
        event.acceptProposedAction()

    # what an operator does

    def feed_of(self, key: TopicKey) -> LayerFeed:
        """What came of a layer."""
        return self._feeds[key]

    def add_topic(self, key: TopicKey) -> bool:
        """Show a topic, above all that is not higher; whether there is room for it."""
        if self.view_state.layer(key) is not None:
            return True
        if len(self.view_state.layers) >= MAX_LAYERS:
            return False
        topic = self._session.store.get(key)
        height = height_of(role_of(schema_of(self._session, topic)) if topic is not None else None)
        place = 0
        for layer in self.view_state.layers:
            if self._height(layer.key) <= height:
                break
            place += 1
        # a map is black and white unless the operator wants it otherwise
        color = GRAY if not height else self.view_state.free_color
        self._feeds[key] = LayerFeed(key)
        self.view_state = self.view_state.with_new(Layer(key, color=color), place)
        self._changed()
        return True

    def add_beginning(self, robot: str) -> None:
        """Show what one looks at first, of a robot."""
        for key in beginning(self._session, robot):
            self.add_topic(key)

    def remove_layer(self, key: TopicKey) -> None:
        """Show a topic no more; that can be undone."""
        layer = self.view_state.layer(key)
        if layer is None:
            return
        self._removed = [*self._removed[1 - _UNDO :], (layer, self.view_state.layers.index(layer))]
        self.view_state = self.view_state.without(key)
        self._forget(key)
        self._changed()
        icon, word = self.tools.themes.icon("layers", "muted"), translate("TopView", "Removed")
        self.done.say(icon, word, self.tools.themes.current.muted, key.topic, "", "")
        self.done.action.setText(translate("TopView", "Undo"))
        self.done.action.setVisible(True)
        self.done.show()

    def undo_removal(self) -> None:
        """Show again what was removed last."""
        self.done.hide()
        if self._removed:
            layer, place = self._removed.pop()
            if self.view_state.layer(layer.key) is None:
                self._feeds[layer.key] = LayerFeed(layer.key)
                self.view_state = self.view_state.with_new(layer, place)
            self._changed()

    def change_layer(self, layer: Layer) -> None:
        """Show a layer otherwise."""
        self.view_state = self.view_state.with_layer(layer)
        self._changed()

    def move_layer(self, key: TopicKey, to: int) -> None:
        """Put a layer to another place in the list."""
        self.view_state = self.view_state.moved(key, to)
        self._changed()

    def follow_layer(self, key: TopicKey) -> None:
        """Follow the robot of a layer."""
        self.view_state = replace(self.view_state, robot=key, follow=True)
        self._changed()

    def set_fixed_frame(self, name: str) -> None:
        """Let this frame stand still."""
        self.view_state = replace(self.view_state, fixed_frame=name)
        self._pointing.by_hand = False
        self._changed()

    def set_deceleration(self, deceleration_m_s2: float) -> None:
        """Reckon with this in the ring."""
        self.view_state = replace(self.view_state, deceleration_m_s2=deceleration_m_s2)
        self._changed()

    def fit(self) -> None:
        """Show all that there is, and follow no longer."""
        bounds = self.canvas.scene.bounds
        if bounds is not None:
            self.view_state = replace(self.view_state, follow=False)
            self.canvas.viewport.fit(bounds)
            self._pointing.by_hand = True
            self._changed()

    def forget_trails(self) -> None:
        """Forget the ways that robots came."""
        for feed in self._feeds.values():
            feed.forget()

    def copy_place(self) -> None:
        """Put the place under the pointer, or what was measured, into the clipboard."""
        text = self.canvas.describe_measured() or self.canvas.describe_cursor()
        if text:
            QGuiApplication.clipboard().setText(text)

    def copy_picture(self) -> None:
        """Put the view into the clipboard, as it is seen."""
        QGuiApplication.clipboard().setImage(self.canvas.grab().toImage())

    def ask_to_save(self) -> None:
        """Ask for a file and write the view to it, as it is seen now."""
        image = self.canvas.grab().toImage()
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
        name = translate("TopView", "top-view") + ".png"
        title = translate("TopView", "Save picture")
        place = Path(folder) / name
        ask_where_to_write(self, self.tools.themes, title, place, "PNG (*.png)", functools.partial(self._save, image))

    def _save(self, image: QImage, path: Path) -> None:
        self.tools.spawn(self.save(image, path), "save a top view")

    async def save(self, image: QImage, path: Path) -> None:
        """Write a picture to a file, and say whether that was done."""
        saved = await asyncio.to_thread(lambda: image.save(str(path)))
        if not Shiboken.isValid(self):
            # the view was closed meanwhile
            return
        themes = self.tools.themes
        self.done.action.setVisible(False)
        if saved:
            word = translate("TopView", "Saved")
            self.done.say(themes.icon("snapshot", "ok"), word, themes.current.ok, path.name, "", str(path.parent))
        else:
            word = translate("TopView", "Not saved")
            reason = translate("TopView", "{path} can't be written").format(path=path)
            tip = translate("TopView", "Choose another folder, or make room on the disk.")
            self.done.say(themes.icon("alert-error", "error"), word, themes.current.error, "", reason, tip)
        self.done.show()

    # inside, as it is made

    def _lay_out(self) -> None:
        self.add_button, self.more_button = MenuButton(), MenuButton()
        self.add_button.setText(translate("TopView", "Add"))
        self.add_button.setToolTip(translate("TopView", "Add a topic"))
        self.add_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.more_button.setToolTip(translate("TopView", "More"))
        self.more_button.setAccessibleName(translate("TopView", "More"))
        line = QHBoxLayout()
        line.setSpacing(4)
        line.addWidget(self.add_button)
        line.addStretch(1)
        for name in ("follow", "robot_up", "measure", "fit", "snapshot", "list"):
            button = QToolButton()
            button.setDefaultAction(self.actions_here[name])
            button.setAutoRaise(True)
            line.addWidget(button)
        line.addWidget(self.more_button)
        for button, fill in ((self.add_button, self.menu.fill_add), (self.more_button, self.menu.fill_view)):
            button.choices.aboutToShow.connect(functools.partial(fill, button.choices))
            button.setAutoRaise(True)
        self.begin_button = QPushButton(translate("TopView", "Show what the robot sees"))
        self.nothing.buttons.addWidget(self.begin_button, 0, Qt.AlignmentFlag.AlignHCenter)
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.addWidget(self.canvas)
        self._split.addWidget(self.list)
        self._split.setStretchFactor(0, 1)
        self._split.setSizes([600, 190])
        self._body = QStackedWidget()
        self._body.addWidget(self.nothing)
        self._body.addWidget(self._split)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 0, 8, 8)
        layout.setSpacing(6)
        layout.addLayout(line)
        for notice in (self.fault, self.done):
            layout.addWidget(notice)
            notice.hide()
            notice.button.setToolTip(translate("TopView", "Dismiss"))
            notice.button.setAccessibleName(translate("TopView", "Dismiss"))
        self.done.button.setVisible(True)
        layout.addWidget(self._body, 1)
        self.setAcceptDrops(True)
        self.setFocusProxy(self.canvas)

    def _connect(self) -> None:
        self.canvas.moved.connect(self._moved_by_hand)
        self.canvas.menu_asked.connect(self._open_menu)
        self.canvas.measuring_ended.connect(self._end_measuring)
        self.list.shown.connect(self._show_layer)
        self.list.moved.connect(self.move_layer)
        self.list.removal_asked.connect(self.remove_layer)
        self.list.menu_asked.connect(self.menu.open_layer)
        self.begin_button.clicked.connect(self.begin)
        self.done.action.clicked.connect(self.undo_removal)
        self.done.button.clicked.connect(self.done.hide)
        self.tools.themes.changed.connect(self._draw)

    # inside, as it goes on

    def _run(self, name: str) -> None:
        {
            "fit": self.fit,
            "measure": self._measure,
            "copy": self.copy_place,
            "copy_picture": self.copy_picture,
            "snapshot": self.ask_to_save,
            "forget_trails": self.forget_trails,
            "undo": self.undo_removal,
        }[name]()

    def _measure(self) -> None:
        self.canvas.set_measuring(self.actions_here["measure"].isChecked())

    def _end_measuring(self) -> None:
        self.actions_here["measure"].setChecked(False)
        self.canvas.set_measuring(False)

    def _switch(self, field: str, on: bool) -> None:  # noqa: FBT001 - a slot
        if getattr(self.view_state, field) == on:
            return
        changes: dict[str, Any] = {field: on}
        self.view_state = replace(self.view_state, **changes)
        if field == "robot_up" and not on:
            self.canvas.viewport.turn_to(0.0)
        self._changed()

    def _show_layer(self, key: TopicKey, visible: bool) -> None:  # noqa: FBT001 - a slot
        layer = self.view_state.layer(key)
        if layer is not None:
            self.change_layer(replace(layer, visible=visible))

    def begin(self) -> None:
        """Show what one looks at first, of the robot in view."""
        robot = self._robot()
        if robot is not None:
            self.add_beginning(robot)

    def _robot(self) -> str | None:
        """The one in view, or else the first that has anything to draw."""
        found = {key.connection for key in drawable(self._session)}
        info = self.tools.choose(lambda each: each.id in found)
        return info.id if info is not None and info.id in found else None

    def _moved_by_hand(self) -> None:
        if self._pointing.has_left(self.canvas.scene) and self.view_state.follow:
            self.view_state = replace(self.view_state, follow=False)
            self._show_state()

    def _open_menu(self, place: Any) -> None:
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        self.menu.fill_view(menu)
        menu.popup(place)

    def _changed(self) -> None:
        self._drawn = None
        self._facts_due_s = 0.0
        self._show_state()
        self._show_layers(0.0)
        self.update_wants()

    def _forget(self, key: TopicKey) -> None:
        self._feeds.pop(key, None)
        self._poses_taken.pop(key, None)
        self.frames.forget(key)

    def _height(self, key: TopicKey) -> int:
        role = self._feeds[key].role
        if role is None:
            topic = self._session.store.get(key)
            role = role_of(schema_of(self._session, topic)) if topic is not None else None
        return height_of(role)

    def _draw_scene(self, now: float) -> None:
        ages = self._ages(now)
        feeds = tuple(feed.revision for feed in self._feeds.values())
        drawn = (self.view_state, feeds, self.frames.revision, tuple(format_age(age) for age in ages.values()))
        if drawn != self._drawn:
            self._drawn = drawn
            scene = self._maker.make(self.view_state, ages)
            if scene.fixed_frame != self.canvas.scene.fixed_frame:
                self.title_changed.emit(scene.fixed_frame)
            self.canvas.show_scene(scene)
        state = self.view_state
        if self._pointing.point(self.canvas.scene, follow=state.follow, robot_up=state.robot_up):
            self.canvas.update()

    def _ages(self, now: float) -> dict[TopicKey, float]:
        ages: dict[TopicKey, float] = {}
        for key, feed in self._feeds.items():
            present = self._session.store.get(key) is not None
            age_s = feed.age_s(now)
            if age_s is not None and feed.is_stale(self._session.status(key.connection), now, present=present):
                ages[key] = age_s
        return ages

    def _show_layers(self, now: float) -> None:
        self._body.setCurrentWidget(self._split if self.view_state.layers else self.nothing)
        if not self.view_state.layers:
            self._show_nothing()
        ages = self._ages(now) if now else {}
        several = len({layer.key.connection for layer in self.view_state.layers}) > 1
        rows = []
        for layer in self.view_state.layers:
            robot = self.tools.preferences.robot_name(layer.key.connection) if several else ""
            feed, key = self._feeds[layer.key], layer.key
            reason = self.canvas.scene.unplaced.get(key, "")
            rows.append(row_of(layer, feed, reason, ages.get(key), robot, self.tools.themes.current))
        self.list.show_rows(rows)
        self._show_fault()

    def _show_nothing(self) -> None:
        some = self._robot() is not None
        self.begin_button.setVisible(some)
        title = translate("TopView", "Nothing to see yet")
        if some:
            hint = translate("TopView", "Add a pose, a scan, a map or a path, or drag topics here.")
        else:
            hint = translate("TopView", "Connect to a robot that tells where it is, or what its lidar sees.")
        self.nothing.say(title, hint)

    def _show_fault(self) -> None:
        themes = self.tools.themes
        fault = fault_of(self._feeds, self.canvas.scene.unplaced)
        self.fault.setVisible(fault is not None)
        if fault is not None:
            icon = themes.icon("alert-warning", "warn")
            self.fault.say(icon, fault.word, themes.current.warn, fault.title, fault.reason, fault.tip)

    def _show_state(self) -> None:
        state = self.view_state
        self.actions_here.show_state(state)
        self.actions_here["undo"].setEnabled(bool(self._removed))
        self.list.setVisible(state.show_list)
        self.canvas.lines, self.canvas.names = state.show_lines, state.show_names
        self.canvas.update()

    def _draw(self) -> None:
        themes = self.tools.themes
        for action in self.actions_here.all:
            name = action.property("icon_name")
            if name:
                action.setIcon(themes.icon(name))
        self.add_button.setIcon(themes.icon("add"))
        self.more_button.setIcon(themes.icon("more"))
        for notice in (self.fault, self.done):
            notice.button.setIcon(themes.icon("disconnect", "muted"))
        self.list.forget_looks()
        self._facts_due_s = 0.0
