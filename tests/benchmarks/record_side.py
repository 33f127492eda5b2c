"""A run that receives 200 topics at 100 Hz each, with the black box or without it, in a process of its own.

python -m tests.benchmarks.record_side on|off SECONDS

Says as one JSON object the share of a core that the whole process took (`share`), how late each step of the link
thread was and each beat of 16 ms of the main thread (`link_ms`, `beat_ms`, all of them), and how many messages the
black box has lost (`lost`). Each message comes alone, as it does from a socket that is read at once.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import sys
import tempfile
import time
from typing import Final

from app.config.folders import CONFIG_VARIABLE
from app.main import SWITCH_INTERVAL_S
from app.model.topics import Delivery, Topic, TopicKey
from app.net.link_thread import LinkThread
from app.session.alerts import SessionAlerts
from app.session.black_box import BlackBox
from app.session.connections import OpenConnections
from protocols.frames import FrameBatch
from tests.fakes.session import JsonSchema

TOPICS: Final = 200
BYTES: Final = 200
STEP_S: Final = 0.005
# what 200 topics of 100 Hz say in one
EACH_STEP: Final = 100
BEAT_S: Final = 0.016
WARM_UP_S: Final = 2.0
_VARIANTS: Final = 50


class _Feed:
    """Deliveries by the clock, in the link thread; a step that comes late is made up for."""

    def __init__(self, connections: OpenConnections) -> None:
        self.late_ms: list[float] = []
        self._store = connections.store
        self._schema = JsonSchema("std_msgs/String")
        chance = random.Random(1)
        # half of each message changes
        data = [chance.randbytes(BYTES // 2) + bytes(BYTES // 2) for _ in range(_VARIANTS)]
        self._payloads = itertools.cycle([FrameBatch(one, [0], [BYTES], BYTES) for one in data])
        self._topics = itertools.cycle([self._topic(number) for number in range(TOPICS)])

    def _topic(self, number: int) -> Topic:
        topic = self._store.get_or_create(TopicKey("ros1://robot", f"/topic{number}"))
        topic.live = True
        return topic

    async def run(self, duration_s: float) -> None:
        loop = asyncio.get_running_loop()
        due_s = loop.time()
        end_s = due_s + duration_s
        while due_s < end_s:
            due_s += STEP_S
            await asyncio.sleep(max(0.0, due_s - loop.time()))
            now_s = loop.time()
            self.late_ms.append(max(0.0, now_s - due_s) * 1e3)
            tap = self._store.tap
            for topic, payload in zip(itertools.islice(self._topics, EACH_STEP), self._payloads, strict=False):
                delivery = Delivery(payload, self._schema, now_s, time.time_ns())
                topic.receive(delivery)
                if tap is not None:
                    tap(topic, delivery)


async def _beat(duration_s: float) -> list[float]:
    """Beat as the window does, and tell how late each beat was."""
    loop = asyncio.get_running_loop()
    due_s, late_ms = loop.time(), []
    end_s = due_s + duration_s
    while due_s < end_s:
        due_s += BEAT_S
        await asyncio.sleep(max(0.0, due_s - loop.time()))
        late_ms.append(max(0.0, loop.time() - due_s) * 1e3)
    return late_ms


async def _measure(link: LinkThread, connections: OpenConnections, box: BlackBox, duration_s: float) -> None:
    feed = _Feed(connections)
    await link.run(feed.run(WARM_UP_S))
    feed.late_ms.clear()
    began_s, spent_s = time.monotonic(), time.process_time()
    beats_ms, _ = await asyncio.gather(_beat(duration_s), link.run(feed.run(duration_s)))
    share = (time.process_time() - spent_s) / (time.monotonic() - began_s)
    state = box.state
    lost = state.lost if state is not None else 0
    json.dump({"share": share, "link_ms": feed.late_ms, "beat_ms": beats_ms, "lost": lost}, sys.stdout)


async def _run(*, is_on: bool, duration_s: float) -> None:
    link = LinkThread()
    link.start()
    connections = OpenConnections(link)
    alerts = SessionAlerts(link, connections.alerts, connections.note_change)
    box = BlackBox(link, connections, alerts, {}, tuple)
    try:
        if is_on:
            box.start()
        await _measure(link, connections, box, duration_s)
    finally:
        await box.stop()
        link.stop()


def main() -> None:
    """Run with what the command line says."""
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    with tempfile.TemporaryDirectory() as folder:
        os.environ[CONFIG_VARIABLE] = folder
        asyncio.run(_run(is_on=sys.argv[1] == "on", duration_s=float(sys.argv[2])))


if __name__ == "__main__":
    main()
