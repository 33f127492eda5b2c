"""Definition texts of types that many tests use, as a publisher's connection header carries them."""

from __future__ import annotations

SEPARATOR = "=" * 80

HEADER = "uint32 seq\ntime stamp\nstring frame_id\n"


def definition(text: str, **dependencies: str) -> str:
    """A full definition; the names of dependencies are written with `__` for `/`."""
    sections = [f"{SEPARATOR}\nMSG: {name.replace('__', '/')}\n{body}\n" for name, body in dependencies.items()]
    return "".join([text, "\n", *sections])[:-1]


VECTOR3 = "float64 x\nfloat64 y\nfloat64 z\n"
QUATERNION = "float64 x\nfloat64 y\nfloat64 z\nfloat64 w\n"
POINT = "# A point\nfloat64 x\nfloat64 y\nfloat64 z\n"
POSE = "Point position\nQuaternion orientation\n"
TWIST = "Vector3  linear\nVector3  angular\n"

TWIST_DEFINITION = definition(TWIST, geometry_msgs__Vector3=VECTOR3)
ODOMETRY_DEFINITION = definition(
    "Header header\nstring child_frame_id\n"
    "geometry_msgs/PoseWithCovariance pose\ngeometry_msgs/TwistWithCovariance twist\n",
    std_msgs__Header=HEADER,
    geometry_msgs__PoseWithCovariance="Pose pose\n\nfloat64[36] covariance\n",
    geometry_msgs__Pose=POSE,
    geometry_msgs__Point=POINT,
    geometry_msgs__Quaternion=QUATERNION,
    geometry_msgs__TwistWithCovariance="Twist twist\n\nfloat64[36] covariance\n",
    geometry_msgs__Twist=TWIST,
    geometry_msgs__Vector3=VECTOR3,
)
IMAGE_DEFINITION = definition(
    "Header header        # the time of capture\n\nuint32 height\nuint32 width\nstring encoding\n\n"
    "uint8 is_bigendian    # is this data bigendian?\nuint32 step\nuint8[] data\n",
    std_msgs__Header=HEADER,
)
POSE_STAMPED_DEFINITION = definition(
    "Header header\nPose pose\n",
    std_msgs__Header=HEADER,
    geometry_msgs__Pose=POSE,
    geometry_msgs__Point=POINT,
    geometry_msgs__Quaternion=QUATERNION,
)
BATTERY_STATE_TEXT = """
# Constants are chosen to match the enums in the linux kernel
uint8 POWER_SUPPLY_STATUS_UNKNOWN = 0
uint8 POWER_SUPPLY_STATUS_CHARGING = 1
uint8 POWER_SUPPLY_STATUS_DISCHARGING = 2
uint8 POWER_SUPPLY_STATUS_NOT_CHARGING = 3
uint8 POWER_SUPPLY_STATUS_FULL = 4
uint8 POWER_SUPPLY_HEALTH_UNKNOWN = 0
uint8 POWER_SUPPLY_HEALTH_GOOD = 1
uint8 POWER_SUPPLY_HEALTH_OVERHEAT = 2
uint8 POWER_SUPPLY_HEALTH_DEAD = 3
uint8 POWER_SUPPLY_HEALTH_OVERVOLTAGE = 4
uint8 POWER_SUPPLY_HEALTH_UNSPEC_FAILURE = 5
uint8 POWER_SUPPLY_HEALTH_COLD = 6
uint8 POWER_SUPPLY_HEALTH_WATCHDOG_TIMER_EXPIRE = 7
uint8 POWER_SUPPLY_HEALTH_SAFETY_TIMER_EXPIRE = 8
uint8 POWER_SUPPLY_TECHNOLOGY_UNKNOWN = 0
uint8 POWER_SUPPLY_TECHNOLOGY_NIMH = 1
uint8 POWER_SUPPLY_TECHNOLOGY_LION = 2
uint8 POWER_SUPPLY_TECHNOLOGY_LIPO = 3
uint8 POWER_SUPPLY_TECHNOLOGY_LIFE = 4
uint8 POWER_SUPPLY_TECHNOLOGY_NICD = 5
uint8 POWER_SUPPLY_TECHNOLOGY_LIMN = 6

Header  header
float32 voltage          # V
float32 temperature
float32 current
float32 charge
float32 capacity
float32 design_capacity
float32 percentage
uint8   power_supply_status
uint8   power_supply_health
uint8   power_supply_technology
bool    present
float32[] cell_voltage
float32[] cell_temperature
string location
string serial_number
"""
BATTERY_STATE_DEFINITION = definition(BATTERY_STATE_TEXT, std_msgs__Header=HEADER)
