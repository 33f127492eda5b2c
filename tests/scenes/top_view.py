"""What there are pictures of beside `tests.scenes.window`: the top view."""

from __future__ import annotations

import asyncio
import math
import time
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from app.connections.ros1.converters import READERS
from app.demo.ros1_messages import Ros1Messages
from app.demo.simulation import Simulation
from app.model.navigation import FlatPose, GoalPhase, GoalReport, OwnGoal
from app.model.reference_runs import RunPlace
from app.model.status import ConnectionState
from app.model.topics import Delivery, TopicKey
from app.ui.top_view.panel import TopViewPanel
from app.ui.top_view.scene import Mark
from app.wording.connections import LinkWording
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
from tests.fakes.deliveries import delivery
from tests.fakes.geometry import add_topic
from tests.fakes.navigation import READY
from tests.fakes.session import FakeSession
from tests.scenes.window import Scene, Stage

TOP_VIEW_SCENES: dict[str, Scene] = {}

ROBOT = "ros1://rover.local:11311"


def _scene(scene: Scene) -> Scene:
    TOP_VIEW_SCENES[getattr(scene, "__name__", "").replace("_", "-")] = scene
    return scene


def _schema(type_name: str) -> Ros1Schema:
    found = find_message(type_name)
    if found is None:
        raise ValueError(f"{type_name} is no standard type")
    return Ros1Schema(found, READERS.get(type_name, {}))


def top_view_session_of(name: str) -> FakeSession:
    """The demo robot, by its messages of ROS 1."""
    del name
    session = FakeSession()
    session.set_state(ConnectionState.CONNECTED, "ROS 1 noetic", connection=ROBOT, description="ROS 1 noetic")
    for feed in Ros1Messages(Simulation(1), time.time_ns).feeds():
        add_topic(session, feed.topic, _schema(feed.msg_type), ROBOT)
    return session


