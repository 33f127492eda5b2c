from google.protobuf import any_pb2 as _any_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DataPackIdentifier(_message.Message):
    __slots__ = ("dataPackName", "dataPackType", "engineName")
    DATAPACKNAME_FIELD_NUMBER: _ClassVar[int]
    DATAPACKTYPE_FIELD_NUMBER: _ClassVar[int]
    ENGINENAME_FIELD_NUMBER: _ClassVar[int]
    dataPackName: str
    dataPackType: str
    engineName: str
    def __init__(self, dataPackName: _Optional[str] = ..., dataPackType: _Optional[str] = ..., engineName: _Optional[str] = ...) -> None: ...

class DataPackMessage(_message.Message):
    __slots__ = ("dataPackId", "data")
    DATAPACKID_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    dataPackId: DataPackIdentifier
    data: _any_pb2.Any
    def __init__(self, dataPackId: _Optional[_Union[DataPackIdentifier, _Mapping]] = ..., data: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class GetDataPacksRequest(_message.Message):
    __slots__ = ("datapackIds",)
    DATAPACKIDS_FIELD_NUMBER: _ClassVar[int]
    datapackIds: _containers.RepeatedCompositeFieldContainer[DataPackIdentifier]
    def __init__(self, datapackIds: _Optional[_Iterable[_Union[DataPackIdentifier, _Mapping]]] = ...) -> None: ...

class GetDataPacksReply(_message.Message):
    __slots__ = ("dataPacks",)
    DATAPACKS_FIELD_NUMBER: _ClassVar[int]
    dataPacks: _containers.RepeatedCompositeFieldContainer[DataPackMessage]
    def __init__(self, dataPacks: _Optional[_Iterable[_Union[DataPackMessage, _Mapping]]] = ...) -> None: ...

class SetDataPacksRequest(_message.Message):
    __slots__ = ("dataPacks",)
    DATAPACKS_FIELD_NUMBER: _ClassVar[int]
    dataPacks: _containers.RepeatedCompositeFieldContainer[DataPackMessage]
    def __init__(self, dataPacks: _Optional[_Iterable[_Union[DataPackMessage, _Mapping]]] = ...) -> None: ...

class SetDataPacksReply(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
