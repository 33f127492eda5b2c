"""What there are pictures of: every panel, dialog, menu and empty state, as scenes of a window on a session by hand."""

from __future__ import annotations

import asyncio
import logging
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from app.model.discovery import FoundRobot, FoundRobots, FoundServer
from app.model.doctor import DoctorCheck
from app.model.messages.stamps import StampLag
from app.model.messages.values import Battery
from app.model.reference_runs import RunPlace
from app.model.schema import FieldPath, Role
from app.model.status import ConnectionState, LinkQuality, RobotCondition
from app.model.topics import DecoderChoice, TopicKey
from app.record.incidents import IncidentFolder
from app.record.recording_writer import RecordingOrder, RecordingState
from app.session.errors import SessionError
from app.session.key_store import TokenStore
from app.ui.base.preferences import Preferences
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.connect.connect_dialog import ConnectDialog
from app.ui.connect.doctor_dialog import DoctorDialog
from app.ui.record.keep_dialog import KeepDialog
from app.ui.topics.topic_dialogs import TopicDialog
from app.ui.window.main_window import MainWindow
from app.wording.connections import GalileoWording, LinkWording, Ros1Wording
from app.wording.program import ProgramWording
from app.wording.record import RecordWording
from app.wording.ui.topics import TopicsWording
from app.wording.ui.window import WindowWording
from protocols.galileo.wording import GalileoWireWording
from protocols.gazebo.wording import GazeboWireWording
from tests.fakes.incident_recording import fill_incidents
from tests.fakes.key_store import FakeKeyStore
from tests.fakes.rover import CAMERA, IMU, add_troubles, imu_message, rover_session
from tests.fakes.runs import messages_of
from tests.fakes.session import GALILEO, URI, FakeSession, JsonSchema

STATS = "/gazebo/default/world_stats"
OTHER = "gazebo://rover-2.local:11345"
_FILE = Path("/recordings/2026-11-27_06-30-00_rover.mcap")
_RECORDED = RecordingState(RecordingOrder(_FILE), _FILE, 3723.0, 1_200_000_000, 3_400_000.0, 19_000.0)


@dataclass(slots=True)
class Stage:
    """A window that is shown, and what it shows."""

    window: MainWindow
    themes: Themes
    preferences: Preferences
    session: FakeSession
    feeding: bool = False

    def open(self) -> None:
        """Let the window have its session."""
        for topic in self.session.topics.store.topics:
            topic.last_arrival_s += time.monotonic() - 1000.0 if topic.messages else 0.0
        self.window.open(self.session, self.spawn, TokenStore(FakeKeyStore))

    async def look(self, seconds: float = 0.3) -> None:
        """Let the window follow for a while; with `feeding`, the IMU sends."""
        for _ in range(int(seconds / 0.05)):
            await asyncio.sleep(0.05)
            if self.feeding:
                self.session.now = time.monotonic()
                self.session.receive(IMU, imu_message(self.session.now % 1000))
            self.window.refresher.tick()

    async def select(self, name: str, connection: str = URI) -> None:
        """Go to a topic."""
        self.window.topics.tree.setCurrentIndex(self.window.topics.model.index_of(TopicKey(connection, name)))
        await self.look()

    async def show_imu(self, field: str = "") -> None:
        """Look at the IMU, which sends, and perhaps at one of its fields."""
        self.feeding = True
        await self.select(IMU)
        inspector = self.window.inspector
        for path in ("stamp", "angular_velocity", "linear_acceleration", "ranges"):
            inspector.tree.expand(inspector.model.index_of(FieldPath.parse(path)))
        if field:
            inspector.tree.setCurrentIndex(inspector.model.index_of(FieldPath.parse(field)))
            await self.look(1.5)

    def dialog(self) -> QWidget:
        """The dialog that is open."""
        return next(dialog for dialog in self.window.findChildren(QDialog) if dialog.isVisible())

    @staticmethod
    def spawn(coroutine: Coroutine[Any, Any, None], name: str) -> None:
        asyncio.get_running_loop().create_task(coroutine, name=name)


# the widget that is drawn
Scene = Callable[[Stage], Awaitable[QWidget]]
SCENES: dict[str, Scene] = {}


