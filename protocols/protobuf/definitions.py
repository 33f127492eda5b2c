"""The definitions of protobuf types in files: sets of descriptors, which may be damaged."""

from __future__ import annotations

import functools
from typing import Final

from google.protobuf import descriptor_pool
from google.protobuf.descriptor import Descriptor
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.message import DecodeError as LibraryDecodeError

from protocols.errors import DefinitionError
from protocols.wording import DefinitionWording

# of one set: that of the largest type of Gazebo has 60 kB
MAX_DEFINITION: Final = 2 * 1024 * 1024


def find_type(name: str, definition: bytes) -> Descriptor:
    """Return a type of a FileDescriptorSet. Raises DefinitionError."""
    if len(definition) > MAX_DEFINITION:
        reason = DefinitionWording.TOO_LONG(type_name=name, nbytes=len(definition), limit=MAX_DEFINITION)
        raise DefinitionError(reason)
    try:
        return _pool_of(definition).FindMessageTypeByName(name)
    except KeyError as error:
        raise DefinitionError(DefinitionWording.NOT_IN_IT(type_name=name)) from error
    except (LibraryDecodeError, TypeError, ValueError) as error:
        # TypeError: files that contradict each other, or themselves
        raise DefinitionError(DefinitionWording.BROKEN(type_name=name, reason=error.args[0])) from error


def comments_in(definition: bytes) -> frozenset[str]:
    """Return the comments that stand before parts of a FileDescriptorSet that `find_type` has read."""
    told = FileDescriptorSet.FromString(definition)
    return frozenset(at.leading_comments for file in told.file for at in file.source_code_info.location)


# many channels have the same type
@functools.lru_cache(maxsize=32)
def _pool_of(definition: bytes) -> descriptor_pool.DescriptorPool:
    files = {file.name: file for file in FileDescriptorSet.FromString(definition).file}
    pool = descriptor_pool.DescriptorPool()
    added: set[str] = set()
    # each with the files that it imports and that are still to come before it; a file within a circle is not waited for
    waiting = [(name, False) for name in reversed(files)]
    begun: set[str] = set()
    while waiting:
        name, is_ready = waiting.pop()
        if name in added or (name in begun and not is_ready):
            continue
        begun.add(name)
        file = files.get(name)
        if file is None:
            raise ValueError(DefinitionWording.FILE_MISSING(file=name[:80]))
        if not is_ready:
            waiting.append((name, True))
            waiting += [(needed, False) for needed in file.dependency]
            continue
        added.add(name)
        pool.Add(file)
    return pool
