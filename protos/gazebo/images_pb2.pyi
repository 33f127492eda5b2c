from protos.gazebo import basics_pb2 as _basics_pb2
from protos.gazebo import time_pb2 as _time_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Image(_message.Message):
    __slots__ = ("width", "height", "pixel_format", "step", "data")
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    PIXEL_FORMAT_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    width: int
    height: int
    pixel_format: int
    step: int
    data: bytes
    def __init__(self, width: _Optional[int] = ..., height: _Optional[int] = ..., pixel_format: _Optional[int] = ..., step: _Optional[int] = ..., data: _Optional[bytes] = ...) -> None: ...

class ImageStamped(_message.Message):
    __slots__ = ("time", "image")
    TIME_FIELD_NUMBER: _ClassVar[int]
    IMAGE_FIELD_NUMBER: _ClassVar[int]
    time: _time_pb2.Time
    image: Image
    def __init__(self, time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., image: _Optional[_Union[Image, _Mapping]] = ...) -> None: ...

class ImagesStamped(_message.Message):
    __slots__ = ("time", "image")
    TIME_FIELD_NUMBER: _ClassVar[int]
    IMAGE_FIELD_NUMBER: _ClassVar[int]
    time: _time_pb2.Time
    image: _containers.RepeatedCompositeFieldContainer[Image]
    def __init__(self, time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., image: _Optional[_Iterable[_Union[Image, _Mapping]]] = ...) -> None: ...

class LogicalCameraImage(_message.Message):
    __slots__ = ("pose", "model")
    class Model(_message.Message):
        __slots__ = ("name", "pose")
        NAME_FIELD_NUMBER: _ClassVar[int]
        POSE_FIELD_NUMBER: _ClassVar[int]
        name: str
        pose: _basics_pb2.Pose
        def __init__(self, name: _Optional[str] = ..., pose: _Optional[_Union[_basics_pb2.Pose, _Mapping]] = ...) -> None: ...
    POSE_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    pose: _basics_pb2.Pose
    model: _containers.RepeatedCompositeFieldContainer[LogicalCameraImage.Model]
    def __init__(self, pose: _Optional[_Union[_basics_pb2.Pose, _Mapping]] = ..., model: _Optional[_Iterable[_Union[LogicalCameraImage.Model, _Mapping]]] = ...) -> None: ...
