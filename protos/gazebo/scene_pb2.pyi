from protos.gazebo import basics_pb2 as _basics_pb2
from protos.gazebo import model_pb2 as _model_pb2
from protos.gazebo import rendering_pb2 as _rendering_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Sky(_message.Message):
    __slots__ = ("time", "sunrise", "sunset", "wind_speed", "wind_direction", "cloud_ambient", "humidity", "mean_cloud_size")
    TIME_FIELD_NUMBER: _ClassVar[int]
    SUNRISE_FIELD_NUMBER: _ClassVar[int]
    SUNSET_FIELD_NUMBER: _ClassVar[int]
    WIND_SPEED_FIELD_NUMBER: _ClassVar[int]
    WIND_DIRECTION_FIELD_NUMBER: _ClassVar[int]
    CLOUD_AMBIENT_FIELD_NUMBER: _ClassVar[int]
    HUMIDITY_FIELD_NUMBER: _ClassVar[int]
    MEAN_CLOUD_SIZE_FIELD_NUMBER: _ClassVar[int]
    time: float
    sunrise: float
    sunset: float
    wind_speed: float
    wind_direction: float
    cloud_ambient: _basics_pb2.Color
    humidity: float
    mean_cloud_size: float
    def __init__(self, time: _Optional[float] = ..., sunrise: _Optional[float] = ..., sunset: _Optional[float] = ..., wind_speed: _Optional[float] = ..., wind_direction: _Optional[float] = ..., cloud_ambient: _Optional[_Union[_basics_pb2.Color, _Mapping]] = ..., humidity: _Optional[float] = ..., mean_cloud_size: _Optional[float] = ...) -> None: ...

class Fog(_message.Message):
    __slots__ = ("type", "color", "density", "start", "end")
    class FogType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        NONE: _ClassVar[Fog.FogType]
        LINEAR: _ClassVar[Fog.FogType]
        EXPONENTIAL: _ClassVar[Fog.FogType]
        EXPONENTIAL2: _ClassVar[Fog.FogType]
    NONE: Fog.FogType
    LINEAR: Fog.FogType
    EXPONENTIAL: Fog.FogType
    EXPONENTIAL2: Fog.FogType
    TYPE_FIELD_NUMBER: _ClassVar[int]
    COLOR_FIELD_NUMBER: _ClassVar[int]
    DENSITY_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    type: Fog.FogType
    color: _basics_pb2.Color
    density: float
    start: float
    end: float
    def __init__(self, type: _Optional[_Union[Fog.FogType, str]] = ..., color: _Optional[_Union[_basics_pb2.Color, _Mapping]] = ..., density: _Optional[float] = ..., start: _Optional[float] = ..., end: _Optional[float] = ...) -> None: ...

class Shadows(_message.Message):
    __slots__ = ("type", "color")
    class ShadowType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        STENCIL_ADDITIVE: _ClassVar[Shadows.ShadowType]
        STENCIL_MODULATIVE: _ClassVar[Shadows.ShadowType]
        TEXTURE_ADDITIVE: _ClassVar[Shadows.ShadowType]
        TEXTURE_MODULATIVE: _ClassVar[Shadows.ShadowType]
    STENCIL_ADDITIVE: Shadows.ShadowType
    STENCIL_MODULATIVE: Shadows.ShadowType
    TEXTURE_ADDITIVE: Shadows.ShadowType
    TEXTURE_MODULATIVE: Shadows.ShadowType
    TYPE_FIELD_NUMBER: _ClassVar[int]
    COLOR_FIELD_NUMBER: _ClassVar[int]
    type: Shadows.ShadowType
    color: _basics_pb2.Color
    def __init__(self, type: _Optional[_Union[Shadows.ShadowType, str]] = ..., color: _Optional[_Union[_basics_pb2.Color, _Mapping]] = ...) -> None: ...

class Road(_message.Message):
    __slots__ = ("name", "width", "point", "material")
    NAME_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    POINT_FIELD_NUMBER: _ClassVar[int]
    MATERIAL_FIELD_NUMBER: _ClassVar[int]
    name: str
    width: float
    point: _containers.RepeatedCompositeFieldContainer[_basics_pb2.Vector3d]
    material: _rendering_pb2.Material
    def __init__(self, name: _Optional[str] = ..., width: _Optional[float] = ..., point: _Optional[_Iterable[_Union[_basics_pb2.Vector3d, _Mapping]]] = ..., material: _Optional[_Union[_rendering_pb2.Material, _Mapping]] = ...) -> None: ...

class Scene(_message.Message):
    __slots__ = ("name", "ambient", "background", "sky", "shadows", "fog", "grid", "model", "light", "joint", "origin_visual")
    NAME_FIELD_NUMBER: _ClassVar[int]
    AMBIENT_FIELD_NUMBER: _ClassVar[int]
    BACKGROUND_FIELD_NUMBER: _ClassVar[int]
    SKY_FIELD_NUMBER: _ClassVar[int]
    SHADOWS_FIELD_NUMBER: _ClassVar[int]
    FOG_FIELD_NUMBER: _ClassVar[int]
    GRID_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    LIGHT_FIELD_NUMBER: _ClassVar[int]
    JOINT_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_VISUAL_FIELD_NUMBER: _ClassVar[int]
    name: str
    ambient: _basics_pb2.Color
    background: _basics_pb2.Color
    sky: Sky
    shadows: bool
    fog: Fog
    grid: bool
    model: _containers.RepeatedCompositeFieldContainer[_model_pb2.Model]
    light: _containers.RepeatedCompositeFieldContainer[_rendering_pb2.Light]
    joint: _containers.RepeatedCompositeFieldContainer[_model_pb2.Joint]
    origin_visual: bool
    def __init__(self, name: _Optional[str] = ..., ambient: _Optional[_Union[_basics_pb2.Color, _Mapping]] = ..., background: _Optional[_Union[_basics_pb2.Color, _Mapping]] = ..., sky: _Optional[_Union[Sky, _Mapping]] = ..., shadows: _Optional[bool] = ..., fog: _Optional[_Union[Fog, _Mapping]] = ..., grid: _Optional[bool] = ..., model: _Optional[_Iterable[_Union[_model_pb2.Model, _Mapping]]] = ..., light: _Optional[_Iterable[_Union[_rendering_pb2.Light, _Mapping]]] = ..., joint: _Optional[_Iterable[_Union[_model_pb2.Joint, _Mapping]]] = ..., origin_visual: _Optional[bool] = ...) -> None: ...
