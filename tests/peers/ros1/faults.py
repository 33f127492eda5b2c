"""A rospy node whose transforms have every fault, and whose diagnostics get worse: faults.py good|other.

“good” sends a tree at 10 Hz, with frames that are wrong each in its own way, static transforms, and diagnostics of
which one part fails after a second. “other” contradicts it: another parent for a frame, and another static transform.
"""

from __future__ import annotations

import math

import rospy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from geometry_msgs.msg import TransformStamped
from tf2_msgs.msg import TFMessage

_, KIND = rospy.myargv()
rospy.init_node("faults", anonymous=True)


def transform(parent: str, child: str, x: float = 0.0, ahead_s: float = 0.0, w: float = 1.0) -> TransformStamped:
    """A transform of now, or of so many seconds ahead."""
    told = TransformStamped()
    told.header.stamp = rospy.Time.now() + rospy.Duration(ahead_s)
    told.header.frame_id, told.child_frame_id = parent, child
    told.transform.translation.x, told.transform.rotation.w = x, w
    return told


def status(name: str, level: int, text: str, **values: object) -> DiagnosticStatus:
    """The state of one part."""
    pairs = [KeyValue(key, str(value)) for key, value in values.items()]
    return DiagnosticStatus(level=level, name=name, message=text, hardware_id="rover-7", values=pairs)


MOVING = rospy.Publisher("/tf", TFMessage, queue_size=10)
STATIC = rospy.Publisher("/tf_static", TFMessage, queue_size=10, latch=True)
STATES = rospy.Publisher("/diagnostics", DiagnosticArray, queue_size=10)
AGGREGATED = rospy.Publisher("/diagnostics_agg", DiagnosticArray, queue_size=10)
STATIC.publish(TFMessage([transform("base_link", "laser" if KIND == "good" else "camera", 0.2)]))
PACE = rospy.Rate(10)
COUNT = 0
while not rospy.is_shutdown():
    if KIND == "good":
        sent = [
            transform("map", "odom", 1.0),
            transform("odom", "base_link", 2.0),
            transform("base_link", "arm", math.nan),
            transform("base_link", "mast", w=0.9),
            transform("base_link", "early", ahead_s=5.0),
            transform("base_link", "late", ahead_s=-60.0),
            transform("base_link", "back", ahead_s=-0.5 * (COUNT % 2)),
            transform("base_link", "map"),
            transform("base_link", "/slash"),
            transform("dock", "beacon"),
        ]
        level = DiagnosticStatus.OK if COUNT < 10 else DiagnosticStatus.ERROR
        states = [
            status("rover: Battery", level, "fine" if COUNT < 10 else "empty", voltage=24.5, charge=0.8),
            status("rover: Lidar", DiagnosticStatus.WARN, "dust on the window"),
            status("camera driver: Frames", DiagnosticStatus.OK, "30 a second"),
        ]
        array = DiagnosticArray(status=states)
        array.header.stamp = rospy.Time.now()
        STATES.publish(array)
        names = ("/Power", "/Power/rover: Battery", "/Sensors/rover: Lidar")
        array.status = [status(name, level, "") for name in names]
        AGGREGATED.publish(array)
    else:
        sent = [transform("world", "odom", 3.0)]
    MOVING.publish(TFMessage(sent))
    COUNT += 1
    PACE.sleep()
