"""A descriptor pool of the operator's own .proto files.

The pool is apart from our own, so that files may define our types again: copies of gazebo.msgs, or another version of
them. Types that the files use and don't define are copied from our own. Imports don't matter: a type is looked for in
all files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from google.protobuf.descriptor import FileDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto, FileDescriptorProto
from google.protobuf.descriptor_pool import DescriptorPool

from protocols.errors import ProtoFileError
from protocols.proto_files.parser import ParsedProtoFile, fault_at, parse_proto_file
from protocols.proto_files.wording import ProtoFileWording

# the file that holds copies of those of our own types that the operator's files use
_BUILT_IN = "teledeck built-in types.proto"

_MESSAGE, _ENUM = FieldDescriptorProto.TYPE_MESSAGE, FieldDescriptorProto.TYPE_ENUM


@dataclass(frozen=True, slots=True)
class _Symbol:
    """A type: the name of the file that defines it, and whether it is an enum."""

    file: str
    is_enum: bool


def build_pool(
    sources: Mapping[str, str], built_in: Iterable[FileDescriptor]
) -> tuple[DescriptorPool, tuple[str, ...]]:
    """Return the pool of these texts (file name -> text), and the full names of the messages that they define.

    Raises:
        ProtoFileError: a file can't be read or used; the reason names the file and, where there is one, the line.
    """
    parsed = [parse_proto_file(name, text) for name, text in sorted(sources.items())]
    symbols: dict[str, _Symbol] = {}
    for source in parsed:
        for full, is_enum in _types(source.proto):
            if full in symbols:
                raise ProtoFileError(
                    ProtoFileWording.DEFINED_TWICE(
                        file=source.proto.name, type_name=full, other_file=symbols[full].file
                    ),
                    ProtoFileWording.DEFINED_TWICE_TIP(),
                )
            symbols[full] = _Symbol(source.proto.name, is_enum)
    ours = _BuiltIn(built_in, symbols)
    dependencies = {source.proto.name: _link(source, symbols, ours) for source in parsed}
    files = {source.proto.name: source.proto for source in parsed}
    if ours.file.message_type:
        files[_BUILT_IN] = ours.file
        dependencies[_BUILT_IN] = ours.needs
    pool = DescriptorPool()
    for name in _in_order(dependencies):
        files[name].dependency.extend(sorted(dependencies[name]))
        try:
            pool.AddSerializedFile(files[name].SerializeToString())
        except TypeError as error:
            raise ProtoFileError(ProtoFileWording.FILE_INVALID(file=name, reason=str(error))) from error
    names = [full for source in parsed for full, is_enum in _types(source.proto) if not is_enum]
    return pool, tuple(names)


def _types(proto: FileDescriptorProto) -> Iterator[tuple[str, bool]]:
    """Yield (full name, whether it is an enum) of every type of a file, without the entry types of maps."""

    def of(message: DescriptorProto, scope: str) -> Iterator[tuple[str, bool]]:
        full = f"{scope}{message.name}"
        if not message.options.map_entry:
            yield full, False
        for enum in message.enum_type:
            yield f"{full}.{enum.name}", True
        for nested in message.nested_type:
            yield from of(nested, f"{full}.")

    scope = f"{proto.package}." if proto.package else ""
    for enum in proto.enum_type:
        yield f"{scope}{enum.name}", True
    for message in proto.message_type:
        yield from of(message, scope)


class _BuiltIn:
    """Copies of our own types, made when they are asked for.

    Attributes:
        file: the copies, whole top-level messages of one package.
        needs: the operator's files that the copies use.
    """

    def __init__(self, files: Iterable[FileDescriptor], symbols: Mapping[str, _Symbol]) -> None:
        self.file = FileDescriptorProto(name=_BUILT_IN, syntax="proto2")
        self.needs: set[str] = set()
        self._symbols = symbols
        self._top: dict[str, DescriptorProto] = {}
        self._kinds: dict[str, bool] = {}
        self._copied: set[str] = set()
        for file in files:
            proto = FileDescriptorProto.FromString(file.serialized_pb)
            self.file.package = proto.package
            for message in proto.message_type:
                self._top[f"{proto.package}.{message.name}"] = message
            self._kinds.update(_types(proto))

    def find(self, full: str) -> bool | None:
        """Copy our type of this name into `file`; return whether it is an enum, None if there is no such type."""
        if full not in self._kinds:
            return None
        owner = full
        while owner not in self._top:
            owner = owner.rpartition(".")[0]
        if owner in self._symbols:
            # the operator has another version of the message, without this type in it
            return None
        self._copy(owner)
        return self._kinds[full]

    def _copy(self, owner: str) -> None:
        if owner in self._copied:
            return
        self._copied.add(owner)
        self.file.message_type.append(self._top[owner])
        for _, field in _fields(self._top[owner], owner):
            if field.type_name:
                used = field.type_name.lstrip(".")
                if used in self._symbols:
                    self.needs.add(self._symbols[used].file)
                else:
                    self.find(used)


def _fields(message: DescriptorProto, full: str) -> Iterator[tuple[str, FieldDescriptorProto]]:
    """Yield every field below a message, with the full name of the message that has it."""
    for field in message.field:
        yield full, field
    for nested in message.nested_type:
        yield from _fields(nested, f"{full}.{nested.name}")


def _link(source: ParsedProtoFile, symbols: Mapping[str, _Symbol], ours: _BuiltIn) -> set[str]:
    """Set the full type of every field of a file; return the names of the files that this one needs."""
    proto, needed = source.proto, set()
    for message in proto.message_type:
        top = f"{proto.package}.{message.name}".lstrip(".")
        for full, field in _fields(message, top):
            if not field.type_name:
                continue
            for candidate in _candidates(field.type_name, full):
                entry = f"{full}.{field.type_name}" == candidate and _is_entry(proto, candidate)
                symbol = symbols.get(candidate)
                kind = False if entry else symbol.is_enum if symbol is not None else ours.find(candidate)
                if kind is not None:
                    break
            else:
                line = source.lines[full, field.name]
                reason = ProtoFileWording.NOBODY_DEFINES(type_name=field.type_name)
                raise fault_at(proto.name, line, reason, ProtoFileWording.NOBODY_DEFINES_TIP())
            field.type_name = f".{candidate}"
            field.type = _ENUM if kind else _MESSAGE
            if not entry:
                needed.add(symbol.file if symbol is not None else _BUILT_IN)
    return needed - {proto.name}


def _is_entry(proto: FileDescriptorProto, full: str) -> bool:
    return full in {
        f"{owner}.{nested.name}"
        for message in proto.message_type
        for owner, nested in _nested(message, f"{proto.package}.{message.name}".lstrip("."))
        if nested.options.map_entry
    }


def _nested(message: DescriptorProto, full: str) -> Iterator[tuple[str, DescriptorProto]]:
    for nested in message.nested_type:
        yield full, nested
        yield from _nested(nested, f"{full}.{nested.name}")


def _candidates(name: str, scope: str) -> Iterator[str]:
    """Yield the full names that a name may mean in a scope: the innermost scope first, as in C++."""
    if name.startswith("."):
        yield name[1:]
        return
    while scope:
        yield f"{scope}.{name}"
        scope = scope.rpartition(".")[0]
    yield name


def _in_order(dependencies: Mapping[str, set[str]]) -> list[str]:
    """Sort the files so that each comes after the files that it needs."""
    order: list[str] = []
    under_way: list[str] = []

    def add(name: str) -> None:
        if name in order:
            return
        if name in under_way:
            files = ", ".join(under_way[under_way.index(name) :])
            raise ProtoFileError(ProtoFileWording.CIRCLE(files=files), ProtoFileWording.CIRCLE_TIP())
        under_way.append(name)
        for needed in sorted(dependencies[name]):
            add(needed)
        under_way.pop()
        order.append(name)

    for name in sorted(dependencies):
        add(name)
    return order
