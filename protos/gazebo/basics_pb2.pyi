from protos.gazebo import time_pb2 as _time_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Int(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: int
    def __init__(self, data: _Optional[int] = ...) -> None: ...

class Empty(_message.Message):
    __slots__ = ("unused",)
    UNUSED_FIELD_NUMBER: _ClassVar[int]
    unused: bool
    def __init__(self, unused: _Optional[bool] = ...) -> None: ...

class Test(_message.Message):
    __slots__ = ("header",)
    HEADER_FIELD_NUMBER: _ClassVar[int]
    header: _time_pb2.Header
    def __init__(self, header: _Optional[_Union[_time_pb2.Header, _Mapping]] = ...) -> None: ...

class Color(_message.Message):
    __slots__ = ("r", "g", "b", "a")
    R_FIELD_NUMBER: _ClassVar[int]
    G_FIELD_NUMBER: _ClassVar[int]
    B_FIELD_NUMBER: _ClassVar[int]
    A_FIELD_NUMBER: _ClassVar[int]
    r: float
    g: float
    b: float
    a: float
    def __init__(self, r: _Optional[float] = ..., g: _Optional[float] = ..., b: _Optional[float] = ..., a: _Optional[float] = ...) -> None: ...

class Vector2d(_message.Message):
    __slots__ = ("x", "y")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    x: float
    y: float
    def __init__(self, x: _Optional[float] = ..., y: _Optional[float] = ...) -> None: ...

class Vector3d(_message.Message):
    __slots__ = ("x", "y", "z")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    Z_FIELD_NUMBER: _ClassVar[int]
    x: float
    y: float
    z: float
    def __init__(self, x: _Optional[float] = ..., y: _Optional[float] = ..., z: _Optional[float] = ...) -> None: ...

class Quaternion(_message.Message):
    __slots__ = ("x", "y", "z", "w")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    Z_FIELD_NUMBER: _ClassVar[int]
    W_FIELD_NUMBER: _ClassVar[int]
    x: float
    y: float
    z: float
    w: float
    def __init__(self, x: _Optional[float] = ..., y: _Optional[float] = ..., z: _Optional[float] = ..., w: _Optional[float] = ...) -> None: ...

class Pose(_message.Message):
    __slots__ = ("name", "id", "position", "orientation")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    ORIENTATION_FIELD_NUMBER: _ClassVar[int]
    name: str
    id: int
    position: Vector3d
    orientation: Quaternion
    def __init__(self, name: _Optional[str] = ..., id: _Optional[int] = ..., position: _Optional[_Union[Vector3d, _Mapping]] = ..., orientation: _Optional[_Union[Quaternion, _Mapping]] = ...) -> None: ...

class PoseStamped(_message.Message):
    __slots__ = ("time", "pose")
    TIME_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    time: _time_pb2.Time
    pose: Pose
    def __init__(self, time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., pose: _Optional[_Union[Pose, _Mapping]] = ...) -> None: ...

class Pose_V(_message.Message):
    __slots__ = ("pose",)
    POSE_FIELD_NUMBER: _ClassVar[int]
    pose: _containers.RepeatedCompositeFieldContainer[Pose]
    def __init__(self, pose: _Optional[_Iterable[_Union[Pose, _Mapping]]] = ...) -> None: ...

class PosesStamped(_message.Message):
    __slots__ = ("time", "pose")
    TIME_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    time: _time_pb2.Time
    pose: _containers.RepeatedCompositeFieldContainer[Pose]
    def __init__(self, time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., pose: _Optional[_Iterable[_Union[Pose, _Mapping]]] = ...) -> None: ...

class PoseTrajectory(_message.Message):
    __slots__ = ("name", "id", "pose_stamped")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    POSE_STAMPED_FIELD_NUMBER: _ClassVar[int]
    name: str
    id: int
    pose_stamped: _containers.RepeatedCompositeFieldContainer[PoseStamped]
    def __init__(self, name: _Optional[str] = ..., id: _Optional[int] = ..., pose_stamped: _Optional[_Iterable[_Union[PoseStamped, _Mapping]]] = ...) -> None: ...

class PoseAnimation(_message.Message):
    __slots__ = ("model_name", "model_id", "pose", "time")
    MODEL_NAME_FIELD_NUMBER: _ClassVar[int]
    MODEL_ID_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    model_name: str
    model_id: int
    pose: _containers.RepeatedCompositeFieldContainer[Pose]
    time: _containers.RepeatedCompositeFieldContainer[_time_pb2.Time]
    def __init__(self, model_name: _Optional[str] = ..., model_id: _Optional[int] = ..., pose: _Optional[_Iterable[_Union[Pose, _Mapping]]] = ..., time: _Optional[_Iterable[_Union[_time_pb2.Time, _Mapping]]] = ...) -> None: ...

class Twist(_message.Message):
    __slots__ = ("header", "linear", "angular")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    LINEAR_FIELD_NUMBER: _ClassVar[int]
    ANGULAR_FIELD_NUMBER: _ClassVar[int]
    header: _time_pb2.Header
    linear: Vector3d
    angular: Vector3d
    def __init__(self, header: _Optional[_Union[_time_pb2.Header, _Mapping]] = ..., linear: _Optional[_Union[Vector3d, _Mapping]] = ..., angular: _Optional[_Union[Vector3d, _Mapping]] = ...) -> None: ...

class Wrench(_message.Message):
    __slots__ = ("force", "torque", "force_offset")
    FORCE_FIELD_NUMBER: _ClassVar[int]
    TORQUE_FIELD_NUMBER: _ClassVar[int]
    FORCE_OFFSET_FIELD_NUMBER: _ClassVar[int]
    force: Vector3d
    torque: Vector3d
    force_offset: Vector3d
    def __init__(self, force: _Optional[_Union[Vector3d, _Mapping]] = ..., torque: _Optional[_Union[Vector3d, _Mapping]] = ..., force_offset: _Optional[_Union[Vector3d, _Mapping]] = ...) -> None: ...

class WrenchStamped(_message.Message):
    __slots__ = ("time", "wrench")
    TIME_FIELD_NUMBER: _ClassVar[int]
    WRENCH_FIELD_NUMBER: _ClassVar[int]
    time: _time_pb2.Time
    wrench: Wrench
    def __init__(self, time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., wrench: _Optional[_Union[Wrench, _Mapping]] = ...) -> None: ...

class JointWrench(_message.Message):
    __slots__ = ("body_1_name", "body_1_id", "body_2_name", "body_2_id", "body_1_wrench", "body_2_wrench")
    BODY_1_NAME_FIELD_NUMBER: _ClassVar[int]
    BODY_1_ID_FIELD_NUMBER: _ClassVar[int]
    BODY_2_NAME_FIELD_NUMBER: _ClassVar[int]
    BODY_2_ID_FIELD_NUMBER: _ClassVar[int]
    BODY_1_WRENCH_FIELD_NUMBER: _ClassVar[int]
    BODY_2_WRENCH_FIELD_NUMBER: _ClassVar[int]
    body_1_name: str
    body_1_id: int
    body_2_name: str
    body_2_id: int
    body_1_wrench: Wrench
    body_2_wrench: Wrench
    def __init__(self, body_1_name: _Optional[str] = ..., body_1_id: _Optional[int] = ..., body_2_name: _Optional[str] = ..., body_2_id: _Optional[int] = ..., body_1_wrench: _Optional[_Union[Wrench, _Mapping]] = ..., body_2_wrench: _Optional[_Union[Wrench, _Mapping]] = ...) -> None: ...

class SphericalCoordinates(_message.Message):
    __slots__ = ("surface_model", "latitude_deg", "longitude_deg", "elevation", "heading_deg")
    class SurfaceModel(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        EARTH_WGS84: _ClassVar[SphericalCoordinates.SurfaceModel]
    EARTH_WGS84: SphericalCoordinates.SurfaceModel
    SURFACE_MODEL_FIELD_NUMBER: _ClassVar[int]
    LATITUDE_DEG_FIELD_NUMBER: _ClassVar[int]
    LONGITUDE_DEG_FIELD_NUMBER: _ClassVar[int]
    ELEVATION_FIELD_NUMBER: _ClassVar[int]
    HEADING_DEG_FIELD_NUMBER: _ClassVar[int]
    surface_model: SphericalCoordinates.SurfaceModel
    latitude_deg: float
    longitude_deg: float
    elevation: float
    heading_deg: float
    def __init__(self, surface_model: _Optional[_Union[SphericalCoordinates.SurfaceModel, str]] = ..., latitude_deg: _Optional[float] = ..., longitude_deg: _Optional[float] = ..., elevation: _Optional[float] = ..., heading_deg: _Optional[float] = ...) -> None: ...

class Any(_message.Message):
    __slots__ = ("type", "double_value", "int_value", "string_value", "bool_value", "vector3d_value", "color_value", "pose3d_value", "quaternion_value", "time_value")
    class ValueType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        NONE: _ClassVar[Any.ValueType]
        DOUBLE: _ClassVar[Any.ValueType]
        INT32: _ClassVar[Any.ValueType]
        STRING: _ClassVar[Any.ValueType]
        BOOLEAN: _ClassVar[Any.ValueType]
        VECTOR3D: _ClassVar[Any.ValueType]
        COLOR: _ClassVar[Any.ValueType]
        POSE3D: _ClassVar[Any.ValueType]
        QUATERNIOND: _ClassVar[Any.ValueType]
        TIME: _ClassVar[Any.ValueType]
    NONE: Any.ValueType
    DOUBLE: Any.ValueType
    INT32: Any.ValueType
    STRING: Any.ValueType
    BOOLEAN: Any.ValueType
    VECTOR3D: Any.ValueType
    COLOR: Any.ValueType
    POSE3D: Any.ValueType
    QUATERNIOND: Any.ValueType
    TIME: Any.ValueType
    TYPE_FIELD_NUMBER: _ClassVar[int]
    DOUBLE_VALUE_FIELD_NUMBER: _ClassVar[int]
    INT_VALUE_FIELD_NUMBER: _ClassVar[int]
    STRING_VALUE_FIELD_NUMBER: _ClassVar[int]
    BOOL_VALUE_FIELD_NUMBER: _ClassVar[int]
    VECTOR3D_VALUE_FIELD_NUMBER: _ClassVar[int]
    COLOR_VALUE_FIELD_NUMBER: _ClassVar[int]
    POSE3D_VALUE_FIELD_NUMBER: _ClassVar[int]
    QUATERNION_VALUE_FIELD_NUMBER: _ClassVar[int]
    TIME_VALUE_FIELD_NUMBER: _ClassVar[int]
    type: Any.ValueType
    double_value: float
    int_value: int
    string_value: str
    bool_value: bool
    vector3d_value: Vector3d
    color_value: Color
    pose3d_value: Pose
    quaternion_value: Quaternion
    time_value: _time_pb2.Time
    def __init__(self, type: _Optional[_Union[Any.ValueType, str]] = ..., double_value: _Optional[float] = ..., int_value: _Optional[int] = ..., string_value: _Optional[str] = ..., bool_value: _Optional[bool] = ..., vector3d_value: _Optional[_Union[Vector3d, _Mapping]] = ..., color_value: _Optional[_Union[Color, _Mapping]] = ..., pose3d_value: _Optional[_Union[Pose, _Mapping]] = ..., quaternion_value: _Optional[_Union[Quaternion, _Mapping]] = ..., time_value: _Optional[_Union[_time_pb2.Time, _Mapping]] = ...) -> None: ...

class Param(_message.Message):
    __slots__ = ("name", "value", "children")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    CHILDREN_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: Any
    children: _containers.RepeatedCompositeFieldContainer[Param]
    def __init__(self, name: _Optional[str] = ..., value: _Optional[_Union[Any, _Mapping]] = ..., children: _Optional[_Iterable[_Union[Param, _Mapping]]] = ...) -> None: ...

class Param_V(_message.Message):
    __slots__ = ("param",)
    PARAM_FIELD_NUMBER: _ClassVar[int]
    param: _containers.RepeatedCompositeFieldContainer[Param]
    def __init__(self, param: _Optional[_Iterable[_Union[Param, _Mapping]]] = ...) -> None: ...
