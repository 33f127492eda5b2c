"""A rospy node that sets a goal by actionlib, as another program would, and prints what becomes of it."""

from __future__ import annotations

import sys

import actionlib
import rospy
from move_base_msgs.msg import MoveBaseAction, MoveBaseGoal

rospy.init_node("other_client", disable_signals=True)
client = actionlib.SimpleActionClient("/move_base", MoveBaseAction)
client.wait_for_server()
goal = MoveBaseGoal()
goal.target_pose.header.frame_id = "map"
goal.target_pose.pose.position.x = float(sys.argv[1])
goal.target_pose.pose.orientation.w = 1.0
client.send_goal(goal)
sys.stdout.write("sent\n")
sys.stdout.flush()
client.wait_for_result()
sys.stdout.write(f"ended {client.get_state()}\n")
sys.stdout.flush()
