"""A Gazebo connection on the loop of a test, with what it fills."""

from __future__ import annotations

from collections.abc import Mapping

from app.config.run_settings import Settings
from app.connections.gazebo.connection import open_connection
from app.model.alerts import Alert, Alerts
from app.model.topics import Topic, TopicKey, TopicStore
from protocols.sentence import Catalogue
from tests.fakes.waiting import eventually
from tests.tools.sentences import tells


class Station:
    """One connection with the store and the alerts that it fills."""

    def __init__(self, uri: str, settings: Settings | None = None, environ: Mapping[str, str] | None = None) -> None:
        self.store = TopicStore()
        self.alerts = Alerts()
        self.changes = 0
        self.connection = open_connection(
            uri, self.store, self.alerts, settings or Settings(), environ or {}, self._changed
        )

    def _changed(self) -> None:
        self.changes += 1

    @property
    def state(self) -> str:
        return self.connection.status.state.value

    @property
    def reason(self) -> str:
        return self.connection.status.reason

    @property
    def alert_texts(self) -> list[str]:
        return [alert.text for alert in self.alerts.current]

    def alert(self, part: str) -> Alert | None:
        """The alert whose text has this part."""
        return next((alert for alert in self.alerts.current if part in alert.text), None)

    def says(self, code: Catalogue, **values: object) -> Alert | None:
        """The alert whose text says this."""
        return next((alert for alert in self.alerts.current if tells(alert.text, code, **values)), None)

    def want(self, *names: str, latched: bool = True) -> None:
        self.connection.set_wanted(dict.fromkeys(names, latched))

    def find(self, name: str) -> Topic | None:
        return self.store.get(TopicKey(self.connection.id, name))

    def topic(self, name: str) -> Topic:
        topic = self.find(name)
        assert topic is not None, name
        return topic

    def messages(self, name: str) -> int:
        topic = self.find(name)
        return topic.messages if topic is not None else 0

    async def reach(self, state: str) -> None:
        await eventually(lambda: self.state == state, f"state {state}, not {self.connection.status}")
