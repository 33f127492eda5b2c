"""A rospy node that publishes sensor_msgs/Imu whose linear_acceleration.z swings as a sine of the stamp's time.

Usage: sine_talker.py TOPIC RATE_HZ FREQUENCY_HZ AMPLITUDE
"""

from __future__ import annotations

import math


def main() -> None:
    import rospy
    from sensor_msgs.msg import Imu

    _, topic, rate_hz, frequency_hz, amplitude = rospy.myargv()
    rospy.init_node("sine_talker", anonymous=True)
    publisher = rospy.Publisher(topic, Imu, queue_size=100, tcp_nodelay=True)
    message = Imu()
    pace = rospy.Rate(float(rate_hz))
    while not rospy.is_shutdown():
        message.header.stamp = rospy.Time.now()
        # a float of a time of today has no such precision left
        turns = (message.header.stamp.to_nsec() * float(frequency_hz) / 1e9) % 1
        message.linear_acceleration.z = float(amplitude) * math.sin(math.tau * turns)
        publisher.publish(message)
        try:
            pace.sleep()
        except rospy.ROSInterruptException:
            return


if __name__ == "__main__":
    main()
