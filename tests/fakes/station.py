"""A connection that a test makes, starts and looks at, with all that it fills."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Generic, ParamSpec, Protocol, TypeVar

from app.config.run_settings import Settings
from app.connections.base import Connection
from app.model.alerts import Alert, Alerts
from app.model.topics import Topic, TopicKey, TopicStore
from tests.fakes.waiting import eventually

_Connection = TypeVar("_Connection", bound=Connection)


class _Station(Protocol):
    """Whatever holds a connection."""

    @property
    def connection(self) -> Connection:
        """The one that it holds."""


_AnyStation = TypeVar("_AnyStation", bound=_Station)
_Arguments = ParamSpec("_Arguments")


@asynccontextmanager
async def stations(make: Callable[_Arguments, _AnyStation]) -> AsyncIterator[Callable[_Arguments, _AnyStation]]:
    """A maker of stations that starts their connections, all of which are closed in the end."""
    made: list[_AnyStation] = []

    def begin(*arguments: _Arguments.args, **named: _Arguments.kwargs) -> _AnyStation:
        station = make(*arguments, **named)
        made.append(station)
        station.connection.start()
        return station

    yield begin
    for station in made:
        await station.connection.close()


class ConnectionStation(Generic[_Connection]):
    """One connection with the store and the alerts that it fills; `changed` is called when its state may have changed.

    Args:
        open_connection: of the protocol's worker.
    """

    def __init__(self, open_connection: Callable[..., _Connection], uri: str, settings: Settings | None) -> None:
        self.store = TopicStore()
        self.alerts = Alerts()
        self.connection = open_connection(uri, self.store, self.alerts, settings or Settings(), {}, self.changed)

    def changed(self) -> None:
        """The connection says so."""

    def want(self, *names: str) -> None:
        """Read these topics, and no others."""
        self.connection.set_wanted(dict.fromkeys(names, True))

    def topic(self, name: str) -> Topic:
        """The slot of a topic."""
        topic = self.store.get(TopicKey(self.connection.id, name))
        assert topic is not None, f"{name} is not in the store"
        return topic

    def newest(self, name: str) -> Any:
        """The newest message of a topic, decoded."""
        message = self.topic(name).newest
        assert message is not None
        assert message.schema is not None
        return message.schema.decode(message.payload)

    def alert(self, name: str) -> Alert | None:
        """One that stands."""
        key = f"{self.connection.id} {name}"
        return next((alert for alert in self.alerts.current if alert.key == key), None)

    @property
    def state(self) -> str:
        """That of the connection."""
        return self.connection.status.state.value

    async def reach(self, state: str) -> None:
        """Wait for a state."""
        await eventually(lambda: self.state == state, f"state {state}, is {self.connection.status}")

    async def get(self, name: str, count: int = 1) -> None:
        """Wait for messages."""
        await eventually(lambda: self.topic(name).messages >= count, f"{count} messages of {name}")
