"""A backfill that notes what it is asked for, and fills it in when a test says so."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from typing_extensions import override

from app.model.schema import FieldPath, Schema
from app.model.topics import TopicKey
from app.session.backfill import Backfill, History
from tests.fakes.deliveries import delivery
from tests.fakes.session import FakeSession


def schema_of(session: FakeSession, topic: str) -> Schema:
    """The schema of a topic."""
    schema = session.topic(topic).schema
    assert schema is not None
    return schema


class FakeBackfill(Backfill):
    """A backfill without a black box.

    Attributes:
        asked: the topics, with the fields that were asked for.
    """

    def __init__(self) -> None:
        self.asked: list[tuple[TopicKey, set[str]]] = []
        self._waiting_for: list[tuple[TopicKey, Any, Any]] = []

    @override
    def fill_in(self, key: TopicKey, history: History, paths: Iterable[FieldPath]) -> None:
        wanted = tuple(paths)
        self.asked.append((key, {str(path) for path in wanted}))
        self._waiting_for.append((key, history, history.earlier(wanted)))

    def fill(self, key: TopicKey, schema: Schema, *messages: tuple[float, bytes]) -> None:
        """Put messages of a topic, each at a time in seconds, before what has come since it was asked for."""
        for asked, history, earlier in self._waiting_for:
            if asked == key:
                for received_s, payload in messages:
                    earlier(delivery(payload, schema=schema, received_ns=round(received_s * 1e9)))
                earlier.drain()
                history.put_before(earlier)
        self._waiting_for = [each for each in self._waiting_for if each[0] != key]
