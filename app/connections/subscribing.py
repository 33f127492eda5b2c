"""The topics of a connection that are wanted, and the receivers of their messages, whatever the protocol."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from app.connections.alerts import ConnectionAlerts, topic_name_alert
from app.model.alerts import Severity
from app.model.schema import Schema
from app.model.topics import Batch, Sink, Topic
from protocols.errors import LocalProtocolError


class Deliver(Protocol):
    """Puts messages of a topic into the store and hands them to the receivers; the time is that of the loop."""

    def __call__(self, topic: Topic, batch: Batch, schema: Schema, now: float, *, sender: str = "") -> None:
        """Deliver messages that came together, from the node `sender` where that is known."""


class WantedTopics:
    """The topics that are wanted, by the names that were asked for, and those that the connection itself wants.

    Args:
        topic_of: returns the topic that a name stands for now; None while it stands for none. Raises LocalProtocolError
            for a name that can't stand for any.

    Attributes:
        names: the names as the operator writes them, and whether the last message from before is wanted, too.
        sinks: the receivers of every message beside the store, by topic; replaced as a whole.
    """

    def __init__(self, alerts: ConnectionAlerts, topic_of: Callable[[str], str | None]) -> None:
        self.names: Mapping[str, bool] = {}
        self.sinks: Mapping[str, tuple[Sink, ...]] = {}
        self._alerts = alerts
        self._topic_of = topic_of
        self._faulty: frozenset[str] = frozenset()
        self._sinks_by_name: dict[str, tuple[Sink, ...]] = {}
        self._own: dict[str, Sink] = {}

    def set_names(self, names: Mapping[str, bool]) -> None:
        """Set the names that are wanted."""
        for name in self.names.keys() - names.keys():
            self._alerts.clear(topic_name_alert(name))
        self.names = dict(names)

    def set_sinks(self, name: str, sinks: Collection[Sink]) -> None:
        """Set the receivers of every message of a wanted name."""
        told = tuple(sinks)
        if told == self._sinks_by_name.get(name, ()):
            return
        self._sinks_by_name.pop(name, None)
        if told:
            self._sinks_by_name[name] = told
        self._distribute()

    def set_own(self, topic: str, sink: Sink | None) -> None:
        """Want a topic on the connection's own account; with None for `sink`, no longer."""
        self._own.pop(topic, None)
        if sink is not None:
            self._own[topic] = sink

    def is_own(self, topic: str) -> bool:
        """Whether the connection itself wants a topic."""
        return topic in self._own

    def resolve(self) -> dict[str, bool]:
        """Find the topics that are wanted now, and whether their last message is; alerts tell of names for none."""
        topics = dict.fromkeys(self._own, False)
        faulty: set[str] = set()
        for name, latched in self.names.items():
            try:
                topic = self._topic_of(name)
            except LocalProtocolError as error:
                faulty.add(name)
                self._alerts.ensure(topic_name_alert(name), Severity.ERROR, error.reason, error.tip)
                continue
            if name in self._faulty:
                self._alerts.clear(topic_name_alert(name))
            if topic is not None:
                topics[topic] = topics.get(topic, False) or latched
        self._faulty = frozenset(faulty)
        self._distribute()
        return topics

    def _distribute(self) -> None:
        by_topic: dict[str, tuple[Sink, ...]] = {topic: (sink,) for topic, sink in self._own.items()}
        for name, sinks in self._sinks_by_name.items():
            try:
                topic = self._topic_of(name)
            except LocalProtocolError:
                continue
            if topic is not None:
                by_topic[topic] = by_topic.get(topic, ()) + sinks
        self.sinks = by_topic
