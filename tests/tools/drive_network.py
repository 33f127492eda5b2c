"""Random histories of a bad network between a deck and a Galileo robot, and what the deck makes of them.

    python -m tests.tools.drive_network [10000]

The deck's session, its proof of a stop, its pacing and its link gate are the real ones, and so is the robot's session;
the network is a model, and time is a number. In each history a robot is driven, then stopped; each way by itself loses,
delays, doubles and mixes up datagrams, is cut for a while, holds all of them and lets go of them at once. Ends with 1,
and the number of the first history that breaks a rule.

The bounds of the model: what happens to a datagram doesn't depend on what it holds; at most half of them are lost while
the way is not cut; none is under way for more than 10 s; there are two copies of it at the most.
"""

from __future__ import annotations

import argparse
import collections
import random
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from app.connections.galileo.command_sender import GalileoCommandSender
from app.drive.control.gates import LinkGate
from app.drive.control.pacing import OWED_S, Pacer
from app.drive.control.values import ZERO, DriveLink, LinkLevel, Velocity
from protocols.galileo.client_session import GalileoClientSession
from protocols.galileo.events import ENDED, OPEN, GalileoSessionState
from protocols.galileo.robot_session import ClientText
from protocols.galileo.stop_proof import UNDER_WAY_S
from tests.protocols.galileo.lossy import Network, Way

AHEAD = Velocity(0.3, 0.0)
STEP_S = 0.025
RECONNECT_S = 0.1


class HistoryError(AssertionError):
    """A rule did not hold."""


class Deck:
    """Drives the robot of a network, as the drive process does.

    Attributes:
        drives: whether somebody holds the stick; a link that gets bad ends it.
        owed: whether a stop is not proven to have arrived.
        level: of the link.
        proven_at: when the last stop was proven; None while it is not, and where it was given up.
    """

    type_name = "geometry_msgs/Twist"

    def __init__(self, network: Network, *, others_moved: bool = False) -> None:
        self.network = network
        self.drives = False
        self.owed = False
        self.level = LinkLevel.LOST
        self.proven_at: float | None = None
        self.stopped_at: float | None = None
        self.levels: collections.Counter[LinkLevel] = collections.Counter()
        self.helm = GalileoCommandSender("cmd_vel", self, {"v": 0.0}, lambda: network.now, others_moved=others_moved)
        self.epoch: int | None = None
        self._gate = LinkGate()
        self._pacer = Pacer(20.0)
        self._connect_at: float | None = None

    # what the helm needs of its publisher

    @property
    def session(self) -> GalileoClientSession | None:
        return None if self.network.client.state in ENDED else self.network.client

    @property
    def subscribers(self) -> tuple[str, ...]:
        return ("robot",) if self.network.client.state is GalileoSessionState.CONNECTED else ()

    @property
    def stop_arrived(self) -> bool:
        return self.network.client.stop_arrived

    def encode(self, value: Mapping[str, Any]) -> bytes:
        return str(value["v"]).encode()

    def publish_now(self, payload: bytes, stop_began_at: float | None = None) -> bool:
        client = self.network.client
        if client.state not in OPEN:
            return False
        if stop_began_at is None:
            client.end_stop()
        client.send_text(payload.decode())
        if stop_began_at is not None:
            client.stop_sent(stop_began_at, self.network.now)
        return True

    def set_final_message(self, payload: bytes) -> None:
        raise NotImplementedError

    async def close(self) -> bool:
        raise NotImplementedError

    # what it does

    def step(self, now: float) -> None:
        """What is due now."""
        self._reconnect(now)
        state = self.helm.state()
        link = DriveLink(
            connected=bool(state.receivers),
            epoch=state.epoch,
            subscribers=state.receivers,
            probe_age_s=state.probe_age_s,
            round_trip_s=state.round_trip_s,
            arrived=state.arrived,
        )
        self.level = self._gate.step(link, now)
        self.levels[self.level] += 1
        if self.epoch not in {None, state.epoch} or self.level is LinkLevel.LOST:
            self.drives = False
        self.epoch = state.epoch
        was_owed = self._pacer.owed
        self._pacer.observe_arrivals(link)
        send = self._pacer.step(AHEAD if self.drives else ZERO, link, now)
        if send is not None:
            self.helm.send({"v": send.velocity.linear_m_s}, send.number, moves=not send.velocity.is_zero)
        self._note(now, was_owed=was_owed)

    def _note(self, now: float, *, was_owed: bool) -> None:
        self.owed = self._pacer.owed
        if self.drives:
            self.stopped_at = self.proven_at = None
        elif self.owed and self.stopped_at is None:
            self.stopped_at = now
        elif was_owed and not self.owed and self.stopped_at is not None and now - self.stopped_at < OWED_S:
            self.proven_at = now

    def _reconnect(self, now: float) -> None:
        if self.network.client.state not in ENDED:
            return
        if self._connect_at is None:
            self._connect_at = now + RECONNECT_S
        elif now >= self._connect_at:
            self._connect_at = None
            self.network.former_ids = self.network.client.ids
            self.network.connect()


