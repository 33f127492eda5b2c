"""What there are pictures of beside `tests.scenes`: driving."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.drive.handle import Phase
from app.drive.report import PadReport
from app.drive.values import LEASE_S, LinkLevel, Reason, Source, Stage, Velocity
from app.model.topic_store import TopicInfo
from app.ui.drive.panel import DrivePanel
from app.ui.drive.wish import Wish
from tests.fakes.helm import PAD
from tests.fakes.session import FakeSession, JsonSchema
from tests.scenes import Scene
from tests.scenes import Stage as WindowStage
from tests.top_view_scenes import ROBOT, top_view_session_of

DRIVE_SCENES: dict[str, Scene] = {}

TWIST = "geometry_msgs/Twist"
STICK = PadReport("Generic USB Joystick", (("axis0", 0.02), ("axis1", None)))


def _scene(scene: Scene) -> Scene:
    DRIVE_SCENES[getattr(scene, "__name__", "").replace("_", "-")] = scene
    return scene


def drive_session_of(name: str) -> FakeSession:
    """The demo robot, which takes commands on two topics."""
    del name
    session = top_view_session_of("")
    session.add_topics("/cmd_vel", "/joy_vel", connection=ROBOT, schema=JsonSchema(TWIST))
    for topic in ("/cmd_vel", "/joy_vel"):
        session.topic(topic, ROBOT).info = TopicInfo(topic, TWIST, 0, 1)
    return session


async def _open(stage: WindowStage, *, allowed: bool = True) -> DrivePanel:
    stage.preferences.set_robot_name(ROBOT, "Rover in the hall")
    window = stage.window
    if allowed:
        window.lock.allow(ROBOT, allowed=True)
    window.actions_of_window.drive.panel.trigger()
    await stage.look(0.4)
    panel = window.docks.drive.panel
    assert panel is not None
    return panel


async def _told(scene: WindowStage, /, **changes: Any) -> DrivePanel:
    panel = await _open(scene)
    scene.session.driving.handle.tell(**changes)
    await scene.look(0.3)
    return panel


@_scene
async def drive_ready(stage: WindowStage) -> QWidget:
    """A robot that can be armed."""
    await _told(stage)
    return stage.window


@_scene
async def drive_armed(stage: WindowStage) -> QWidget:
    """It is driven by keys, while a pad would like to."""
    panel = await _told(
        stage,
        stage=Stage.ARMED,
        command=Velocity(0.24, -0.31),
        measured=Velocity(0.21, -0.27),
        driver=Source.KEYBOARD,
        losers=(Source.PAD,),
        lease_left_s=LEASE_S * 0.8,
        reason=Reason.RELEASED,
        others_advertising=("/move_base",),
        pads=(PAD, STICK),
    )
    panel.face.surface.setFocus(Qt.FocusReason.OtherFocusReason)
    panel.face.surface._say(Source.KEYBOARD, Wish(1.0, -1.0, held=True))
    await stage.look(0.2)
    return stage.window


@_scene
async def drive_stopped(stage: WindowStage) -> QWidget:
    """STOP is latched, and others send."""
    await _told(
        stage,
        stage=Stage.STOPPED,
        reason=Reason.STOP,
        clear_again=True,
        measured=Velocity(0.05, 0.0),
        others_sending=("/move_base", "/teleop"),
        pads=(PAD,),
    )
    return stage.window


@_scene
async def drive_may_be_moving(stage: WindowStage) -> QWidget:
    """The way to the robot was lost while it moved."""
    await _told(
        stage,
        stage=Stage.STOPPING,
        owed=True,
        connected=False,
        level=LinkLevel.LOST,
        reason=Reason.LINK_SILENT,
        measured=None,
    )
    return stage.window


@_scene
async def drive_refused(stage: WindowStage) -> QWidget:
    """It can't be armed."""
    await _told(stage, subscribers=0, refusal=Reason.NO_SUBSCRIBER, level=LinkLevel.SLOW, round_trip_s=0.182)
    return stage.window


@_scene
async def drive_ended(stage: WindowStage) -> QWidget:
    """What drives it is gone."""
    await _told(stage, stage=Stage.ARMED)
    handle = stage.session.driving.handle
    handle.enter(Phase.ENDED)
    handle.state = replace(handle.state, may_be_moving=True)
    await stage.look(0.3)
    return stage.window


@_scene
async def drive_narrow(stage: WindowStage) -> QWidget:
    """Beside everything else."""
    window = stage.window
    await _told(stage, stage=Stage.ARMED, pads=(PAD,), driver=Source.SCREEN, command=Velocity(0.1, 0.0))
    dock = window.docks.drive.dock
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    window.inspector_dock.hide()
    window.resizeDocks([dock], [420], Qt.Orientation.Horizontal)
    await stage.look(0.3)
    return window


@_scene
async def drive_view_only(stage: WindowStage) -> QWidget:
    """Nobody allowed commands to it."""
    await _open(stage, allowed=False)
    return stage.window


@_scene
async def drive_no_topic(stage: WindowStage) -> QWidget:
    """A simulation without anything to drive."""
    stage.session.set_state(stage.session.connections[0].status.state, connection="gazebo://hall:11345")
    stage.window.lock.allow("gazebo://hall:11345", allowed=True)
    panel = await _open(stage)
    panel._asked_for = "gazebo://hall:11345"
    stage.window.docks.drive.pilot.leave()
    panel._left = ROBOT
    await stage.look(0.3)
    return stage.window


@_scene
async def drive_layout(stage: WindowStage) -> QWidget:
    """The layout for it."""
    stage.preferences.set_robot_name(ROBOT, "Rover in the hall")
    stage.window.lock.allow(ROBOT, allowed=True)
    stage.window.layouts.choose("Drive")
    await stage.look(0.5)
    stage.session.driving.handle.tell(stage=Stage.ARMED, measured=Velocity(0.0, 0.0))
    await stage.look(0.3)
    return stage.window
