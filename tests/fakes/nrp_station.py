"""A connection to an engine of NRP-core, with what it fills."""

from __future__ import annotations

from typing import Any

from app.config import Settings
from app.connections.nrp.worker import NrpConnection, open_connection
from app.model.alerts import Alert, Alerts
from app.model.topic_store import Topic, TopicKey, TopicStore
from tests.fakes.waiting import eventually


class NrpStation:
    """A connection that a test makes, starts and looks at."""

    def __init__(self, uri: str, settings: Settings | None = None) -> None:
        self.store = TopicStore()
        self.alerts = Alerts()
        self.states: list[str] = []
        self.connection: NrpConnection = open_connection(
            uri, self.store, self.alerts, settings or Settings(), {}, self._changed
        )

    def _changed(self) -> None:
        if not self.states or self.states[-1] != self.state:
            self.states.append(self.state)

    def want(self, *names: str) -> None:
        """Read these, and no others."""
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
        """Wait until so many messages of a topic have come in all."""
        await eventually(lambda: self.topic(name).messages >= count, f"{count} messages of {name}")
