"""What there are pictures of beside `tests.scenes.window`: driving."""

from __future__ import annotations

import dataclasses
import os
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QScrollArea, QWidget

from app.config.profile import FreeAxis, Limits, PadAxis, PadMapping, Profile
from app.config.profile_folder import save_profile
from app.drive.control.following import FollowFault
from app.drive.control.odometry_delay import OdometryDelay
from app.drive.control.values import (
    LEASE_S,
    DriveSource,
    EstopState,
    LinkLevel,
    Reason,
    Stage,
    Stick,
    Velocity,
    WatchdogReadiness,
)
from app.drive.messages.pad_setup_report import SetupPreview, SetupReport, SetupStage
from app.drive.messages.report import PadReport
from app.drive.supervisor.drive_state import DrivePhase, WatchdogsState
from app.model.topics import TopicInfo
from app.session.recorded_drive import RecordedDrive
from app.session.recorded_side import RecordedSide
from app.ui.drive.earlier_events import EarlierEvents
from app.ui.drive.panel import DrivePanel
from app.ui.drive.profiles.editor import ProfileEditor
from app.wording.connections import LinkWording
from app.wording.drive import PadWording
from tests.fakes.driving_view import PAD
from tests.fakes.session import FakeSession, JsonSchema
from tests.scenes.top_view import ROBOT, top_view_session_of
from tests.scenes.window import Scene
from tests.scenes.window import Stage as WindowStage

DRIVE_SCENES: dict[str, Scene] = {}

TWIST = "geometry_msgs/Twist"
STICK = PadReport("Generic USB Joystick", (("axis0", 0.02), ("axis1", None)))

LIFTER = Profile(
    name="lifter",
    axes=(
        FreeAxis("Lift (m/s)", topic="/lift/speed", least=-0.1, most=0.2),
        FreeAxis("Tilt", topic="/tilt", type_name="std_msgs/Int16", least=-30, most=90),
        FreeAxis("Body height", field="linear.z"),
    ),
    pad=PadMapping(free=(PadAxis("righty"), PadAxis(more="dpright", less="dpleft"))),
)


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
        window.command_switch.allow(ROBOT, allowed=True)
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
async def drive_not_logged(stage: WindowStage) -> QWidget:
    """Nothing of what is driven can be kept."""
    await _told(stage, log_trouble="No space left on device (~/.local/state/teledeck/drive)", log_dropped=212)
    return stage.window


@_scene
async def drive_armed(stage: WindowStage) -> QWidget:
    """It is driven by keys, while a pad would like to."""
    panel = await _told(
        stage,
        stage=Stage.ARMED,
        command=Velocity(0.24, -0.31),
        measured=Velocity(0.21, -0.27),
        driver=DriveSource.KEYBOARD,
        losers=(DriveSource.PAD,),
        lease_left_s=LEASE_S * 0.8,
        reason=Reason.RELEASED,
        others_advertising=("/move_base",),
        pads=(PAD, STICK),
    )
    panel.ui.surface.setFocus(Qt.FocusReason.OtherFocusReason)
    panel.ui.surface._say(DriveSource.KEYBOARD, Stick(1.0, -1.0, radial=False))
    await stage.look(0.2)
    return stage.window


@_scene
async def drive_past(stage: WindowStage) -> QWidget:
    """It is ready, and views show how it was driven a moment ago."""
    panel = await _told(stage, pads=(PAD,), measured=Velocity())
    side = RecordedSide({}, ())
    sticks = PadReport(
        "Wireless Controller", (("leftx", 0.3), ("lefty", -0.9), ("rightx", 0.0), ("righty", None)), drives=True
    )
    side.drive = RecordedDrive(
        Stage.ARMED, Velocity(0.24, -0.31), Velocity(0.21, -0.27), Reason.RELEASED.text, (sticks,)
    )
    panel.past = lambda: side
    await stage.look(0.2)
    return stage.window


@_scene
async def drive_not_following(stage: WindowStage) -> QWidget:
    """It is told to move and stands, with an E-stop that is released, and others send."""
    await _told(
        stage,
        stage=Stage.ARMED,
        command=Velocity(0.3),
        measured=Velocity(0.002),
        driver=DriveSource.PAD,
        lease_left_s=LEASE_S,
        not_following=FollowFault.STANDS,
        estop=EstopState.RELEASED,
        odometry_delay=OdometryDelay(0.112, 0.085, 0.1, 0.412, 7),
        others_sending=("/move_base",),
        pads=(PAD,),
    )
    return stage.window


