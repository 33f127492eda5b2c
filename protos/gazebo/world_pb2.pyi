from protos.gazebo import time_pb2 as _time_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class LogPlaybackStatistics(_message.Message):
    __slots__ = ("start_time", "end_time")
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    start_time: _time_pb2.Time
    end_time: _time_pb2.Time
    def __init__(self, start_time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., end_time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ...) -> None: ...

class WorldStatistics(_message.Message):
    __slots__ = ("sim_time", "pause_time", "real_time", "paused", "iterations", "model_count", "log_playback_stats")
    SIM_TIME_FIELD_NUMBER: _ClassVar[int]
    PAUSE_TIME_FIELD_NUMBER: _ClassVar[int]
    REAL_TIME_FIELD_NUMBER: _ClassVar[int]
    PAUSED_FIELD_NUMBER: _ClassVar[int]
    ITERATIONS_FIELD_NUMBER: _ClassVar[int]
    MODEL_COUNT_FIELD_NUMBER: _ClassVar[int]
    LOG_PLAYBACK_STATS_FIELD_NUMBER: _ClassVar[int]
    sim_time: _time_pb2.Time
    pause_time: _time_pb2.Time
    real_time: _time_pb2.Time
    paused: bool
    iterations: int
    model_count: int
    log_playback_stats: LogPlaybackStatistics
    def __init__(self, sim_time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., pause_time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., real_time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., paused: _Optional[bool] = ..., iterations: _Optional[int] = ..., model_count: _Optional[int] = ..., log_playback_stats: _Optional[_Union[LogPlaybackStatistics, _Mapping]] = ...) -> None: ...

class WorldReset(_message.Message):
    __slots__ = ("all", "time_only", "model_only")
    ALL_FIELD_NUMBER: _ClassVar[int]
    TIME_ONLY_FIELD_NUMBER: _ClassVar[int]
    MODEL_ONLY_FIELD_NUMBER: _ClassVar[int]
    all: bool
    time_only: bool
    model_only: bool
    def __init__(self, all: _Optional[bool] = ..., time_only: _Optional[bool] = ..., model_only: _Optional[bool] = ...) -> None: ...

class WorldControl(_message.Message):
    __slots__ = ("pause", "step", "multi_step", "reset", "seed")
    PAUSE_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    MULTI_STEP_FIELD_NUMBER: _ClassVar[int]
    RESET_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    pause: bool
    step: bool
    multi_step: int
    reset: WorldReset
    seed: int
    def __init__(self, pause: _Optional[bool] = ..., step: _Optional[bool] = ..., multi_step: _Optional[int] = ..., reset: _Optional[_Union[WorldReset, _Mapping]] = ..., seed: _Optional[int] = ...) -> None: ...

class WorldModify(_message.Message):
    __slots__ = ("world_name", "remove", "create", "cloned", "cloned_uri")
    WORLD_NAME_FIELD_NUMBER: _ClassVar[int]
    REMOVE_FIELD_NUMBER: _ClassVar[int]
    CREATE_FIELD_NUMBER: _ClassVar[int]
    CLONED_FIELD_NUMBER: _ClassVar[int]
    CLONED_URI_FIELD_NUMBER: _ClassVar[int]
    world_name: str
    remove: bool
    create: bool
    cloned: bool
    cloned_uri: str
    def __init__(self, world_name: _Optional[str] = ..., remove: _Optional[bool] = ..., create: _Optional[bool] = ..., cloned: _Optional[bool] = ..., cloned_uri: _Optional[str] = ...) -> None: ...

class ServerControl(_message.Message):
    __slots__ = ("save_world_name", "save_filename", "open_filename", "new_world", "stop", "clone", "new_port")
    SAVE_WORLD_NAME_FIELD_NUMBER: _ClassVar[int]
    SAVE_FILENAME_FIELD_NUMBER: _ClassVar[int]
    OPEN_FILENAME_FIELD_NUMBER: _ClassVar[int]
    NEW_WORLD_FIELD_NUMBER: _ClassVar[int]
    STOP_FIELD_NUMBER: _ClassVar[int]
    CLONE_FIELD_NUMBER: _ClassVar[int]
    NEW_PORT_FIELD_NUMBER: _ClassVar[int]
    save_world_name: str
    save_filename: str
    open_filename: str
    new_world: bool
    stop: bool
    clone: bool
    new_port: int
    def __init__(self, save_world_name: _Optional[str] = ..., save_filename: _Optional[str] = ..., open_filename: _Optional[str] = ..., new_world: _Optional[bool] = ..., stop: _Optional[bool] = ..., clone: _Optional[bool] = ..., new_port: _Optional[int] = ...) -> None: ...

class SimEvent(_message.Message):
    __slots__ = ("id", "type", "name", "world_statistics", "data")
    ID_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    WORLD_STATISTICS_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    id: int
    type: str
    name: str
    world_statistics: WorldStatistics
    data: str
    def __init__(self, id: _Optional[int] = ..., type: _Optional[str] = ..., name: _Optional[str] = ..., world_statistics: _Optional[_Union[WorldStatistics, _Mapping]] = ..., data: _Optional[str] = ...) -> None: ...

