from protos.gazebo import basics_pb2 as _basics_pb2
from protos.gazebo import time_pb2 as _time_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Altimeter(_message.Message):
    __slots__ = ("time", "vertical_position", "vertical_velocity", "vertical_reference")
    TIME_FIELD_NUMBER: _ClassVar[int]
    VERTICAL_POSITION_FIELD_NUMBER: _ClassVar[int]
    VERTICAL_VELOCITY_FIELD_NUMBER: _ClassVar[int]
    VERTICAL_REFERENCE_FIELD_NUMBER: _ClassVar[int]
    time: _time_pb2.Time
    vertical_position: float
    vertical_velocity: float
    vertical_reference: float
    def __init__(self, time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., vertical_position: _Optional[float] = ..., vertical_velocity: _Optional[float] = ..., vertical_reference: _Optional[float] = ...) -> None: ...

class GPS(_message.Message):
    __slots__ = ("time", "link_name", "latitude_deg", "longitude_deg", "altitude", "velocity_east", "velocity_north", "velocity_up")
    TIME_FIELD_NUMBER: _ClassVar[int]
    LINK_NAME_FIELD_NUMBER: _ClassVar[int]
    LATITUDE_DEG_FIELD_NUMBER: _ClassVar[int]
    LONGITUDE_DEG_FIELD_NUMBER: _ClassVar[int]
    ALTITUDE_FIELD_NUMBER: _ClassVar[int]
    VELOCITY_EAST_FIELD_NUMBER: _ClassVar[int]
    VELOCITY_NORTH_FIELD_NUMBER: _ClassVar[int]
    VELOCITY_UP_FIELD_NUMBER: _ClassVar[int]
    time: _time_pb2.Time
    link_name: str
    latitude_deg: float
    longitude_deg: float
    altitude: float
    velocity_east: float
    velocity_north: float
    velocity_up: float
    def __init__(self, time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., link_name: _Optional[str] = ..., latitude_deg: _Optional[float] = ..., longitude_deg: _Optional[float] = ..., altitude: _Optional[float] = ..., velocity_east: _Optional[float] = ..., velocity_north: _Optional[float] = ..., velocity_up: _Optional[float] = ...) -> None: ...

class IMU(_message.Message):
    __slots__ = ("stamp", "entity_name", "orientation", "angular_velocity", "linear_acceleration")
    STAMP_FIELD_NUMBER: _ClassVar[int]
    ENTITY_NAME_FIELD_NUMBER: _ClassVar[int]
    ORIENTATION_FIELD_NUMBER: _ClassVar[int]
    ANGULAR_VELOCITY_FIELD_NUMBER: _ClassVar[int]
    LINEAR_ACCELERATION_FIELD_NUMBER: _ClassVar[int]
    stamp: _time_pb2.Time
    entity_name: str
    orientation: _basics_pb2.Quaternion
    angular_velocity: _basics_pb2.Vector3d
    linear_acceleration: _basics_pb2.Vector3d
    def __init__(self, stamp: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., entity_name: _Optional[str] = ..., orientation: _Optional[_Union[_basics_pb2.Quaternion, _Mapping]] = ..., angular_velocity: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ..., linear_acceleration: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ...) -> None: ...

class Magnetometer(_message.Message):
    __slots__ = ("time", "field_tesla")
    TIME_FIELD_NUMBER: _ClassVar[int]
    FIELD_TESLA_FIELD_NUMBER: _ClassVar[int]
    time: _time_pb2.Time
    field_tesla: _basics_pb2.Vector3d
    def __init__(self, time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., field_tesla: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ...) -> None: ...

