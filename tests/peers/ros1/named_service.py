"""A rospy node with a std_srvs/Empty by any name. Usage: named_service.py NAME."""

from __future__ import annotations

import rospy
import std_srvs.srv

_, service = rospy.myargv()
rospy.init_node("named_service", anonymous=True)
rospy.Service(service, std_srvs.srv.Empty, lambda _request: std_srvs.srv.EmptyResponse())
rospy.spin()
