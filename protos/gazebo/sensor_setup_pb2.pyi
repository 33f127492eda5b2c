from protos.gazebo import basics_pb2 as _basics_pb2
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SensorNoise(_message.Message):
    __slots__ = ("type", "mean", "stddev", "bias_mean", "bias_stddev", "precision")
    class Type(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        NONE: _ClassVar[SensorNoise.Type]
        GAUSSIAN: _ClassVar[SensorNoise.Type]
        GAUSSIAN_QUANTIZED: _ClassVar[SensorNoise.Type]
    NONE: SensorNoise.Type
    GAUSSIAN: SensorNoise.Type
    GAUSSIAN_QUANTIZED: SensorNoise.Type
    TYPE_FIELD_NUMBER: _ClassVar[int]
    MEAN_FIELD_NUMBER: _ClassVar[int]
    STDDEV_FIELD_NUMBER: _ClassVar[int]
    BIAS_MEAN_FIELD_NUMBER: _ClassVar[int]
    BIAS_STDDEV_FIELD_NUMBER: _ClassVar[int]
    PRECISION_FIELD_NUMBER: _ClassVar[int]
    type: SensorNoise.Type
    mean: float
    stddev: float
    bias_mean: float
    bias_stddev: float
    precision: float
    def __init__(self, type: _Optional[_Union[SensorNoise.Type, str]] = ..., mean: _Optional[float] = ..., stddev: _Optional[float] = ..., bias_mean: _Optional[float] = ..., bias_stddev: _Optional[float] = ..., precision: _Optional[float] = ...) -> None: ...

class Distortion(_message.Message):
    __slots__ = ("center", "k1", "k2", "k3", "p1", "p2")
    CENTER_FIELD_NUMBER: _ClassVar[int]
    K1_FIELD_NUMBER: _ClassVar[int]
    K2_FIELD_NUMBER: _ClassVar[int]
    K3_FIELD_NUMBER: _ClassVar[int]
    P1_FIELD_NUMBER: _ClassVar[int]
    P2_FIELD_NUMBER: _ClassVar[int]
    center: _basics_pb2.Vector2d
    k1: float
    k2: float
    k3: float
    p1: float
    p2: float
    def __init__(self, center: _Optional[_Union[_basics_pb2.Vector2d, _Mapping]] = ..., k1: _Optional[float] = ..., k2: _Optional[float] = ..., k3: _Optional[float] = ..., p1: _Optional[float] = ..., p2: _Optional[float] = ...) -> None: ...

class CameraLens(_message.Message):
    __slots__ = ("type", "c1", "c2", "c3", "f", "fun", "scale_to_hfov", "cutoff_angle", "hfov", "env_texture_size")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    C1_FIELD_NUMBER: _ClassVar[int]
    C2_FIELD_NUMBER: _ClassVar[int]
    C3_FIELD_NUMBER: _ClassVar[int]
    F_FIELD_NUMBER: _ClassVar[int]
    FUN_FIELD_NUMBER: _ClassVar[int]
    SCALE_TO_HFOV_FIELD_NUMBER: _ClassVar[int]
    CUTOFF_ANGLE_FIELD_NUMBER: _ClassVar[int]
    HFOV_FIELD_NUMBER: _ClassVar[int]
    ENV_TEXTURE_SIZE_FIELD_NUMBER: _ClassVar[int]
    type: str
    c1: float
    c2: float
    c3: float
    f: float
    fun: str
    scale_to_hfov: bool
    cutoff_angle: float
    hfov: float
    env_texture_size: int
    def __init__(self, type: _Optional[str] = ..., c1: _Optional[float] = ..., c2: _Optional[float] = ..., c3: _Optional[float] = ..., f: _Optional[float] = ..., fun: _Optional[str] = ..., scale_to_hfov: _Optional[bool] = ..., cutoff_angle: _Optional[float] = ..., hfov: _Optional[float] = ..., env_texture_size: _Optional[int] = ...) -> None: ...

class CameraSensor(_message.Message):
    __slots__ = ("horizontal_fov", "image_size", "image_format", "near_clip", "far_clip", "save_enabled", "save_path", "distortion")
    HORIZONTAL_FOV_FIELD_NUMBER: _ClassVar[int]
    IMAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    IMAGE_FORMAT_FIELD_NUMBER: _ClassVar[int]
    NEAR_CLIP_FIELD_NUMBER: _ClassVar[int]
    FAR_CLIP_FIELD_NUMBER: _ClassVar[int]
    SAVE_ENABLED_FIELD_NUMBER: _ClassVar[int]
    SAVE_PATH_FIELD_NUMBER: _ClassVar[int]
    DISTORTION_FIELD_NUMBER: _ClassVar[int]
    horizontal_fov: float
    image_size: _basics_pb2.Vector2d
    image_format: str
    near_clip: float
    far_clip: float
    save_enabled: bool
    save_path: str
    distortion: Distortion
    def __init__(self, horizontal_fov: _Optional[float] = ..., image_size: _Optional[_Union[_basics_pb2.Vector2d, _Mapping]] = ..., image_format: _Optional[str] = ..., near_clip: _Optional[float] = ..., far_clip: _Optional[float] = ..., save_enabled: _Optional[bool] = ..., save_path: _Optional[str] = ..., distortion: _Optional[_Union[Distortion, _Mapping]] = ...) -> None: ...

class LogicalCameraSensor(_message.Message):
    __slots__ = ("near_clip", "far_clip", "horizontal_fov", "aspect_ratio")
    NEAR_CLIP_FIELD_NUMBER: _ClassVar[int]
    FAR_CLIP_FIELD_NUMBER: _ClassVar[int]
    HORIZONTAL_FOV_FIELD_NUMBER: _ClassVar[int]
    ASPECT_RATIO_FIELD_NUMBER: _ClassVar[int]
    near_clip: float
    far_clip: float
    horizontal_fov: float
    aspect_ratio: float
    def __init__(self, near_clip: _Optional[float] = ..., far_clip: _Optional[float] = ..., horizontal_fov: _Optional[float] = ..., aspect_ratio: _Optional[float] = ...) -> None: ...

class RaySensor(_message.Message):
    __slots__ = ("display_scan", "horizontal_samples", "horizontal_resolution", "horizontal_min_angle", "horizontal_max_angle", "vertical_samples", "vertical_resolution", "vertical_min_angle", "vertical_max_angle", "range_min", "range_max", "range_resolution")
    DISPLAY_SCAN_FIELD_NUMBER: _ClassVar[int]
    HORIZONTAL_SAMPLES_FIELD_NUMBER: _ClassVar[int]
    HORIZONTAL_RESOLUTION_FIELD_NUMBER: _ClassVar[int]
    HORIZONTAL_MIN_ANGLE_FIELD_NUMBER: _ClassVar[int]
    HORIZONTAL_MAX_ANGLE_FIELD_NUMBER: _ClassVar[int]
    VERTICAL_SAMPLES_FIELD_NUMBER: _ClassVar[int]
    VERTICAL_RESOLUTION_FIELD_NUMBER: _ClassVar[int]
    VERTICAL_MIN_ANGLE_FIELD_NUMBER: _ClassVar[int]
    VERTICAL_MAX_ANGLE_FIELD_NUMBER: _ClassVar[int]
    RANGE_MIN_FIELD_NUMBER: _ClassVar[int]
    RANGE_MAX_FIELD_NUMBER: _ClassVar[int]
    RANGE_RESOLUTION_FIELD_NUMBER: _ClassVar[int]
    display_scan: bool
    horizontal_samples: int
    horizontal_resolution: float
    horizontal_min_angle: float
    horizontal_max_angle: float
    vertical_samples: int
    vertical_resolution: float
    vertical_min_angle: float
    vertical_max_angle: float
    range_min: float
    range_max: float
    range_resolution: float
    def __init__(self, display_scan: _Optional[bool] = ..., horizontal_samples: _Optional[int] = ..., horizontal_resolution: _Optional[float] = ..., horizontal_min_angle: _Optional[float] = ..., horizontal_max_angle: _Optional[float] = ..., vertical_samples: _Optional[int] = ..., vertical_resolution: _Optional[float] = ..., vertical_min_angle: _Optional[float] = ..., vertical_max_angle: _Optional[float] = ..., range_min: _Optional[float] = ..., range_max: _Optional[float] = ..., range_resolution: _Optional[float] = ...) -> None: ...

class ContactSensor(_message.Message):
    __slots__ = ("collision_name",)
    COLLISION_NAME_FIELD_NUMBER: _ClassVar[int]
    collision_name: str
    def __init__(self, collision_name: _Optional[str] = ...) -> None: ...

class GPSSensor(_message.Message):
    __slots__ = ("position", "velocity")
    class Sensing(_message.Message):
        __slots__ = ("horizontal_noise", "vertical_noise")
        HORIZONTAL_NOISE_FIELD_NUMBER: _ClassVar[int]
        VERTICAL_NOISE_FIELD_NUMBER: _ClassVar[int]
        horizontal_noise: SensorNoise
        vertical_noise: SensorNoise
        def __init__(self, horizontal_noise: _Optional[_Union[SensorNoise, _Mapping]] = ..., vertical_noise: _Optional[_Union[SensorNoise, _Mapping]] = ...) -> None: ...
    POSITION_FIELD_NUMBER: _ClassVar[int]
    VELOCITY_FIELD_NUMBER: _ClassVar[int]
    position: GPSSensor.Sensing
    velocity: GPSSensor.Sensing
    def __init__(self, position: _Optional[_Union[GPSSensor.Sensing, _Mapping]] = ..., velocity: _Optional[_Union[GPSSensor.Sensing, _Mapping]] = ...) -> None: ...

class IMUSensor(_message.Message):
    __slots__ = ("angular_velocity", "linear_acceleration")
    class AngularVelocity(_message.Message):
        __slots__ = ("x_noise", "y_noise", "z_noise")
        X_NOISE_FIELD_NUMBER: _ClassVar[int]
        Y_NOISE_FIELD_NUMBER: _ClassVar[int]
        Z_NOISE_FIELD_NUMBER: _ClassVar[int]
        x_noise: SensorNoise
        y_noise: SensorNoise
        z_noise: SensorNoise
        def __init__(self, x_noise: _Optional[_Union[SensorNoise, _Mapping]] = ..., y_noise: _Optional[_Union[SensorNoise, _Mapping]] = ..., z_noise: _Optional[_Union[SensorNoise, _Mapping]] = ...) -> None: ...
    class LinearAcceleration(_message.Message):
        __slots__ = ("x_noise", "y_noise", "z_noise")
        X_NOISE_FIELD_NUMBER: _ClassVar[int]
        Y_NOISE_FIELD_NUMBER: _ClassVar[int]
        Z_NOISE_FIELD_NUMBER: _ClassVar[int]
        x_noise: SensorNoise
        y_noise: SensorNoise
        z_noise: SensorNoise
        def __init__(self, x_noise: _Optional[_Union[SensorNoise, _Mapping]] = ..., y_noise: _Optional[_Union[SensorNoise, _Mapping]] = ..., z_noise: _Optional[_Union[SensorNoise, _Mapping]] = ...) -> None: ...
    ANGULAR_VELOCITY_FIELD_NUMBER: _ClassVar[int]
    LINEAR_ACCELERATION_FIELD_NUMBER: _ClassVar[int]
    angular_velocity: IMUSensor.AngularVelocity
    linear_acceleration: IMUSensor.LinearAcceleration
    def __init__(self, angular_velocity: _Optional[_Union[IMUSensor.AngularVelocity, _Mapping]] = ..., linear_acceleration: _Optional[_Union[IMUSensor.LinearAcceleration, _Mapping]] = ...) -> None: ...

class Sensor(_message.Message):
    __slots__ = ("name", "id", "parent", "parent_id", "type", "always_on", "update_rate", "pose", "camera", "ray", "contact", "visualize", "topic", "logical_camera", "gps", "imu")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    PARENT_FIELD_NUMBER: _ClassVar[int]
    PARENT_ID_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    ALWAYS_ON_FIELD_NUMBER: _ClassVar[int]
    UPDATE_RATE_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    CAMERA_FIELD_NUMBER: _ClassVar[int]
    RAY_FIELD_NUMBER: _ClassVar[int]
    CONTACT_FIELD_NUMBER: _ClassVar[int]
    VISUALIZE_FIELD_NUMBER: _ClassVar[int]
    TOPIC_FIELD_NUMBER: _ClassVar[int]
    LOGICAL_CAMERA_FIELD_NUMBER: _ClassVar[int]
    GPS_FIELD_NUMBER: _ClassVar[int]
    IMU_FIELD_NUMBER: _ClassVar[int]
    name: str
    id: int
    parent: str
    parent_id: int
    type: str
    always_on: bool
    update_rate: float
    pose: _basics_pb2.Pose
    camera: CameraSensor
    ray: RaySensor
    contact: ContactSensor
    visualize: bool
    topic: str
    logical_camera: LogicalCameraSensor
    gps: GPSSensor
    imu: IMUSensor
    def __init__(self, name: _Optional[str] = ..., id: _Optional[int] = ..., parent: _Optional[str] = ..., parent_id: _Optional[int] = ..., type: _Optional[str] = ..., always_on: _Optional[bool] = ..., update_rate: _Optional[float] = ..., pose: _Optional[_Union[_basics_pb2.Pose, _Mapping]] = ..., camera: _Optional[_Union[CameraSensor, _Mapping]] = ..., ray: _Optional[_Union[RaySensor, _Mapping]] = ..., contact: _Optional[_Union[ContactSensor, _Mapping]] = ..., visualize: _Optional[bool] = ..., topic: _Optional[str] = ..., logical_camera: _Optional[_Union[LogicalCameraSensor, _Mapping]] = ..., gps: _Optional[_Union[GPSSensor, _Mapping]] = ..., imu: _Optional[_Union[IMUSensor, _Mapping]] = ...) -> None: ...