class LaserScan(_message.Message):
    __slots__ = ("frame", "world_pose", "angle_min", "angle_max", "angle_step", "range_min", "range_max", "count", "vertical_angle_min", "vertical_angle_max", "vertical_angle_step", "vertical_count", "ranges", "intensities")
    FRAME_FIELD_NUMBER: _ClassVar[int]
    WORLD_POSE_FIELD_NUMBER: _ClassVar[int]
    ANGLE_MIN_FIELD_NUMBER: _ClassVar[int]
    ANGLE_MAX_FIELD_NUMBER: _ClassVar[int]
    ANGLE_STEP_FIELD_NUMBER: _ClassVar[int]
    RANGE_MIN_FIELD_NUMBER: _ClassVar[int]
    RANGE_MAX_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    VERTICAL_ANGLE_MIN_FIELD_NUMBER: _ClassVar[int]
    VERTICAL_ANGLE_MAX_FIELD_NUMBER: _ClassVar[int]
    VERTICAL_ANGLE_STEP_FIELD_NUMBER: _ClassVar[int]
    VERTICAL_COUNT_FIELD_NUMBER: _ClassVar[int]
    RANGES_FIELD_NUMBER: _ClassVar[int]
    INTENSITIES_FIELD_NUMBER: _ClassVar[int]
    frame: str
    world_pose: _basics_pb2.Pose
    angle_min: float
    angle_max: float
    angle_step: float
    range_min: float
    range_max: float
    count: int
    vertical_angle_min: float
    vertical_angle_max: float
    vertical_angle_step: float
    vertical_count: int
    ranges: _containers.RepeatedScalarFieldContainer[float]
    intensities: _containers.RepeatedScalarFieldContainer[float]
    def __init__(self, frame: _Optional[str] = ..., world_pose: _Optional[_Union[_basics_pb2.Pose, _Mapping]] = ..., angle_min: _Optional[float] = ..., angle_max: _Optional[float] = ..., angle_step: _Optional[float] = ..., range_min: _Optional[float] = ..., range_max: _Optional[float] = ..., count: _Optional[int] = ..., vertical_angle_min: _Optional[float] = ..., vertical_angle_max: _Optional[float] = ..., vertical_angle_step: _Optional[float] = ..., vertical_count: _Optional[int] = ..., ranges: _Optional[_Iterable[float]] = ..., intensities: _Optional[_Iterable[float]] = ...) -> None: ...

class LaserScanStamped(_message.Message):
    __slots__ = ("time", "scan")
    TIME_FIELD_NUMBER: _ClassVar[int]
    SCAN_FIELD_NUMBER: _ClassVar[int]
    time: _time_pb2.Time
    scan: LaserScan
    def __init__(self, time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., scan: _Optional[_Union[LaserScan, _Mapping]] = ...) -> None: ...

class Sonar(_message.Message):
    __slots__ = ("frame", "world_pose", "range_min", "range_max", "radius", "range", "contact", "geometry")
    FRAME_FIELD_NUMBER: _ClassVar[int]
    WORLD_POSE_FIELD_NUMBER: _ClassVar[int]
    RANGE_MIN_FIELD_NUMBER: _ClassVar[int]
    RANGE_MAX_FIELD_NUMBER: _ClassVar[int]
    RADIUS_FIELD_NUMBER: _ClassVar[int]
    RANGE_FIELD_NUMBER: _ClassVar[int]
    CONTACT_FIELD_NUMBER: _ClassVar[int]
    GEOMETRY_FIELD_NUMBER: _ClassVar[int]
    frame: str
    world_pose: _basics_pb2.Pose
    range_min: float
    range_max: float
    radius: float
    range: float
    contact: _basics_pb2.Vector3d
    geometry: str
    def __init__(self, frame: _Optional[str] = ..., world_pose: _Optional[_Union[_basics_pb2.Pose, _Mapping]] = ..., range_min: _Optional[float] = ..., range_max: _Optional[float] = ..., radius: _Optional[float] = ..., range: _Optional[float] = ..., contact: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ..., geometry: _Optional[str] = ...) -> None: ...

class SonarStamped(_message.Message):
    __slots__ = ("time", "sonar")
    TIME_FIELD_NUMBER: _ClassVar[int]
    SONAR_FIELD_NUMBER: _ClassVar[int]
    time: _time_pb2.Time
    sonar: Sonar
    def __init__(self, time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., sonar: _Optional[_Union[Sonar, _Mapping]] = ...) -> None: ...

class PointCloud(_message.Message):
    __slots__ = ("points",)
    POINTS_FIELD_NUMBER: _ClassVar[int]
    points: _containers.RepeatedCompositeFieldContainer[_basics_pb2.Vector3d]
    def __init__(self, points: _Optional[_Iterable[_Union[_basics_pb2.Vector3d, _Mapping]]] = ...) -> None: ...