def _scene(scene: Scene) -> Scene:
    SCENES[getattr(scene, "__name__", "").replace("_", "-")] = scene
    return scene


def session_of(name: str) -> FakeSession:
    """What the window of a scene is opened on."""
    if name.startswith(("start", "dialog", "about", "demo")) or name in {"connecting", "no-topics", "diagnosis"}:
        return FakeSession()
    return rover_session()


@_scene
async def rover(stage: Stage) -> QWidget:
    """A topic is looked at, and one of its fields."""
    await stage.show_imu("angular_velocity.z")
    return stage.window


@_scene
async def nothing_selected(stage: Stage) -> QWidget:
    """The robot is there, and nothing is looked at."""
    await stage.look()
    return stage.window


@_scene
async def list_selected(stage: Stage) -> QWidget:
    """A field without a history."""
    await stage.show_imu("ranges")
    return stage.window


@_scene
async def late_and_oddly_named(stage: Stage) -> QWidget:
    """A topic whose messages come late is selected, among such as nobody would call so who writes programs."""
    session = stage.session
    session.add_topics("", "__default__", "/gazebo/my lab/Construction Cone/imu", "/robot-1/%20/中", "/a & b/<b>c</b>")
    session.topics.lags[TopicKey(URI, IMU)] = StampLag(5.24, grows=True)
    session.topics.lags[TopicKey(URI, CAMERA)] = StampLag(12.0)
    await stage.show_imu()
    tree, model = stage.window.topics.tree, stage.window.topics.model
    for group in model.groups():
        if group.path[-1] == "/gazebo/default":
            tree.collapse(model.index_of_node(group))
    tree.scrollToTop()
    await stage.look()
    return stage.window


@_scene
async def troubles(stage: Stage) -> QWidget:
    """Several robots, and alerts."""
    add_troubles(stage.session)
    stage.preferences.set_robot_name(URI, "Rover in the hall")
    await stage.show_imu("linear_acceleration.z")
    return stage.window


@_scene
async def matches(stage: Stage) -> QWidget:
    """A filter, while there are several robots."""
    add_troubles(stage.session)
    stage.session.set_state(ConnectionState.CONNECTED, "Gazebo 11.1", connection=OTHER)
    stage.session.add_topics(*(topic.info.name for topic in stage.session.topics.store.topics), connection=OTHER)
    stage.preferences.set_robot_name(URI, "Rover in the hall")
    await stage.show_imu()
    stage.window.topics.filter.setText("rover")
    stage.window.topics.filter.setFocus()
    await stage.look()
    return stage.window


@_scene
async def measuring(stage: Stage) -> QWidget:
    """Rates of all topics of a namespace; one waits, one has gone stale."""
    await stage.select("/gazebo/default/scene")
    tree = stage.window.topics.tree
    tree.setCurrentIndex(tree.currentIndex().parent())
    stage.window.topics.toggle_measure()
    stage.session.now = time.monotonic()
    for number, name in enumerate(("joint", "physics", "response", "scene", "world_stats")):
        topic = stage.session.topic(f"/gazebo/default/{name}")
        stage.session.receive(topic.info.name, {})
        topic.rate_hz, topic.bandwidth_bytes_s = 10.0**number / 10, 31.4 * 12.0**number
    stage.session.now = time.monotonic() - 12.0
    stage.session.receive("/gazebo/default/gui", {})
    stage.session.topic("/gazebo/default/gui").rate_hz = 0.0
    stage.session.add_topics("/gazebo/default/request", publishers=0)
    await stage.look()
    return stage.window


@_scene
async def start(stage: Stage) -> QWidget:
    """The first start of all."""
    await stage.look()
    return stage.window


@_scene
async def start_again(stage: Stage) -> QWidget:
    """A later start."""
    _remember_robots(stage.preferences)
    stage.window.start_page.hide()
    stage.window.start_page.show()
    await stage.look()
    return stage.window


@_scene
async def connecting(stage: Stage) -> QWidget:
    """A robot that was never reached."""
    stage.session.set_unreached(
        LinkWording.NOTHING_LISTENS(host="robot", port=11345), LinkWording.NOTHING_LISTENS_TIP(), failures=2
    )
    await stage.look()
    return stage.window


