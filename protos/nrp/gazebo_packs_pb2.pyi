from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable
from typing import ClassVar as _ClassVar, Optional as _Optional

DESCRIPTOR: _descriptor.FileDescriptor

class Camera(_message.Message):
    __slots__ = ("imageWidth", "imageHeight", "imageDepth", "imageData")
    IMAGEWIDTH_FIELD_NUMBER: _ClassVar[int]
    IMAGEHEIGHT_FIELD_NUMBER: _ClassVar[int]
    IMAGEDEPTH_FIELD_NUMBER: _ClassVar[int]
    IMAGEDATA_FIELD_NUMBER: _ClassVar[int]
    imageWidth: int
    imageHeight: int
    imageDepth: int
    imageData: bytes
    def __init__(self, imageWidth: _Optional[int] = ..., imageHeight: _Optional[int] = ..., imageDepth: _Optional[int] = ..., imageData: _Optional[bytes] = ...) -> None: ...

class Link(_message.Message):
    __slots__ = ("position", "rotation", "linearVelocity", "angularVelocity")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    LINEARVELOCITY_FIELD_NUMBER: _ClassVar[int]
    ANGULARVELOCITY_FIELD_NUMBER: _ClassVar[int]
    position: _containers.RepeatedScalarFieldContainer[float]
    rotation: _containers.RepeatedScalarFieldContainer[float]
    linearVelocity: _containers.RepeatedScalarFieldContainer[float]
    angularVelocity: _containers.RepeatedScalarFieldContainer[float]
    def __init__(self, position: _Optional[_Iterable[float]] = ..., rotation: _Optional[_Iterable[float]] = ..., linearVelocity: _Optional[_Iterable[float]] = ..., angularVelocity: _Optional[_Iterable[float]] = ...) -> None: ...

class Model(_message.Message):
    __slots__ = ("position", "rotation", "linearVelocity", "angularVelocity")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    LINEARVELOCITY_FIELD_NUMBER: _ClassVar[int]
    ANGULARVELOCITY_FIELD_NUMBER: _ClassVar[int]
    position: _containers.RepeatedScalarFieldContainer[float]
    rotation: _containers.RepeatedScalarFieldContainer[float]
    linearVelocity: _containers.RepeatedScalarFieldContainer[float]
    angularVelocity: _containers.RepeatedScalarFieldContainer[float]
    def __init__(self, position: _Optional[_Iterable[float]] = ..., rotation: _Optional[_Iterable[float]] = ..., linearVelocity: _Optional[_Iterable[float]] = ..., angularVelocity: _Optional[_Iterable[float]] = ...) -> None: ...

class Joint(_message.Message):
    __slots__ = ("position", "velocity", "effort")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    VELOCITY_FIELD_NUMBER: _ClassVar[int]
    EFFORT_FIELD_NUMBER: _ClassVar[int]
    position: float
    velocity: float
    effort: float
    def __init__(self, position: _Optional[float] = ..., velocity: _Optional[float] = ..., effort: _Optional[float] = ...) -> None: ...
