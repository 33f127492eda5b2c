"""A rospy node with services: /py/join joins texts and raises if there are none, /py/reset is a std_srvs/Empty."""

from __future__ import annotations

import rospy
import std_srvs.srv
from teledeck_test_msgs.srv import Join, JoinRequest, JoinResponse


def join(request: JoinRequest) -> JoinResponse:
    if not request.texts:
        raise rospy.ServiceException("nothing to join")
    return JoinResponse(
        text=JoinRequest.MARK.join(request.texts), when=rospy.Time(12, 34), parts=[request.part, request.part]
    )


rospy.init_node("py_services", anonymous=True)
rospy.Service("/py/join", Join, join)
rospy.Service("/py/reset", std_srvs.srv.Empty, lambda _request: std_srvs.srv.EmptyResponse())
rospy.spin()
