"""A robot, a client and a network between them that drops, delays, mixes up and doubles; time is a number."""

from __future__ import annotations

import heapq
import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from protocols.galileo.client_session import GalileoClientSession
from protocols.galileo.events import Address, ClientEvent, GalileoSessionState, SessionStateChanged
from protocols.galileo.packets import encode_connect
from protocols.galileo.reassembly import Indexing
from protocols.galileo.robot_session import GalileoRobotSession, RobotEvent
from protocols.galileo.stop_proof import UNDER_WAY_S

ROBOT: Address = ("10.0.0.1", 3547)
CLIENT: Address = ("10.0.0.9", 50_001)
CONNECT = encode_connect("udp://10.0.0.1:3547/odom?token=t")


def ids(seed: int = 1) -> Callable[[], bytes]:
    """A source of ids."""
    rng = random.Random(seed)
    return lambda: rng.randbytes(4)


@dataclass
class Way:
    """One direction of the network.

    Attributes:
        loss, doubled: shares of datagrams.
        delay_s, jitter_s: what each takes, and up to how much more; more than the time between two mixes them up.
        late: the share of those that are held up by themselves, for up to `UNDER_WAY_S`.
        held_until: what is sent before is kept until then, and let go at once.
        sent, lost: what happened.
    """

    loss: float = 0.0
    doubled: float = 0.0
    delay_s: float = 0.0
    jitter_s: float = 0.0
    late: float = 0.0
    held_until: float = 0.0
    sent: int = 0
    lost: int = 0

    def copy(self) -> Way:
        """Another of the same kind, for the other direction."""
        return Way(self.loss, self.doubled, self.delay_s, self.jitter_s, self.late)

    def times(self, now: float, rng: random.Random) -> list[float]:
        """When a datagram that is sent now arrives: never, once or twice."""
        self.sent += 1
        if rng.random() < self.loss:
            self.lost += 1
            return []
        copies = 2 if rng.random() < self.doubled else 1
        return [self._arrives_at(now, rng) for _ in range(copies)]

    def _arrives_at(self, now: float, rng: random.Random) -> float:
        if self.late and rng.random() < self.late:
            return now + rng.uniform(0, UNDER_WAY_S)
        arrives_at = max(now, self.held_until) + self.delay_s + rng.uniform(0, self.jitter_s)
        return min(arrives_at, max(now + UNDER_WAY_S, now + self.delay_s + self.jitter_s))


@dataclass
class Network:
    """Runs both ends by their own deadlines.

    Attributes:
        events: of the client, each with its time.
        heard: of the robot, each with its time.
    """

    there: Way = field(default_factory=Way)
    back: Way = field(default_factory=Way)
    seed: int = 1
    former_ids: tuple[bytes, ...] = ()
    indexing: Indexing = Indexing.AUTO
    now: float = 100.0

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.robot = GalileoRobotSession(ids(self.seed), self.now)
        self.events: list[tuple[float, ClientEvent]] = []
        self.heard: list[tuple[float, RobotEvent]] = []
        self._order = itertools.count()
        self._under_way: list[tuple[float, int, bool, bytes]] = []
        self.connect()

    def connect(self) -> None:
        """A new session of the client."""
        self.client = GalileoClientSession(
            [CONNECT], ROBOT, self.now, former_ids=self.former_ids, indexing=self.indexing
        )
        self.settle()

    def restart_robot(self, *, same_ids: bool = False) -> None:
        """Another robot that knows nobody; `same_ids`: it gives those that the one before gave."""
        self.robot = GalileoRobotSession(ids(self.seed + (0 if same_ids else 1000)), self.now)

    def settle(self) -> None:
        """Send what is to be sent, and take what is told."""
        for data in self.client.data_to_send(self.now):
            for time in self.there.times(self.now, self.rng):
                heapq.heappush(self._under_way, (time, next(self._order), True, data))
        for data, address in self.robot.data_to_send(self.now):
            assert address == CLIENT
            for time in self.back.times(self.now, self.rng):
                heapq.heappush(self._under_way, (time, next(self._order), False, data))
        while (event := self.client.next_event()) is not None:
            self.events.append((self.now, event))
        while (heard := self.robot.next_event()) is not None:
            self.heard.append((self.now, heard))

    def run(self, seconds: float, each: Callable[[float], None] = lambda _: None, period_s: float = 0.05) -> None:
        """Let time pass, and call `each` in every period."""
        end, tick = self.now + seconds, self.now
        while True:
            times = [tick]
            times += [self._under_way[0][0]] if self._under_way else []
            times += [time for core in (self.client, self.robot) if (time := core.next_deadline()) is not None]
            if min(times) >= end:
                self.now = end
                return
            self.now = max(self.now, min(times))
            if self.now >= tick:
                each(self.now)
                tick += period_s
            while self._under_way and self._under_way[0][0] <= self.now:
                _, _, to_robot, data = heapq.heappop(self._under_way)
                if to_robot:
                    self.robot.receive_data(data, self.now, CLIENT)
                else:
                    self.client.receive_data(data, self.now, ROBOT)
            for core in (self.client, self.robot):
                deadline = core.next_deadline()
                if deadline is not None and deadline <= self.now:
                    core.handle_deadline(self.now)
            self.settle()

    def states(self) -> list[GalileoSessionState]:
        """The states that the client went through."""
        return [event.state for _, event in self.events if isinstance(event, SessionStateChanged)]
