"""The stamps of messages: read, put in order, and compared with our clock to find topics that lag behind.

The clock of a robot need not agree with ours, so the distance between stamp and receipt proves nothing by itself. A
distance that grows is a lag, for clocks do not drift apart by seconds; so is a distance far above that of the robot's
other topics. A constant distance is reported as a difference of clocks. Stamps of simulated time say nothing here, nor
do stamps that stand still, as those of a map.

Views ask for lags while they are visible: no stamp is read of a topic that nobody asks for.
"""

from __future__ import annotations

import math
import statistics
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from app.model.schema import DecodeError, Payload, Schema
from app.model.topics import Topic, TopicKey
from app.wording.model import MessageWording

# publishers of one topic may be a little out of step
OUT_OF_STEP_S: Final = 0.1

# this many in a row that go back are not late messages: there is another clock
_IN_A_ROW: Final = 3
# nor are two messages of a slow topic that are received so long after one another
_APART_S: Final = 1.0

# less than this already hampers a driver, but networks and clocks of tablets are no better
LATE_S: Final = 1.0
# behind the other topics of a robot; a stamp may be that of a sensor, or of a result that was computed from it
FAR_BEHIND_S: Final = 3.0
# the usual distance of a robot is found from at least this many topics, and again after this time
USUAL_TOPICS: Final = 3
USUAL_AGE_S: Final = 1.0
# unsynchronised clocks drift apart by no more than this fraction of the time
DRIFT: Final = 200e-6
# stamps of a topic are read no more often than this
SPACING_S: Final = 0.2
# the time over which a growing distance is looked for, and how much it has to grow
WINDOW_S: Final = 5.0
GROWTH_S: Final = 0.3
# fewer samples say nothing: the first message may be an old one
MIN_SAMPLES: Final = 4
# a stamp below this is of a simulation, or of a computer that does not know the date
CALENDAR_S: Final = 1_000_000_000.0
# topics whose samples are kept
MAX_TOPICS: Final = 20_000


def stamp_s(schema: Schema, payload: Payload) -> float | None:
    """The stamp of a message in seconds; None where it has no stamp, or one that can't be read."""
    try:
        stamp_ns = schema.stamp_ns(payload)
    except DecodeError:
        return None
    return None if stamp_ns is None else stamp_ns / 1e9


class StampOrder:
    """Decides by the stamps of a topic which messages are late, and when the clock was set back.

    Attributes:
        late: the number of messages that were left out.
    """

    def __init__(self) -> None:
        self.late = 0
        self._newest_s = -math.inf
        self._in_a_row = 0
        self._first_received_s = 0.0

    def accepts(self, stamp_s: float, received_s: float) -> bool:
        """Whether a message is to be kept; the first of a clock that was set back is kept too."""
        if stamp_s >= self._newest_s - OUT_OF_STEP_S:
            self._newest_s = max(self._newest_s, stamp_s)
            self._in_a_row = 0
            return True
        if not self._in_a_row:
            self._first_received_s = received_s
        self._in_a_row += 1
        if self._in_a_row < _IN_A_ROW and received_s - self._first_received_s < _APART_S:
            self.late += 1
            return False
        self._newest_s = stamp_s
        self._in_a_row = 0
        return True


@dataclass(frozen=True, slots=True)
class StampLag:
    """The lag of a topic's stamps behind our clock.

    Attributes:
        behind_s: how far the newest stamp is behind the usual distance; 0 where the topic is not late.
        grows: whether the lag grows.
        clock_difference_s: how far stamps are behind our clock all the time; less than 0: ahead of it.
    """

    behind_s: float = 0.0
    grows: bool = False
    clock_difference_s: float = 0.0

    @property
    def is_late(self) -> bool:
        """Whether messages come late."""
        return self.behind_s > 0.0

    @property
    def text(self) -> str:
        """Part of a sentence on the lag; empty where all is as it should be."""
        if self.is_late:
            code = MessageWording.STAMPS_FALLING_BEHIND if self.grows else MessageWording.STAMPS_BEHIND
            return code(behind_s=self.behind_s)
        if abs(self.clock_difference_s) < LATE_S:
            return ""
        code = MessageWording.CLOCK_BEHIND if self.clock_difference_s > 0 else MessageWording.CLOCK_AHEAD
        return code(by_s=abs(self.clock_difference_s))


