"""A rospy node that prints what it hears, a line of JSON a message.

Usage: listener.py TOPIC TYPE [TOPIC TYPE…] [_queue_size:=N] [_takes_s:=S]

After SIGUSR1 it hangs in what it does with a message, as one that waits for a serial port; after SIGUSR2 no more.
"""

from __future__ import annotations

import functools
import importlib
import json
import signal
import sys
import threading
import time
from typing import Any

import roslib.message
import rospy
import samples
from genpy.dynamic import generate_dynamic

# rospy has a thread for every publisher, and long lines are written in parts
_ONE_LINE_AT_A_TIME = threading.Lock()
_GOES_ON = threading.Event()


def heard(topic: str, takes_s: float, message: Any) -> None:
    """Print a message, and take so long for it."""
    line = {
        "topic": topic,
        "received_ns": time.time_ns(),
        "callerid": message._connection_header["callerid"],
        "hex": samples.serialized(message).hex(),
    }
    with _ONE_LINE_AT_A_TIME:
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()
    time.sleep(takes_s)
    _GOES_ON.wait()


# of packages that Debian has not: as they are at ros-drivers/ackermann_msgs, comments left out
_DRIVE = """\
float32 steering_angle
float32 steering_angle_velocity
float32 speed
float32 acceleration
float32 jerk
"""
_RULE = "=" * 80
_HEADER = "uint32 seq\ntime stamp\nstring frame_id\n"
TEXTS = {
    "ackermann_msgs/AckermannDrive": _DRIVE,
    "ackermann_msgs/AckermannDriveStamped": "\n".join(
        (
            "Header header\nackermann_msgs/AckermannDrive drive",
            f"{_RULE}\nMSG: std_msgs/Header\n{_HEADER}{_RULE}",
            f"MSG: ackermann_msgs/AckermannDrive\n{_DRIVE}",
        )
    ),
}


def message_class(type_name: str) -> Any:
    """Return the class of a type: of its package, or made of its text as rospy makes those that it does not know."""
    if type_name in TEXTS:
        try:
            importlib.import_module(f"{type_name.partition('/')[0]}.msg")
        except ImportError:
            return generate_dynamic(type_name, TEXTS[type_name])[type_name]
    return roslib.message.get_message_class(type_name)


def main() -> None:
    _, *names = rospy.myargv()
    rospy.init_node("listener", anonymous=True)
    _GOES_ON.set()
    signal.signal(signal.SIGUSR1, lambda *_: _GOES_ON.clear())
    signal.signal(signal.SIGUSR2, lambda *_: _GOES_ON.set())
    queue_size, takes_s = rospy.get_param("~queue_size", None), rospy.get_param("~takes_s", 0.0)
    for topic, type_name in zip(names[::2], names[1::2], strict=True):
        rospy.Subscriber(
            topic, message_class(type_name), functools.partial(heard, topic, takes_s), queue_size=queue_size
        )
    rospy.spin()


main()
