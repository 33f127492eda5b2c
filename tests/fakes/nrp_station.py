"""A connection to an engine of NRP-core, with what it fills."""

from __future__ import annotations

from app.config import Settings
from app.connections.nrp.worker import NrpConnection, open_connection
from tests.fakes.station import ConnectionStation


class NrpStation(ConnectionStation[NrpConnection]):
    """A connection that a test makes, starts and looks at.

    Attributes:
        states: those that it went through.
    """

    def __init__(self, uri: str, settings: Settings | None = None) -> None:
        self.states: list[str] = []
        super().__init__(open_connection, uri, settings)

    def changed(self) -> None:
        if not self.states or self.states[-1] != self.state:
            self.states.append(self.state)
