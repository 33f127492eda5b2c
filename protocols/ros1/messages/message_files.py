"""The operator's own types: .msg and .srv files, given by name and text."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath
from typing import Final

from protocols.errors import DefinitionError, MessageFileError, UndefinedTypeError
from protocols.ros1.messages import standard_types
from protocols.ros1.messages.definitions import (
    DefinitionSection,
    MessageType,
    ServiceType,
    TypeBuilder,
    build_service,
    is_type_name,
    split_lines,
)
from protocols.ros1.wording import RosMessageWording

# the folder between a package and its files, by the suffix of the files
_FOLDERS: Final = {".msg": "msg", ".srv": "srv"}


class MessageFiles:
    """The types of files such as `my_msgs/msg/Thing.msg`, which may depend on standard types.

    Args:
        files: path and text of each file; files that are neither .msg nor .srv are left alone. Of two files for a type
            the first counts.

    Raises:
        MessageFileError: a file is no definition; the error names the line.

    Attributes:
        problems: a sentence for each type that can't be used, since a type that it depends on is missing.
    """

    def __init__(self, files: Iterable[tuple[str, str]] = ()) -> None:
        self._sections: dict[str, DefinitionSection] = {}
        self._messages: dict[str, MessageType] = {}
        self._services: dict[str, ServiceType] = {}
        services: dict[str, tuple[str, str]] = {}
        for path, text in files:
            name = type_name_of(path)
            if name is not None and path.endswith(".msg"):
                self._sections.setdefault(name, DefinitionSection(list(split_lines(text)), 1, path))
            elif name is not None:
                services.setdefault(name, (path, text))
        problems = []
        builder = TypeBuilder(self._find)
        for name in self._sections:
            try:
                self._messages[name] = builder.build(name)
            except DefinitionError as error:
                problems.append(_problem(error))
                builder = TypeBuilder(self._find)
        for name, (path, text) in services.items():
            try:
                self._services[name] = build_service(name, text, self._find, path)
            except DefinitionError as error:
                problems.append(_problem(error))
        self.problems: tuple[str, ...] = tuple(dict.fromkeys(problems))

    def find_message(self, type_name: str) -> MessageType | None:
        """Return the message type of this name, None if no file defines it."""
        return self._messages.get(type_name)

    def find_service(self, type_name: str) -> ServiceType | None:
        """Return the service type of this name, None if no file defines it."""
        return self._services.get(type_name)

    def _find(self, type_name: str) -> DefinitionSection | None:
        return self._sections.get(type_name) or standard_types.find_section(type_name)


def type_name_of(path: str) -> str | None:
    """Return the type that a file of this path defines: `…/my_msgs/msg/Thing.msg` is my_msgs/Thing."""
    pure = PurePath(path)
    parents = [part for part in pure.parts[:-1] if part not in {"/", "\\", "."}]
    folder = _FOLDERS.get(pure.suffix)
    if folder is None or not parents:
        return None
    if parents[-1] == folder and len(parents) > 1:
        parents.pop()
    name = f"{parents[-1]}/{pure.stem}"
    return name if is_type_name(name) else None


def _problem(error: DefinitionError) -> str:
    """Return the reason of a missing type as a problem; raise MessageFileError for all other errors."""
    if not isinstance(error, UndefinedTypeError):
        raise MessageFileError(error.reason, RosMessageWording.FILE_TIP()) from error
    return error.reason