@_scene
async def never_reached(stage: Stage) -> QWidget:
    """Three robots of which none was ever there, beside one that is, at the other end of a narrow list."""
    await stage.look()
    reason, tip = LinkWording.NAME_UNRESOLVED(host="rover-with-a-long-name.example"), LinkWording.NAME_TIP()
    other = "gazebo://rover-with-a-long-name.example:11345"
    stage.session.set_unreached(reason, tip, connection=other, failures=11)
    stage.session.set_unreached(
        LinkWording.NO_ANSWER(host="192.168.1.20", port=11311),
        LinkWording.NO_ANSWER_TIP(),
        connection="ros1://192.168.1.20:11311",
    )
    await stage.look()
    return stage.window


@_scene
async def no_topics(stage: Stage) -> QWidget:
    """A robot that offers nothing."""
    stage.session.set_state(ConnectionState.CONNECTED, "Gazebo 11.1")
    await stage.look()
    return stage.window


@_scene
async def lost(stage: Stage) -> QWidget:
    """Old values stay, with their age."""
    await stage.show_imu("linear_acceleration.z")
    stage.feeding = False
    stage.session.set_state(
        ConnectionState.LOST, GazeboWireWording.MASTER_CLOSED(), GazeboWireWording.MASTER_CLOSED_TIP()
    )
    stage.session.topic(IMU).last_arrival_s = time.monotonic() - 75.0
    await stage.look()
    return stage.window


@_scene
async def waiting(stage: Stage) -> QWidget:
    """No message has come yet."""
    await stage.select("/gazebo/default/scene")
    return stage.window


@_scene
async def no_publisher(stage: Stage) -> QWidget:
    """Nobody publishes the topic."""
    stage.session.add_topics("/gazebo/default/request", publishers=0)
    await stage.select("/gazebo/default/request")
    return stage.window


@_scene
async def garbage(stage: Stage) -> QWidget:
    """A message that can't be read."""
    await stage.show_imu()
    stage.feeding = False
    stage.session.receive(IMU, b"no message")
    await stage.look()
    return stage.window


@_scene
async def large(stage: Stage) -> QWidget:
    """A message that is read only when asked for."""
    await stage.select(IMU)
    stage.session.now = time.monotonic()
    stage.session.receive(IMU, b'{"status": "' + b" " * 3_000_000 + b'"}')
    await stage.look()
    return stage.window


@_scene
async def paused(stage: Stage) -> QWidget:
    """A message is held while others come."""
    await stage.show_imu("angular_velocity.z")
    stage.window.actions_of_window.message.pause.trigger()
    await stage.look(1.0)
    return stage.window


@_scene
async def raw_bytes(stage: Stage) -> QWidget:
    """A message as it came."""
    await stage.show_imu("status")
    stage.window.actions_of_window.message.raw_bytes.trigger()
    await stage.look()
    return stage.window


@_scene
async def filter_without_match(stage: Stage) -> QWidget:
    """Nothing has these words."""
    await stage.show_imu()
    stage.window.topics.filter.setText("no such topic")
    await stage.look()
    return stage.window


@_scene
async def world(stage: Stage) -> QWidget:
    """A world that may be told something."""
    await _show_world(stage)
    stage.window.command_switch.allow(URI, allowed=True)
    await stage.look()
    return stage.window


@_scene
async def world_view_only(stage: Stage) -> QWidget:
    """A world that is only looked at."""
    await _show_world(stage)
    return stage.window


@_scene
async def log(stage: Stage) -> QWidget:
    """What the program noticed."""
    await stage.show_imu()
    _log_something()
    stage.window.log_dock.show()
    await stage.look()
    return stage.window