class Contact(_message.Message):
    __slots__ = ("collision1", "collision2", "position", "normal", "depth", "wrench", "time", "world")
    COLLISION1_FIELD_NUMBER: _ClassVar[int]
    COLLISION2_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    NORMAL_FIELD_NUMBER: _ClassVar[int]
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    WRENCH_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    WORLD_FIELD_NUMBER: _ClassVar[int]
    collision1: str
    collision2: str
    position: _containers.RepeatedCompositeFieldContainer[_basics_pb2.Vector3d]
    normal: _containers.RepeatedCompositeFieldContainer[_basics_pb2.Vector3d]
    depth: _containers.RepeatedScalarFieldContainer[float]
    wrench: _containers.RepeatedCompositeFieldContainer[_basics_pb2.JointWrench]
    time: _time_pb2.Time
    world: str
    def __init__(self, collision1: _Optional[str] = ..., collision2: _Optional[str] = ..., position: _Optional[_Iterable[_Union[_basics_pb2.Vector3d, _Mapping]]] = ..., normal: _Optional[_Iterable[_Union[_basics_pb2.Vector3d, _Mapping]]] = ..., depth: _Optional[_Iterable[float]] = ..., wrench: _Optional[_Iterable[_Union[_basics_pb2.JointWrench, _Mapping]]] = ..., time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., world: _Optional[str] = ...) -> None: ...

class Contacts(_message.Message):
    __slots__ = ("contact", "time")
    CONTACT_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    contact: _containers.RepeatedCompositeFieldContainer[Contact]
    time: _time_pb2.Time
    def __init__(self, contact: _Optional[_Iterable[_Union[Contact, _Mapping]]] = ..., time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ...) -> None: ...

class ForceTorque(_message.Message):
    __slots__ = ("wrench", "time")
    WRENCH_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    wrench: _containers.RepeatedCompositeFieldContainer[_basics_pb2.JointWrench]
    time: _time_pb2.Time
    def __init__(self, wrench: _Optional[_Iterable[_Union[_basics_pb2.JointWrench, _Mapping]]] = ..., time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ...) -> None: ...

class Tactile(_message.Message):
    __slots__ = ("collision_name", "collision_id", "pressure", "time")
    COLLISION_NAME_FIELD_NUMBER: _ClassVar[int]
    COLLISION_ID_FIELD_NUMBER: _ClassVar[int]
    PRESSURE_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    collision_name: _containers.RepeatedScalarFieldContainer[str]
    collision_id: _containers.RepeatedScalarFieldContainer[int]
    pressure: _containers.RepeatedScalarFieldContainer[float]
    time: _time_pb2.Time
    def __init__(self, collision_name: _Optional[_Iterable[str]] = ..., collision_id: _Optional[_Iterable[int]] = ..., pressure: _Optional[_Iterable[float]] = ..., time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ...) -> None: ...

class WirelessNode(_message.Message):
    __slots__ = ("essid", "frequency", "signal_level")
    ESSID_FIELD_NUMBER: _ClassVar[int]
    FREQUENCY_FIELD_NUMBER: _ClassVar[int]
    SIGNAL_LEVEL_FIELD_NUMBER: _ClassVar[int]
    essid: str
    frequency: float
    signal_level: float
    def __init__(self, essid: _Optional[str] = ..., frequency: _Optional[float] = ..., signal_level: _Optional[float] = ...) -> None: ...

class WirelessNodes(_message.Message):
    __slots__ = ("node",)
    NODE_FIELD_NUMBER: _ClassVar[int]
    node: _containers.RepeatedCompositeFieldContainer[WirelessNode]
    def __init__(self, node: _Optional[_Iterable[_Union[WirelessNode, _Mapping]]] = ...) -> None: ...

class PropagationParticle(_message.Message):
    __slots__ = ("x", "y", "signal_level")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    SIGNAL_LEVEL_FIELD_NUMBER: _ClassVar[int]
    x: float
    y: float
    signal_level: float
    def __init__(self, x: _Optional[float] = ..., y: _Optional[float] = ..., signal_level: _Optional[float] = ...) -> None: ...

class PropagationGrid(_message.Message):
    __slots__ = ("particle",)
    PARTICLE_FIELD_NUMBER: _ClassVar[int]
    particle: _containers.RepeatedCompositeFieldContainer[PropagationParticle]
    def __init__(self, particle: _Optional[_Iterable[_Union[PropagationParticle, _Mapping]]] = ...) -> None: ...
