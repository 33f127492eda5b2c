"""A robot that tells how it is, and a panel of its states, whose clock tests turn."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtWidgets import QApplication

from app.model.schema import Field, FieldKind
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.time_axis.link import TimeLink
from app.ui.time_axis.states.panel import StatePanel
from tests.fakes.session import URI, FakeSession, JsonSchema

STATUS = TopicKey(URI, "/status")
ODOM = TopicKey(URI, "/odom")
FIELDS = (
    Field("mode", FieldKind.ENUM, "Mode", enum_names=(("IDLE", 0), ("DRIVE", 1), ("DOCK", 2))),
    Field("docked", FieldKind.BOOLEAN, "bool"),
    Field("note", FieldKind.STRING, "string"),
    Field("power", FieldKind.FLOAT, "double"),
)
BEGIN_S = 1_700_000_000.0


def telling_session() -> FakeSession:
    """A robot that tells how it is, and where."""
    session = FakeSession()
    session.set_state(ConnectionState.CONNECTED)
    session.now = BEGIN_S
    session.add_topics("/status", schema=JsonSchema("Status", {"Status": FIELDS}))
    session.add_topics("/odom", schema=JsonSchema("Odom", {"Odom": (Field("x", FieldKind.FLOAT, "double"),)}))
    return session


@dataclass(slots=True)
class StatesStage:
    """A panel, and the time that it lives in."""

    panel: StatePanel
    session: FakeSession
    link: TimeLink
    clock: list[float] = field(default_factory=lambda: [BEGIN_S])

    def send(self, seconds: float, rate_hz: float = 10.0, **message: object) -> None:
        """The robot says the same for a while."""
        for _ in range(round(seconds * rate_hz)):
            self.session.now = self.clock[0]
            self.session.receive("/status", message)
            self.clock[0] += 1 / rate_hz
        self.look()

    def look(self) -> None:
        """Let the panel follow."""
        QApplication.sendPostedEvents()
        self.panel.refresh(self.clock[0])

    def shown(self) -> list[str]:
        """The fields that are shown, from above."""
        return [str(lane.spec.path) for lane in self.panel.rows.all]