@_scene
async def log_runs(stage: Stage) -> QWidget:
    """What was logged in a run of yesterday among what the program noticed."""
    await stage.show_imu()
    now_s, runs = time.time(), stage.session.runs
    told = (
        ("INFO", "app.net", "gazebo://robot:11345: connected, Gazebo 11.1"),
        ("WARNING", "app.drive", "the link was slow: speed reduced"),
        ("ERROR", "app.connections", "the publisher of /rover/odom was lost"),
    )
    lines = [
        (now_s - 86_400 - 30 + 9 * number, {"level": level, "logger": logger, "text": text})
        for number, (level, logger, text) in enumerate(told)
    ]
    for name in ("Friday, with load", "Thursday"):
        run = runs.put({"teledeck/log": messages_of(lines, JsonSchema("teledeck/log"))}, name)
        runs.change(run.id, place=RunPlace(86_400 * 10**9 + 2 * 10**9 * run.number))
        of_runs = stage.window.log.lines_of_runs
        assert of_runs is not None
        of_runs.choose(run.id, chosen=True)
    _log_something()
    stage.window.log_dock.show()
    stage.window.resizeDocks([stage.window.log_dock], [360], Qt.Orientation.Vertical)
    await stage.look(0.6)
    return stage.window


@_scene
async def log_empty(stage: Stage) -> QWidget:
    """Nothing was noticed."""
    await stage.show_imu()
    stage.window.log_dock.show()
    stage.window.log.clear()
    await stage.look()
    return stage.window


@_scene
async def log_without_match(stage: Stage) -> QWidget:
    """Nothing that was noticed has these words."""
    await stage.show_imu()
    _log_something()
    stage.window.log_dock.show()
    stage.window.log.filter.setText("battery")
    await stage.look()
    return stage.window


@_scene
async def palette(stage: Stage) -> QWidget:
    """All that can be done."""
    await stage.show_imu()
    _remember_robots(stage.preferences)
    stage.window.open_palette()
    await stage.look()
    return stage.window


@_scene
async def palette_without_match(stage: Stage) -> QWidget:
    """Nothing that can be done has these letters."""
    await stage.show_imu()
    stage.window.open_palette()
    field = stage.window.focusWidget()
    field.setProperty("text", "zzzz")
    await stage.look()
    return stage.window


@_scene
async def dialog(stage: Stage) -> QWidget:
    """An address that makes no sense."""
    _remember_robots(stage.preferences)
    return await _open_dialog(stage, "gazbo://robot")


@_scene
async def dialog_first(stage: Stage) -> QWidget:
    """The first time, where the environment names a master."""
    return await _open_dialog(stage, "", GAZEBO_MASTER_URI="http://robot:11345")


@_scene
async def dialog_host(stage: Stage) -> QWidget:
    """A bare host, on which two servers answer."""
    _remember_robots(stage.preferences)
    servers = (FoundServer("gazebo://rover.local:11345", "Gazebo"), FoundServer("ros1://rover.local:11311", "ROS 1"))
    stage.session.finder.servers["rover.local"] = servers
    opened = await _open_dialog(stage, "rover.local")
    opened.accept()
    await stage.look()
    return opened


@_scene
async def dialog_host_silent(stage: Stage) -> QWidget:
    """A bare host, on which nothing answers."""
    opened = await _open_dialog(stage, "rover.local")
    opened.accept()
    await stage.look()
    return opened


@_scene
async def dialog_asking(stage: Stage) -> QWidget:
    """Servers are looked for on this computer."""
    opened = await _open_dialog(stage, "")
    opened.look_on_this_computer()
    opened.probe.progress.setValue(2)
    return opened


@_scene
async def dialog_port(stage: Stage) -> QWidget:
    """A port that none can have."""
    return await _open_dialog(stage, "ros1://localhost:99999")


@_scene
async def diagnosis(stage: Stage) -> QWidget:
    """The doctor of a robot that was never reached."""
    reason, tip = LinkWording.NOTHING_LISTENS(host="robot", port=11345), LinkWording.NOTHING_LISTENS_TIP()
    stage.session.set_unreached(reason, tip)
    await stage.look()
    stage.window.connections.remedies[0].diagnose.click()
    await stage.look()
    opened = cast("DoctorDialog", stage.dialog())
    opened.add_finding(DoctorCheck("master", False, reason, tip))
    return opened


@_scene
async def dialog_recent(stage: Stage) -> QWidget:
    """One of the robots of before."""
    _remember_robots(stage.preferences)
    opened = await _open_dialog(stage, "")
    opened.recent.list.setFocus()
    opened.recent.list.setCurrentIndex(opened.recent.list.model().index(0, 0))
    await stage.look()
    return opened


