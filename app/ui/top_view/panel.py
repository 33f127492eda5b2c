"""Top view with its layers and menus: what is shown of which topics, how it is placed, how it is handled."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QActionGroup, QDragEnterEvent, QDropEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from app.model.reference_runs import is_run
from app.model.topics import TopicKey
from app.ui.base import dialogs
from app.ui.base.current_robot import CurrentRobot
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import Spawn
from app.ui.base.saving import ImageFileSaver, write_image
from app.ui.base.text import format_age, say, topic_text
from app.ui.base.theme import Themes
from app.ui.navigation.goal_control import GoalControl
from app.ui.top_view.colors import color_icon, color_names
from app.ui.top_view.frame_feed import FrameFeed
from app.ui.top_view.ghost_feeds import GhostFeeds
from app.ui.top_view.goal_tools import GoalTool, GoalTools
from app.ui.top_view.layer_feeds import LayerFeed, LayerFeeds, MapUpdates
from app.ui.top_view.layer_list import first_fault, layer_row
from app.ui.top_view.panel_ui import SWITCHES, TopViewPanelActions, TopViewPanelUi
from app.ui.top_view.scene import SceneBuilder, ViewTracker
from app.ui.top_view.state import (
    GRAY,
    MAX_DECELERATION_M_S2,
    MAX_LAYERS,
    MIN_DECELERATION_M_S2,
    OPACITIES,
    Layer,
    TopViewState,
)
from app.ui.top_view.topics import default_topics, drawable_topics, role_name, stacking_height, topics_from_mime
from app.ui.widgets.menus import add_entry, add_submenu, context_menu, empty_menu
from app.ui.widgets.undo import Removals
from app.wording.ui.top_view import TopViewWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.reference_runs import ReferenceRuns
    from app.session.topics import Topics

# entries of one menu: nobody reads more
_MOST: Final = 200

# texts that change faster than this can't be read
_FACTS_INTERVAL_S: Final = 0.2
# ghosts go on with all that is drawn anew; for them alone so often is enough
_GHOSTS_INTERVAL_S: Final = 0.1


class TopViewMenu:
    """Menus of a top view, filled when they are opened."""

    def __init__(
        self,
        panel: TopViewPanel,
        topics: Topics,
        themes: Themes,
        preferences: Preferences,
        show_topic: Callable[[TopicKey], None],
    ) -> None:
        self._panel = panel
        self._topics = topics
        self._themes = themes
        self._preferences = preferences
        self._show_topic = show_topic

    def fill_add(self, menu: QMenu) -> None:
        """Fill a menu with every topic that can be drawn and is not."""
        panel = self._panel
        empty_menu(menu)
        shown = {layer.key for layer in panel.view_state.layers}
        found = {key: role for key, role in drawable_topics(self._topics).items() if key not in shown}
        robots = list(dict.fromkeys(key.connection for key in found))
        for robot in robots:
            name = self._preferences.robot_name(robot)
            below = add_submenu(menu, name) if len(robots) > 1 else menu
            add_entry(below, say(TopViewWording.ADD_DEFAULTS()), functools.partial(panel.add_defaults, robot))
            below.addSeparator()
            keys = [key for key in found if key.connection == robot]
            keys.sort(key=lambda key: (stacking_height(found[key]), key.topic))
            for key in keys[:_MOST]:
                text = f"{topic_text(key.topic)}\t{role_name(found[key].value)}".replace("&", "&&")
                add_entry(below, text, functools.partial(panel.add_topic, key))
        if not robots:
            menu.addAction(say(TopViewWording.NOTHING_TO_ADD())).setEnabled(False)

    def fill_view(self, menu: QMenu) -> None:
        """Fill a menu with the options of the view."""
        panel = self._panel
        empty_menu(menu)
        actions = panel.panel_actions
        menu.addActions([actions.fit, actions.follow, actions.robot_up, actions.measure])
        menu.addSeparator()
        panel.goal_tools.fill_menu(menu)
        menu.addSeparator()
        menu.addActions([actions.lines, actions.names, actions.frames, actions.trails, actions.ring, actions.list])
        add_entry(menu, say(TopViewWording.ASK_BRAKING()), self.ask_deceleration)
        self._fill_fixed(add_submenu(menu, say(TopViewWording.FIXED_FRAME())))
        menu.addSeparator()
        menu.addActions([actions.copy, actions.copy_picture, actions.snapshot])
        menu.addSeparator()
        menu.addActions([actions.forget_trails, actions.undo])

    def open_layer(self, key: TopicKey, place: QPoint) -> None:
        """Open the menu of a layer at a place of the screen."""
        panel = self._panel
        layer = panel.view_state.layer(key)
        if layer is None:
            return
        menu = context_menu(panel)
        self._fill_colors(menu.addMenu(say(TopViewWording.COLOR())), layer)
        below = menu.addMenu(say(TopViewWording.OPACITY()))
        group = QActionGroup(below)
        for opacity in OPACITIES:
            change = functools.partial(panel.change_layer, replace(layer, opacity=opacity))
            add_entry(below, f"{opacity:.0%}", change, checked=layer.opacity == opacity, group=group)
        self._fill_place(menu.addMenu(say(TopViewWording.PLACE_IN_FRAME())), layer)
        menu.addSeparator()
        number = panel.view_state.layers.index(layer)
        for text, to in (
            (say(TopViewWording.MOVE_UP()), number - 1),
            (say(TopViewWording.MOVE_DOWN()), number + 1),
        ):
            may = 0 <= to < len(panel.view_state.layers)
            add_entry(menu, text, functools.partial(panel.move_layer, key, to), enabled=may)
        if panel.feed_of(key).poses:
            add_entry(menu, say(TopViewWording.FOLLOW_ROBOT()), lambda: panel.follow_layer(key))
        add_entry(menu, say(TopViewWording.GO_TO_TOPIC()), lambda: self._show_topic(key))
        menu.addSeparator()
        add_entry(menu, say(TopViewWording.REMOVE()), lambda: panel.remove_layer(key), key="Del")
        menu.popup(place)

    def ask_deceleration(self) -> None:
        """Ask for the deceleration that the ring of stopping distance assumes."""
        panel = self._panel
        dialog = QInputDialog(panel)
        dialog.setInputMode(QInputDialog.InputMode.DoubleInput)
        dialog.setWindowTitle(say(TopViewWording.STOPPING_DISTANCE()))
        dialog.setLabelText(say(TopViewWording.STOPPING_DISTANCE_TIP()))
        dialog.setDoubleDecimals(2)
        dialog.setDoubleRange(MIN_DECELERATION_M_S2, MAX_DECELERATION_M_S2)
        dialog.setDoubleStep(0.1)
        dialog.setDoubleValue(panel.view_state.deceleration_m_s2)
        dialog.doubleValueSelected.connect(panel.set_deceleration)
        dialogs.show_dialog(dialog, "deceleration")

    def _fill_colors(self, menu: QMenu, layer: Layer) -> None:
        theme = self._themes.current
        for number, name in enumerate(color_names()):
            change = functools.partial(self._panel.change_layer, replace(layer, color=number))
            add_entry(menu, name, change, icon=color_icon(number, theme), checked=layer.color == number)

    def _fill_place(self, menu: QMenu, layer: Layer) -> None:
        panel = self._panel
        names = ["", *panel.frames.frames_of(layer.key.connection).names[:_MOST]]
        if layer.place_in not in names:
            names.append(layer.place_in)
        for name in names:
            change = functools.partial(panel.change_layer, replace(layer, place_in=name))
            text = name or say(TopViewWording.AS_MESSAGES_SAY())
            add_entry(menu, text, change, checked=layer.place_in == name)

    def _fill_fixed(self, menu: QMenu) -> None:
        panel = self._panel
        fixed = panel.view_state.fixed_frame
        names = ["", *panel.frames.names[:_MOST]]
        if fixed not in names:
            names.append(fixed)
        for name in names:
            text = name or say(TopViewWording.MOST_COMMON_FRAME())
            add_entry(menu, text, functools.partial(panel.set_fixed_frame, name), checked=fixed == name)


class TopViewPanel(QWidget):
    """Panel of a top view. It subscribes to its topics only while it can be seen.

    Attributes:
        owner: the name by which it subscribes.
        view_state: what is shown, and how.
        frames: the coordinate frames of each robot.
        updates: the updates of maps.
        ghosts: the ghosts of runs.
        ui: its widgets, of which `canvas` and `list` are two.
        menu: its menus.
        panel_actions: its actions; their keys work while the panel has the focus.
        goals: what is known of goals.
        goal_tools: what sends a robot to a place, and tells it where it is.

    Signals:
        title_changed: the fixed frame changed; its name.
    """

    title_changed: Final = Signal(str)

    def __init__(
        self,
        links: Links,
        topics: Topics,
        runs: ReferenceRuns,
        robot: CurrentRobot,
        themes: Themes,
        preferences: Preferences,
        spawn: Spawn,
        show_topic: Callable[[TopicKey], None],
        goals: GoalControl,
        owner: str,
        stopwatch: Callable[[], float] = time.perf_counter,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.owner = owner
        self.goals = goals
        self._topics = topics
        self._robot = robot
        self._themes = themes
        self._preferences = preferences
        self.view_state = TopViewState()
        self.frames = FrameFeed(topics, owner)
        self.updates = MapUpdates(topics, owner)
        self._feeds = LayerFeeds(links, topics, self.frames, stopwatch)
        self._maker = SceneBuilder(self._feeds, self.frames)
        self.ghosts = GhostFeeds(runs, links, spawn)
        self._drawn: object = None
        self._facts_due_s = self._ghosts_due_s = 0.0
        self.ui = TopViewPanelUi(themes)
        self.canvas, self.list = self.ui.canvas, self.ui.list
        self.removals = Removals(self, self.ui.undo_notice)
        self._pointing = ViewTracker(self.canvas.viewport)
        self._saver = ImageFileSaver(self, spawn, themes, self.ui.undo_notice, self.ui.show_save_fault)
        self.menu = TopViewMenu(self, topics, themes, preferences, show_topic)
        self.panel_actions = TopViewPanelActions(themes, self)
        self.goal_tools = GoalTools(
            goals,
            self.canvas,
            self.ui.goal_bar,
            self.frames,
            themes,
            {GoalTool.GOAL: self.panel_actions.set_goal, GoalTool.POSE: self.panel_actions.set_pose},
            lambda: self.robot_of_goals,
            preferences.robot_name,
            self,
        )
        self.ui.lay_out(self, self.panel_actions)
        self._connect()
        self._draw()
        self._show_state()
        self._show_layers(0.0)

    # for layouts

    def state(self) -> dict[str, Any]:
        """Return the state for `restore`, fit for JSON."""
        view = self.canvas.viewport
        told = replace(self.view_state, scale=view.scale, center=view.center).as_json()
        if not self._pointing.by_hand:
            # the view is fitted to what there is to see when it is restored
            del told["scale"], told["center"]
        return told

    def restore(self, state: object) -> None:
        """Show a saved state, as far as it can be read."""
        for key in tuple(self._feeds):
            self._feeds.remove(key)
        self.view_state = TopViewState.from_json(state)
        for layer in self.view_state.layers:
            self._feeds.add(layer.key)
        self._pointing.by_hand = isinstance(state, dict) and "scale" in state
        if self._pointing.by_hand:
            view = self.canvas.viewport
            view.zoom(self.view_state.scale / view.scale)
            view.look_at(*self.view_state.center)
        self.removals.forget()
        self._changed()

    # as a view of the refresher

    def can_be_seen(self) -> bool:
        """Whether the panel can be seen, and so a refresh too."""
        return self.isVisible() and not self.window().isMinimized()

    def refresh(self, now: float) -> None:
        """Read new messages and paint; `now` is monotonic, in seconds."""
        robots = frozenset(layer.key.connection for layer in self.view_state.layers)
        before = self.frames.wanted, self.updates.wanted
        self.frames.find_topics(robots)
        self.updates.find_topics(frozenset(layer.key for layer in self.view_state.layers if layer.visible))
        if before != (self.frames.wanted, self.updates.wanted):
            self.update_subscriptions()
        self.frames.refresh(now)
        self._feeds.refresh(now)
        self.updates.apply_to(self._feeds)
        self._draw_scene(now)
        if now >= self._facts_due_s:
            self._facts_due_s = now + _FACTS_INTERVAL_S
            self.ghosts.find(self._maker.robots(self.view_state), self.frames.wanted, self.canvas.scene.fixed_frame)
            self._show_layers(now)
            self.goal_tools.refresh()

    def update_subscriptions(self) -> None:
        """Subscribe to what can be seen, and to nothing else."""
        seen = self.can_be_seen()
        wanted = {layer.key for layer in self.view_state.layers if layer.visible}
        for feed in (self.frames, self.updates):
            feed.listen(seen=seen)
            wanted.update(feed.wanted)
        self._topics.set_subscriptions(self.owner, wanted if seen else set())
        self.goals.watch(self.owner, self.robot_of_goals if seen else None)

    def close_down(self) -> None:
        """Unsubscribe from everything."""
        self.frames.listen(seen=False)
        self.updates.listen(seen=False)
        self._topics.set_subscriptions(self.owner, set())
        self.goals.watch(self.owner, None)
        self.goal_tools.end()
        self.ghosts.close()

    def showEvent(self, event: QShowEvent) -> None:
        """Subscribe, now that the panel can be seen."""
        super().showEvent(event)
        self.update_subscriptions()

    def hideEvent(self, event: QHideEvent) -> None:
        """Unsubscribe, as the panel can no longer be seen."""
        super().hideEvent(event)
        self.goal_tools.end()
        self.update_subscriptions()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept dragged topics, or fields of topics, that can be drawn."""
        known = drawable_topics(self._topics)
        if any(key in known for key in topics_from_mime(event.mimeData())):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Show the dropped topics."""
        known = drawable_topics(self._topics)
        for key in topics_from_mime(event.mimeData()):
            if key in known:
                self.add_topic(key)
        event.acceptProposedAction()

    @property
    def robot_of_goals(self) -> str | None:
        """The robot that gets goals from here: that in view, or else the first that is shown here; None for none."""
        shown = list(dict.fromkeys(layer.key.connection for layer in self.view_state.layers))
        info = self._robot.choose(lambda each: each.id in shown)
        if info is not None and info.id in shown:
            return info.id
        return shown[0] if shown else None

    # what the operator does

    def feed_of(self, key: TopicKey) -> LayerFeed:
        """Return the feed of a layer."""
        return self._feeds[key]

    def add_topic(self, key: TopicKey) -> bool:
        """Add a topic above all layers that are not higher; return whether it is shown."""
        if self.view_state.layer(key) is not None:
            return True
        if len(self.view_state.layers) >= MAX_LAYERS:
            return False
        height = self._feeds.stacking_height(key)
        place = 0
        for layer in self.view_state.layers:
            if self._feeds.stacking_height(layer.key) <= height:
                break
            place += 1
        # a map is grey unless the operator gives it a colour
        color = GRAY if not height else self.view_state.free_color
        self._feeds.add(key)
        self.view_state = self.view_state.with_new(Layer(key, color=color), place)
        self._changed()
        return True

    def show_defaults(self) -> None:
        """Show the default topics of the robot in view."""
        robot = self._chosen_robot()
        if robot is not None:
            self.add_defaults(robot)

    def add_defaults(self, robot: str) -> None:
        """Show the default topics of a robot."""
        for key in default_topics(self._topics, robot):
            self.add_topic(key)

    def remove_layer(self, key: TopicKey) -> None:
        """Remove a layer, and offer to undo that."""
        layer = self.view_state.layer(key)
        if layer is None:
            return
        place = self.view_state.layers.index(layer)

        def remove() -> None:
            if self.view_state.layer(key) is not None:
                self.view_state = self.view_state.without(key)
                self._feeds.remove(key)
                self._changed()

        def put_back() -> bool:
            if self.view_state.layer(key) is None and len(self.view_state.layers) < MAX_LAYERS:
                self._feeds.add(key)
                self.view_state = self.view_state.with_new(layer, place)
                self._changed()
            return self.view_state.layer(key) is not None

        remove()
        self.removals.add(say(TopViewWording.REMOVED()), key.topic, remove, put_back)

    def change_layer(self, layer: Layer) -> None:
        """Replace the layer of the same topic."""
        self.view_state = self.view_state.with_layer(layer)
        self._changed()

    def move_layer(self, key: TopicKey, to: int) -> None:
        """Move a layer to an index in the list."""
        self.view_state = self.view_state.moved(key, to)
        self._changed()

    def follow_layer(self, key: TopicKey) -> None:
        """Have the view follow the robot of a layer."""
        self.view_state = replace(self.view_state, robot=key, follow=True)
        self._changed()

    def set_fixed_frame(self, name: str) -> None:
        """Set the fixed frame; empty for that on which most layers stand."""
        self.view_state = replace(self.view_state, fixed_frame=name)
        self._pointing.by_hand = False
        self._changed()

    def set_deceleration(self, deceleration_m_s2: float) -> None:
        """Set the deceleration that the ring of stopping distance assumes."""
        self.view_state = replace(self.view_state, deceleration_m_s2=deceleration_m_s2)
        self._changed()

    def fit(self) -> None:
        """Fit the view to all layers, and stop following."""
        bounds = self.canvas.bounds
        if bounds is not None:
            self.view_state = replace(self.view_state, follow=False)
            self.canvas.viewport.fit(bounds)
            self._pointing.by_hand = True
            self._changed()

    def clear_trails(self) -> None:
        """Clear the trails of all robots."""
        for feed in self._feeds.values():
            feed.clear_trail()

    def ask_to_save(self) -> None:
        """Ask for a file, and write the image of the view to it."""
        title, name = say(TopViewWording.SAVE_IMAGE()), say(TopViewWording.FILE_NAME()) + ".png"
        write = functools.partial(write_image, image=self.canvas.grab().toImage())
        self._saver.ask(title, name, "PNG (*.png)", write)

    # private

    def _connect(self) -> None:
        face = self.ui
        face.fill_menus(self.menu.fill_add, self.menu.fill_view)
        self.canvas.moved.connect(self._moved_by_hand)
        self.canvas.menu_asked.connect(self._open_menu)
        self.list.shown.connect(self._show_layer)
        self.list.moved.connect(self.move_layer)
        self.list.removal_asked.connect(self.remove_layer)
        self.list.menu_asked.connect(self.menu.open_layer)
        face.defaults_button.clicked.connect(self.show_defaults)
        self._connect_actions()
        self._themes.changed.connect(self._draw)

    def _connect_actions(self) -> None:
        actions, removals = self.panel_actions, self.removals
        removals.canUndoChanged.connect(actions.undo.setEnabled)
        removals.canRedoChanged.connect(actions.redo.setEnabled)
        for action, do in (
            (actions.fit, self.fit),
            (actions.copy, self.canvas.copy_position),
            (actions.copy_picture, self.canvas.copy_image),
            (actions.snapshot, self.ask_to_save),
            (actions.forget_trails, self.clear_trails),
            (actions.undo, removals.undo_last),
            (actions.redo, removals.redo),
        ):
            action.triggered.connect(do)
        actions.measure.toggled.connect(self._measure)
        self.canvas.measuring_ended.connect(lambda: actions.measure.setChecked(False))
        for name, field in SWITCHES.items():
            actions.switch(name).toggled.connect(functools.partial(self._switch, field))

    def _measure(self, on: bool) -> None:  # noqa: FBT001 - a slot
        if on:
            # a press means one thing
            self.goal_tools.end()
        self.canvas.set_measuring(on)

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
        elif is_run(key.connection):
            self.ghosts.show(key.connection, shown=visible)
            self._changed()

    def _chosen_robot(self) -> str | None:
        """Return the robot in view, or else the first that has anything to draw; None if there is none."""
        found = {key.connection for key in drawable_topics(self._topics)}
        info = self._robot.choose(lambda each: each.id in found)
        return info.id if info is not None and info.id in found else None

    def _moved_by_hand(self) -> None:
        if self._pointing.has_left(self.canvas.scene) and self.view_state.follow:
            self.view_state = replace(self.view_state, follow=False)
            self._show_state()

    def _open_menu(self, place: Any) -> None:
        menu = context_menu(self)
        self.menu.fill_view(menu)
        menu.popup(place)

    def _changed(self) -> None:
        self._drawn = None
        self._facts_due_s = 0.0
        self._show_state()
        self._show_layers(0.0)
        self.update_subscriptions()

    def _draw_scene(self, now: float) -> None:
        ages = self._feeds.ages(now)
        drawn = (
            self.view_state,
            self._feeds.revision,
            self.frames.revision,
            self.frames.silent,
            tuple(format_age(age) for age in ages.values()),
        )
        if drawn != self._drawn:
            self._drawn, self._ghosts_due_s = drawn, now
            scene = self._maker.build(self.view_state, ages)
            if scene.fixed_frame != self.canvas.scene.fixed_frame:
                self.title_changed.emit(scene.fixed_frame)
            self.canvas.show_scene(scene)
        state = self.view_state
        if now >= self._ghosts_due_s and self.ghosts.refresh(trails=state.show_trails):
            self._ghosts_due_s = now + _GHOSTS_INTERVAL_S
            self.canvas.show_ghosts(self.ghosts.ghosts)
        around = [ghost.trail.bounds for ghost in self.canvas.ghosts]
        if self._pointing.track(self.canvas.scene, follow=state.follow, robot_up=state.robot_up, ghosts=around):
            self.canvas.update()

    def _show_layers(self, now: float) -> None:
        layers, ages = self.view_state.layers, self._feeds.ages(now) if now else {}
        if not layers:
            self.ui.show_empty_hint(some=self._chosen_robot() is not None)
        several = len({layer.key.connection for layer in layers}) > 1
        scene, theme = self.canvas.scene, self._themes.current
        rows = []
        for layer in layers:
            key = layer.key
            robot = self._preferences.robot_name(key.connection) if several else ""
            unplaced, adrift = scene.unplaced.get(key, ""), scene.adrift.get(key)
            rows.append(layer_row(layer, self._feeds[key], unplaced, ages.get(key), robot, theme, adrift))
        if layers:
            rows += self.ghosts.rows(theme)
        self.ui.show_rows(rows)
        self.ui.show_fault(first_fault(self._feeds, scene.unplaced, scene.adrift, self.frames.fault))

    def _show_state(self) -> None:
        state = self.view_state
        self.panel_actions.show_state(state)
        self.ui.layers.show_layers(shown=state.show_list)
        self.canvas.lines, self.canvas.names = state.show_lines, state.show_names
        self.canvas.update()

    def _draw(self) -> None:
        self.ui.apply_theme()
        self._facts_due_s = 0.0