@_scene
async def drive_estop_pressed(stage: WindowStage) -> QWidget:
    """Its own E-stop was pressed while it was driven."""
    await _told(
        stage,
        estop=EstopState.PRESSED,
        reason=Reason.ESTOP_PRESSED,
        measured=Velocity(),
        odometry_delay=OdometryDelay(0.112, 0.085, 0.1, 0.412, 7),
    )
    return stage.window


@_scene
async def drive_unwatched_question(stage: WindowStage) -> QWidget:
    """There is no watchdog, and somebody wants to arm."""
    panel = await _told(stage, watchdog=WatchdogReadiness.MISSING)
    stage.session.driving.handle.state = dataclasses.replace(
        stage.session.driving.handle.state,
        watchdogs=WatchdogsState(
            text=LinkWording.NO_ANSWER(host="rover.local", port=11311), tip=LinkWording.NO_ANSWER_TIP()
        ),
    )
    await stage.look(0.2)
    panel.ui.arm.click()
    await stage.look(0.2)
    return stage.window


@_scene
async def drive_unwatched_armed(stage: WindowStage) -> QWidget:
    """It is armed without a watchdog."""
    await _told(stage, stage=Stage.ARMED, watchdog=WatchdogReadiness.MISSING, measured=Velocity())
    return stage.window


@_scene
async def drive_quit_question(stage: WindowStage) -> QWidget:
    """The window is closed while a robot is armed."""
    await _told(stage, stage=Stage.ARMED)
    stage.window.close()
    (box,) = stage.window.findChildren(QMessageBox)
    return box


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
    handle.enter(DrivePhase.ENDED)
    handle.state = replace(handle.state, may_be_moving=True, watchdogs=WatchdogsState(moving=True))
    await stage.look(0.3)
    return stage.window


@_scene
async def drive_left_moving(stage: WindowStage) -> QWidget:
    """Another robot was left, and may still be moving."""
    await _told(stage, stage=Stage.ARMED)
    handle = stage.session.driving.handle
    guard = WatchdogsState(left_robots=("ros1://rover-7.local:11311",))
    handle.state = replace(handle.state, may_be_moving=True, watchdogs=guard)
    await stage.look(0.3)
    return stage.window


@_scene
async def drive_narrow(stage: WindowStage) -> QWidget:
    """Beside everything else."""
    window = stage.window
    await _told(stage, stage=Stage.ARMED, pads=(PAD,), driver=DriveSource.SCREEN, command=Velocity(0.1, 0.0))
    dock = window.docks.drive.dock
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    window.inspector_dock.hide()
    window.resizeDocks([dock], [420], Qt.Orientation.Horizontal)
    await stage.look(0.3)
    return window


async def _lift(stage: WindowStage) -> None:
    """Drive a robot with three free axes, and move two of them."""
    stage.session.driving.handle.tell()
    panel = await _open(stage)
    await stage.look(0.3)
    choice = stage.window.docks.drive.client.selection
    assert choice is not None
    stage.window.docks.drive.client.select(replace(choice, profile=LIFTER))
    stage.session.driving.handle.tell(
        stage=Stage.ARMED,
        command=Velocity(0.24, free=(0.5, -1.0, 0.0)),
        measured=Velocity(0.21),
        driver=DriveSource.SCREEN,
        lease_left_s=LEASE_S * 0.8,
        pads=(PAD,),
    )
    await stage.look(0.3)
    slider = panel.ui.axes.sliders[0]
    slider.setValue(50)
    await stage.look(0.1)


@_scene
async def drive_free_axes(stage: WindowStage) -> QWidget:
    """A robot with a lift, a tilt and the height of its body."""
    await _lift(stage)
    return stage.window


@_scene
async def drive_strip_free_axes(stage: WindowStage) -> QWidget:
    """The same, as low as it can be."""
    await _lift(stage)
    return await _lower(stage)


async def _lower(stage: WindowStage) -> QWidget:
    """Make the dock as low as it can be."""
    stage.window.resizeDocks([stage.window.docks.drive.dock], [100], Qt.Orientation.Vertical)
    await stage.look(0.3)
    return stage.window


@_scene
async def drive_strip(stage: WindowStage) -> QWidget:
    """As low as it can be, and driven."""
    await _told(
        stage,
        stage=Stage.ARMED,
        command=Velocity(0.24, -0.31),
        measured=Velocity(0.21, -0.27),
        driver=DriveSource.KEYBOARD,
        lease_left_s=LEASE_S * 0.8,
        others_advertising=("/move_base",),
    )
    return await _lower(stage)