@_scene
async def dialog_found(stage: Stage) -> QWidget:
    """Robots that make themselves known, one of which has a name, and a token that is typed."""
    _remember_robots(stage.preferences)
    stage.preferences.set_robot_name(GALILEO, "Tug in hall 2")
    found = tuple(
        FoundRobot(f"galileo://{host}:3547/galileo/status", name, host, version, time.monotonic() - age_s)
        for name, host, version, age_s in (
            ("8f0a" * 19, "10.0.0.7", "5.0.0", 0.4),
            ("31c9d7be" * 9 + "42f0", "10.0.0.23", "", 3.2),
        )
    )
    stage.session.finder.known = FoundRobots(found, "UDP 22002")
    opened = await _open_dialog(stage, "galileo://10.0.0.7:3547/galileo/status?token=abcdefgh")
    opened.tokens.set_store_name("GNOME Keyring")
    return opened


@_scene
async def dialog_proxy(stage: Stage) -> QWidget:
    """A robot behind a proxy, on a system without a key store, and a port that another program has."""
    _remember_robots(stage.preferences)
    problem = (LinkWording.PORT_IN_USE(port=22002), GalileoWording.FINDER_TIP())
    stage.session.finder.known = FoundRobots((), "UDP 22002", *problem)
    opened = await _open_dialog(stage, "galileo://ab12.3547.robot1.bwbot.org/odom")
    opened.tokens.set_store_name("")
    return opened


@_scene
async def token(stage: Stage) -> QWidget:
    """A robot turned us away, and is given a token."""
    await _show_conditions(stage)
    stage.window.connections.notices[2].action.click()
    await stage.look()
    return stage.dialog()


@_scene
async def conditions(stage: Stage) -> QWidget:
    """Robots that tell how they are, of which one refuses."""
    await _show_conditions(stage)
    await stage.show_imu()
    return stage.window


@_scene
async def conditions_old(stage: Stage) -> QWidget:
    """A robot that is stale, and one that was lost, with what they said last."""
    await _show_old_conditions(stage)
    await stage.show_imu()
    return stage.window


@_scene
async def topic_by_name(stage: Stage) -> QWidget:
    """A name that no topic can have."""
    await stage.look()
    stage.window.operations.ask_for_topic(URI)
    opened = stage.dialog()
    assert isinstance(opened, TopicDialog)
    opened.name.setText("front camera")
    opened.accept()
    await stage.look()
    return opened


@_scene
async def decoder(stage: Stage) -> QWidget:
    """Bytes that are read as a type which is not known."""
    await stage.select(CAMERA)
    key = TopicKey(URI, CAMERA)
    choice = DecoderChoice("ROS 1", ("bytes", "JPEG", "PNG", "ROS 1"), frozenset({"ROS 1"}), "sensor_msgs/Image")
    stage.session.topics.decoders[key] = choice
    await stage.show_imu()
    await stage.select(CAMERA)
    stage.session.topics.decoder_error = SessionError(
        Ros1Wording.TYPE_UNKNOWN(type_name="sensor_msgs/Imagine"), Ros1Wording.MSG_PATH_TIP()
    )
    picker = stage.window.inspector.picker
    picker.type_name.setText("sensor_msgs/Imagine")
    picker.type_name.returnPressed.emit()
    await stage.look()
    return stage.window


@_scene
async def decoder_menu(stage: Stage) -> QWidget:
    """The context menu of a topic whose bytes have no type."""
    stage.session.topics.decoders[TopicKey(URI, CAMERA)] = DecoderChoice(
        "bytes", ("bytes", "JPEG", "PNG", "ROS 1"), frozenset({"ROS 1"})
    )
    await stage.select(CAMERA)
    tree = stage.window.topics.tree
    tree.customContextMenuRequested.emit(tree.visualRect(tree.currentIndex()).center())
    await stage.look()
    title = say(TopicsWording.READ_AS())
    below = next(menu for menu in stage.window.topics.findChildren(QMenu) if menu.title() == title)
    below.popup(QPoint(10, 10))
    await stage.look()
    return below


