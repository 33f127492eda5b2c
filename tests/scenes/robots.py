"""What there are pictures of beside `tests.scenes.window`: what a robot has beside topics."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QLineEdit, QWidget

from app.model.graph import GraphNode, Parameters
from app.model.messages.values import LogLevel
from app.model.status import SimClock
from app.session.errors import SessionError
from app.ui.robot.call_targets import SERVICES, TOPICS
from app.wording.connections import Ros1Wording
from tests.fakes.diagnostics import GOOD, SECOND_NS, WORSE, add_diagnostics, send_diagnostics
from tests.fakes.frames import add_frames, send_frames
from tests.fakes.ros_robot import GOALS, ROBOT, ROSOUT, STAMP_NS, STATUS, TREE, log_line, ros_session
from tests.fakes.rover import rover_session
from tests.fakes.session import FakeSession
from tests.scenes.window import Scene, Stage

if TYPE_CHECKING:
    from app.ui.diagnostics.panel import DiagnosticsPanel
    from app.ui.frames.panel import FramesPanel
    from app.ui.robot.calls import CallsPanel
    from app.ui.robot.goals import GoalsPanel
    from app.ui.robot.nodes import NodesPanel
    from app.ui.robot.parameters import ParameterDialog, ParametersPanel

ROBOT_SCENES: dict[str, Scene] = {}


def _scene(scene: Scene) -> Scene:
    ROBOT_SCENES[getattr(scene, "__name__", "").replace("_", "-")] = scene
    return scene


def robot_session_of(name: str) -> FakeSession:
    """What the window of such a scene is opened on: names that end so are of a robot that has but topics."""
    return rover_session() if name.endswith("-of-gazebo") else ros_session()


@_scene
async def console(stage: Stage) -> QWidget:
    """What programs say."""
    stage.window.robot_docks.show("console")
    await stage.look()
    stage.session.now = time.monotonic()
    for number in range(60):
        level, node = LogLevel(1 << number % 5), ("/base", "/move_base", "/camera/driver")[number % 3]
        text = ("wheels are still", "a plan of 2.4 m was found", "a frame was late by 41 ms")[number % 3]
        line = log_line(text, level, node, STAMP_NS + number * 41_000_000)
        stage.session.receive(ROSOUT, line, connection=ROBOT)
    await stage.look()
    return stage.window


@_scene
async def console_of_gazebo(stage: Stage) -> QWidget:
    """Nobody says anything."""
    stage.window.robot_docks.show("console")
    await stage.look()
    return stage.window


@_scene
async def parameters(stage: Stage) -> QWidget:
    """Two of them have just changed."""
    stage.window.robot_docks.show("parameters")
    await stage.look()
    stage.window.command_switch.allow(ROBOT, allowed=True)
    changed = {**TREE, "base": {**TREE["base"], "ticks": 8192}, "use_sim_time": True}
    stage.session.graphs.trees[ROBOT] = Parameters(2, changed)
    await stage.look()
    return stage.window


@_scene
async def parameters_view_only(stage: Stage) -> QWidget:
    """Nothing can be changed, and nothing matches."""
    panel = stage.window.robot_docks.show("parameters")
    await stage.look()
    panel.findChildren(QLineEdit)[0].setText("battery")
    await stage.look()
    return stage.window


@_scene
async def parameter_dialog(stage: Stage) -> QWidget:
    """A new one, of which the value is none yet."""
    panel = cast("ParametersPanel", stage.window.robot_docks.show("parameters"))
    stage.window.command_switch.allow(ROBOT, allowed=True)
    await stage.look()
    panel.ask_to_add()
    dialog = cast("ParameterDialog", stage.dialog())
    dialog.key.setText("/base/max_speed")
    dialog.kind.setCurrentIndex(1)
    dialog.value.setPlainText("fast")
    dialog.set.click()
    await stage.look()
    return dialog


@_scene
async def parameters_of_gazebo(stage: Stage) -> QWidget:
    """It has none."""
    stage.window.robot_docks.show("parameters")
    await stage.look()
    return stage.window


@_scene
async def call(stage: Stage) -> QWidget:
    """A service that has answered."""
    panel = await _show_calls(stage)
    panel.targets.choose(SERVICES, "/spawn")
    await stage.look()
    pose = {"x": 1.0, "y": 2.0}
    panel.editor.set_message({"name": "rover_2", "pose": pose, "way_points": [{"x": 1.0}, {}], "at_once": True})
    panel.editor.tree.expandAll()
    panel.call()
    await stage.look()
    return stage.window


@_scene
async def call_view_only(stage: Stage) -> QWidget:
    """A service is chosen, and nothing is allowed."""
    panel = cast("CallsPanel", stage.window.robot_docks.show("calls"))
    await stage.look()
    panel.targets.choose(SERVICES, "/spawn")
    await stage.look()
    return stage.window


@_scene
async def call_failed(stage: Stage) -> QWidget:
    """A service that has refused."""
    panel = await _show_calls(stage)
    panel.targets.choose(SERVICES, "/spawn")
    await stage.look()
    stage.session.graphs.error = SessionError(
        Ros1Wording.CALL_FAILED(service="/spawn", reason="there is no room"), Ros1Wording.CALL_FAILED_TIP()
    )
    panel.call()
    await stage.look()
    stage.session.graphs.error = None
    return stage.window


@_scene
async def publish(stage: Stage) -> QWidget:
    """A topic that is published again and again."""
    panel = await _show_calls(stage)
    panel.targets.choose(TOPICS, "/chatter")
    panel.editor.set_message({"data": "hello, rover"})
    panel.rate.setValue(10.0)
    panel.publish(panel.rate.value())
    await stage.look(1.0)
    panel.editor.tabs.setCurrentIndex(1)
    await stage.look()
    return stage.window


@_scene
async def publish_motion(stage: Stage) -> QWidget:
    """What sets a robot in motion is refused."""
    panel = await _show_calls(stage)
    panel.targets.choose(TOPICS, "/cmd_vel")
    await stage.look()
    return stage.window


async def _show_calls(stage: Stage) -> CallsPanel:
    panel = cast("CallsPanel", stage.window.robot_docks.show("calls"))
    stage.window.command_switch.allow(ROBOT, allowed=True)
    await stage.look()
    return panel


@_scene
async def nodes(stage: Stage) -> QWidget:
    """One is looked at, one is new, one has gone."""
    panel = cast("NodesPanel", stage.window.robot_docks.show("nodes"))
    await stage.look()
    graph = stage.session.graphs.graphs[ROBOT]
    camera = GraphNode("/camera/driver", ("/camera/image_raw",))
    stage.session.graphs.graphs[ROBOT] = replace(graph, revision=2, nodes=(graph.nodes[0], camera, graph.nodes[2]))
    panel.select("/base")
    await stage.look()
    panel.tree.expandRecursively(panel.tree.currentIndex())
    await stage.look()
    return stage.window


@_scene
async def nodes_silent(stage: Stage) -> QWidget:
    """One that does not answer."""
    panel = cast("NodesPanel", stage.window.robot_docks.show("nodes"))
    await stage.look()
    stage.session.graphs.error = SessionError(
        Ros1Wording.NO_ANSWER_OF(who="/base", timeout_s=5), Ros1Wording.NO_ANSWER_OF_TIP()
    )
    panel.select("/base")
    await stage.look()
    return stage.window


@_scene
async def nodes_of_gazebo(stage: Stage) -> QWidget:
    """It has none."""
    stage.window.robot_docks.show("nodes")
    await stage.look()
    return stage.window


@_scene
async def goals(stage: Stage) -> QWidget:
    """One is under way, others have ended."""
    panel = cast("GoalsPanel", stage.window.robot_docks.show("goals"))
    stage.window.command_switch.allow(ROBOT, allowed=True)
    await stage.look()
    stage.session.now = time.monotonic()
    stage.session.receive(STATUS, GOALS, connection=ROBOT)
    await stage.look()
    panel.tree.setCurrentIndex(panel.model.index_of("/move_base", "goal 3"))
    await stage.look()
    return stage.window


@_scene
async def goals_of_gazebo(stage: Stage) -> QWidget:
    """It has none."""
    stage.window.robot_docks.show("goals")
    await stage.look()
    return stage.window


@_scene
async def frames(stage: Stage) -> QWidget:
    """A tree with every fault; the transform of one of them is shown."""
    panel = await _show_frames(stage)
    panel.select("laser")
    await stage.look()
    return stage.window


@_scene
async def frames_as_list(stage: Stage) -> QWidget:
    """Those with problems only, sorted by their rate."""
    panel = await _show_frames(stage)
    panel.flat.setChecked(True)
    panel.only_faults.setChecked(True)
    panel.tree.header().sectionClicked.emit(4)
    panel.chain.choose(target="base_link", source="laser")
    await stage.look()
    return stage.window


@_scene
async def frames_of_gazebo(stage: Stage) -> QWidget:
    """It tells none."""
    stage.window.robot_docks.show("frames")
    await stage.look()
    return stage.window


@_scene
async def diagnostics(stage: Stage) -> QWidget:
    """Every level is there; the values of one part are shown."""
    panel = await _show_diagnostics(stage)
    panel.go_to_fault(1)
    await stage.look()
    return stage.window


@_scene
async def diagnostics_worse(stage: Stage) -> QWidget:
    """What got worse, and only what is not well."""
    panel = await _show_diagnostics(stage)
    panel.level.setCurrentIndex(1)
    panel.history.setChecked(True)
    await stage.look()
    return stage.window


@_scene
async def diagnostics_of_gazebo(stage: Stage) -> QWidget:
    """It has none."""
    stage.window.robot_docks.show("diagnostics")
    await stage.look()
    return stage.window


async def _show_diagnostics(stage: Stage) -> DiagnosticsPanel:
    panel = cast("DiagnosticsPanel", stage.window.robot_docks.show("diagnostics"))
    add_diagnostics(stage.session)
    await stage.look(0.6)
    now_ns = time.time_ns()
    send_diagnostics(stage.session, GOOD, now_ns - 7 * SECOND_NS)
    # without the last part, which falls silent
    send_diagnostics(stage.session, replace(GOOD, statuses=GOOD.statuses[:-1]), now_ns - 3 * SECOND_NS)
    send_diagnostics(stage.session, WORSE, now_ns)
    await stage.look(0.6)
    return panel


async def _show_frames(stage: Stage) -> FramesPanel:
    panel = cast("FramesPanel", stage.window.robot_docks.show("frames"))
    add_frames(stage.session)
    await stage.look()
    send_frames(stage.session, time.time_ns())
    await stage.look(0.6)
    return panel


@_scene
async def simulated_time(stage: Stage) -> QWidget:
    """It has just gone back."""
    stage.session.links.clock = SimClock(312_480_000_000, time.time_ns())
    await stage.look()
    stage.session.links.clock = SimClock(1_250_000_000, time.time_ns(), 1)
    await stage.look()
    return stage.window
