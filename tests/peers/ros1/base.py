"""A rospy base: it obeys commands late, or not at all, tells of its motion and of its own E-stop.

Usage: base.py NAMESPACE [_delay_s:=S] [_stalled:=true] [_latched:=false] [_estop_hz:=N]

SIGUSR1 presses its E-stop, by which it stands, SIGUSR2 releases it.
"""

from __future__ import annotations

import json
import signal
import sys
from collections import deque

import rospy
from geometry_msgs.msg import Twist
from nav_msgs.msg import Odometry
from std_msgs.msg import Bool

RATE_HZ = 50

_, NAMESPACE = rospy.myargv()
rospy.init_node("base", anonymous=True)
DELAY = rospy.Duration(rospy.get_param("~delay_s", 0.0))
STALLED = rospy.get_param("~stalled", False)
LATCHED = rospy.get_param("~latched", True)
ESTOP_HZ = rospy.get_param("~estop_hz", 0)

COMMANDS: deque[tuple[rospy.Time, Twist]] = deque()
PRESSED = [False]


def take(command: Twist) -> None:
    """Take a command, and print it."""
    COMMANDS.append((rospy.Time.now(), command))
    sys.stdout.write(json.dumps([rospy.get_time(), command.linear.x, command.angular.z]) + "\n")
    sys.stdout.flush()


def press(number: int, _frame: object) -> None:
    """Press or release the E-stop; the loop tells of it."""
    PRESSED[0] = number == signal.SIGUSR1


signal.signal(signal.SIGUSR1, press)
signal.signal(signal.SIGUSR2, press)
ESTOP = rospy.Publisher(f"{NAMESPACE}/e_stop", Bool, queue_size=1, latch=LATCHED)
ODOMETRY = rospy.Publisher(f"{NAMESPACE}/odom", Odometry, queue_size=1)
rospy.Subscriber(f"{NAMESPACE}/cmd_vel", Twist, take, queue_size=100)
PACE = rospy.Rate(RATE_HZ)
OBEYED = Twist()
TOLD = None
COUNT = 0
while not rospy.is_shutdown():
    while COMMANDS and COMMANDS[0][0] + DELAY <= rospy.Time.now():
        OBEYED = COMMANDS.popleft()[1]
    moving = Odometry()
    moving.header.stamp = rospy.Time.now()
    if not (STALLED or PRESSED[0]):
        moving.twist.twist = OBEYED
    ODOMETRY.publish(moving)
    if PRESSED[0] is not TOLD or (ESTOP_HZ and COUNT % (RATE_HZ // ESTOP_HZ) == 0):
        TOLD = PRESSED[0]
        ESTOP.publish(Bool(TOLD))
    COUNT += 1
    PACE.sleep()