@_scene
async def go_to_element(stage: Stage) -> QWidget:
    """Which element of a list."""
    await stage.show_imu("ranges")
    stage.window.actions_of_window.message.go_to_element.trigger()
    await stage.look()
    return stage.dialog()


@_scene
async def disconnect(stage: Stage) -> QWidget:
    """A question."""
    await stage.look()
    stage.window.actions_of_window.disconnect_robot.trigger()
    await stage.look()
    return stage.dialog()


@_scene
async def reset(stage: Stage) -> QWidget:
    """A question about what can't be undone."""
    await _show_world(stage)
    stage.window.command_switch.allow(URI, allowed=True)
    stage.window.actions_of_window.world.reset_all.trigger()
    await stage.look()
    return stage.dialog()


@_scene
async def demo_offers(stage: Stage) -> QWidget:
    """The demo robot is there, in a window on trial."""
    stage.window.operations.show_demo([URI])
    stage.session.set_state(ConnectionState.CONNECTED)
    stage.session.add_topics("/gazebo/default/rover/battery", "/gazebo/default/rover/state")
    await stage.look()
    return stage.window


@_scene
async def demo_failed(stage: Stage) -> QWidget:
    """What could not be done."""
    stage.session.links.demo_error = SessionError(ProgramWording.DEMO_NOT_IN_TIME(timeout_s=20))
    stage.window.actions_of_window.start_demo.trigger()
    await stage.look()
    return stage.dialog()


@_scene
async def recording_goes_on(stage: Stage) -> QWidget:
    """All that is subscribed to is recorded, and the disk lasts for some hours."""
    stage.session.black_box.told_recording = _RECORDED
    await stage.show_imu()
    return stage.window


@_scene
async def recorded(stage: Stage) -> QWidget:
    """A recording has ended by itself."""
    stage.session.black_box.told_recording = _RECORDED
    await stage.show_imu()
    told = replace(_RECORDED, is_ended=True, trouble=RecordWording.DISK_FULL())
    stage.session.black_box.told_recording = told
    await stage.look(1.5)
    return stage.window


@_scene
async def record_topics(stage: Stage) -> QWidget:
    """Topics are chosen that are to be recorded."""
    await stage.show_imu()
    stage.window.actions_of_window.recording.choose.trigger()
    await stage.look()
    return stage.dialog()


@_scene
async def keep_last(stage: Stage) -> QWidget:
    """The last minutes are being kept."""
    await stage.show_imu()
    dialog = KeepDialog(stage.session.black_box.state, stage.window)
    dialog.show()
    dialog.keep.click()
    dialog.show_share(0.4)
    await stage.look()
    return stage.dialog()


@_scene
async def about(stage: Stage) -> QWidget:
    """What this is."""
    stage.window.actions_of_window.about.trigger()
    await stage.look()
    return stage.dialog()


@_scene
async def menu_of_a_topic(stage: Stage) -> QWidget:
    """The context menu."""
    await stage.select(CAMERA)
    tree = stage.window.topics.tree
    tree.customContextMenuRequested.emit(tree.visualRect(tree.currentIndex()).center())
    await stage.look()
    return next(menu for menu in stage.window.topics.findChildren(QMenu) if menu.isVisible())


@_scene
async def menu_session(stage: Stage) -> QWidget:
    """A menu of the menu bar."""
    return await _open_menu(stage, WindowWording.SESSION())


@_scene
async def menu_view(stage: Stage) -> QWidget:
    """Another one."""
    return await _open_menu(stage, WindowWording.VIEW())


async def _show_conditions(stage: Stage) -> None:
    session, now_ns = stage.session, time.time_ns()
    battery = Battery(0.62, 24.3, charging=False)
    session.set_state(ConnectionState.CONNECTED, "Galileo", connection=GALILEO, description="Galileo")
    session.set_condition(RobotCondition(battery, GalileoWording.NAVIGATING(), now_ns), LinkQuality(0.034, 0.004))
    stage.preferences.set_robot_name(GALILEO, "Tug in hall 2")
    other = "galileo://ab12.3547.robot1.bwbot.org:3547"
    session.set_state(
        ConnectionState.REFUSED, GalileoWireWording.REFUSED(), GalileoWireWording.REFUSED_TIP(), connection=other
    )
    await stage.look()


