from protos.gazebo import basics_pb2 as _basics_pb2
from protos.gazebo import rendering_pb2 as _rendering_pb2
from protos.gazebo import shapes_pb2 as _shapes_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Physics(_message.Message):
    __slots__ = ("type", "solver_type", "min_step_size", "precon_iters", "iters", "sor", "cfm", "erp", "contact_max_correcting_vel", "contact_surface_layer", "gravity", "enable_physics", "real_time_factor", "real_time_update_rate", "max_step_size", "profile_name", "magnetic_field")
    class Type(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        ODE: _ClassVar[Physics.Type]
        BULLET: _ClassVar[Physics.Type]
        SIMBODY: _ClassVar[Physics.Type]
        DART: _ClassVar[Physics.Type]
    ODE: Physics.Type
    BULLET: Physics.Type
    SIMBODY: Physics.Type
    DART: Physics.Type
    TYPE_FIELD_NUMBER: _ClassVar[int]
    SOLVER_TYPE_FIELD_NUMBER: _ClassVar[int]
    MIN_STEP_SIZE_FIELD_NUMBER: _ClassVar[int]
    PRECON_ITERS_FIELD_NUMBER: _ClassVar[int]
    ITERS_FIELD_NUMBER: _ClassVar[int]
    SOR_FIELD_NUMBER: _ClassVar[int]
    CFM_FIELD_NUMBER: _ClassVar[int]
    ERP_FIELD_NUMBER: _ClassVar[int]
    CONTACT_MAX_CORRECTING_VEL_FIELD_NUMBER: _ClassVar[int]
    CONTACT_SURFACE_LAYER_FIELD_NUMBER: _ClassVar[int]
    GRAVITY_FIELD_NUMBER: _ClassVar[int]
    ENABLE_PHYSICS_FIELD_NUMBER: _ClassVar[int]
    REAL_TIME_FACTOR_FIELD_NUMBER: _ClassVar[int]
    REAL_TIME_UPDATE_RATE_FIELD_NUMBER: _ClassVar[int]
    MAX_STEP_SIZE_FIELD_NUMBER: _ClassVar[int]
    PROFILE_NAME_FIELD_NUMBER: _ClassVar[int]
    MAGNETIC_FIELD_FIELD_NUMBER: _ClassVar[int]
    type: Physics.Type
    solver_type: str
    min_step_size: float
    precon_iters: int
    iters: int
    sor: float
    cfm: float
    erp: float
    contact_max_correcting_vel: float
    contact_surface_layer: float
    gravity: _basics_pb2.Vector3d
    enable_physics: bool
    real_time_factor: float
    real_time_update_rate: float
    max_step_size: float
    profile_name: str
    magnetic_field: _basics_pb2.Vector3d
    def __init__(self, type: _Optional[_Union[Physics.Type, str]] = ..., solver_type: _Optional[str] = ..., min_step_size: _Optional[float] = ..., precon_iters: _Optional[int] = ..., iters: _Optional[int] = ..., sor: _Optional[float] = ..., cfm: _Optional[float] = ..., erp: _Optional[float] = ..., contact_max_correcting_vel: _Optional[float] = ..., contact_surface_layer: _Optional[float] = ..., gravity: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ..., enable_physics: _Optional[bool] = ..., real_time_factor: _Optional[float] = ..., real_time_update_rate: _Optional[float] = ..., max_step_size: _Optional[float] = ..., profile_name: _Optional[str] = ..., magnetic_field: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ...) -> None: ...

class Density(_message.Message):
    __slots__ = ("density",)
    DENSITY_FIELD_NUMBER: _ClassVar[int]
    density: float
    def __init__(self, density: _Optional[float] = ...) -> None: ...

class Inertial(_message.Message):
    __slots__ = ("mass", "pose", "ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    MASS_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    IXX_FIELD_NUMBER: _ClassVar[int]
    IXY_FIELD_NUMBER: _ClassVar[int]
    IXZ_FIELD_NUMBER: _ClassVar[int]
    IYY_FIELD_NUMBER: _ClassVar[int]
    IYZ_FIELD_NUMBER: _ClassVar[int]
    IZZ_FIELD_NUMBER: _ClassVar[int]
    mass: float
    pose: _basics_pb2.Pose
    ixx: float
    ixy: float
    ixz: float
    iyy: float
    iyz: float
    izz: float
    def __init__(self, mass: _Optional[float] = ..., pose: _Optional[_Union[_basics_pb2.Pose, _Mapping]] = ..., ixx: _Optional[float] = ..., ixy: _Optional[float] = ..., ixz: _Optional[float] = ..., iyy: _Optional[float] = ..., iyz: _Optional[float] = ..., izz: _Optional[float] = ...) -> None: ...

class Friction(_message.Message):
    __slots__ = ("mu", "mu2", "fdir1", "slip1", "slip2", "torsional")
    class Torsional(_message.Message):
        __slots__ = ("coefficient", "use_patch_radius", "patch_radius", "surface_radius", "ode")
        class ODE(_message.Message):
            __slots__ = ("slip",)
            SLIP_FIELD_NUMBER: _ClassVar[int]
            slip: float
            def __init__(self, slip: _Optional[float] = ...) -> None: ...
        COEFFICIENT_FIELD_NUMBER: _ClassVar[int]
        USE_PATCH_RADIUS_FIELD_NUMBER: _ClassVar[int]
        PATCH_RADIUS_FIELD_NUMBER: _ClassVar[int]
        SURFACE_RADIUS_FIELD_NUMBER: _ClassVar[int]
        ODE_FIELD_NUMBER: _ClassVar[int]
        coefficient: float
        use_patch_radius: bool
        patch_radius: float
        surface_radius: float
        ode: Friction.Torsional.ODE
        def __init__(self, coefficient: _Optional[float] = ..., use_patch_radius: _Optional[bool] = ..., patch_radius: _Optional[float] = ..., surface_radius: _Optional[float] = ..., ode: _Optional[_Union[Friction.Torsional.ODE, _Mapping]] = ...) -> None: ...
    MU_FIELD_NUMBER: _ClassVar[int]
    MU2_FIELD_NUMBER: _ClassVar[int]
    FDIR1_FIELD_NUMBER: _ClassVar[int]
    SLIP1_FIELD_NUMBER: _ClassVar[int]
    SLIP2_FIELD_NUMBER: _ClassVar[int]
    TORSIONAL_FIELD_NUMBER: _ClassVar[int]
    mu: float
    mu2: float
    fdir1: _basics_pb2.Vector3d
    slip1: float
    slip2: float
    torsional: Friction.Torsional
    def __init__(self, mu: _Optional[float] = ..., mu2: _Optional[float] = ..., fdir1: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ..., slip1: _Optional[float] = ..., slip2: _Optional[float] = ..., torsional: _Optional[_Union[Friction.Torsional, _Mapping]] = ...) -> None: ...

class Surface(_message.Message):
    __slots__ = ("friction", "restitution_coefficient", "bounce_threshold", "soft_cfm", "soft_erp", "kp", "kd", "max_vel", "min_depth", "collide_without_contact", "collide_without_contact_bitmask", "collide_bitmask", "elastic_modulus")
    FRICTION_FIELD_NUMBER: _ClassVar[int]
    RESTITUTION_COEFFICIENT_FIELD_NUMBER: _ClassVar[int]
    BOUNCE_THRESHOLD_FIELD_NUMBER: _ClassVar[int]
    SOFT_CFM_FIELD_NUMBER: _ClassVar[int]
    SOFT_ERP_FIELD_NUMBER: _ClassVar[int]
    KP_FIELD_NUMBER: _ClassVar[int]
    KD_FIELD_NUMBER: _ClassVar[int]
    MAX_VEL_FIELD_NUMBER: _ClassVar[int]
    MIN_DEPTH_FIELD_NUMBER: _ClassVar[int]
    COLLIDE_WITHOUT_CONTACT_FIELD_NUMBER: _ClassVar[int]
    COLLIDE_WITHOUT_CONTACT_BITMASK_FIELD_NUMBER: _ClassVar[int]
    COLLIDE_BITMASK_FIELD_NUMBER: _ClassVar[int]
    ELASTIC_MODULUS_FIELD_NUMBER: _ClassVar[int]
    friction: Friction
    restitution_coefficient: float
    bounce_threshold: float
    soft_cfm: float
    soft_erp: float
    kp: float
    kd: float
    max_vel: float
    min_depth: float
    collide_without_contact: bool
    collide_without_contact_bitmask: int
    collide_bitmask: int
    elastic_modulus: float
    def __init__(self, friction: _Optional[_Union[Friction, _Mapping]] = ..., restitution_coefficient: _Optional[float] = ..., bounce_threshold: _Optional[float] = ..., soft_cfm: _Optional[float] = ..., soft_erp: _Optional[float] = ..., kp: _Optional[float] = ..., kd: _Optional[float] = ..., max_vel: _Optional[float] = ..., min_depth: _Optional[float] = ..., collide_without_contact: _Optional[bool] = ..., collide_without_contact_bitmask: _Optional[int] = ..., collide_bitmask: _Optional[int] = ..., elastic_modulus: _Optional[float] = ...) -> None: ...

class Collision(_message.Message):
    __slots__ = ("id", "name", "laser_retro", "max_contacts", "pose", "geometry", "surface", "visual")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    LASER_RETRO_FIELD_NUMBER: _ClassVar[int]
    MAX_CONTACTS_FIELD_NUMBER: _ClassVar[int]
    POSE_FIELD_NUMBER: _ClassVar[int]
    GEOMETRY_FIELD_NUMBER: _ClassVar[int]
    SURFACE_FIELD_NUMBER: _ClassVar[int]
    VISUAL_FIELD_NUMBER: _ClassVar[int]
    id: int
    name: str
    laser_retro: float
    max_contacts: float
    pose: _basics_pb2.Pose
    geometry: _shapes_pb2.Geometry
    surface: Surface
    visual: _containers.RepeatedCompositeFieldContainer[_rendering_pb2.Visual]
    def __init__(self, id: _Optional[int] = ..., name: _Optional[str] = ..., laser_retro: _Optional[float] = ..., max_contacts: _Optional[float] = ..., pose: _Optional[_Union[_basics_pb2.Pose, _Mapping]] = ..., geometry: _Optional[_Union[_shapes_pb2.Geometry, _Mapping]] = ..., surface: _Optional[_Union[Surface, _Mapping]] = ..., visual: _Optional[_Iterable[_Union[_rendering_pb2.Visual, _Mapping]]] = ...) -> None: ...

class Atmosphere(_message.Message):
    __slots__ = ("type", "temperature", "pressure", "mass_density", "enable_atmosphere")
    class Type(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        ADIABATIC: _ClassVar[Atmosphere.Type]
    ADIABATIC: Atmosphere.Type
    TYPE_FIELD_NUMBER: _ClassVar[int]
    TEMPERATURE_FIELD_NUMBER: _ClassVar[int]
    PRESSURE_FIELD_NUMBER: _ClassVar[int]
    MASS_DENSITY_FIELD_NUMBER: _ClassVar[int]
    ENABLE_ATMOSPHERE_FIELD_NUMBER: _ClassVar[int]
    type: Atmosphere.Type
    temperature: float
    pressure: float
    mass_density: float
    enable_atmosphere: bool
    def __init__(self, type: _Optional[_Union[Atmosphere.Type, str]] = ..., temperature: _Optional[float] = ..., pressure: _Optional[float] = ..., mass_density: _Optional[float] = ..., enable_atmosphere: _Optional[bool] = ...) -> None: ...

class Wind(_message.Message):
    __slots__ = ("linear_velocity", "enable_wind")
    LINEAR_VELOCITY_FIELD_NUMBER: _ClassVar[int]
    ENABLE_WIND_FIELD_NUMBER: _ClassVar[int]
    linear_velocity: _basics_pb2.Vector3d
    enable_wind: bool
    def __init__(self, linear_velocity: _Optional[_Union[_basics_pb2.Vector3d, _Mapping]] = ..., enable_wind: _Optional[bool] = ...) -> None: ...

class Fluid(_message.Message):
    __slots__ = ("name", "position")
    NAME_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    name: str
    position: _containers.RepeatedCompositeFieldContainer[_basics_pb2.Vector3d]
    def __init__(self, name: _Optional[str] = ..., position: _Optional[_Iterable[_Union[_basics_pb2.Vector3d, _Mapping]]] = ...) -> None: ...
