"""A rospy node that navigates as move_base does, by an actionlib server; it prints what becomes of its goals.

A goal at x < 0 is aborted; one at y > 50 begins with a recovery, which looks at no cancellation for 1.5 s; any other
takes until it is called off, or, nearer than 1 m, half a second. While a goal is active it sends /cmd_vel.
"""

from __future__ import annotations

import sys
import time

import actionlib
import rospy
from geometry_msgs.msg import PoseStamped, PoseWithCovarianceStamped, Twist
from move_base_msgs.msg import MoveBaseAction, MoveBaseFeedback, MoveBaseGoal, RecoveryStatus

NAME = sys.argv[1] if len(sys.argv) > 1 and not sys.argv[1].startswith("__") else "/move_base"


def say(words: str) -> None:
    """Print a line."""
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


def drive(speed: float) -> None:
    """Send a command."""
    command = Twist()
    command.linear.x = speed
    commands.publish(command)


def tell(x: float) -> None:
    """Tell where the robot is."""
    place = PoseStamped()
    place.header.frame_id = "map"
    place.pose.position.x = x
    place.pose.orientation.w = 1.0
    server.publish_feedback(MoveBaseFeedback(place))


def recover() -> None:
    """Turn, whatever anybody says meanwhile."""
    status = RecoveryStatus()
    status.recovery_behavior_name = "rotate_recovery"
    recoveries.publish(status)
    say("recovers")
    for _ in range(30):
        drive(0.1)
        time.sleep(0.05)


def execute(goal: MoveBaseGoal) -> None:
    """Go there."""
    target = goal.target_pose
    x, y = target.pose.position.x, target.pose.position.y
    turn = target.pose.orientation
    say(f"begun {target.header.frame_id} {x:.2f} {y:.2f} {turn.z:.3f} {turn.w:.3f}")
    if y > 50:
        recover()
    went = 0.0
    while not rospy.is_shutdown():
        if server.is_preempt_requested():
            drive(0.0)
            server.set_preempted()
            say("called off")
            return
        if x < 0:
            server.set_aborted(text="Failed to find a valid plan. Even after executing recovery behaviors.")
            say("aborted")
            return
        if went > 0.5 and abs(x) < 1:
            drive(0.0)
            server.set_succeeded(text="Goal reached.")
            say("reached")
            return
        drive(0.2)
        tell(went)
        went += 0.05
        time.sleep(0.05)


def hear_pose(pose: PoseWithCovarianceStamped) -> None:
    """Print where the robot is said to be."""
    place, variances = pose.pose.pose.position, pose.pose.covariance
    say(f"is at {pose.header.frame_id} {place.x:.2f} {place.y:.2f} {variances[0]} {variances[35]:.4f}")


rospy.init_node("navigator")
commands = rospy.Publisher("/cmd_vel", Twist, queue_size=1)
recoveries = rospy.Publisher(f"{NAME}/recovery_status", RecoveryStatus, queue_size=1)
rospy.Subscriber("/initialpose", PoseWithCovarianceStamped, hear_pose)
server = actionlib.SimpleActionServer(NAME, MoveBaseAction, execute, auto_start=False)
server.start()
say("ready")
rospy.spin()
