"""Transforms of real rospy nodes, each with a fault of its own, as the list of frames gets them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from app.model.messages.frame_watch import FrameFaultKind, FrameWatch, roots_of
from app.net.link_thread import LinkThread
from app.session.session import Session
from app.ui.top_view.frame_feed import FrameFeed
from tests.peers.gazebo_window import until
from tests.peers.ros1_server import Ros1

pytestmark = pytest.mark.timeout(180)

OWNER = "frames"


class _Listener:
    """What a view does for one robot, without the view."""

    def __init__(self, uri: str) -> None:
        self._link = LinkThread()
        self._link.start()
        self.session = Session(self._link)
        self.uri = self.session.links.connect(uri)

    def feed(self, owner: str = OWNER) -> FrameFeed:
        """Begin to listen."""
        return FrameFeed(self.session.topics, owner, watches=True)

    def refresh(self, feed: FrameFeed, owner: str = OWNER) -> FrameWatch:
        """Read what came."""
        feed.find_topics(frozenset((self.uri,)))
        feed.listen(seen=True)
        self.session.topics.set_subscriptions(owner, feed.wanted)
        feed.refresh(time.monotonic())
        return (feed.watches or {}).get(self.uri) or FrameWatch()

    async def close(self) -> None:
        """End it."""
        await self.session.close()
        self._link.stop()


@pytest.fixture
async def listener(ros1: Ros1) -> AsyncIterator[_Listener]:
    for kind in ("good", "other"):
        await asyncio.to_thread(ros1.rospy, "faults", kind, name=f"/{kind}")
    listener = _Listener(ros1.uri)
    yield listener
    await listener.close()


async def test_every_fault_of_real_transforms_is_found_and_its_sender_named(listener: _Listener) -> None:
    feed = listener.feed()

    def kinds() -> dict[str, set[FrameFaultKind]]:
        watch = listener.refresh(feed)
        faults = watch.all_faults(time.time_ns(), {}, roots_of(feed.frames_of(listener.uri)))
        return {name: {fault.kind for fault in found} for name, found in faults.items()}

    wanted = {
        "arm": {FrameFaultKind.LEFT_OUT},
        "mast": {FrameFaultKind.ODD},
        "early": {FrameFaultKind.AHEAD},
        "late": {FrameFaultKind.OLD},
        "back": {FrameFaultKind.GOES_BACK},
        "slash": {FrameFaultKind.ODD},
        "odom": {FrameFaultKind.TWO_PARENTS, FrameFaultKind.TWO_SENDERS},
        "dock": {FrameFaultKind.NOT_JOINED},
    }
    await until(lambda: wanted.items() <= kinds().items() and FrameFaultKind.LOOP in kinds().get("map", ()), 20)
    records = listener.refresh(feed).records

    assert "base_link" not in kinds()
    assert "laser" not in kinds()
    assert (records["base_link"].sender, records["camera"].sender) == ("/good", "/other")
    assert records["laser"].is_static
    # a busy machine delivers in bursts for a while
    await until(
        lambda: listener.refresh(feed).records["base_link"].rate_hz(time.time_ns()) == pytest.approx(10.0, rel=0.4), 20
    )
    assert feed.frames_of(listener.uri).lookup("odom", "laser").translation_m[0] == pytest.approx(2.2)


async def test_a_second_view_gets_the_static_transforms_of_every_node(listener: _Listener) -> None:
    first, second = listener.feed(), listener.feed("other")
    static = {"laser", "camera"}
    await until(lambda: static <= listener.refresh(first).records.keys(), 20)

    records = listener.refresh(second, "other").records
    assert static <= records.keys()