def commands(network: Network) -> list[tuple[float, float]]:
    """What the robot obeyed, and when."""
    return [(at, float(event.payload)) for at, event in network.heard if isinstance(event, ClientText)]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that happens to one way or both at a moment, for a while."""

    at: float
    lasts_s: float
    ways: tuple[Way, ...]
    kind: str
    loss: float


def _spoil(way: Way, rng: random.Random) -> None:
    way.loss = rng.choice([0.0, 0.02, rng.uniform(0, 0.3), rng.uniform(0, 0.5), 0.5])
    way.delay_s = rng.choice([0.005, rng.uniform(0.001, 0.05), rng.uniform(0.0, 0.2)])
    way.jitter_s = rng.choice([0.002, rng.uniform(0, 0.1), rng.uniform(0, 0.5)])
    way.doubled = rng.choice([0.0, 0.01, rng.uniform(0, 0.5), 1.0])
    way.late = rng.choice([0.0, 0.0, 0.01, rng.uniform(0, 0.3)])


def _faults(network: Network, rng: random.Random, begin: float) -> list[Fault]:
    both = (network.there, network.back)
    return sorted(
        (
            Fault(
                begin + rng.uniform(-0.9, 4.0),
                rng.choice([rng.uniform(0.05, 1.0), rng.uniform(0.5, 4.0), rng.uniform(0.5, UNDER_WAY_S)]),
                rng.choice([both, both[:1], both[1:]]),
                rng.choice(["cut", "hold", "delay"]),
                rng.uniform(0.0, 0.5),
            )
            for _ in range(rng.choice([0, 1, 1, 2, 3, 5]))
        ),
        key=lambda fault: fault.at,
    )


def _run_until(network: Network, deck: Deck, end: float, faults: list[Fault]) -> None:
    """Let time pass; faults that begin meanwhile are taken from the list."""
    while network.now < end - 1e-9:
        following = faults[0].at if faults else end
        network.run(max(0.0, min(following, end) - network.now), deck.step, STEP_S)
        while faults and faults[0].at <= network.now + 1e-9:
            _begin(network, faults.pop(0), faults)


def _begin(network: Network, fault: Fault, faults: list[Fault]) -> None:
    for way in fault.ways:
        if fault.kind == "cut":
            way.loss = 1.0
        elif fault.kind == "hold":
            way.held_until = network.now + fault.lasts_s
        elif fault.kind == "delay":
            way.delay_s = fault.lasts_s * 0.9
        elif fault.kind == "over":
            way.loss = min(way.loss, 1.0) if way.loss < 1.0 else fault.loss
            way.delay_s = min(way.delay_s, 0.02)
    if fault.kind in {"cut", "delay"}:
        faults.append(Fault(network.now + fault.lasts_s, 0.0, fault.ways, "over", fault.loss))
        faults.sort(key=lambda other: other.at)


def stop_history(number: int) -> float | None:
    """One history of a stop: how long its proof took; None where there was none in a minute.

    Raises:
        HistoryError: a stop was called delivered that the robot did not get, or that something came after.
    """
    rng = random.Random(number)
    network = Network(Way(0.02, 0.0, 0.005, 0.01), Way(0.02, 0.0, 0.005, 0.01), seed=number)
    deck = Deck(network)
    network.run(3.0, deck.step, STEP_S)
    begin = network.now + rng.uniform(1.0, 3.0)
    faults = _faults(network, rng, begin)
    deck.drives = deck.level is not LinkLevel.LOST
    spoilt_at = begin + rng.uniform(-0.9, 0.5)
    _run_until(network, deck, min(begin, spoilt_at), faults)
    if rng.random() < 0.9:
        _spoil(network.there, rng)
        _spoil(network.back, rng)
    _run_until(network, deck, begin, faults)
    deck.drives = False
    if rng.random() < 0.2:
        # somebody who taps the stick
        _run_until(network, deck, begin + rng.uniform(0.1, 3.0), faults)
        deck.drives = deck.level is not LinkLevel.LOST
        _run_until(network, deck, network.now + rng.uniform(0.05, 1.0), faults)
        deck.drives = False
    if rng.random() < 0.05:
        faults.append(Fault(network.now + rng.uniform(0.0, 3.0), 0.0, (), "restart", 0.0))
    return _check_stop(network, deck, faults)


def _check_stop(network: Network, deck: Deck, faults: list[Fault]) -> float | None:
    begun = network.now
    _run_until(network, deck, begun + STEP_S, faults)
    while deck.owed and network.now < begun + OWED_S + 1.0:
        _run_until(network, deck, network.now + 0.1, faults)
    if deck.owed or deck.proven_at is None:
        return None
    claimed_at, begun = deck.proven_at, deck.stopped_at or begun
    # all that is under way has come by then
    _run_until(network, deck, network.now + 2 * UNDER_WAY_S, faults)
    came = commands(network)
    moves = [at for at, v in came if v != 0.0]
    if not moves:
        raise HistoryError("nothing was driven")
    if max(moves) > claimed_at:
        raise HistoryError(f"a motion came {max(moves) - claimed_at:.3f} s after the stop was called delivered")
    if not any(max(moves) <= at <= claimed_at for at, v in came if v == 0.0):
        raise HistoryError("a stop was called delivered, and the robot got no zero")
    return claimed_at - begun


def delay_history(number: int) -> float:
    """One history of a delay that gets longer than 500 ms, at once or slowly: how long until it was seen.

    Raises:
        HistoryError: it was not seen within a second, or seen no more while it lasted.
    """
    rng = random.Random(number)
    loss, doubled = rng.uniform(0, 0.1), rng.choice([0.0, rng.uniform(0, 0.3)])
    network = Network(Way(loss, doubled, rng.uniform(0.001, 0.03), rng.uniform(0, 0.02)), seed=number)
    network.back = Way(loss, doubled, rng.uniform(0.001, 0.03), rng.uniform(0, 0.02))
    deck = Deck(network)
    network.run(rng.uniform(2.0, 5.0), deck.step, STEP_S)
    deck.drives = deck.level is not LinkLevel.LOST
    network.run(rng.uniform(0.5, 3.0), deck.step, STEP_S)
    share, most_s = rng.choice([0.0, 1.0, rng.random()]), rng.uniform(0.52, UNDER_WAY_S)
    slope = rng.choice([1000.0, rng.uniform(0.1, 1.0)])
    before = network.there.delay_s, network.back.delay_s
    began = network.now
    over_at: float | None = None
    seen_s = 0.0
    while network.now < began + most_s / slope + 15.0:
        more_s = min((network.now + STEP_S - began) * slope, most_s)
        network.there.delay_s, network.back.delay_s = before[0] + share * more_s, before[1] + (1 - share) * more_s
        if over_at is None and network.there.delay_s + network.back.delay_s > 0.5:
            over_at = network.now
        network.run(STEP_S, deck.step, STEP_S)
        late_s = 0.0 if over_at is None else network.now - over_at
        if over_at is not None and deck.level is not LinkLevel.LOST:
            seen_s = late_s
        if late_s > 1.0 and (deck.level is not LinkLevel.LOST or deck.drives):
            raise HistoryError(f"after {late_s:.3f} s of more than 500 ms the link is {deck.level.name}")
    return seen_s


def good_history(number: int, *, loss: float = 0.02, seconds: float = 30.0) -> tuple[float | None, Deck]:
    """One history of an ordinary network: how long the proof of its stop took, and what was seen."""
    rng = random.Random(number)
    network = Network(Way(loss, 0.0, rng.uniform(0.004, 0.01), 0.005), seed=number)
    network.back = network.there.copy()
    deck = Deck(network)
    network.run(3.0, deck.step, STEP_S)
    deck.levels.clear()
    deck.drives = True
    network.run(seconds, deck.step, STEP_S)
    levels, deck.drives = deck.levels.copy(), False
    took_s = _check_stop(network, deck, [])
    deck.levels = levels
    return took_s, deck


def run(count: int, first: int = 0) -> list[str]:
    """So many histories of each kind, from a number on; what they came to."""
    told = []
    took = [stop_history(number) for number in range(first, first + count)]
    known = sorted(seconds for seconds in took if seconds is not None)
    told.append(
        f"{count:,} stops: none was called delivered that was not; proven in {_quantiles(known)}; "
        f"{len(took) - len(known):,} not within {OWED_S:g} s"
    )
    seen = sorted(delay_history(number) for number in range(first, first + count))
    told.append(f"{count:,} delays of more than 500 ms: seen in {_quantiles(seen)}, and as long as they lasted")
    return told


def _quantiles(values: list[float]) -> str:
    if not values:
        return "no time"
    most = values[-1 - len(values) // 100]
    return f"{statistics.median(values):.2f} s (median), {most:.2f} s (99 %), {values[-1]:.2f} s (longest)"


def _told(function: Callable[[int], object], number: int) -> None:
    """Say what one history comes to."""
    print(f"{function.__name__} {number}: {function(number)}")  # noqa: T201


def main() -> None:
    """Run and tell."""
    parser = argparse.ArgumentParser(description="Check the stop and the link gate of Galileo over random networks.")
    parser.add_argument("count", type=int, nargs="?", default=10_000)
    parser.add_argument("--only", type=int, help="only the histories of this number, told")
    wanted = parser.parse_args()
    begun = time.perf_counter()
    if wanted.only is not None:
        _told(stop_history, wanted.only)
        _told(delay_history, wanted.only)
        return
    print("\n".join(run(wanted.count)))  # noqa: T201
    print(f"{time.perf_counter() - begun:.0f} s")  # noqa: T201


if __name__ == "__main__":
    main()
