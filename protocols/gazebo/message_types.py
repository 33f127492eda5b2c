"""The message types that topics carry, by name, and how to read and write messages of each."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Mapping
from typing import Any

from google.protobuf.descriptor import Descriptor
from google.protobuf.descriptor_pool import DescriptorPool

from protocols.errors import EncodeError, LocalProtocolError
from protocols.gazebo.wording import GazeboWireWording
from protocols.proto_files.pool import build_pool
from protocols.protobuf import codec
from protocols.protobuf.schema import ProtobufSchema, RawProtobufSchema, Reader
from protocols.schema import Payload, Role, Schema
from protos.gazebo import registry

STAMP_PATHS = ("stamp", "time", "header.stamp", "sim_time")


class GazeboMessageTypes:
    """The types of gazebo.msgs, and those that the operator adds.

    Args:
        own: the operator's types, in a pool of their own: they may name the same types as ours, and come first.
        own_names: the full names of the operator's types.
    """

    def __init__(self, own: DescriptorPool | None = None, own_names: tuple[str, ...] = ()) -> None:
        self._own = own
        self._own_names = own_names

    def find(self, type_name: str) -> Descriptor | None:
        """Return the type of this full name, None if it is not defined."""
        for pool in (self._own, registry.load_all()):
            if pool is not None:
                try:
                    return pool.FindMessageTypeByName(type_name)
                except (KeyError, TypeError):
                    # TypeError: a name that can't be UTF-8, which no pool takes
                    continue
        return None

    def schema(self, type_name: str, readers: Mapping[Role, Reader]) -> Schema:
        """Return the schema of a type like `gazebo.msgs.Pose`; of raw wire fields for an unknown or empty name."""
        descriptor = self.find(type_name)
        if descriptor is None:
            return RawProtobufSchema(type_name)
        return ProtobufSchema(descriptor, readers, STAMP_PATHS)

    def check(self, type_name: str) -> Descriptor:
        """Return the type of this name. Raises LocalProtocolError, naming the nearest, if it is not defined."""
        descriptor = self.find(type_name)
        if descriptor is not None:
            return descriptor
        known = [*registry.names(), *self._own_names]
        # most often the package alone is missing, or the case is wrong
        near = difflib.get_close_matches(type_name.lower(), (name.lower() for name in known), n=1, cutoff=0.6)
        near += [name.lower() for name in known if name.rpartition(".")[2].lower() == type_name.lower()]
        nearest = next((name for name in known if near and name.lower() == near[-1]), None)
        tip = GazeboWireWording.TYPE_NEAREST_TIP(nearest=nearest) if nearest else GazeboWireWording.TYPE_UNKNOWN_TIP()
        raise LocalProtocolError(GazeboWireWording.TYPE_UNKNOWN(type_name=type_name), tip)

    def encode(self, type_name: str, value: Mapping[str, Any] | Payload, now_ns: int) -> bytes:
        """Encode a message from its fields (see `protocols.protobuf.codec`), or check a payload that is encoded.

        Raises LocalProtocolError for messages that Gazebo does not take; an empty message it drops.
        """
        descriptor = self.check(type_name)
        if isinstance(value, bytes | bytearray | memoryview):
            codec.check_payload(descriptor, value)
            payload = bytes(value)
        else:
            payload = codec.encode(descriptor, value, now_ns=now_ns)
        if not payload:
            names = ", ".join(field.name for field in descriptor.fields)
            raise EncodeError(GazeboWireWording.EMPTY(type_name=type_name), GazeboWireWording.EMPTY_TIP(names=names))
        return payload


GAZEBO_TYPES = GazeboMessageTypes()


@functools.lru_cache(maxsize=8)
def message_types(proto_files: tuple[tuple[str, str], ...]) -> GazeboMessageTypes:
    """Return the types of gazebo.msgs and of .proto files, given by name and text. Raises ProtoFileError."""
    return GazeboMessageTypes(*build_pool(dict(proto_files), registry.files())) if proto_files else GAZEBO_TYPES


def schema_for(type_name: str, readers: Mapping[Role, Reader]) -> Schema:
    """Return the schema of a type of gazebo.msgs; of raw wire fields where the name is empty or unknown."""
    return GAZEBO_TYPES.schema(type_name, readers)