@dataclass(slots=True)
class _TopicLag:
    """The recent distances of one topic between arrival and stamp, in seconds."""

    topic: Topic
    number: int = 0
    stamp_s: float = 0.0
    received_s: float = 0.0
    count: int = 0
    min_s: float = 0.0
    samples: deque[tuple[float, float]] = field(default_factory=deque)
    lag: StampLag | None = None

    def add(self, received_s: float, stamp_s: float) -> None:
        """Add the arrival and the stamp of one message."""
        behind_s = received_s - stamp_s
        # the delay of waiting messages grows no faster than time passes: where it does, a clock was set
        was_set = self.samples and behind_s - self.samples[-1][1] > received_s - self.received_s + LATE_S
        if was_set or not self.samples:
            self.samples.clear()
            self.count, self.min_s, self.received_s = 0, behind_s, received_s
        self.count += 1
        self.min_s = min(self.min_s + DRIFT * max(received_s - self.received_s, 0.0), behind_s)
        self.stamp_s, self.received_s = stamp_s, received_s
        self.samples.append((received_s, behind_s))
        while self.samples[0][0] < received_s - WINDOW_S:
            self.samples.popleft()

    def judge(self, usual_s: float | None) -> StampLag | None:
        """The lag, where topics of the robot are usually `usual_s` behind; None as long as it can't be told."""
        if self.count < MIN_SAMPLES:
            return None
        behind_s = self.samples[-1][1]
        grown_s, beyond_s = behind_s - self.min_s, 0.0 if usual_s is None else behind_s - usual_s
        clocks_s = self.min_s if usual_s is None else usual_s
        grows = behind_s - self.samples[0][1] > GROWTH_S
        if beyond_s > FAR_BEHIND_S:
            return StampLag(beyond_s, grows, clocks_s)
        return StampLag(grown_s, grows, clocks_s) if grown_s > LATE_S else StampLag(0.0, False, clocks_s)


class StampLags:
    """The lags of all topics that somebody asks for. For use in one thread."""

    def __init__(self) -> None:
        self._lags: dict[TopicKey, _TopicLag] = {}
        # by connection: when the usual distance was found, and what it is
        self._usual: dict[str, tuple[float, float | None]] = {}

    def lag_of(self, topic: Topic, *, simulated: bool = False) -> StampLag | None:
        """The lag of a topic's stamps behind our clock now; None where it can't be told, or not yet.

        The stamp of the newest message is read if it was not read yet and the last reading is long enough ago. There is
        no lag where the time of the robot is `simulated`.
        """
        message = topic.newest
        if message is None or simulated:
            return None
        lag = self._lags.get(topic.key)
        if lag is None or lag.topic is not topic:
            if len(self._lags) >= MAX_TOPICS:
                self._lags.clear()
            lag = self._lags[topic.key] = _TopicLag(topic)
        received_s = message.received_ns / 1e9
        if message.number != lag.number and not 0 <= received_s - lag.received_s < SPACING_S:
            lag.number = message.number
            self._read(lag, message.schema, received_s, message.payload)
        return lag.lag

    def _read(self, lag: _TopicLag, schema: Schema, received_s: float, payload: Payload) -> None:
        stamp = stamp_s(schema, payload)
        if stamp is None or stamp < CALENDAR_S or stamp == lag.stamp_s:
            return
        lag.add(received_s, stamp)
        lag.lag = lag.judge(self._usual_s(lag.topic.key.connection, received_s))

    def _usual_s(self, connection: str, now_s: float) -> float | None:
        """The median over a robot's topics of their least distance; None where there are too few topics."""
        found_s, usual_s = self._usual.get(connection, (0.0, None))
        if not 0 <= now_s - found_s < USUAL_AGE_S:
            distances = [
                lag.min_s
                for key, lag in self._lags.items()
                if lag.count >= MIN_SAMPLES and key.connection == connection
            ]
            usual_s = statistics.median(distances) if len(distances) >= USUAL_TOPICS else None
            self._usual[connection] = now_s, usual_s
        return usual_s
