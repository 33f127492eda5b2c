from protos.gazebo import time_pb2 as _time_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Packet(_message.Message):
    __slots__ = ("stamp", "type", "serialized_data")
    STAMP_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    SERIALIZED_DATA_FIELD_NUMBER: _ClassVar[int]
    stamp: _time_pb2.Time
    type: str
    serialized_data: bytes
    def __init__(self, stamp: _Optional[_Union[_time_pb2.Time, _Mapping]] = ..., type: _Optional[str] = ..., serialized_data: _Optional[bytes] = ...) -> None: ...

class Publish(_message.Message):
    __slots__ = ("topic", "msg_type", "host", "port")
    TOPIC_FIELD_NUMBER: _ClassVar[int]
    MSG_TYPE_FIELD_NUMBER: _ClassVar[int]
    HOST_FIELD_NUMBER: _ClassVar[int]
    PORT_FIELD_NUMBER: _ClassVar[int]
    topic: str
    msg_type: str
    host: str
    port: int
    def __init__(self, topic: _Optional[str] = ..., msg_type: _Optional[str] = ..., host: _Optional[str] = ..., port: _Optional[int] = ...) -> None: ...

class Publishers(_message.Message):
    __slots__ = ("publisher",)
    PUBLISHER_FIELD_NUMBER: _ClassVar[int]
    publisher: _containers.RepeatedCompositeFieldContainer[Publish]
    def __init__(self, publisher: _Optional[_Iterable[_Union[Publish, _Mapping]]] = ...) -> None: ...

class Subscribe(_message.Message):
    __slots__ = ("topic", "host", "port", "msg_type", "latching")
    TOPIC_FIELD_NUMBER: _ClassVar[int]
    HOST_FIELD_NUMBER: _ClassVar[int]
    PORT_FIELD_NUMBER: _ClassVar[int]
    MSG_TYPE_FIELD_NUMBER: _ClassVar[int]
    LATCHING_FIELD_NUMBER: _ClassVar[int]
    topic: str
    host: str
    port: int
    msg_type: str
    latching: bool
    def __init__(self, topic: _Optional[str] = ..., host: _Optional[str] = ..., port: _Optional[int] = ..., msg_type: _Optional[str] = ..., latching: _Optional[bool] = ...) -> None: ...

class TopicInfo(_message.Message):
    __slots__ = ("msg_type", "publisher", "subscriber")
    MSG_TYPE_FIELD_NUMBER: _ClassVar[int]
    PUBLISHER_FIELD_NUMBER: _ClassVar[int]
    SUBSCRIBER_FIELD_NUMBER: _ClassVar[int]
    msg_type: str
    publisher: _containers.RepeatedCompositeFieldContainer[Publish]
    subscriber: _containers.RepeatedCompositeFieldContainer[Subscribe]
    def __init__(self, msg_type: _Optional[str] = ..., publisher: _Optional[_Iterable[_Union[Publish, _Mapping]]] = ..., subscriber: _Optional[_Iterable[_Union[Subscribe, _Mapping]]] = ...) -> None: ...

class Request(_message.Message):
    __slots__ = ("id", "request", "data", "dbl_data")
    ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    DBL_DATA_FIELD_NUMBER: _ClassVar[int]
    id: int
    request: str
    data: str
    dbl_data: float
    def __init__(self, id: _Optional[int] = ..., request: _Optional[str] = ..., data: _Optional[str] = ..., dbl_data: _Optional[float] = ...) -> None: ...

class Response(_message.Message):
    __slots__ = ("id", "request", "response", "type", "serialized_data")
    ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    SERIALIZED_DATA_FIELD_NUMBER: _ClassVar[int]
    id: int
    request: str
    response: str
    type: str
    serialized_data: bytes
    def __init__(self, id: _Optional[int] = ..., request: _Optional[str] = ..., response: _Optional[str] = ..., type: _Optional[str] = ..., serialized_data: _Optional[bytes] = ...) -> None: ...

class GzString(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: str
    def __init__(self, data: _Optional[str] = ...) -> None: ...

class GzString_V(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, data: _Optional[_Iterable[str]] = ...) -> None: ...
