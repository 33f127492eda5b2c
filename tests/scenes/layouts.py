"""Scenes of the layouts that come with the program, on the demo robot."""

from __future__ import annotations

import time

from PySide6.QtWidgets import QMenu, QWidget

from app.connections.gazebo.converters import READERS
from app.demo.gazebo_messages import GazeboMessages
from app.demo.simulation import TICKS_PER_S, Simulation
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.widgets.docks import dock_menu
from protocols.gazebo.message_types import schema_for
from tests.fakes.geometry import add_topic
from tests.fakes.session import URI, FakeSession
from tests.scenes.window import Scene, Stage

LAYOUT_SCENES: dict[str, Scene] = {}

ODOMETRY = "/gazebo/default/rover/odom"

_SPAN_S = 32
_RATE_HZ = 20
_SECONDS_OF_A_BEND = 4
# twice round, back to where there is much to be seen
_BENDS = ((0.6, 0.4712), (0.4, 0.3142))


def _scene(scene: Scene) -> Scene:
    LAYOUT_SCENES[getattr(scene, "__name__", "").replace("_", "-")] = scene
    return scene


def layout_session_of(name: str) -> FakeSession:
    """The demo robot, by its messages of Gazebo; none in the scene without one."""
    session = FakeSession()
    if name == "layout-waiting":
        return session
    session.set_state(ConnectionState.CONNECTED, "Gazebo 11.1")
    for feed in GazeboMessages(Simulation(1)).feeds():
        add_topic(session, feed.topic, schema_for(feed.msg_type, READERS.get(feed.msg_type, {})))
    return session


async def _open(stage: Stage, name: str) -> None:
    """Show a layout, and let the robot drive about."""
    stage.preferences.set_robot_name(URI, "Demo robot")
    stage.window.layouts.show_by_name(name)
    # a layout waits until the robot tells of no more
    await stage.look(1.5)
    session, simulation = stage.session, Simulation(1, (640, 480))
    messages, began_s = GazeboMessages(simulation), time.time() - _SPAN_S
    for number in range(_SPAN_S * _RATE_HZ):
        if number % (_SECONDS_OF_A_BEND * _RATE_HZ) == 0:
            simulation.drive(*_BENDS[number // (_SECONDS_OF_A_BEND * _RATE_HZ) % len(_BENDS)])
        for _ in range(TICKS_PER_S // _RATE_HZ):
            simulation.tick()
        session.now = began_s + number / _RATE_HZ
        last = number == _SPAN_S * _RATE_HZ - 1
        for feed in messages.feeds():
            if last or not feed.topic.endswith("/image"):
                session.receive(feed.topic, feed.make())
        if number % _RATE_HZ == 0:
            stage.window.top_view_docks.refresh(time.monotonic())
    for topic in session.topics.store.topics:
        topic.last_arrival_s = time.monotonic()
        topic.rate_hz = float(_RATE_HZ) if topic.live else None
    await stage.look()


@_scene
async def layout_drive(stage: Stage) -> QWidget:
    """What one looks at while driving."""
    await _open(stage, "Drive")
    return stage.window


@_scene
async def layout_faults(stage: Stage) -> QWidget:
    """What one looks at to find a fault."""
    window = stage.window
    await stage.look()
    window.topics.show_topic(TopicKey(URI, ODOMETRY))
    await _open(stage, "Look for faults")
    window.inspector.tree.expandToDepth(2)
    await stage.look()
    return window


@_scene
async def layout_watch(stage: Stage) -> QWidget:
    """One robot at a glance."""
    await _open(stage, "Watch")
    return stage.window


@_scene
async def layout_waiting(stage: Stage) -> QWidget:
    """A layout that is opened before there is a robot."""
    stage.window.layouts.show_by_name("Drive")
    await stage.look()
    return stage.window


@_scene
async def layout_menu(stage: Stage) -> QMenu:
    """What can be done with layouts."""
    stage.window.layouts.save("My robot")
    menu = stage.window.actions_of_window.layouts.menu
    assert menu is not None
    menu.popup(stage.window.mapToGlobal(stage.window.rect().center()))
    await stage.look()
    return menu


async def _open_views(stage: Stage) -> None:
    """Open a view of each kind and what belongs to the bottom, one after another."""
    window = stage.window
    await _open(stage, "Drive")
    window.inspector_dock.show()
    for views in (window.docks.plots, window.docks.states, window.docks.analyses):
        views.add()
    window.actions_of_window.robot.console.trigger()
    await stage.look()


@_scene
async def room_of_tabs(stage: Stage) -> QWidget:
    """Views opened one after another, from an empty window."""
    stage.preferences.set_robot_name(URI, "Demo robot")
    window = stage.window
    await stage.look()
    window.docks.plots.plot_fields([(TopicKey(URI, ODOMETRY), "pose.position.x")])
    window.docks.top_views.open()
    window.docks.states.add()
    window.actions_of_window.drive.panel.trigger()
    window.docks.plots.bring_to_front("plots")
    await stage.look()
    return window


@_scene
async def room_of_everything(stage: Stage) -> QWidget:
    """All kinds of views beside the panels of a layout."""
    await _open_views(stage)
    return stage.window


@_scene
async def room_folded(stage: Stage) -> QWidget:
    """The list is folded to its rail."""
    await _open_views(stage)
    stage.window.actions_of_window.docks.side_bar.setChecked(False)
    await stage.look()
    return stage.window


@_scene
async def room_maximised(stage: Stage) -> QWidget:
    """One view has the whole window."""
    await _open_views(stage)
    stage.window.set_maximised(stage.window.docks.top_views.docks["topview-1"])
    await stage.look()
    return stage.window


@_scene
async def room_of_a_window_of_its_own(stage: Stage) -> QWidget:
    """A view that floats."""
    await _open_views(stage)
    dock = stage.window.docks.top_views.docks["topview-1"]
    dock.setFloating(True)
    dock.resize(700, 500)
    await stage.look()
    return dock


@_scene
async def room_menu(stage: Stage) -> QWidget:
    """The menu of a title."""
    await _open_views(stage)
    menu = dock_menu(stage.window.docks.plots.docks["plots"])
    menu.popup(stage.window.mapToGlobal(stage.window.rect().center()))
    await stage.look()
    return menu