class Diagnostics(_message.Message):
    __slots__ = ("time", "real_time", "sim_time", "real_time_factor")
    class DiagTime(_message.Message):
        __slots__ = ("name", "elapsed", "wall")
        NAME_FIELD_NUMBER: _ClassVar[int]
        ELAPSED_FIELD_NUMBER: _ClassVar[int]
        WALL_FIELD_NUMBER: _ClassVar[int]
        name: str
        elapsed: _time_pb2.Time
        wall: _time_pb2.Time
        def __init__(self, name: _Optional[str] = ..., elapsed: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., wall: _Optional[_Union[_time_pb2.Time, _Mapping]] = ...) -> None: ...
    TIME_FIELD_NUMBER: _ClassVar[int]
    REAL_TIME_FIELD_NUMBER: _ClassVar[int]
    SIM_TIME_FIELD_NUMBER: _ClassVar[int]
    REAL_TIME_FACTOR_FIELD_NUMBER: _ClassVar[int]
    time: _containers.RepeatedCompositeFieldContainer[Diagnostics.DiagTime]
    real_time: _time_pb2.Time
    sim_time: _time_pb2.Time
    real_time_factor: float
    def __init__(self, time: _Optional[_Iterable[_Union[Diagnostics.DiagTime, _Mapping]]] = ..., real_time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., sim_time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., real_time_factor: _Optional[float] = ...) -> None: ...

class LogControl(_message.Message):
    __slots__ = ("start", "stop", "paused", "base_path", "encoding", "record_resources")
    START_FIELD_NUMBER: _ClassVar[int]
    STOP_FIELD_NUMBER: _ClassVar[int]
    PAUSED_FIELD_NUMBER: _ClassVar[int]
    BASE_PATH_FIELD_NUMBER: _ClassVar[int]
    ENCODING_FIELD_NUMBER: _ClassVar[int]
    RECORD_RESOURCES_FIELD_NUMBER: _ClassVar[int]
    start: bool
    stop: bool
    paused: bool
    base_path: str
    encoding: str
    record_resources: bool
    def __init__(self, start: _Optional[bool] = ..., stop: _Optional[bool] = ..., paused: _Optional[bool] = ..., base_path: _Optional[str] = ..., encoding: _Optional[str] = ..., record_resources: _Optional[bool] = ...) -> None: ...

class LogPlaybackControl(_message.Message):
    __slots__ = ("pause", "multi_step", "rewind", "forward", "seek", "rt_factor")
    PAUSE_FIELD_NUMBER: _ClassVar[int]
    MULTI_STEP_FIELD_NUMBER: _ClassVar[int]
    REWIND_FIELD_NUMBER: _ClassVar[int]
    FORWARD_FIELD_NUMBER: _ClassVar[int]
    SEEK_FIELD_NUMBER: _ClassVar[int]
    RT_FACTOR_FIELD_NUMBER: _ClassVar[int]
    pause: bool
    multi_step: int
    rewind: bool
    forward: bool
    seek: _time_pb2.Time
    rt_factor: float
    def __init__(self, pause: _Optional[bool] = ..., multi_step: _Optional[int] = ..., rewind: _Optional[bool] = ..., forward: _Optional[bool] = ..., seek: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., rt_factor: _Optional[float] = ...) -> None: ...

class LogStatus(_message.Message):
    __slots__ = ("sim_time", "log_file")
    class LogFile(_message.Message):
        __slots__ = ("uri", "base_path", "full_path", "size", "size_units", "record_resources")
        class Units(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
            __slots__ = ()
            BYTES: _ClassVar[LogStatus.LogFile.Units]
            K_BYTES: _ClassVar[LogStatus.LogFile.Units]
            M_BYTES: _ClassVar[LogStatus.LogFile.Units]
            G_BYTES: _ClassVar[LogStatus.LogFile.Units]
        BYTES: LogStatus.LogFile.Units
        K_BYTES: LogStatus.LogFile.Units
        M_BYTES: LogStatus.LogFile.Units
        G_BYTES: LogStatus.LogFile.Units
        URI_FIELD_NUMBER: _ClassVar[int]
        BASE_PATH_FIELD_NUMBER: _ClassVar[int]
        FULL_PATH_FIELD_NUMBER: _ClassVar[int]
        SIZE_FIELD_NUMBER: _ClassVar[int]
        SIZE_UNITS_FIELD_NUMBER: _ClassVar[int]
        RECORD_RESOURCES_FIELD_NUMBER: _ClassVar[int]
        uri: str
        base_path: str
        full_path: str
        size: float
        size_units: LogStatus.LogFile.Units
        record_resources: bool
        def __init__(self, uri: _Optional[str] = ..., base_path: _Optional[str] = ..., full_path: _Optional[str] = ..., size: _Optional[float] = ..., size_units: _Optional[_Union[LogStatus.LogFile.Units, str]] = ..., record_resources: _Optional[bool] = ...) -> None: ...
    SIM_TIME_FIELD_NUMBER: _ClassVar[int]
    LOG_FILE_FIELD_NUMBER: _ClassVar[int]
    sim_time: _time_pb2.Time
    log_file: LogStatus.LogFile
    def __init__(self, sim_time: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., log_file: _Optional[_Union[LogStatus.LogFile, _Mapping]] = ...) -> None: ...