@_scene
async def drive_strip_moving(stage: WindowStage) -> QWidget:
    """As low as it can be, while the robot may be moving."""
    await drive_may_be_moving(stage)
    return await _lower(stage)


@_scene
async def drive_stopped_elsewhere(stage: WindowStage) -> QWidget:
    """STOP was pressed while another robot was driven."""
    await _told(stage, stage=Stage.STOPPED, reason=Reason.STOP)
    stage.window.docks.drive.client.earlier = EarlierEvents("gazebo://rover-2.local:11345", 1_780_000_000.0)
    await stage.look(0.3)
    return stage.window


@_scene
async def drive_view_only(stage: WindowStage) -> QWidget:
    """Nobody allowed commands to it."""
    await _open(stage, allowed=False)
    return stage.window


@_scene
async def drive_no_topic(stage: WindowStage) -> QWidget:
    """A simulation without anything to drive."""
    stage.session.set_state(stage.session.links.connections[0].status.state, connection="gazebo://hall:11345")
    stage.window.command_switch.allow("gazebo://hall:11345", allowed=True)
    panel = await _open(stage)
    panel.selector._asked_for = "gazebo://hall:11345"
    stage.window.docks.drive.client.deselect()
    panel.selector._left = ROBOT
    await stage.look(0.3)
    return stage.window


@_scene
async def drive_layout(stage: WindowStage) -> QWidget:
    """The layout for it."""
    stage.preferences.set_robot_name(ROBOT, "Rover in the hall")
    stage.window.command_switch.allow(ROBOT, allowed=True)
    stage.window.layouts.show_by_name("Drive")
    await stage.look(0.5)
    stage.session.driving.handle.tell(stage=Stage.ARMED, measured=Velocity(0.0, 0.0))
    await stage.look(0.3)
    return stage.window


async def _set_up(stage: WindowStage, setup: SetupReport | None, *pads: PadReport) -> QWidget:
    await _told(stage, pads=pads, setup=setup)
    dialog = stage.window.docks.drive.set_up_pad()
    await stage.look(0.3)
    return dialog


@_scene
async def pad_setup_no_robot(stage: WindowStage) -> QWidget:
    """A pad is to be set up, and nothing is driven."""
    dialog = stage.window.docks.drive.set_up_pad()
    await stage.look(0.3)
    return dialog


@_scene
async def pad_setup_no_pad(stage: WindowStage) -> QWidget:
    """None is plugged in."""
    return await _set_up(stage, None)


@_scene
async def pad_setup_choose(stage: WindowStage) -> QWidget:
    """Two are."""
    return await _set_up(stage, None, replace(PAD, number=1, taught=True), replace(STICK, number=2))


@_scene
async def pad_setup_range(stage: WindowStage) -> QWidget:
    """Its sticks are pushed to their ends, and Next was too early."""
    told = SetupReport(
        2,
        STICK.name,
        SetupStage.SWEEP,
        PadWording.SWEEP_THEN_NEXT(),
        PadWording.MOVED_ONLY_A_PART(axis=1),
        PadWording.MOVE_ALL_AROUND(),
        3,
        16,
        ("back", "next"),
        ((-0.62, 0.97), (0.1, 0.34), (0.0, 0.0), (-1.0, 0.0)),
    )
    return await _set_up(stage, told, STICK)


@_scene
async def pad_setup_question(stage: WindowStage) -> QWidget:
    """It asks for a button that may be left out."""
    told = SetupReport(
        2,
        STICK.name,
        SetupStage.MAP,
        PadWording.PRESS_TURBO(),
        step=8,
        steps=16,
        acts=("back", "skip"),
        axes=((0.0, 0.0), (0.0, 0.0), (0.02, 0.0), (-1.0, 0.0)),
        pressed=(3,),
    )
    return await _set_up(stage, told, STICK)


