"""A rospy node whose messages are so many seconds late: late.py TOPIC TYPE SECONDS, as often as wanted."""

from __future__ import annotations

import roslib.message
import rospy

_, *names = rospy.myargv()
rospy.init_node("late", anonymous=True)
FEEDS = []
for topic, type_name, behind_s in zip(names[::3], names[1::3], names[2::3], strict=True):
    message = roslib.message.get_message_class(type_name)()
    FEEDS.append((rospy.Publisher(topic, type(message), queue_size=10), message, rospy.Duration(float(behind_s))))
PACE = rospy.Rate(10)
while not rospy.is_shutdown():
    for publisher, message, behind in FEEDS:
        message.header.stamp = rospy.Time.now() - behind
        publisher.publish(message)
    PACE.sleep()
