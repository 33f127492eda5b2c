from protos.gazebo import basics_pb2 as _basics_pb2
from protos.gazebo import physics_pb2 as _physics_pb2
from protos.gazebo import rendering_pb2 as _rendering_pb2
from protos.gazebo import sensor_setup_pb2 as _sensor_setup_pb2
from protos.gazebo import time_pb2 as _time_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Axis(_message.Message):
    __slots__ = ("xyz", "limit_lower", "limit_upper", "limit_effort", "limit_velocity", "damping", "friction", "use_parent_model_frame", "xyz_expressed_in")
    XYZ_FIELD_NUMBER: _ClassVar[int]
    LIMIT_LOWER_FIELD_NUMBER: _ClassVar[int]
    LIMIT_UPPER_FIELD_NUMBER: _ClassVar[int]
    LIMIT_EFFORT_FIELD_NUMBER: _ClassVar[int]
    LIMIT_VELOCITY_FIELD_NUMBER: _ClassVar[int]
    DAMPING_FIELD_NUMBER: _ClassVar[int]
    FRICTION_FIELD_NUMBER: _ClassVar[int]
    USE_PARENT_MODEL_FRAME_FIELD_NUMBER: _ClassVar[int]
    XYZ_EXPRESSED_IN_FIELD_NUMBER: _ClassVar[int]
    xyz: _basics_pb2.Vector3d
    limit_lower: float
    limit_upper: float
    limit_effort: float
    limit_velocity: float
    damping: float
    friction: float
    use_parent_model_frame: bool
    xyz_expressed_in: str
    def __init__(self, xyz: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ..., limit_lower: _Optional[float] = ..., limit_upper: _Optional[float] = ..., limit_effort: _Optional[float] = ..., limit_velocity: _Optional[float] = ..., damping: _Optional[float] = ..., friction: _Optional[float] = ..., use_parent_model_frame: _Optional[bool] = ..., xyz_expressed_in: _Optional[str] = ...) -> None: ...

