"""A rospy node that prints what it hears, a line of JSON a message.

Usage: listener.py TOPIC TYPE [TOPIC TYPE…]
"""

from __future__ import annotations

import functools
import json
import sys
import threading
import time
from typing import Any

import roslib.message
import rospy
import samples

# rospy has a thread for every publisher, and long lines are written in parts
_ONE_LINE_AT_A_TIME = threading.Lock()


def heard(topic: str, message: Any) -> None:
    """Print a message."""
    line = {
        "topic": topic,
        "received_ns": time.time_ns(),
        "callerid": message._connection_header["callerid"],
        "hex": samples.serialized(message).hex(),
    }
    with _ONE_LINE_AT_A_TIME:
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()


def main() -> None:
    _, *names = rospy.myargv()
    rospy.init_node("listener", anonymous=True)
    for topic, type_name in zip(names[::2], names[1::2], strict=True):
        rospy.Subscriber(topic, roslib.message.get_message_class(type_name), functools.partial(heard, topic))
    rospy.spin()


main()
