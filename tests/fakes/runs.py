"""Runs to compare with that have no files: tests give their messages, which are read at once, without a thread."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from typing_extensions import override

from app.model.reference_runs import MAX_RUNS, ReferenceRun, run_id
from app.model.schema import Schema
from app.model.time_contents import NO_CONTENTS, TimeContents
from app.model.topics import Delivery, TopicKey
from app.net.tasks import TaskPool
from app.session.errors import SessionError
from app.session.reference_runs import ReferenceRuns, Take
from app.wording.record import ReferenceWording
from tests.fakes.deliveries import delivery


class _AtOnce(TaskPool):
    """Tasks that wait for nothing: they have ended when they were spawned."""

    @override
    def spawn(self, coroutine: Coroutine[Any, Any, Any], name: str) -> Any:
        del name
        try:
            coroutine.send(None)
        except StopIteration:
            return None
        raise AssertionError("it waits for something")


class FakeRuns(ReferenceRuns):
    """Runs that tests put in by `put`; what is kept of their topics is there as soon as it is asked for.

    Attributes:
        contents_of: their marks, alerts and stops, by id.
        damaged_of: how many parts of them can't be read, by id.
        files: the messages of recordings that `add` opens.
    """

    def __init__(self) -> None:
        super().__init__(few=sys.maxsize)
        self.contents_of: dict[str, TimeContents] = {}
        self.damaged_of: dict[str, int] = {}
        self.files: dict[Path, Mapping[str, Sequence[Delivery]]] = {}
        self._messages: dict[str, Mapping[str, Sequence[Delivery]]] = {}
        self._tasks = _AtOnce("runs")

    def put(self, topics: Mapping[str, Sequence[Delivery]], name: str = "") -> ReferenceRun:
        """Lay a run beneath that has these messages of each topic, in the order of time."""
        number = next(each for each in range(MAX_RUNS) if all(run.number != each for run in self.runs))
        times = [each.received_ns for messages in topics.values() for each in messages]
        run = ReferenceRun(
            run_id(next(self._serials)),
            number,
            name or f"Run {number + 1}",
            (Path(f"/recordings/run-{number + 1}.mcap"),),
            min(times, default=0),
            max(times, default=0),
            {topic: messages[0].schema.name if messages else "test.Numbers" for topic, messages in topics.items()},
        )
        self._messages[run.id] = dict(topics)
        self.runs = (*self.runs, run)
        return run

    @override
    async def add(self, paths: Sequence[Path], name: str = "") -> ReferenceRun:
        if len(self.runs) >= MAX_RUNS:
            raise SessionError(ReferenceWording.TOO_MANY(most=MAX_RUNS), ReferenceWording.TOO_MANY_TIP())
        if paths[0] not in self.files:
            raise SessionError(ReferenceWording.EMPTY(name=paths[0].name))
        run = replace(self.put(self.files[paths[0]], name or paths[0].name), paths=tuple(paths))
        self._put(run)
        return run

    @override
    async def read(
        self, run_id: str, topics: Collection[str], take: Take, is_enough: Callable[[], bool] = lambda: False
    ) -> bool:
        if self.get(run_id) is None:
            return False
        wanted = [each for topic in sorted(topics) for each in self._messages[run_id].get(topic, ())]
        for each in sorted(wanted, key=lambda each: each.received_ns):
            take(each)
            if is_enough():
                break
        return True

    @override
    def schema(self, key: TopicKey) -> Schema | None:
        told = self._messages.get(key.connection, {}).get(key.topic)
        return told[0].schema if told else None

    @override
    def contents(self, run_id: str) -> TimeContents:
        return self.contents_of.get(run_id, NO_CONTENTS)

    @override
    def damaged(self, run_id: str) -> int:
        return self.damaged_of.get(run_id, 0)


def messages_of(values: Iterable[tuple[float, Mapping[str, Any]]], schema: Schema) -> tuple[Delivery, ...]:
    """Messages of a topic, each with the time at which it was received, in seconds, and what it says."""
    return tuple(
        delivery(json.dumps(value).encode(), schema=schema, received_ns=round(at_s * 1e9)) for at_s, value in values
    )
