"""A Galileo connection on a bad network, in earnest times.

Run it by `python -m tests.tools.soak_galileo [--minutes 10] [--rounds 5]`.

    bad      30 % loss each way, 200 ms and up to 60 ms more each way, so that datagrams overtake each other: no session
             may end, and the loss that is shown is compared with what the relay has dropped in the same two minutes
    stop     on the same network the robot is told to drive and then to stop: whether it heard, and if that was proven
    gone     on a good network all is lost for a while, again and again: how soon that is said, and how soon data flow
             when the network is back

One connection reads a topic of texts, one a topic of bytes with an index. Exit code 1 when a budget is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from app.connections.galileo.converters import CMD_VEL, TWIST
from app.model.status import LinkQuality
from protocols.galileo.loss import WINDOW_S
from tests.fakes.galileo_robot import FakeRobot, Station
from tests.fakes.udp_relay import UdpRelay, Way, relayed
from tests.fakes.waiting import eventually

LOSS: Final = 0.3
DELAY_S: Final = 0.2
JITTER_S: Final = 0.06

STATUS: Final = "galileo/status"
CAMERA: Final = "camera"
CAMERA_HZ: Final = 40

POINTS: Final = 0.03
STALE_BUDGET_S: Final = 1.1
LOST_BUDGET_S: Final = 10.2
BACK_BUDGET_S: Final = 2.0
# how long all is lost, each time longer: a robot is asked once a second, and the network may come back at any time
GONE_S: Final = 12.0
LONGER_S: Final = 0.27


@dataclass
class Watched:
    """A connection through a relay of its own, and what it shows.

    Attributes:
        states: each with its time.
        errors: how far the loss that was shown was from the truth, once there were two minutes of it.
    """

    name: str
    relay: UdpRelay
    station: Station
    one_way: bool
    states: list[tuple[float, str]] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)
    shown: list[LinkQuality] = field(default_factory=list)
    _truth: deque[tuple[float, int, int]] = field(default_factory=deque)

    def begin(self) -> None:
        """Connect, and note every state."""
        loop = asyncio.get_running_loop()
        note = self.station.changed

        def changed() -> None:
            note()
            if not self.states or self.states[-1][1] != self.station.state:
                self.states.append((loop.time(), self.station.state))

        self.station.connection._on_change = changed
        self.station.connection.start()

    def sample(self, now: float) -> None:
        """Compare what is shown with what the relay did, over the same two minutes."""
        self._truth.append((now, *self._counts()))
        while self._truth[0][0] < now - WINDOW_S:
            self._truth.popleft()
        quality = self.station.connection.quality
        if quality is None or quality.loss is None or now - self._truth[0][0] < WINDOW_S - 2:
            return
        self.shown.append(quality)
        _, sent, lost = self._truth[0]
        _, sent_now, lost_now = self._truth[-1]
        there = (lost_now - lost) / max(sent_now - sent, 1)
        self.errors.append(quality.loss - (there if self.one_way else 1 - (1 - there) ** 2))

    def _counts(self) -> tuple[int, int]:
        if self.one_way:
            way = self.relay.back
            return way.binary_passed + way.binary_dropped, way.binary_dropped
        ways: tuple[Way, Way] = (self.relay.there, self.relay.back)
        return sum(way.passed + way.dropped for way in ways), sum(way.dropped for way in ways)


async def soak(minutes: float, rounds: int) -> bool:
    """Both parts; whether all budgets were met."""
    async with FakeRobot() as robot:
        feed = asyncio.get_running_loop().create_task(_feed(robot), name="camera")
        try:
            async with relayed(("127.0.0.1", robot.port), 1) as first, relayed(("127.0.0.1", robot.port), 2) as second:
                watched = [
                    Watched("text", first, Station(_uri(first, STATUS)), one_way=False),
                    Watched("bytes", second, Station(_uri(second, CAMERA)), one_way=True),
                ]
                for each in watched:
                    each.begin()
                try:
                    bad = await _bad(watched, minutes * 60)
                    stopped = await _stop(watched[0], robot, rounds)
                    gone = [await _gone(watched[0], robot, GONE_S + LONGER_S * turn) for turn in range(rounds)]
                finally:
                    for each in watched:
                        await each.station.connection.close()
        finally:
            feed.cancel()
    return bad and stopped and all(gone)


def _uri(relay: UdpRelay, path: str) -> str:
    return f"galileo://127.0.0.1:{relay.port}/{path}"


async def _feed(robot: FakeRobot) -> None:
    number = 0
    while True:
        await asyncio.sleep(1 / CAMERA_HZ)
        number += 1
        robot.say(CAMERA, number.to_bytes(4, "big") * 25)


async def _bad(watched: list[Watched], seconds: float) -> bool:
    loop = asyncio.get_running_loop()
    for each in watched:
        each.relay.set_both(loss=LOSS, delay_s=DELAY_S, jitter_s=JITTER_S)
    for each in watched:
        await eventually(lambda each=each: each.station.state == "connected", timeout_s=30)  # type: ignore[misc]
    end = loop.time() + seconds
    began = {each.name: len(each.states) for each in watched}
    messages = {each.name: _messages(each) for each in watched}
    while loop.time() < end:
        await asyncio.sleep(1.0)
        for each in watched:
            each.sample(loop.time())
    met = True
    for each in watched:
        later = [state for _, state in each.states[began[each.name] :]]
        lived = "lost" not in later and each.station.state in {"connected", "stale"}
        close = all(abs(error) <= POINTS for error in each.errors)
        kind = all(quality.one_way == each.one_way for quality in each.shown)
        met = met and lived and kind and (close or not each.one_way)
        _say(
            f"{each.name}: {seconds:.0f} s, {_messages(each) - messages[each.name]} messages, "
            f"{later.count('stale')} times stale, {later.count('lost')} times lost"
        )
        if each.errors:
            rtts = sorted(quality.round_trip_s for quality in each.shown if quality.round_trip_s is not None)
            losses = sorted(quality.loss for quality in each.shown if quality.loss is not None)
            _say(
                f"  loss shown {'one way' if each.one_way else 'there and back'}: "
                f"{losses[0]:.1%} .. {losses[-1]:.1%}, off the truth by {min(each.errors):+.1%} .. "
                f"{max(each.errors):+.1%} in {len(each.errors)} samples; round trip shown "
                f"{rtts[0] * 1000:.0f} .. {rtts[-1] * 1000:.0f} ms"
            )
        _say(f"  {'kept' if lived and kind and (close or not each.one_way) else 'MISSED'}")
    return met


async def _stop(each: Watched, robot: FakeRobot, rounds: int) -> bool:
    """Whether the robot heard every stop; how often that was proven to us."""
    loop = asyncio.get_running_loop()
    proven, heard, took = 0, 0, []
    for _ in range(rounds):
        publisher = await each.station.connection.advertise(CMD_VEL, TWIST, 30.0)
        await publisher.wait_for_subscriber(30.0)
        publisher.set_final_message(publisher.encode({}))
        for _ in range(20):
            publisher.publish({"linear": {"x": 0.2}})
            await asyncio.sleep(0.05)
        began = loop.time()
        proven += await publisher.close()
        took.append(loop.time() - began)
        # what is still under way
        await asyncio.sleep(1.0)
        heard += json.loads(robot.texts[CMD_VEL][-1])["linear"]["x"] == 0
    _say(
        f"stop: heard {heard} of {rounds} times, proven {proven} times, in {min(took):.2f} .. {max(took):.2f} s: "
        f"{'kept' if heard == rounds else 'MISSED'}"
    )
    return heard == rounds


def _messages(each: Watched) -> int:
    return sum(topic.messages for topic in each.station.store.topics)


async def _gone(each: Watched, robot: FakeRobot, gone_s: float) -> bool:
    loop = asyncio.get_running_loop()
    each.relay.set_both()
    await eventually(lambda: each.station.state == "connected", timeout_s=30)
    await asyncio.sleep(1.0)
    ids = set(robot.session.clients)
    began = loop.time()
    first = len(each.states)
    each.relay.set_both(loss=1.0)
    await asyncio.sleep(gone_s)
    after = each.states[first:]
    stale_s = _first(after, lambda state: state == "stale") - began
    lost_s = _first(after, lambda state: state == "lost") - began
    each.relay.set_both()
    back = loop.time()
    messages = _messages(each)
    await eventually(lambda: _messages(each) > messages, timeout_s=30)
    back_s = loop.time() - back
    anew = bool(set(robot.session.clients) - ids)
    met = stale_s <= STALE_BUDGET_S and lost_s <= LOST_BUDGET_S and back_s <= BACK_BUDGET_S and anew
    _say(
        f"gone: stale after {stale_s:.2f} s, lost after {lost_s:.2f} s, data again {back_s:.2f} s after the network "
        f"is back, {'with a new id' if anew else 'WITH THE OLD ID'}: {'kept' if met else 'MISSED'}"
    )
    return met


def _first(states: list[tuple[float, str]], wanted: Callable[[str], bool]) -> float:
    return next((time for time, state in states if wanted(state)), float("inf"))


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.soak_galileo")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long the network is bad (default: 10)")
    parser.add_argument("--rounds", type=int, default=5, help="how often it is gone (default: 5)")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.WARNING)
    return 0 if asyncio.run(soak(arguments.minutes, arguments.rounds)) else 1


if __name__ == "__main__":
    sys.exit(main())
