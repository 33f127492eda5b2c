from protos.gazebo import basics_pb2 as _basics_pb2
from protos.gazebo import shapes_pb2 as _shapes_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Plugin(_message.Message):
    __slots__ = ("name", "filename", "innerxml")
    NAME_FIELD_NUMBER: _ClassVar[int]
    FILENAME_FIELD_NUMBER: _ClassVar[int]
    INNERXML_FIELD_NUMBER: _ClassVar[int]
    name: str
    filename: str
    innerxml: str
    def __init__(self, name: _Optional[str] = ..., filename: _Optional[str] = ..., innerxml: _Optional[str] = ...) -> None: ...

class Material(_message.Message):
    __slots__ = ("script", "shader_type", "normal_map", "ambient", "diffuse", "specular", "emissive", "lighting")
    class ShaderType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        VERTEX: _ClassVar[Material.ShaderType]
        PIXEL: _ClassVar[Material.ShaderType]
        NORMAL_MAP_OBJECT_SPACE: _ClassVar[Material.ShaderType]
        NORMAL_MAP_TANGENT_SPACE: _ClassVar[Material.ShaderType]
    VERTEX: Material.ShaderType
    PIXEL: Material.ShaderType
    NORMAL_MAP_OBJECT_SPACE: Material.ShaderType
    NORMAL_MAP_TANGENT_SPACE: Material.ShaderType
    class Script(_message.Message):
        __slots__ = ("uri", "name")
        URI_FIELD_NUMBER: _ClassVar[int]
        NAME_FIELD_NUMBER: _ClassVar[int]
        uri: _containers.RepeatedScalarFieldContainer[str]
        name: str
        def __init__(self, uri: _Optional[_Iterable[str]] = ..., name: _Optional[str] = ...) -> None: ...
    SCRIPT_FIELD_NUMBER: _ClassVar[int]
    SHADER_TYPE_FIELD_NUMBER: _ClassVar[int]
    NORMAL_MAP_FIELD_NUMBER: _ClassVar[int]
    AMBIENT_FIELD_NUMBER: _ClassVar[int]
    DIFFUSE_FIELD_NUMBER: _ClassVar[int]
    SPECULAR_FIELD_NUMBER: _ClassVar[int]
    EMISSIVE_FIELD_NUMBER: _ClassVar[int]
    LIGHTING_FIELD_NUMBER: _ClassVar[int]
    script: Material.Script
    shader_type: Material.ShaderType
    normal_map: str
    ambient: _basics_pb2.Color
    diffuse: _basics_pb2.Color
    specular: _basics_pb2.Color
    emissive: _basics_pb2.Color
    lighting: bool
    def __init__(self, script: _Optional[_Union[Material.Script, _Mapping]] = ..., shader_type: _Optional[_Union[Material.ShaderType, str]] = ..., normal_map: _Optional[str] = ..., ambient: _Optional[_Union[_basics_pb2.Color, _Mapping]] = ..., diffuse: _Optional[_Union[_basics_pb2.Color, _Mapping]] = ..., specular: _Optional[_Union[_basics_pb2.Color, _Mapping]] = ..., emissive: _Optional[_Union[_basics_pb2.Color, _Mapping]] = ..., lighting: _Optional[bool] = ...) -> None: ...

