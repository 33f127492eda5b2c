"""What there are pictures of beside `tests.scenes.window`: the joints of a robot."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QWidget

from tests.fakes.joints import ARM, ARM_STATES, arm_session, engine_session, move_arm, move_rover
from tests.fakes.rover import rover_session
from tests.fakes.session import FakeSession, JsonSchema
from tests.scenes.window import Scene, Stage

if TYPE_CHECKING:
    from app.ui.joints.panel import JointsPanel

JOINT_SCENES: dict[str, Scene] = {}
_SESSIONS: dict[str, Callable[[], FakeSession]] = {
    "joints-of-engine": engine_session,
    "joints-waiting": engine_session,
    "joints-none": rover_session,
}


def _scene(scene: Scene) -> Scene:
    JOINT_SCENES[getattr(scene, "__name__", "").replace("_", "-")] = scene
    return scene


def joint_session_of(name: str) -> FakeSession:
    """What the window of such a scene is opened on."""
    return _SESSIONS.get(name, arm_session)()


@_scene
async def joints(stage: Stage) -> QWidget:
    """An arm that moves, a joint of it near to its limit, and one selected."""
    panel = await _show(stage, move_arm)
    panel.table.selectRow(3)
    began_s = panel.model.now_s - 10.0
    for _ in range(10):
        stage.session.now = time.monotonic()
        move_arm(stage.session, stage.session.now - began_s)
        await stage.look(0.05)
    return stage.window


@_scene
async def joints_moved(stage: Stage) -> QWidget:
    """A joint of the arm on its way, by a topic that was chosen for it."""
    stage.preferences.set_joint_topic(ARM, "elbow_joint", "/elbow_controller/command", "position")
    stage.session.add_topics("/elbow_controller/command", connection=ARM, schema=JsonSchema("std_msgs/Float64"))
    stage.window.command_switch.allow(ARM, allowed=True)
    panel = await _show(stage, move_arm)
    panel.table.selectRow(4)
    await stage.look()
    panel.strip.target.setValue(-0.4)
    panel.strip.go.click()
    await stage.look()
    return stage.window


@_scene
async def joints_in_degrees(stage: Stage) -> QWidget:
    """Those of the gripper are unreadable, the others stale."""
    panel = await _show(stage, move_arm)
    panel.unit.setCurrentIndex(1)
    stage.session.receive(ARM_STATES, {}, connection=ARM)
    await stage.look(2.4)
    return stage.window


@_scene
async def joints_of_engine(stage: Stage) -> QWidget:
    """Of which nobody says whether they turn."""
    await _show(stage, move_rover)
    return stage.window


@_scene
async def joints_waiting(stage: Stage) -> QWidget:
    """None has told anything."""
    stage.window.robot_docks.show("joints")
    await stage.look()
    return stage.window


@_scene
async def joints_none(stage: Stage) -> QWidget:
    """A robot without any."""
    stage.window.robot_docks.show("joints")
    await stage.look()
    return stage.window


async def _show(stage: Stage, move: Callable[[FakeSession, float], None]) -> JointsPanel:
    panel = cast("JointsPanel", stage.window.robot_docks.show("joints"))
    await stage.look()
    now = time.monotonic()
    for step in range(401):
        # as if the last ten seconds had been looked at
        stage.session.now = now - 10.0 + step * 0.025
        move(stage.session, step * 0.025)
        panel.refresh(stage.session.now)
    return panel