@_scene
async def pad_setup_summary(stage: WindowStage) -> QWidget:
    """All is known, and tried."""
    told = SetupReport(
        2,
        STICK.name,
        SetupStage.SUMMARY,
        PadWording.TRY_IT(),
        step=16,
        steps=16,
        acts=("back", "save"),
        axes=((0.0, 0.0), (-0.7, 0.0), (0.02, 0.0), (-1.0, 0.0)),
        pressed=(4,),
        preview=SetupPreview(0.7, 0.0, hold=True),
        found=(
            (PadWording.ROLE_DRIVE(), PadWording.AXIS(number=1)),
            (PadWording.ROLE_TURN(), PadWording.AXIS(number=0)),
            (PadWording.ROLE_HOLD(), PadWording.BUTTON(number=4)),
            (PadWording.ROLE_STOP(), PadWording.BUTTON(number=2)),
            (PadWording.ROLE_TURBO(), PadWording.BUTTON(number=5)),
            (PadWording.ROLE_SLOW(), PadWording.BUTTON(number=0)),
            (PadWording.ROLE_FASTER(), PadWording.HAT(number=0)),
            (PadWording.ROLE_SLOWER(), PadWording.HAT(number=0)),
        ),
    )
    return await _set_up(stage, told, STICK)


@_scene
async def pad_setup_saved(stage: WindowStage) -> QWidget:
    """It is kept."""
    told = SetupReport(2, STICK.name, SetupStage.SAVED, PadWording.SAVED(), step=11, steps=11, acts=("undo",))
    return await _set_up(stage, told, STICK)


ROVER = Profile(
    "rover in the hall",
    Limits(0.5, 1.0, turbo_linear_m_s=1.0),
    topic="/joy_vel",
    node="/base",
    lock_topic="/e_stop",
    stop_goal="/move_base",
)


async def _edit(stage: WindowStage, *profiles: Profile, used: str = "") -> ProfileEditor:
    """The window for profiles; the files are gone with the program."""
    folder = stage.preferences.layouts_folder.parent
    os.environ["XDG_CONFIG_HOME"] = str(folder / "config")
    for profile in profiles:
        save_profile(profile)
    panel = await _told(stage)
    if used:
        panel.selector.use_profile(used)
        stage.session.driving.handle.tell()
    editor = stage.window.docks.drive.edit_profiles()
    await stage.look(0.3)
    return editor


@_scene
async def profiles_first(stage: WindowStage) -> QWidget:
    """None was saved yet."""
    return await _edit(stage)


@_scene
async def profiles_used(stage: WindowStage) -> QWidget:
    """Several; the robot is driven by one of them, which does more at STOP."""
    return await _edit(stage, ROVER, Profile("slow"), Profile("tug by the gate"), used=ROVER.name)


@_scene
async def profiles_free_axes(stage: WindowStage) -> QWidget:
    """One with free axes, at the first of them."""
    editor = await _edit(stage, LIFTER, used=LIFTER.name)
    for area in editor.findChildren(QScrollArea):
        if area.isAncestorOf(editor.ui.form):
            area.ensureWidgetVisible(editor.ui.form.axes.axes[1])
    await stage.look(0.3)
    return editor


@_scene
async def profiles_wrong(stage: WindowStage) -> QWidget:
    """What is written can't be saved, and some of it does not fit the robot."""
    editor = await _edit(stage, ROVER, Profile("slow"), used=ROVER.name)
    form = editor.ui.form
    form.name.setText("hall/rover")
    form.name.textEdited.emit("hall/rover")
    form._numbers["linear_m_s"].setValue(1.5)
    form.topic.setEditText("/scan")
    form.node.setEditText("/base " * 60)
    form.node.setFocus(Qt.FocusReason.OtherFocusReason)
    await stage.look(0.3)
    return editor


@_scene
async def profiles_unsaved(stage: WindowStage) -> QWidget:
    """It is to be closed, and something is not saved."""
    editor = await _edit(stage, ROVER, Profile("slow"), used="slow")
    editor.ui.form.stops.add_kind("stop_service")
    editor.ui.form._numbers["rate_hz"].setValue(50.0)
    editor.reject()
    await stage.look(0.3)
    return editor


@_scene
async def profiles_broken(stage: WindowStage) -> QWidget:
    """A file that can't be read."""
    editor = await _edit(stage, ROVER, Profile("slow"))
    save_profile(Profile("slow")).write_text('{"limits": {"linear_m_s": 99}}', encoding="utf-8")
    editor.ui.list.chosen.emit("slow")
    await stage.look(0.3)
    return editor


@_scene
async def profiles_deleted(stage: WindowStage) -> QWidget:
    """One was deleted, by which the robot was driven."""
    editor = await _edit(stage, ROVER, Profile("slow"), used="slow")
    editor.delete()
    await stage.look(0.3)
    return editor
