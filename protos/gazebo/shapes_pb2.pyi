from protos.gazebo import basics_pb2 as _basics_pb2
from protos.gazebo import images_pb2 as _images_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class BoxGeom(_message.Message):
    __slots__ = ("size",)
    SIZE_FIELD_NUMBER: _ClassVar[int]
    size: _basics_pb2.Vector3d
    def __init__(self, size: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ...) -> None: ...

class CylinderGeom(_message.Message):
    __slots__ = ("radius", "length")
    RADIUS_FIELD_NUMBER: _ClassVar[int]
    LENGTH_FIELD_NUMBER: _ClassVar[int]
    radius: float
    length: float
    def __init__(self, radius: _Optional[float] = ..., length: _Optional[float] = ...) -> None: ...

class SphereGeom(_message.Message):
    __slots__ = ("radius",)
    RADIUS_FIELD_NUMBER: _ClassVar[int]
    radius: float
    def __init__(self, radius: _Optional[float] = ...) -> None: ...

class PlaneGeom(_message.Message):
    __slots__ = ("normal", "size", "d")
    NORMAL_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    D_FIELD_NUMBER: _ClassVar[int]
    normal: _basics_pb2.Vector3d
    size: _basics_pb2.Vector2d
    d: float
    def __init__(self, normal: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ..., size: _Optional[_Union[_basics_pb2.Vector2d, _Mapping]] = ..., d: _Optional[float] = ...) -> None: ...

class ImageGeom(_message.Message):
    __slots__ = ("uri", "scale", "threshold", "height", "granularity")
    URI_FIELD_NUMBER: _ClassVar[int]
    SCALE_FIELD_NUMBER: _ClassVar[int]
    THRESHOLD_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    GRANULARITY_FIELD_NUMBER: _ClassVar[int]
    uri: str
    scale: float
    threshold: int
    height: float
    granularity: int
    def __init__(self, uri: _Optional[str] = ..., scale: _Optional[float] = ..., threshold: _Optional[int] = ..., height: _Optional[float] = ..., granularity: _Optional[int] = ...) -> None: ...

class HeightmapGeom(_message.Message):
    __slots__ = ("image", "size", "origin", "heights", "width", "height", "texture", "blend", "use_terrain_paging", "filename", "sampling")
    class Texture(_message.Message):
        __slots__ = ("diffuse", "normal", "size")
        DIFFUSE_FIELD_NUMBER: _ClassVar[int]
        NORMAL_FIELD_NUMBER: _ClassVar[int]
        SIZE_FIELD_NUMBER: _ClassVar[int]
        diffuse: str
        normal: str
        size: float
        def __init__(self, diffuse: _Optional[str] = ..., normal: _Optional[str] = ..., size: _Optional[float] = ...) -> None: ...
    class Blend(_message.Message):
        __slots__ = ("min_height", "fade_dist")
        MIN_HEIGHT_FIELD_NUMBER: _ClassVar[int]
        FADE_DIST_FIELD_NUMBER: _ClassVar[int]
        min_height: float
        fade_dist: float
        def __init__(self, min_height: _Optional[float] = ..., fade_dist: _Optional[float] = ...) -> None: ...
    IMAGE_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    HEIGHTS_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    TEXTURE_FIELD_NUMBER: _ClassVar[int]
    BLEND_FIELD_NUMBER: _ClassVar[int]
    USE_TERRAIN_PAGING_FIELD_NUMBER: _ClassVar[int]
    FILENAME_FIELD_NUMBER: _ClassVar[int]
    SAMPLING_FIELD_NUMBER: _ClassVar[int]
    image: _images_pb2.Image
    size: _basics_pb2.Vector3d
    origin: _basics_pb2.Vector3d
    heights: _containers.RepeatedScalarFieldContainer[float]
    width: int
    height: int
    texture: _containers.RepeatedCompositeFieldContainer[HeightmapGeom.Texture]
    blend: _containers.RepeatedCompositeFieldContainer[HeightmapGeom.Blend]
    use_terrain_paging: bool
    filename: str
    sampling: int
    def __init__(self, image: _Optional[_Union[_images_pb2.Image, _Mapping]] = ..., size: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ..., origin: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ..., heights: _Optional[_Iterable[float]] = ..., width: _Optional[int] = ..., height: _Optional[int] = ..., texture: _Optional[_Iterable[_Union[HeightmapGeom.Texture, _Mapping]]] = ..., blend: _Optional[_Iterable[_Union[HeightmapGeom.Blend, _Mapping]]] = ..., use_terrain_paging: _Optional[bool] = ..., filename: _Optional[str] = ..., sampling: _Optional[int] = ...) -> None: ...