class Joint(_message.Message):
    __slots__ = ("name", "id", "angle", "type", "parent", "parent_id", "child", "child_id", "pose", "axis1", "axis2", "cfm", "bounce", "velocity", "fudge_factor", "limit_cfm", "limit_erp", "suspension_cfm", "suspension_erp", "gearbox", "screw", "sensor")
    class Type(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        REVOLUTE: _ClassVar[Joint.Type]
        REVOLUTE2: _ClassVar[Joint.Type]
        PRISMATIC: _ClassVar[Joint.Type]
        UNIVERSAL: _ClassVar[Joint.Type]
        BALL: _ClassVar[Joint.Type]
        SCREW: _ClassVar[Joint.Type]
        GEARBOX: _ClassVar[Joint.Type]
        FIXED: _ClassVar[Joint.Type]
    REVOLUTE: Joint.Type
    REVOLUTE2: Joint.Type
    PRISMATIC: Joint.Type
    UNIVERSAL: Joint.Type
    BALL: Joint.Type
    SCREW: Joint.Type
    GEARBOX: Joint.Type
    FIXED: Joint.Type
    class Gearbox(_message.Message):
        __slots__ = ("gearbox_reference_body", "gearbox_ratio")
        GEARBOX_REFERENCE_BODY_FIELD_NUMBER: _ClassVar[int]
        GEARBOX_RATIO_FIELD_NUMBER: _ClassVar[int]
        gearbox_reference_body: str
        gearbox_ratio: float
        def __init__(self, gearbox_reference_body: _Optional[str] = ..., gearbox_ratio: _Optional[float] = ...) -> None: ...
    class Screw(_message.Message):
        __slots__ = ("thread_pitch",)
        THREAD_PITCH_FIELD_NUMBER: _ClassVar[int]
        thread_pitch: float
        def __init__(self, thread_pitch: _Optional[float] = ...) -> None: ...
    NAME_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    ANGLE_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    PARENT_FIELD_NUMBER: _ClassVar[int]
    PARENT_ID_FIELD_NUMBER: _ClassVar[int]
    CHILD_FIELD_NUMBER: _ClassVar[int]
    CHILD_ID_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    AXIS1_FIELD_NUMBER: _ClassVar[int]
    AXIS2_FIELD_NUMBER: _ClassVar[int]
    CFM_FIELD_NUMBER: _ClassVar[int]
    BOUNCE_FIELD_NUMBER: _ClassVar[int]
    VELOCITY_FIELD_NUMBER: _ClassVar[int]
    FUDGE_FACTOR_FIELD_NUMBER: _ClassVar[int]
    LIMIT_CFM_FIELD_NUMBER: _ClassVar[int]
    LIMIT_ERP_FIELD_NUMBER: _ClassVar[int]
    SUSPENSION_CFM_FIELD_NUMBER: _ClassVar[int]
    SUSPENSION_ERP_FIELD_NUMBER: _ClassVar[int]
    GEARBOX_FIELD_NUMBER: _ClassVar[int]
    SCREW_FIELD_NUMBER: _ClassVar[int]
    SENSOR_FIELD_NUMBER: _ClassVar[int]
    name: str
    id: int
    angle: _containers.RepeatedScalarFieldContainer[float]
    type: Joint.Type
    parent: str
    parent_id: int
    child: str
    child_id: int
    pose: _basics_pb2.Pose
    axis1: Axis
    axis2: Axis
    cfm: float
    bounce: float
    velocity: float
    fudge_factor: float
    limit_cfm: float
    limit_erp: float
    suspension_cfm: float
    suspension_erp: float
    gearbox: Joint.Gearbox
    screw: Joint.Screw
    sensor: _containers.RepeatedCompositeFieldContainer[_sensor_setup_pb2.Sensor]
    def __init__(self, name: _Optional[str] = ..., id: _Optional[int] = ..., angle: _Optional[_Iterable[float]] = ..., type: _Optional[_Union[Joint.Type, str]] = ..., parent: _Optional[str] = ..., parent_id: _Optional[int] = ..., child: _Optional[str] = ..., child_id: _Optional[int] = ..., pose: _Optional[_Union[_basics_pb2.Pose, _Mapping]] = ..., axis1: _Optional[_Union[Axis, _Mapping]] = ..., axis2: _Optional[_Union[Axis, _Mapping]] = ..., cfm: _Optional[float] = ..., bounce: _Optional[float] = ..., velocity: _Optional[float] = ..., fudge_factor: _Optional[float] = ..., limit_cfm: _Optional[float] = ..., limit_erp: _Optional[float] = ..., suspension_cfm: _Optional[float] = ..., suspension_erp: _Optional[float] = ..., gearbox: _Optional[_Union[Joint.Gearbox, _Mapping]] = ..., screw: _Optional[_Union[Joint.Screw, _Mapping]] = ..., sensor: _Optional[_Iterable[_Union[_sensor_setup_pb2.Sensor, _Mapping]]] = ...) -> None: ...

class JointAnimation(_message.Message):
    __slots__ = ("model_name", "joint", "time")
    class Joint(_message.Message):
        __slots__ = ("name", "angle")
        NAME_FIELD_NUMBER: _ClassVar[int]
        ANGLE_FIELD_NUMBER: _ClassVar[int]
        name: _containers.RepeatedScalarFieldContainer[str]
        angle: _containers.RepeatedScalarFieldContainer[float]
        def __init__(self, name: _Optional[_Iterable[str]] = ..., angle: _Optional[_Iterable[float]] = ...) -> None: ...
    MODEL_NAME_FIELD_NUMBER: _ClassVar[int]
    JOINT_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    model_name: str
    joint: _containers.RepeatedCompositeFieldContainer[JointAnimation.Joint]
    time: _containers.RepeatedCompositeFieldContainer[_time_pb2.Time]
    def __init__(self, model_name: _Optional[str] = ..., joint: _Optional[_Iterable[_Union[JointAnimation.Joint, _Mapping]]] = ..., time: _Optional[_Iterable[_Union[_time_pb2.Time, _Mapping]]] = ...) -> None: ...

class PID(_message.Message):
    __slots__ = ("target", "p_gain", "i_gain", "d_gain", "i_max", "i_min", "limit")
    TARGET_FIELD_NUMBER: _ClassVar[int]
    P_GAIN_FIELD_NUMBER: _ClassVar[int]
    I_GAIN_FIELD_NUMBER: _ClassVar[int]
    D_GAIN_FIELD_NUMBER: _ClassVar[int]
    I_MAX_FIELD_NUMBER: _ClassVar[int]
    I_MIN_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    target: float
    p_gain: float
    i_gain: float
    d_gain: float
    i_max: float
    i_min: float
    limit: float
    def __init__(self, target: _Optional[float] = ..., p_gain: _Optional[float] = ..., i_gain: _Optional[float] = ..., d_gain: _Optional[float] = ..., i_max: _Optional[float] = ..., i_min: _Optional[float] = ..., limit: _Optional[float] = ...) -> None: ...

class JointCmd(_message.Message):
    __slots__ = ("name", "axis", "force", "position", "velocity", "reset")
    NAME_FIELD_NUMBER: _ClassVar[int]
    AXIS_FIELD_NUMBER: _ClassVar[int]
    FORCE_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    VELOCITY_FIELD_NUMBER: _ClassVar[int]
    RESET_FIELD_NUMBER: _ClassVar[int]
    name: str
    axis: int
    force: float
    position: PID
    velocity: PID
    reset: bool
    def __init__(self, name: _Optional[str] = ..., axis: _Optional[int] = ..., force: _Optional[float] = ..., position: _Optional[_Union[PID, _Mapping]] = ..., velocity: _Optional[_Union[PID, _Mapping]] = ..., reset: _Optional[bool] = ...) -> None: ...

class Battery(_message.Message):
    __slots__ = ("name", "voltage")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VOLTAGE_FIELD_NUMBER: _ClassVar[int]
    name: str
    voltage: float
    def __init__(self, name: _Optional[str] = ..., voltage: _Optional[float] = ...) -> None: ...

class Link(_message.Message):
    __slots__ = ("id", "name", "self_collide", "gravity", "kinematic", "enabled", "density", "inertial", "pose", "visual", "collision", "sensor", "projector", "canonical", "battery", "enable_wind", "wind", "light")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SELF_COLLIDE_FIELD_NUMBER: _ClassVar[int]
    GRAVITY_FIELD_NUMBER: _ClassVar[int]
    KINEMATIC_FIELD_NUMBER: _ClassVar[int]
    ENABLED_FIELD_NUMBER: _ClassVar[int]
    DENSITY_FIELD_NUMBER: _ClassVar[int]
    INERTIAL_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    VISUAL_FIELD_NUMBER: _ClassVar[int]
    COLLISION_FIELD_NUMBER: _ClassVar[int]
    SENSOR_FIELD_NUMBER: _ClassVar[int]
    PROJECTOR_FIELD_NUMBER: _ClassVar[int]
    CANONICAL_FIELD_NUMBER: _ClassVar[int]
    BATTERY_FIELD_NUMBER: _ClassVar[int]
    ENABLE_WIND_FIELD_NUMBER: _ClassVar[int]
    WIND_FIELD_NUMBER: _ClassVar[int]
    LIGHT_FIELD_NUMBER: _ClassVar[int]
    id: int
    name: str
    self_collide: bool
    gravity: bool
    kinematic: bool
    enabled: bool
    density: _physics_pb2.Density
    inertial: _physics_pb2.Inertial
    pose: _basics_pb2.Pose
    visual: _containers.RepeatedCompositeFieldContainer[_rendering_pb2.Visual]
    collision: _containers.RepeatedCompositeFieldContainer[_physics_pb2.Collision]
    sensor: _containers.RepeatedCompositeFieldContainer[_sensor_setup_pb2.Sensor]
    projector: _containers.RepeatedCompositeFieldContainer[_rendering_pb2.Projector]
    canonical: bool
    battery: _containers.RepeatedCompositeFieldContainer[Battery]
    enable_wind: bool
    wind: _basics_pb2.Vector3d
    light: _containers.RepeatedCompositeFieldContainer[_rendering_pb2.Light]
    def __init__(self, id: _Optional[int] = ..., name: _Optional[str] = ..., self_collide: _Optional[bool] = ..., gravity: _Optional[bool] = ..., kinematic: _Optional[bool] = ..., enabled: _Optional[bool] = ..., density: _Optional[_Union[_physics_pb2.Density, _Mapping]] = ..., inertial: _Optional[_Union[_physics_pb2.Inertial, _Mapping]] = ..., pose: _Optional[_Union[_basics_pb2.Pose, _Mapping]] = ..., visual: _Optional[_Iterable[_Union[_rendering_pb2.Visual, _Mapping]]] = ..., collision: _Optional[_Iterable[_Union[_physics_pb2.Collision, _Mapping]]] = ..., sensor: _Optional[_Iterable[_Union[_sensor_setup_pb2.Sensor, _Mapping]]] = ..., projector: _Optional[_Iterable[_Union[_rendering_pb2.Projector, _Mapping]]] = ..., canonical: _Optional[bool] = ..., battery: _Optional[_Iterable[_Union[Battery, _Mapping]]] = ..., enable_wind: _Optional[bool] = ..., wind: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ..., light: _Optional[_Iterable[_Union[_rendering_pb2.Light, _Mapping]]] = ...) -> None: ...

class LinkData(_message.Message):
    __slots__ = ("time", "name", "linear_velocity", "angular_velocity")
    TIME_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    LINEAR_VELOCITY_FIELD_NUMBER: _ClassVar[int]
    ANGULAR_VELOCITY_FIELD_NUMBER: _ClassVar[int]
    time: _time_pb2.Time
    name: str
    linear_velocity: _basics_pb2.Vector3d
    angular_velocity: _basics_pb2.Vector3d
    def __init__(self, time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., name: _Optional[str] = ..., linear_velocity: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ..., angular_velocity: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ...) -> None: ...

class Model(_message.Message):
    __slots__ = ("name", "id", "is_static", "pose", "joint", "link", "deleted", "visual", "scale", "self_collide", "enable_wind", "model", "plugin")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    IS_STATIC_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    JOINT_FIELD_NUMBER: _ClassVar[int]
    LINK_FIELD_NUMBER: _ClassVar[int]
    DELETED_FIELD_NUMBER: _ClassVar[int]
    VISUAL_FIELD_NUMBER: _ClassVar[int]
    SCALE_FIELD_NUMBER: _ClassVar[int]
    SELF_COLLIDE_FIELD_NUMBER: _ClassVar[int]
    ENABLE_WIND_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    PLUGIN_FIELD_NUMBER: _ClassVar[int]
    name: str
    id: int
    is_static: bool
    pose: _basics_pb2.Pose
    joint: _containers.RepeatedCompositeFieldContainer[Joint]
    link: _containers.RepeatedCompositeFieldContainer[Link]
    deleted: bool
    visual: _containers.RepeatedCompositeFieldContainer[_rendering_pb2.Visual]
    scale: _basics_pb2.Vector3d
    self_collide: bool
    enable_wind: bool
    model: _containers.RepeatedCompositeFieldContainer[Model]
    plugin: _containers.RepeatedCompositeFieldContainer[_rendering_pb2.Plugin]
    def __init__(self, name: _Optional[str] = ..., id: _Optional[int] = ..., is_static: _Optional[bool] = ..., pose: _Optional[_Union[_basics_pb2.Pose, _Mapping]] = ..., joint: _Optional[_Iterable[_Union[Joint, _Mapping]]] = ..., link: _Optional[_Iterable[_Union[Link, _Mapping]]] = ..., deleted: _Optional[bool] = ..., visual: _Optional[_Iterable[_Union[_rendering_pb2.Visual, _Mapping]]] = ..., scale: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ..., self_collide: _Optional[bool] = ..., enable_wind: _Optional[bool] = ..., model: _Optional[_Iterable[_Union[Model, _Mapping]]] = ..., plugin: _Optional[_Iterable[_Union[_rendering_pb2.Plugin, _Mapping]]] = ...) -> None: ...

class Model_V(_message.Message):
    __slots__ = ("models",)
    MODELS_FIELD_NUMBER: _ClassVar[int]
    models: _containers.RepeatedCompositeFieldContainer[Model]
    def __init__(self, models: _Optional[_Iterable[_Union[Model, _Mapping]]] = ...) -> None: ...

class ModelConfiguration(_message.Message):
    __slots__ = ("time", "joint_names", "joint_positions", "pose", "link_name")
    TIME_FIELD_NUMBER: _ClassVar[int]
    JOINT_NAMES_FIELD_NUMBER: _ClassVar[int]
    JOINT_POSITIONS_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    LINK_NAME_FIELD_NUMBER: _ClassVar[int]
    time: _time_pb2.Time
    joint_names: _containers.RepeatedScalarFieldContainer[str]
    joint_positions: _containers.RepeatedScalarFieldContainer[float]
    pose: _basics_pb2.Pose
    link_name: str
    def __init__(self, time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., joint_names: _Optional[_Iterable[str]] = ..., joint_positions: _Optional[_Iterable[float]] = ..., pose: _Optional[_Union[_basics_pb2.Pose, _Mapping]] = ..., link_name: _Optional[str] = ...) -> None: ...

class Factory(_message.Message):
    __slots__ = ("sdf", "sdf_filename", "pose", "edit_name", "clone_model_name", "allow_renaming")
    SDF_FIELD_NUMBER: _ClassVar[int]
    SDF_FILENAME_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    EDIT_NAME_FIELD_NUMBER: _ClassVar[int]
    CLONE_MODEL_NAME_FIELD_NUMBER: _ClassVar[int]
    ALLOW_RENAMING_FIELD_NUMBER: _ClassVar[int]
    sdf: str
    sdf_filename: str
    pose: _basics_pb2.Pose
    edit_name: str
    clone_model_name: str
    allow_renaming: bool
    def __init__(self, sdf: _Optional[str] = ..., sdf_filename: _Optional[str] = ..., pose: _Optional[_Union[_basics_pb2.Pose, _Mapping]] = ..., edit_name: _Optional[str] = ..., clone_model_name: _Optional[str] = ..., allow_renaming: _Optional[bool] = ...) -> None: ...

class Cessna(_message.Message):
    __slots__ = ("propeller_speed", "left_aileron", "left_flap", "right_aileron", "right_flap", "elevators", "rudder", "cmd_propeller_speed", "cmd_left_aileron", "cmd_left_flap", "cmd_right_aileron", "cmd_right_flap", "cmd_elevators", "cmd_rudder")
    PROPELLER_SPEED_FIELD_NUMBER: _ClassVar[int]
    LEFT_AILERON_FIELD_NUMBER: _ClassVar[int]
    LEFT_FLAP_FIELD_NUMBER: _ClassVar[int]
    RIGHT_AILERON_FIELD_NUMBER: _ClassVar[int]
    RIGHT_FLAP_FIELD_NUMBER: _ClassVar[int]
    ELEVATORS_FIELD_NUMBER: _ClassVar[int]
    RUDDER_FIELD_NUMBER: _ClassVar[int]
    CMD_PROPELLER_SPEED_FIELD_NUMBER: _ClassVar[int]
    CMD_LEFT_AILERON_FIELD_NUMBER: _ClassVar[int]
    CMD_LEFT_FLAP_FIELD_NUMBER: _ClassVar[int]
    CMD_RIGHT_AILERON_FIELD_NUMBER: _ClassVar[int]
    CMD_RIGHT_FLAP_FIELD_NUMBER: _ClassVar[int]
    CMD_ELEVATORS_FIELD_NUMBER: _ClassVar[int]
    CMD_RUDDER_FIELD_NUMBER: _ClassVar[int]
    propeller_speed: float
    left_aileron: float
    left_flap: float
    right_aileron: float
    right_flap: float
    elevators: float
    rudder: float
    cmd_propeller_speed: float
    cmd_left_aileron: float
    cmd_left_flap: float
    cmd_right_aileron: float
    cmd_right_flap: float
    cmd_elevators: float
    cmd_rudder: float
    def __init__(self, propeller_speed: _Optional[float] = ..., left_aileron: _Optional[float] = ..., left_flap: _Optional[float] = ..., right_aileron: _Optional[float] = ..., right_flap: _Optional[float] = ..., elevators: _Optional[float] = ..., rudder: _Optional[float] = ..., cmd_propeller_speed: _Optional[float] = ..., cmd_left_aileron: _Optional[float] = ..., cmd_left_flap: _Optional[float] = ..., cmd_right_aileron: _Optional[float] = ..., cmd_right_flap: _Optional[float] = ..., cmd_elevators: _Optional[float] = ..., cmd_rudder: _Optional[float] = ...) -> None: ...