async def _drive(stage: Stage, without: str = "none") -> TopViewPanel:
    """Have the robot drive a bend while the view looks."""
    simulation = Simulation(1)
    messages = Ros1Messages(simulation, time.time_ns)
    window = stage.window
    window.actions_of_window.top_views.new_view.trigger()
    window.inspector_dock.hide()
    (dock,) = window.top_view_docks.docks.values()
    window.resizeDocks([dock], [window.width() * 3 // 5], Qt.Orientation.Horizontal)
    (panel,) = window.top_view_docks.panels.values()
    if not panel.view_state.layers:
        panel.add_defaults(ROBOT)
    for linear, angular in ((0.5, 0.5), (0.6, -0.2), (0.9, 0.7)):
        simulation.drive(linear, angular)
        for _ in range(8):
            for _ in range(15):
                simulation.tick()
            stage.session.now = time.monotonic()
            for feed in messages.feeds():
                if not feed.topic.startswith(without):
                    message = _schema(feed.msg_type).encode(feed.make())
                    stage.session.receive(feed.topic, message, connection=ROBOT)
            await asyncio.sleep(0.03)
            window.refresher.tick()
    return panel


@_scene
async def top_view(stage: Stage) -> QWidget:
    """The robot drives."""
    panel = await _drive(stage)
    panel.set_deceleration(0.3)
    await stage.look(0.2)
    return stage.window


def _recorded(linear: float, angular: float, without: str = "none") -> dict[str, list[Delivery]]:
    """The places of a robot that drives so for 12 seconds from the time 1 on."""
    simulation, messages = Simulation(1), dict[str, list[Delivery]]()
    told = Ros1Messages(simulation, time.time_ns)
    for step in range(240):
        simulation.drive(linear, angular + 0.3 * math.sin(step / 30))
        for _ in range(5):
            simulation.tick()
        for feed in told.feeds():
            if feed.topic in {"/odom", "/tf", "/tf_static"} and feed.topic != without:
                schema = _schema(feed.msg_type)
                at_ns = 1 + step * 50_000_000
                messages.setdefault(feed.topic, []).append(
                    delivery(schema.encode(feed.make()), schema=schema, received_ns=at_ns)
                )
    return messages


@_scene
async def top_view_runs(stage: Stage) -> QWidget:
    """The robot drives over the ghosts of three runs; a fourth tells no transforms."""
    runs = stage.session.runs
    for linear, angular, without, name in (
        (0.35, 0.25, "none", "Yesterday, slow"),
        (0.55, 0.05, "none", "With the new wheels on the way to the charger"),
        (0.4, -0.25, "none", "rover-2.mcap"),
        (0.4, 0.25, "/tf", "rover-3.bag"),
    ):
        runs.put(_recorded(linear, angular, without), name)
    panel = await _drive(stage)
    for run, late_s in zip(runs.runs, (6, 5, 15, 6), strict=True):
        runs.change(run.id, place=RunPlace(time.time_ns() - late_s * 1_000_000_000))
    panel.set_fixed_frame("map")
    await stage.look(0.8)
    panel.fit()
    await stage.look(0.4)
    return stage.window


@_scene
async def top_view_measured(stage: Stage) -> QWidget:
    """It points up, its frames are shown, and something is measured."""
    panel = await _drive(stage)
    for name in ("robot_up", "frames", "measure"):
        getattr(panel.panel_actions, name).trigger()
    panel.canvas.measured = ((0.0, 0.0), (2.5, 1.1))
    await stage.look(0.2)
    return stage.window


@_scene
async def top_view_not_placed(stage: Stage) -> QWidget:
    """Nobody says where the lidar is, and a layer is switched off."""
    panel = await _drive(stage, without="/tf")
    layer = panel.view_state.layer(TopicKey(ROBOT, "/map"))
    if layer is not None:
        panel.change_layer(replace(layer, visible=False))
    await stage.look(0.2)
    return stage.window


@_scene
async def top_view_old(stage: Stage) -> QWidget:
    """The robot is away."""
    await _drive(stage)
    for topic in stage.session.topics.store.topics:
        topic.last_arrival_s -= 42.0
    stage.session.set_state(
        ConnectionState.LOST, LinkWording.NO_ANSWER(host="rover.local", port=11311), connection=ROBOT
    )
    await stage.look(0.5)
    return stage.window


@_scene
async def top_view_empty(stage: Stage) -> QWidget:
    """Nothing is shown yet."""
    stage.window.top_view_docks.open()
    await stage.look()
    return stage.window


@_scene
async def top_view_menu(stage: Stage) -> QWidget:
    """How it is seen."""
    panel = await _drive(stage)
    menu: QMenu = panel.ui.more_button.choices
    panel.menu.fill_view(menu)
    return menu


async def _navigate(stage: Stage, report: GoalReport) -> TopViewPanel:
    """A robot that takes goals, in a view of it."""
    stage.session.commands.allow(ROBOT, allowed=True)
    stage.session.navigation.known[ROBOT] = replace(READY, report=report)
    panel = await _drive(stage)
    panel.set_fixed_frame("map")
    await stage.look(0.3)
    return panel


@_scene
async def top_view_goal_asked(stage: Stage) -> QWidget:
    """A goal was placed, and is not sent yet."""
    panel = await _navigate(stage, GoalReport(heard=True))
    panel.panel_actions.set_goal.trigger()
    panel.canvas.place(Mark(3.0, 1.5, 0.8))
    await stage.look(0.3)
    return stage.window


@_scene
async def top_view_goal_driven_to(stage: Stage) -> QWidget:
    """The robot drives to a goal; the drive panel says so, too."""
    goal = OwnGoal("/teledeck-1", FlatPose("map", 3.0, 1.5, 0.8), GoalPhase.ACTIVE, "", FlatPose("map", 1.0, 0.5, 0.0))
    await _navigate(stage, GoalReport(heard=True, goal=goal, under_way=True))
    stage.window.docks.drive.show_panel()
    await stage.look(0.5)
    return stage.window


@_scene
async def top_view_goal_aborted(stage: Stage) -> QWidget:
    """A goal could not be reached."""
    text = "Failed to find a valid plan. Even after executing recovery behaviors."
    goal = OwnGoal("/teledeck-1", FlatPose("map", 3.0, 1.5, 0.8), GoalPhase.ABORTED, text)
    await _navigate(stage, GoalReport(heard=True, goal=goal))
    return stage.window


@_scene
async def top_view_goal_overdue(stage: Stage) -> QWidget:
    """Nobody confirms a cancellation, which may be given up; the drive panel says so, too."""
    await _navigate(stage, GoalReport(cancelling=True, overdue=True))
    known = stage.session.navigation.known
    known[ROBOT] = replace(known[ROBOT], ready=False, unconfirmed=("/move_base",), overdue=True)
    stage.window.docks.drive.show_panel()
    await stage.look(0.5)
    return stage.window
