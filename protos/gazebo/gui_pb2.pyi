from protos.gazebo import basics_pb2 as _basics_pb2
from protos.gazebo import rendering_pb2 as _rendering_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TrackVisual(_message.Message):
    __slots__ = ("name", "id", "inherit_orientation", "min_dist", "max_dist", "static", "use_model_frame", "xyz", "inherit_yaw")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    INHERIT_ORIENTATION_FIELD_NUMBER: _ClassVar[int]
    MIN_DIST_FIELD_NUMBER: _ClassVar[int]
    MAX_DIST_FIELD_NUMBER: _ClassVar[int]
    STATIC_FIELD_NUMBER: _ClassVar[int]
    USE_MODEL_FRAME_FIELD_NUMBER: _ClassVar[int]
    XYZ_FIELD_NUMBER: _ClassVar[int]
    INHERIT_YAW_FIELD_NUMBER: _ClassVar[int]
    name: str
    id: int
    inherit_orientation: bool
    min_dist: float
    max_dist: float
    static: bool
    use_model_frame: bool
    xyz: _basics_pb2.Vector3d
    inherit_yaw: bool
    def __init__(self, name: _Optional[str] = ..., id: _Optional[int] = ..., inherit_orientation: _Optional[bool] = ..., min_dist: _Optional[float] = ..., max_dist: _Optional[float] = ..., static: _Optional[bool] = ..., use_model_frame: _Optional[bool] = ..., xyz: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ..., inherit_yaw: _Optional[bool] = ...) -> None: ...

class GUICamera(_message.Message):
    __slots__ = ("name", "view_controller", "pose", "track", "projection_type")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VIEW_CONTROLLER_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    TRACK_FIELD_NUMBER: _ClassVar[int]
    PROJECTION_TYPE_FIELD_NUMBER: _ClassVar[int]
    name: str
    view_controller: str
    pose: _basics_pb2.Pose
    track: TrackVisual
    projection_type: str
    def __init__(self, name: _Optional[str] = ..., view_controller: _Optional[str] = ..., pose: _Optional[_Union[_basics_pb2.Pose, _Mapping]] = ..., track: _Optional[_Union[TrackVisual, _Mapping]] = ..., projection_type: _Optional[str] = ...) -> None: ...

class GUI(_message.Message):
    __slots__ = ("fullscreen", "camera", "plugin")
    FULLSCREEN_FIELD_NUMBER: _ClassVar[int]
    CAMERA_FIELD_NUMBER: _ClassVar[int]
    PLUGIN_FIELD_NUMBER: _ClassVar[int]
    fullscreen: bool
    camera: GUICamera
    plugin: _containers.RepeatedCompositeFieldContainer[_rendering_pb2.Plugin]
    def __init__(self, fullscreen: _Optional[bool] = ..., camera: _Optional[_Union[GUICamera, _Mapping]] = ..., plugin: _Optional[_Iterable[_Union[_rendering_pb2.Plugin, _Mapping]]] = ...) -> None: ...

class CameraCmd(_message.Message):
    __slots__ = ("follow_model",)
    FOLLOW_MODEL_FIELD_NUMBER: _ClassVar[int]
    follow_model: str
    def __init__(self, follow_model: _Optional[str] = ...) -> None: ...

class Selection(_message.Message):
    __slots__ = ("id", "name", "selected")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SELECTED_FIELD_NUMBER: _ClassVar[int]
    id: int
    name: str
    selected: bool
    def __init__(self, id: _Optional[int] = ..., name: _Optional[str] = ..., selected: _Optional[bool] = ...) -> None: ...

class Joystick(_message.Message):
    __slots__ = ("translation", "rotation", "buttons")
    TRANSLATION_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    BUTTONS_FIELD_NUMBER: _ClassVar[int]
    translation: _basics_pb2.Vector3d
    rotation: _basics_pb2.Vector3d
    buttons: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, translation: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ..., rotation: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ..., buttons: _Optional[_Iterable[int]] = ...) -> None: ...

class Hydra(_message.Message):
    __slots__ = ("right", "left")
    class Paddle(_message.Message):
        __slots__ = ("pose", "button_bumper", "button_1", "button_2", "button_3", "button_4", "button_joy", "button_center", "joy_x", "joy_y", "trigger")
        POSE_FIELD_NUMBER: _ClassVar[int]
        BUTTON_BUMPER_FIELD_NUMBER: _ClassVar[int]
        BUTTON_1_FIELD_NUMBER: _ClassVar[int]
        BUTTON_2_FIELD_NUMBER: _ClassVar[int]
        BUTTON_3_FIELD_NUMBER: _ClassVar[int]
        BUTTON_4_FIELD_NUMBER: _ClassVar[int]
        BUTTON_JOY_FIELD_NUMBER: _ClassVar[int]
        BUTTON_CENTER_FIELD_NUMBER: _ClassVar[int]
        JOY_X_FIELD_NUMBER: _ClassVar[int]
        JOY_Y_FIELD_NUMBER: _ClassVar[int]
        TRIGGER_FIELD_NUMBER: _ClassVar[int]
        pose: _basics_pb2.Pose
        button_bumper: bool
        button_1: bool
        button_2: bool
        button_3: bool
        button_4: bool
        button_joy: bool
        button_center: bool
        joy_x: float
        joy_y: float
        trigger: float
        def __init__(self, pose: _Optional[_Union[_basics_pb2.Pose, _Mapping]] = ..., button_bumper: _Optional[bool] = ..., button_1: _Optional[bool] = ..., button_2: _Optional[bool] = ..., button_3: _Optional[bool] = ..., button_4: _Optional[bool] = ..., button_joy: _Optional[bool] = ..., button_center: _Optional[bool] = ..., joy_x: _Optional[float] = ..., joy_y: _Optional[float] = ..., trigger: _Optional[float] = ...) -> None: ...
    RIGHT_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    right: Hydra.Paddle
    left: Hydra.Paddle
    def __init__(self, right: _Optional[_Union[Hydra.Paddle, _Mapping]] = ..., left: _Optional[_Union[Hydra.Paddle, _Mapping]] = ...) -> None: ...
