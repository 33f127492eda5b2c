"""Connections to an engine of NRP-core, and to a broker, with what they fill."""

from __future__ import annotations

from typing import Any

from app.config.run_settings import Settings
from app.connections.nrp.connection import NrpConnection, open_connection
from app.connections.nrp.mqtt_connection import NrpMqttConnection
from tests.fakes.station import ConnectionStation


class NrpStation(ConnectionStation[NrpConnection]):
    """A connection that a test makes, starts and looks at.

    Attributes:
        states: those that it went through.
    """

    def __init__(self, uri: str, settings: Settings | None = None) -> None:
        self.states: list[str] = []
        super().__init__(_open_engine, uri, settings)

    def changed(self) -> None:
        if not self.states or self.states[-1] != self.state:
            self.states.append(self.state)


class BrokerStation(ConnectionStation[NrpMqttConnection]):
    """The same of a broker."""

    def __init__(self, uri: str, settings: Settings | None = None) -> None:
        super().__init__(_open_broker, uri, settings)


def _open_engine(*arguments: Any) -> NrpConnection:
    connection = open_connection(*arguments)
    assert isinstance(connection, NrpConnection)
    return connection


def _open_broker(*arguments: Any) -> NrpMqttConnection:
    connection = open_connection(*arguments)
    assert isinstance(connection, NrpMqttConnection)
    return connection