class Visual(_message.Message):
    __slots__ = ("name", "id", "parent_name", "parent_id", "cast_shadows", "transparency", "laser_retro", "pose", "geometry", "material", "visible", "delete_me", "is_static", "plugin", "scale", "meta", "type")
    class Type(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        ENTITY: _ClassVar[Visual.Type]
        MODEL: _ClassVar[Visual.Type]
        LINK: _ClassVar[Visual.Type]
        VISUAL: _ClassVar[Visual.Type]
        COLLISION: _ClassVar[Visual.Type]
        SENSOR: _ClassVar[Visual.Type]
        GUI: _ClassVar[Visual.Type]
        PHYSICS: _ClassVar[Visual.Type]
    ENTITY: Visual.Type
    MODEL: Visual.Type
    LINK: Visual.Type
    VISUAL: Visual.Type
    COLLISION: Visual.Type
    SENSOR: Visual.Type
    GUI: Visual.Type
    PHYSICS: Visual.Type
    class Meta(_message.Message):
        __slots__ = ("layer",)
        LAYER_FIELD_NUMBER: _ClassVar[int]
        layer: int
        def __init__(self, layer: _Optional[int] = ...) -> None: ...
    NAME_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    PARENT_NAME_FIELD_NUMBER: _ClassVar[int]
    PARENT_ID_FIELD_NUMBER: _ClassVar[int]
    CAST_SHADOWS_FIELD_NUMBER: _ClassVar[int]
    TRANSPARENCY_FIELD_NUMBER: _ClassVar[int]
    LASER_RETRO_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    GEOMETRY_FIELD_NUMBER: _ClassVar[int]
    MATERIAL_FIELD_NUMBER: _ClassVar[int]
    VISIBLE_FIELD_NUMBER: _ClassVar[int]
    DELETE_ME_FIELD_NUMBER: _ClassVar[int]
    IS_STATIC_FIELD_NUMBER: _ClassVar[int]
    PLUGIN_FIELD_NUMBER: _ClassVar[int]
    SCALE_FIELD_NUMBER: _ClassVar[int]
    META_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    name: str
    id: int
    parent_name: str
    parent_id: int
    cast_shadows: bool
    transparency: float
    laser_retro: float
    pose: _basics_pb2.Pose
    geometry: _shapes_pb2.Geometry
    material: Material
    visible: bool
    delete_me: bool
    is_static: bool
    plugin: _containers.RepeatedCompositeFieldContainer[Plugin]
    scale: _basics_pb2.Vector3d
    meta: Visual.Meta
    type: Visual.Type
    def __init__(self, name: _Optional[str] = ..., id: _Optional[int] = ..., parent_name: _Optional[str] = ..., parent_id: _Optional[int] = ..., cast_shadows: _Optional[bool] = ..., transparency: _Optional[float] = ..., laser_retro: _Optional[float] = ..., pose: _Optional[_Union[_basics_pb2.Pose, _Mapping]] = ..., geometry: _Optional[_Union[_shapes_pb2.Geometry, _Mapping]] = ..., material: _Optional[_Union[Material, _Mapping]] = ..., visible: _Optional[bool] = ..., delete_me: _Optional[bool] = ..., is_static: _Optional[bool] = ..., plugin: _Optional[_Iterable[_Union[Plugin, _Mapping]]] = ..., scale: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ..., meta: _Optional[_Union[Visual.Meta, _Mapping]] = ..., type: _Optional[_Union[Visual.Type, str]] = ...) -> None: ...

class Light(_message.Message):
    __slots__ = ("name", "type", "pose", "diffuse", "specular", "attenuation_constant", "attenuation_linear", "attenuation_quadratic", "direction", "range", "cast_shadows", "spot_inner_angle", "spot_outer_angle", "spot_falloff", "id")
    class LightType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        POINT: _ClassVar[Light.LightType]
        SPOT: _ClassVar[Light.LightType]
        DIRECTIONAL: _ClassVar[Light.LightType]
    POINT: Light.LightType
    SPOT: Light.LightType
    DIRECTIONAL: Light.LightType
    NAME_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    DIFFUSE_FIELD_NUMBER: _ClassVar[int]
    SPECULAR_FIELD_NUMBER: _ClassVar[int]
    ATTENUATION_CONSTANT_FIELD_NUMBER: _ClassVar[int]
    ATTENUATION_LINEAR_FIELD_NUMBER: _ClassVar[int]
    ATTENUATION_QUADRATIC_FIELD_NUMBER: _ClassVar[int]
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    RANGE_FIELD_NUMBER: _ClassVar[int]
    CAST_SHADOWS_FIELD_NUMBER: _ClassVar[int]
    SPOT_INNER_ANGLE_FIELD_NUMBER: _ClassVar[int]
    SPOT_OUTER_ANGLE_FIELD_NUMBER: _ClassVar[int]
    SPOT_FALLOFF_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    name: str
    type: Light.LightType
    pose: _basics_pb2.Pose
    diffuse: _basics_pb2.Color
    specular: _basics_pb2.Color
    attenuation_constant: float
    attenuation_linear: float
    attenuation_quadratic: float
    direction: _basics_pb2.Vector3d
    range: float
    cast_shadows: bool
    spot_inner_angle: float
    spot_outer_angle: float
    spot_falloff: float
    id: int
    def __init__(self, name: _Optional[str] = ..., type: _Optional[_Union[Light.LightType, str]] = ..., pose: _Optional[_Union[_basics_pb2.Pose, _Mapping]] = ..., diffuse: _Optional[_Union[_basics_pb2.Color, _Mapping]] = ..., specular: _Optional[_Union[_basics_pb2.Color, _Mapping]] = ..., attenuation_constant: _Optional[float] = ..., attenuation_linear: _Optional[float] = ..., attenuation_quadratic: _Optional[float] = ..., direction: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ..., range: _Optional[float] = ..., cast_shadows: _Optional[bool] = ..., spot_inner_angle: _Optional[float] = ..., spot_outer_angle: _Optional[float] = ..., spot_falloff: _Optional[float] = ..., id: _Optional[int] = ...) -> None: ...

class Projector(_message.Message):
    __slots__ = ("name", "texture", "pose", "fov", "near_clip", "far_clip", "enabled")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TEXTURE_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    FOV_FIELD_NUMBER: _ClassVar[int]
    NEAR_CLIP_FIELD_NUMBER: _ClassVar[int]
    FAR_CLIP_FIELD_NUMBER: _ClassVar[int]
    ENABLED_FIELD_NUMBER: _ClassVar[int]
    name: str
    texture: str
    pose: _basics_pb2.Pose
    fov: float
    near_clip: float
    far_clip: float
    enabled: bool
    def __init__(self, name: _Optional[str] = ..., texture: _Optional[str] = ..., pose: _Optional[_Union[_basics_pb2.Pose, _Mapping]] = ..., fov: _Optional[float] = ..., near_clip: _Optional[float] = ..., far_clip: _Optional[float] = ..., enabled: _Optional[bool] = ...) -> None: ...
