from protos.gazebo import basics_pb2 as _basics_pb2
from protos.gazebo import model_pb2 as _model_pb2
from protos.gazebo import rendering_pb2 as _rendering_pb2
from protos.gazebo import world_pb2 as _world_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class UserCmd(_message.Message):
    __slots__ = ("id", "description", "type", "model", "light", "entity_name", "world_control", "wrench")
    class Type(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        MOVING: _ClassVar[UserCmd.Type]
        WORLD_CONTROL: _ClassVar[UserCmd.Type]
        WRENCH: _ClassVar[UserCmd.Type]
        SCALING: _ClassVar[UserCmd.Type]
    MOVING: UserCmd.Type
    WORLD_CONTROL: UserCmd.Type
    WRENCH: UserCmd.Type
    SCALING: UserCmd.Type
    ID_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    LIGHT_FIELD_NUMBER: _ClassVar[int]
    ENTITY_NAME_FIELD_NUMBER: _ClassVar[int]
    WORLD_CONTROL_FIELD_NUMBER: _ClassVar[int]
    WRENCH_FIELD_NUMBER: _ClassVar[int]
    id: int
    description: str
    type: UserCmd.Type
    model: _containers.RepeatedCompositeFieldContainer[_model_pb2.Model]
    light: _containers.RepeatedCompositeFieldContainer[_rendering_pb2.Light]
    entity_name: str
    world_control: _world_pb2.WorldControl
    wrench: _basics_pb2.Wrench
    def __init__(self, id: _Optional[int] = ..., description: _Optional[str] = ..., type: _Optional[_Union[UserCmd.Type, str]] = ..., model: _Optional[_Iterable[_Union[_model_pb2.Model, _Mapping]]] = ..., light: _Optional[_Iterable[_Union[_rendering_pb2.Light, _Mapping]]] = ..., entity_name: _Optional[str] = ..., world_control: _Optional[_Union[_world_pb2.WorldControl, _Mapping]] = ..., wrench: _Optional[_Union[_basics_pb2.Wrench, _Mapping]] = ...) -> None: ...

class UserCmdStats(_message.Message):
    __slots__ = ("undo_cmd_count", "redo_cmd_count", "undo_cmd", "redo_cmd")
    UNDO_CMD_COUNT_FIELD_NUMBER: _ClassVar[int]
    REDO_CMD_COUNT_FIELD_NUMBER: _ClassVar[int]
    UNDO_CMD_FIELD_NUMBER: _ClassVar[int]
    REDO_CMD_FIELD_NUMBER: _ClassVar[int]
    undo_cmd_count: int
    redo_cmd_count: int
    undo_cmd: _containers.RepeatedCompositeFieldContainer[UserCmd]
    redo_cmd: _containers.RepeatedCompositeFieldContainer[UserCmd]
    def __init__(self, undo_cmd_count: _Optional[int] = ..., redo_cmd_count: _Optional[int] = ..., undo_cmd: _Optional[_Iterable[_Union[UserCmd, _Mapping]]] = ..., redo_cmd: _Optional[_Iterable[_Union[UserCmd, _Mapping]]] = ...) -> None: ...

class UndoRedo(_message.Message):
    __slots__ = ("undo", "id")
    UNDO_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    undo: bool
    id: int
    def __init__(self, undo: _Optional[bool] = ..., id: _Optional[int] = ...) -> None: ...

class RestLogin(_message.Message):
    __slots__ = ("id", "url", "username", "password")
    ID_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    USERNAME_FIELD_NUMBER: _ClassVar[int]
    PASSWORD_FIELD_NUMBER: _ClassVar[int]
    id: int
    url: str
    username: str
    password: str
    def __init__(self, id: _Optional[int] = ..., url: _Optional[str] = ..., username: _Optional[str] = ..., password: _Optional[str] = ...) -> None: ...

class RestLogout(_message.Message):
    __slots__ = ("id", "url")
    ID_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    id: int
    url: str
    def __init__(self, id: _Optional[int] = ..., url: _Optional[str] = ...) -> None: ...

class RestPost(_message.Message):
    __slots__ = ("id", "route", "json")
    ID_FIELD_NUMBER: _ClassVar[int]
    ROUTE_FIELD_NUMBER: _ClassVar[int]
    JSON_FIELD_NUMBER: _ClassVar[int]
    id: int
    route: str
    json: str
    def __init__(self, id: _Optional[int] = ..., route: _Optional[str] = ..., json: _Optional[str] = ...) -> None: ...

class RestResponse(_message.Message):
    __slots__ = ("id", "type", "msg")
    class Type(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        SUCCESS: _ClassVar[RestResponse.Type]
        ERR: _ClassVar[RestResponse.Type]
        LOGIN: _ClassVar[RestResponse.Type]
        LOGOUT: _ClassVar[RestResponse.Type]
    SUCCESS: RestResponse.Type
    ERR: RestResponse.Type
    LOGIN: RestResponse.Type
    LOGOUT: RestResponse.Type
    ID_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    MSG_FIELD_NUMBER: _ClassVar[int]
    id: int
    type: RestResponse.Type
    msg: str
    def __init__(self, id: _Optional[int] = ..., type: _Optional[_Union[RestResponse.Type, str]] = ..., msg: _Optional[str] = ...) -> None: ...
