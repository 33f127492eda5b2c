"""The message and service types that every ROS 1 knows, for nodes that send no definition, and for what we send."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from protocols.ros1.messages.definitions import (
    DefinitionSection,
    MessageType,
    ServiceType,
    TypeBuilder,
    build_service,
    parse_message,
    split_lines,
)
from protocols.ros1.messages.standard_texts import MESSAGE_TEXTS, SERVICE_TEXTS

if TYPE_CHECKING:
    from rosbags.typesys.store import Typestore

# the package under which the library lists builtin types
_NOT_TYPES = "builtin_interfaces"


@functools.lru_cache(maxsize=512)
def find_message(type_name: str) -> MessageType | None:
    """Return the message type of this name, None if it is not a standard one."""
    return TypeBuilder(find_section).build(type_name) if find_section(type_name) is not None else None


@functools.lru_cache(maxsize=128)
def find_service(type_name: str) -> ServiceType | None:
    """Return the service type of this name, None if it is not a standard one."""
    text = SERVICE_TEXTS.get(type_name)
    return build_service(type_name, text, find_section) if text is not None else None


@functools.lru_cache(maxsize=512)
def find_section(type_name: str) -> DefinitionSection | None:
    """Return the text of a standard message type, None if it is not a standard one."""
    text = MESSAGE_TEXTS.get(type_name)
    if text is None:
        package, _, short = type_name.partition("/")
        name = f"{package}/msg/{short}"
        if package == _NOT_TYPES or name not in _store().fielddefs:
            return None
        definition, _ = _store().generate_msgdef(name, ros_version=1)
        text = parse_message(type_name, definition).text
    return DefinitionSection(list(split_lines(text)))


def message_names() -> list[str]:
    """Return the names of all standard message types."""
    known = (name.replace("/msg/", "/") for name in _store().fielddefs if not name.startswith(_NOT_TYPES))
    return sorted({*MESSAGE_TEXTS, *known})


def service_names() -> list[str]:
    """Return the names of all standard service types."""
    return sorted(SERVICE_TEXTS)


@functools.cache
def _store() -> Typestore:
    # the import takes a tenth of a second, which the start does not have
    from rosbags.typesys import Stores, get_typestore  # noqa: PLC0415

    return get_typestore(Stores.ROS1_NOETIC)
