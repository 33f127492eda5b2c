"""A rospy node that publishes samples, three of each type over and over again.

Usage: talker.py RATE [--latch] TOPIC TYPE [TOPIC TYPE…]
"""

from __future__ import annotations

import itertools
import sys

import rospy
import samples


def main() -> None:
    _, rate_hz, *names = rospy.myargv()
    latch = "--latch" in names
    names = [name for name in names if name != "--latch"]
    rospy.init_node("talker", anonymous=True)
    feeds = []
    for topic, msg_type in zip(names[::2], names[1::2], strict=True):
        messages = [samples.make(msg_type, number) for number in range(3)]
        publisher = rospy.Publisher(topic, type(messages[0]), queue_size=100, latch=latch)
        feeds.append((publisher, itertools.cycle(messages)))
    pace = rospy.Rate(float(rate_hz))
    while not rospy.is_shutdown():
        for publisher, endless in feeds:
            publisher.publish(next(endless))
        try:
            pace.sleep()
        except rospy.ROSInterruptException:
            sys.exit()


main()
