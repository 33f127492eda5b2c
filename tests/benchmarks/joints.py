"""What the panel of joints costs the interface thread while 100 joints are told of 50 times a second.

By processor time of the thread, painting included: as one topic of all (ROS 1), and as a topic for each (NRP-core).
Messages are those of the protocols, read by their own schemas.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMainWindow

from app.connections.nrp.converters import schema_of
from app.connections.ros1.converters import JOINT_READERS
from app.main import make_application
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.joints.panel import INTERVAL_S, JointsPanel
from protocols.nrp.packs import PackType, encode_values
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
from protocols.schema import Schema
from tests.benchmarks.common import Budget, Section, Spread
from tests.fakes.session import URI, FakeSession
from tests.fakes.view_services import view_services

JOINTS: Final = 100
HZ: Final = 50
SPANS: Final = 5
SPAN_S: Final = 4.0
WARM_S: Final = 11.0
# a dock that is as high as the window
SIZE: Final = (1280, 900)
# with a third of them in view, all of which move; in a dock below others it is half of it
SHARE: Final = 0.12
FRAME_MS: Final = 16.0
_TYPE: Final = "sensor_msgs/JointState"


def run() -> list[Section]:
    """Everything; the platform is Qt's offscreen one unless QT_QPA_PLATFORM names another."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = make_application()
    budgets = []
    preferences = Preferences()
    themes = Themes(app, preferences)
    for name, feed in (("one topic", _OneTopic), ("a topic a joint", _TopicEach)):
        bench = _Bench(themes, preferences, feed)
        budgets.append(Budget(f"{name}: of a core", bench.spans(), at_most=SHARE, places=3))
        budgets.append(Budget(f"{name}: slowest frame", Spread(tuple(bench.slowest_ms)), "ms", at_most=FRAME_MS))
        bench.close()
    return [Section(f"joints: {JOINTS} at {HZ} Hz, all that fit {SIZE[0]} x {SIZE[1]} seen", budgets=budgets)]


class _Feed:
    """What the robot tells."""

    def __init__(self, session: FakeSession) -> None:
        self.session = session

    def add(self, name: str, schema: Schema) -> None:
        topic = self.session.topics.store.get_or_create(TopicKey(URI, name), schema.name)
        topic.schema = schema
        self.session.topics.store.touch()

    def say(self, at_s: float) -> None:
        raise NotImplementedError


class _OneTopic(_Feed):
    def __init__(self, session: FakeSession) -> None:
        super().__init__(session)
        message = find_message(_TYPE)
        assert message is not None
        self._schema = Ros1Schema(message, JOINT_READERS[_TYPE])
        self._names = [f"joint_{number}" for number in range(JOINTS)]
        self.add("/joint_states", self._schema)

    def say(self, at_s: float) -> None:
        numbers = [(at_s * 7 + number) % 3 - 1.5 for number in range(JOINTS)]
        value = {"name": self._names, "position": numbers, "velocity": numbers, "effort": numbers}
        self.session.receive("/joint_states", self._schema.encode(value))


class _TopicEach(_Feed):
    def __init__(self, session: FakeSession) -> None:
        super().__init__(session)
        for number in range(JOINTS):
            self.add(f"robot::joint_{number}", schema_of(PackType.JOINT))

    def say(self, at_s: float) -> None:
        for number in range(JOINTS):
            position = (at_s * 7 + number) % 3 - 1.5
            values = {"position": position, "velocity": position, "effort": position}
            self.session.receive(f"robot::joint_{number}", encode_values(PackType.JOINT, values))


class _Bench:
    """A panel that all of it is shown on, and the time that it lives in."""

    def __init__(self, themes: Themes, preferences: Preferences, feed: Callable[[FakeSession], _Feed]) -> None:
        self.session = FakeSession()
        self.session.set_state(ConnectionState.CONNECTED)
        self.feed = feed(self.session)
        self.window = QMainWindow()
        self.window.resize(*SIZE)
        its = view_services(self.session, themes, preferences, self.window)
        self.panel = JointsPanel(
            its.topics,
            its.graphs,
            its.robot_tools,
            its.show_topic,
        )
        self.window.setCentralWidget(self.panel)
        self.window.show()
        self.now_s = 1000.0
        self.slowest_ms: list[float] = []
        self._pass(WARM_S)
        self.slowest_ms.clear()

    def spans(self) -> Spread:
        """The share of a core, of each span."""
        return Spread(tuple(self._pass(SPAN_S) / SPAN_S for _ in range(SPANS)))

    def close(self) -> None:
        """Let go of it."""
        self.window.close()
        QCoreApplication.processEvents()

    def _pass(self, span_s: float) -> float:
        """Processor time of the thread while a span of time goes by; what is sent is not counted: that is another's."""
        taken, slowest_s, due_s = 0.0, 0.0, self.now_s
        end_s = self.now_s + span_s
        while self.now_s < end_s:
            while due_s <= self.now_s:
                self.session.now = due_s
                self.feed.say(due_s)
                due_s += 1 / HZ
            began = time.thread_time()
            self.panel.refresh(self.now_s)
            QCoreApplication.processEvents()
            took_s = time.thread_time() - began
            taken, slowest_s = taken + took_s, max(slowest_s, took_s)
            self.now_s += INTERVAL_S
        self.slowest_ms.append(slowest_s * 1000)
        return taken
