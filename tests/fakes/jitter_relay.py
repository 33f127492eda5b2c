"""A bad way through a ROS 1 graph: a rospy node that hands messages of a topic on, late, in bursts, out of order.

Usage: jitter_relay.py IN OUT TYPE [SETTINGS], where SETTINGS is a JSON object with fields of `Disturbance`

For each message that it hands on it prints {"sent_ns", "stamp_ns", "held", "overtaken"}, so a test knows the truth.
"""

from __future__ import annotations

import heapq
import itertools
import json
import random
import sys
import threading
import time
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Disturbance:
    """What is done to messages; all that is left to chance is drawn from the seed.

    Attributes:
        delay_s, jitter_s: what each takes, and up to how much more; none overtakes another by that.
        burst_every_s, burst_s: so often what comes within that time is held, and let go at its end together; 0 for
            never.
        overtaken: share of messages, 0 to 1, that others overtake.
        overtaken_s: how much longer those take.
    """

    seed: int = 1
    delay_s: float = 0.0
    jitter_s: float = 0.0
    burst_every_s: float = 0.0
    burst_s: float = 0.0
    overtaken: float = 0.0
    overtaken_s: float = 0.0


@dataclass(frozen=True)
class Due:
    """When a message is to be handed on, in seconds since the first one came, and what was done to it."""

    time_s: float
    held: bool = False
    overtaken: bool = False


class Schedule:
    """When each message is due; asked in the order in which they come."""

    def __init__(self, disturbance: Disturbance) -> None:
        self._disturbance = disturbance
        self._rng = random.Random(disturbance.seed)
        self._last_s = 0.0

    def due(self, came_s: float) -> Due:
        """For a message that came so many seconds after the first one."""
        wanted = self._disturbance
        jitter_s, chance = self._rng.uniform(0, wanted.jitter_s), self._rng.random()
        due_s = came_s + wanted.delay_s + jitter_s
        held = False
        if wanted.burst_every_s:
            # the first begins when the first turn is nearly over
            into_s = due_s % wanted.burst_every_s - (wanted.burst_every_s - wanted.burst_s)
            held = into_s >= 0
            due_s += wanted.burst_s - into_s if held else 0.0
        self._last_s = due_s = max(due_s, self._last_s)
        # one that is held is let go with all others
        if not held and chance < wanted.overtaken:
            return Due(due_s + wanted.overtaken_s, overtaken=True)
        return Due(due_s, held=held)


class Relay:
    """Takes messages in rospy's threads, and hands them on in one of its own."""

    def __init__(self, publisher: Any, disturbance: Disturbance) -> None:
        self._publisher = publisher
        self._schedule = Schedule(disturbance)
        self._began_s: float | None = None
        # by time, then in the order in which they came
        self._waiting: list[tuple[float, int, Due, Any]] = []
        self._numbers = itertools.count()
        self._changed = threading.Condition()

    def take(self, message: Any) -> None:
        """A message came."""
        now_s = time.monotonic()
        with self._changed:
            if self._began_s is None:
                self._began_s = now_s
            due = self._schedule.due(now_s - self._began_s)
            heapq.heappush(self._waiting, (due.time_s, next(self._numbers), due, message))
            self._changed.notify()

    def hand_on(self) -> None:
        """Hand on what is due, for ever."""
        while True:
            with self._changed:
                while not self._waiting or (wait_s := self._wait_s()) > 0:
                    self._changed.wait(wait_s if self._waiting else None)
                _, _, due, message = heapq.heappop(self._waiting)
            self._publisher.publish(message)
            stamp_ns = message.header.stamp.to_nsec()
            told = {"sent_ns": time.time_ns(), "stamp_ns": stamp_ns, "held": due.held, "overtaken": due.overtaken}
            sys.stdout.write(json.dumps(told) + "\n")

    def _wait_s(self) -> float:
        assert self._began_s is not None
        return self._began_s + self._waiting[0][0] - time.monotonic()


def main() -> None:
    import roslib.message
    import rospy

    _, source, target, type_name, *settings = rospy.myargv()
    rospy.init_node("jitter_relay", anonymous=True)
    message_class = roslib.message.get_message_class(type_name)
    # without a queue it writes at once
    publisher = rospy.Publisher(target, message_class, queue_size=None, tcp_nodelay=True)
    relay = Relay(publisher, Disturbance(**json.loads(settings[0] if settings else "{}")))
    rospy.Subscriber(source, message_class, relay.take, tcp_nodelay=True)
    threading.Thread(target=relay.hand_on, daemon=True).start()
    rospy.spin()


if __name__ == "__main__":
    main()
