"""Which topics are late: whose messages come long after the time that their stamps tell.

The clock of a robot need not agree with ours, so the distance alone proves nothing. What grows is late, for clocks do
not drift apart by seconds; so is what is far behind the other topics of its robot. A distance that stays is told as a
difference of clocks. Stamps of simulated time say nothing here, nor do those that stand still, as a map's.

Views ask while they are looked at: nothing is read of messages that nobody asks for.
"""

from __future__ import annotations

import statistics
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from app.model.schema import Payload, Schema
from app.model.stamps import stamp_s
from app.model.topic_store import Topic, TopicKey

# a driver is hampered by less, but networks and clocks of tablets are no better
LATE_S: Final = 1.0
# behind the other topics of a robot, whose stamps may be those of a sensor or of what was computed from it
FAR_BEHIND_S: Final = 3.0
# so many topics together tell what is usual for a robot, which is looked at once in so long
USUAL_OF: Final = 3
USUAL_AGE_S: Final = 1.0
# unsynchronised clocks drift apart by no more than this share of the time
DRIFT: Final = 200e-6
# a stamp is read no more often
SPACING_S: Final = 0.2
# so long is looked back to see whether it grows, and by how much it has to
WINDOW_S: Final = 5.0
GROWTH_S: Final = 0.3
# fewer samples say nothing: the first message may be one from before
SAMPLES: Final = 4
# the clock of a simulation, or of a computer that does not know the date, is below that
CALENDAR_S: Final = 1_000_000_000.0
# topics whose past is kept
MAX_TOPICS: Final = 20_000


@dataclass(frozen=True, slots=True)
class Lag:
    """How a topic's stamps stand to our clock.

    Attributes:
        behind_s: how far the newest is behind what was usual: that is late. 0 where nothing is.
        grows: whether that becomes more.
        clocks_s: how far stamps are behind our clock all the time; less than 0: ahead.
    """

    behind_s: float = 0.0
    grows: bool = False
    clocks_s: float = 0.0

    @property
    def is_late(self) -> bool:
        """Whether messages come late."""
        return self.behind_s > 0.0

    @property
    def words(self) -> str:
        """A sentence's part on it; empty where all is as it should be."""
        if self.is_late:
            return f"stamps are {self.behind_s:.1f} s behind" + (", and falling further behind" if self.grows else "")
        if abs(self.clocks_s) < LATE_S:
            return ""
        where = "behind" if self.clocks_s > 0 else "ahead of"
        ours = " our clock" if self.clocks_s < 0 else ""
        return f"stamps are always {abs(self.clocks_s):,.1f} s {where}{ours}: the robot's clock differs from ours"


@dataclass(slots=True)
class _Gauge:
    """The past of one topic: distances between arrival and stamp, in seconds."""

    topic: Topic
    number: int = 0
    stamp_s: float = 0.0
    received_s: float = 0.0
    count: int = 0
    least_s: float = 0.0
    samples: deque[tuple[float, float]] = field(default_factory=deque)
    lag: Lag | None = None

    def take(self, received_s: float, stamp_s: float) -> None:
        """Take the arrival and the stamp of one message."""
        behind_s = received_s - stamp_s
        # messages that wait come later by no more than the time that passes: more is a clock that was set
        was_set = self.samples and behind_s - self.samples[-1][1] > received_s - self.received_s + LATE_S
        if was_set or not self.samples:
            self.samples.clear()
            self.count, self.least_s, self.received_s = 0, behind_s, received_s
        self.count += 1
        self.least_s = min(self.least_s + DRIFT * max(received_s - self.received_s, 0.0), behind_s)
        self.stamp_s, self.received_s = stamp_s, received_s
        self.samples.append((received_s, behind_s))
        while self.samples[0][0] < received_s - WINDOW_S:
            self.samples.popleft()

    def judge(self, usual_s: float | None) -> Lag | None:
        """The lag, for a robot whose topics are usually so far behind; None as long as it can't be told."""
        if self.count < SAMPLES:
            return None
        behind_s = self.samples[-1][1]
        grown_s, beyond_s = behind_s - self.least_s, 0.0 if usual_s is None else behind_s - usual_s
        clocks_s = self.least_s if usual_s is None else usual_s
        grows = behind_s - self.samples[0][1] > GROWTH_S
        if beyond_s > FAR_BEHIND_S:
            return Lag(beyond_s, grows, clocks_s)
        return Lag(grown_s, grows, clocks_s) if grown_s > LATE_S else Lag(0.0, False, clocks_s)


class LagBook:
    """The lags of all topics that somebody looks at. For one thread."""

    def __init__(self) -> None:
        self._gauges: dict[TopicKey, _Gauge] = {}
        # of a connection: when it was looked at, and what was found
        self._usual: dict[str, tuple[float, float | None]] = {}

    def lag_of(self, topic: Topic, *, simulated: bool = False) -> Lag | None:
        """How a topic's stamps stand to our clock now; None where that can't be told, or not yet.

        It reads the stamp of the newest message, if that was not read and it is time again. Of a robot whose time is
        `simulated` nothing is told.
        """
        message = topic.newest
        schema = topic.schema
        if message is None or schema is None or simulated:
            return None
        gauge = self._gauges.get(topic.key)
        if gauge is None or gauge.topic is not topic:
            if len(self._gauges) >= MAX_TOPICS:
                self._gauges.clear()
            gauge = self._gauges[topic.key] = _Gauge(topic)
        received_s = message.received_ns / 1e9
        if message.number != gauge.number and not 0 <= received_s - gauge.received_s < SPACING_S:
            gauge.number = message.number
            self._take(gauge, message.schema or schema, received_s, message.payload)
        return gauge.lag

    def _take(self, gauge: _Gauge, schema: Schema, received_s: float, payload: Payload) -> None:
        stamp = stamp_s(schema, payload)
        if stamp is None or stamp < CALENDAR_S or stamp == gauge.stamp_s:
            return
        gauge.take(received_s, stamp)
        gauge.lag = gauge.judge(self._usual_s(gauge.topic.key.connection, received_s))

    def _usual_s(self, connection: str, now_s: float) -> float | None:
        """How far the topics of a robot are behind at best; None where there are too few."""
        looked_s, usual_s = self._usual.get(connection, (0.0, None))
        if not 0 <= now_s - looked_s < USUAL_AGE_S:
            least = [
                gauge.least_s
                for key, gauge in self._gauges.items()
                if gauge.count >= SAMPLES and key.connection == connection
            ]
            usual_s = statistics.median(least) if len(least) >= USUAL_OF else None
            self._usual[connection] = now_s, usual_s
        return usual_s