async def _show_old_conditions(stage: Stage) -> None:
    session, now_ns = stage.session, time.time_ns()
    third, fourth = "galileo://10.0.0.23:3547", "galileo://10.0.0.24:3547"
    session.set_state(
        ConnectionState.STALE, GalileoWireWording.SILENT(), connection=third, since_ns=now_ns - 3_100_000_000
    )
    session.set_condition(
        RobotCondition(Battery(0.97, 25.9, charging=True), GalileoWording.CHARGING(), now_ns - 4_000_000_000),
        LinkQuality(0.412, 0.12),
        connection=third,
    )
    session.set_state(
        ConnectionState.LOST,
        GalileoWireWording.LOST(silent_s=10),
        GalileoWireWording.LOST_TIP(),
        connection=fourth,
        since_ns=now_ns - 95_000_000_000,
    )
    session.set_condition(
        RobotCondition(Battery(None, 21.4), "", now_ns - 105_000_000_000),
        LinkQuality(0.061, 0.31, one_way=True),
        connection=fourth,
    )
    await stage.look()


async def _open_menu(stage: Stage, title: str) -> QWidget:
    await stage.look()
    shown = say(title)
    menu = next(menu for menu in stage.window.menuBar().findChildren(QMenu) if menu.title() == shown)
    menu.popup(QPoint(10, 10))
    await stage.look()
    return menu


async def _open_dialog(stage: Stage, uri: str, **environ: str) -> ConnectDialog:
    await stage.look()
    opened = ConnectDialog(
        stage.session.links,
        stage.session.topics,
        stage.session.finder,
        Stage.spawn,
        stage.themes,
        stage.preferences,
        stage.window,
        environ=environ,
        uri=uri,
    )
    opened.show()
    await stage.look()
    return opened


async def _show_world(stage: Stage) -> None:
    stage.session.links.world_topic = STATS
    stage.session.add_topics(STATS, schema=JsonSchema("WorldStatistics", roles=(Role.WORLD,)))
    await stage.show_imu()
    for number in range(10):
        stage.session.now = time.monotonic()
        seconds = 312 + number / 5
        state = {"paused": False, "sim_time_ns": int(seconds * 0.98e9), "real_time_ns": int(seconds * 1e9)}
        stage.session.receive(STATS, state)
        await stage.look(0.25)


def _remember_robots(preferences: Preferences) -> None:
    preferences.add_recent_uri("gazebo://10.0.0.17:11345")
    preferences.add_recent_uri("gazebo://robot:11345")
    preferences.set_robot_name("gazebo://robot:11345", "Rover in the hall")


def _log_something() -> None:
    logger = logging.getLogger("app.net")
    robot = "gazebo://robot:11345"
    logger.info("%s: connected, Gazebo 11.1", robot, extra={"robot": robot})
    logger.warning("the publisher of /gazebo/default/rover/chassis/laser/scan was lost")
    logger.error("something failed")


@_scene
async def incidents(stage: Stage) -> QWidget:
    """Several were kept; one is still being recorded."""
    with tempfile.TemporaryDirectory() as root:
        folder = stage.session.incidents = IncidentFolder(Path(root))
        fill_incidents(folder)
        stage.window.docks.incidents.show()
        await stage.look(0.6)
    return stage.window


@_scene
async def incidents_none(stage: Stage) -> QWidget:
    """Nothing has happened yet."""
    with tempfile.TemporaryDirectory() as root:
        stage.session.incidents = IncidentFolder(Path(root))
        stage.window.docks.incidents.show()
        await stage.look(0.6)
    return stage.window


@_scene
async def incidents_delete(stage: Stage) -> QWidget:
    """It is asked whether one is to be deleted."""
    with tempfile.TemporaryDirectory() as root:
        folder = stage.session.incidents = IncidentFolder(Path(root))
        fill_incidents(folder)
        panel = stage.window.docks.incidents.show()
        await stage.look(0.6)
        panel.tree.setCurrentIndex(panel.model.index(1, 0))
        panel.delete()
        await stage.look()
    return stage.window
