"""A rospy subscriber of a text that counts, for ROS 1's own Python: each line it reads is a turn.

ros1_rospy.py TOPIC usual|best

A turn is the seconds that it lasts; the answer is what came a second and the processor seconds per message. `best` is
what rospy can be brought to: messages stay as they are, and as much is read at once as fits.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import roslib.message
import rospy

FIRST_TIMEOUT_S = 20.0
BEST_BUFFER = 16 * 1024 * 1024


def main() -> None:
    """Until the standard input ends."""
    topic, kind = sys.argv[1:3]
    rospy.init_node("counter", anonymous=True, disable_signals=True)
    count = nbytes = 0

    def take(message: Any) -> None:
        nonlocal count, nbytes
        count += 1
        nbytes += len(message.data) + 4

    def take_raw(message: Any) -> None:
        nonlocal count, nbytes
        count += 1
        nbytes += len(message._buff)

    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for line in sys.stdin:
        count = nbytes = 0
        if kind == "best":
            subscriber = rospy.Subscriber(topic, rospy.AnyMsg, take_raw, buff_size=BEST_BUFFER)
        else:
            subscriber = rospy.Subscriber(topic, roslib.message.get_message_class("std_msgs/String"), take)
        deadline = time.monotonic() + FIRST_TIMEOUT_S
        while not count and time.monotonic() < deadline:
            time.sleep(0.01)
        began, first, first_bytes, cpu = time.monotonic(), count, nbytes, time.process_time()
        time.sleep(float(line))
        # on a busy machine nothing may have come at all
        while count == first and time.monotonic() < deadline:
            time.sleep(0.01)
        wall, came = time.monotonic() - began, count - first
        answer = {
            "rate_hz": came / wall,
            "bytes_s": (nbytes - first_bytes) / wall,
            "cpu_s": (time.process_time() - cpu) / max(came, 1),
        }
        subscriber.unregister()
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


main()
