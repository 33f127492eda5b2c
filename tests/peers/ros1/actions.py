"""A rospy node with an action, /task, that takes until it is called off; it prints what becomes of its goals."""

from __future__ import annotations

import sys

import actionlib
import rospy
from actionlib.msg import TestAction, TestGoal


def say(words: str) -> None:
    """Print a line."""
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


def execute(goal: TestGoal) -> None:
    say(f"begun {goal.goal}")
    while not rospy.is_shutdown():
        if server.is_preempt_requested():
            server.set_preempted(text="called off")
            say("called off")
            return
        rospy.sleep(0.05)


rospy.init_node("actions")
server = actionlib.SimpleActionServer("/task", TestAction, execute, auto_start=False)
server.start()
rospy.spin()