class MeshGeom(_message.Message):
    __slots__ = ("filename", "scale", "submesh", "center_submesh")
    FILENAME_FIELD_NUMBER: _ClassVar[int]
    SCALE_FIELD_NUMBER: _ClassVar[int]
    SUBMESH_FIELD_NUMBER: _ClassVar[int]
    CENTER_SUBMESH_FIELD_NUMBER: _ClassVar[int]
    filename: str
    scale: _basics_pb2.Vector3d
    submesh: str
    center_submesh: bool
    def __init__(self, filename: _Optional[str] = ..., scale: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ..., submesh: _Optional[str] = ..., center_submesh: _Optional[bool] = ...) -> None: ...

class Polyline(_message.Message):
    __slots__ = ("height", "point")
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    POINT_FIELD_NUMBER: _ClassVar[int]
    height: float
    point: _containers.RepeatedCompositeFieldContainer[_basics_pb2.Vector2d]
    def __init__(self, height: _Optional[float] = ..., point: _Optional[_Iterable[_Union[_basics_pb2.Vector2d, _Mapping]]] = ...) -> None: ...

class Geometry(_message.Message):
    __slots__ = ("type", "box", "cylinder", "plane", "sphere", "image", "heightmap", "mesh", "points", "polyline")
    class Type(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        BOX: _ClassVar[Geometry.Type]
        CYLINDER: _ClassVar[Geometry.Type]
        SPHERE: _ClassVar[Geometry.Type]
        PLANE: _ClassVar[Geometry.Type]
        IMAGE: _ClassVar[Geometry.Type]
        HEIGHTMAP: _ClassVar[Geometry.Type]
        MESH: _ClassVar[Geometry.Type]
        TRIANGLE_FAN: _ClassVar[Geometry.Type]
        LINE_STRIP: _ClassVar[Geometry.Type]
        POLYLINE: _ClassVar[Geometry.Type]
        EMPTY: _ClassVar[Geometry.Type]
    BOX: Geometry.Type
    CYLINDER: Geometry.Type
    SPHERE: Geometry.Type
    PLANE: Geometry.Type
    IMAGE: Geometry.Type
    HEIGHTMAP: Geometry.Type
    MESH: Geometry.Type
    TRIANGLE_FAN: Geometry.Type
    LINE_STRIP: Geometry.Type
    POLYLINE: Geometry.Type
    EMPTY: Geometry.Type
    TYPE_FIELD_NUMBER: _ClassVar[int]
    BOX_FIELD_NUMBER: _ClassVar[int]
    CYLINDER_FIELD_NUMBER: _ClassVar[int]
    PLANE_FIELD_NUMBER: _ClassVar[int]
    SPHERE_FIELD_NUMBER: _ClassVar[int]
    IMAGE_FIELD_NUMBER: _ClassVar[int]
    HEIGHTMAP_FIELD_NUMBER: _ClassVar[int]
    MESH_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    POLYLINE_FIELD_NUMBER: _ClassVar[int]
    type: Geometry.Type
    box: BoxGeom
    cylinder: CylinderGeom
    plane: PlaneGeom
    sphere: SphereGeom
    image: ImageGeom
    heightmap: HeightmapGeom
    mesh: MeshGeom
    points: _containers.RepeatedCompositeFieldContainer[_basics_pb2.Vector3d]
    polyline: _containers.RepeatedCompositeFieldContainer[Polyline]
    def __init__(self, type: _Optional[_Union[Geometry.Type, str]] = ..., box: _Optional[_Union[BoxGeom, _Mapping]] = ..., cylinder: _Optional[_Union[CylinderGeom, _Mapping]] = ..., plane: _Optional[_Union[PlaneGeom, _Mapping]] = ..., sphere: _Optional[_Union[SphereGeom, _Mapping]] = ..., image: _Optional[_Union[ImageGeom, _Mapping]] = ..., heightmap: _Optional[_Union[HeightmapGeom, _Mapping]] = ..., mesh: _Optional[_Union[MeshGeom, _Mapping]] = ..., points: _Optional[_Iterable[_Union[_basics_pb2.Vector3d, _Mapping]]] = ..., polyline: _Optional[_Iterable[_Union[Polyline, _Mapping]]] = ...) -> None: ...
