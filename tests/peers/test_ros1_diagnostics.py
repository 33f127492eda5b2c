"""Diagnostics of a real rospy node, of which a part gets worse and which then falls silent, as the dock gets them."""

from __future__ import annotations

import asyncio
import time
from typing import cast

import pytest

from app.model.messages.diagnostic_tree import STALE_NS, DiagnosticTree
from app.model.messages.values import DiagnosticLevel, Diagnostics
from app.model.schema import Role
from app.model.topics import Delivery, TopicKey
from app.net.link_thread import LinkThread
from app.session.session import Session
from app.ui.diagnostics.panel import diagnostic_topics
from tests.peers.gazebo_window import until
from tests.peers.ros1_server import Ros1

pytestmark = pytest.mark.timeout(180)

OK, WARN, ERROR, STALE = DiagnosticLevel


async def test_the_worst_level_what_got_worse_and_silence_are_found(ros1: Ros1) -> None:
    node = await asyncio.to_thread(ros1.rospy, "faults", "good", name="/good")
    link = LinkThread()
    link.start()
    session, tree = Session(link), DiagnosticTree()
    uri = session.links.connect(ros1.uri)

    def take(delivery: Delivery) -> None:
        for payload in delivery.payloads:
            told = cast("Diagnostics", delivery.schema.read(Role.DIAGNOSTICS, payload))
            tree.take(told, "/diagnostics", delivery.received_ns)

    def levels(after_ns: int = 0) -> dict[str, DiagnosticLevel]:
        worst = tree.worst_levels(time.time_ns() + after_ns)
        return {tree.parts[name].name: level for name, level in worst.items()}

    try:
        await until(lambda: len(diagnostic_topics(session.topics, uri)) == 2, 20)
        key = TopicKey(uri, "/diagnostics")
        session.topics.set_sink("test", key, take)
        session.topics.set_subscriptions("test", [key])
        await until(lambda: levels().get("Battery") is ERROR, 20)
        battery = next(part for part in tree.parts.values() if part.name == "Battery")
        assert battery.status is not None
        found = levels()

        assert found == {
            "rover": ERROR,
            "Battery": ERROR,
            "Lidar": WARN,
            "camera driver": OK,
            "Frames": OK,
        }
        assert (battery.status.text, battery.status.hardware_id) == ("empty", "rover-7")
        assert ("voltage", "24.5") in battery.status.values
        assert {"rover: Battery", "rover: Lidar"} <= {change.name for change in tree.changes}

        await asyncio.to_thread(node.stop)
        # time is a number: nobody waits for five seconds
        assert set(levels(2 * STALE_NS).values()) == {STALE}
    finally:
        await session.close()
        link.stop()
