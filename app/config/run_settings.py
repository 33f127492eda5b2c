"""The settings of a run, from the command line; frozen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TypedDict, Unpack

from app.config.folders import read_beginning
from app.wording.config import SettingsWording
from protocols.errors import LocalProtocolError, MessageFileError, ProtoFileError
from protocols.frames import DEFAULT_LIMIT

# a folder with more is not one of message definitions
MAX_DEFINITION_FILES = 2000
MAX_DEFINITION_BYTES = 16 * 1024 * 1024


class SettingsOptions(TypedDict, total=False):
    """The settings that a command line may give, None for those that it does not: see `Settings`.

    Attributes:
        proto_path: folders with .proto files of the user's own message types.
        msg_path: the same with packages of .msg and .srv files.
    """

    frame_limit_bytes: int | None
    publisher_port: int | None
    slave_port: int | None
    obey_shutdown: bool
    proto_path: Sequence[str] | None
    msg_path: Sequence[str] | None


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a run.

    Attributes:
        frame_limit_bytes: the longest message that is accepted. 64 MiB is a 4K image with 16 bits a channel, and more.
        connect_timeout_s: for one attempt to open a TCP link.
        publisher_port: where subscribers reach our publishers, for firewalls; 0 for any free port. Each connection
            needs a port of its own.
        slave_port: where ROS masters and nodes call us, in the same way.
        obey_shutdown: whether a shutdown call of a ROS node is obeyed; everybody in the network can make one.
        proto_files: names and texts of .proto files that define message types beside those that are known, or instead.
        message_files: the same for ROS: names `…/PACKAGE/msg/TYPE.msg` and `…/PACKAGE/srv/TYPE.srv`, and texts.
        plays_recordings: whether a recording is played as soon as something of it is read.
    """

    frame_limit_bytes: int = DEFAULT_LIMIT
    connect_timeout_s: float = 5.0
    publisher_port: int = 0
    slave_port: int = 0
    obey_shutdown: bool = False
    proto_files: tuple[tuple[str, str], ...] = ()
    message_files: tuple[tuple[str, str], ...] = ()
    plays_recordings: bool = False

    @classmethod
    def from_options(cls, **given: Unpack[SettingsOptions]) -> Self:
        """Make the settings that a command line gives. Raises ProtoFileError, MessageFileError."""
        default = cls()
        frame_limit_bytes, publisher_port = given.get("frame_limit_bytes"), given.get("publisher_port")
        slave_port = given.get("slave_port")
        return cls(
            frame_limit_bytes=default.frame_limit_bytes if frame_limit_bytes is None else frame_limit_bytes,
            publisher_port=default.publisher_port if publisher_port is None else publisher_port,
            slave_port=default.slave_port if slave_port is None else slave_port,
            obey_shutdown=given.get("obey_shutdown") or default.obey_shutdown,
            proto_files=read_proto_files(given.get("proto_path") or ()),
            message_files=read_message_files(given.get("msg_path") or ()),
        )

    def __post_init__(self) -> None:
        if not 1024 <= self.frame_limit_bytes <= 2**31:
            raise ValueError(SettingsWording.BAD_FRAME_LIMIT(limit_bytes=self.frame_limit_bytes))
        if not 0 < self.connect_timeout_s <= 600:
            raise ValueError(SettingsWording.BAD_TIMEOUT(timeout_s=self.connect_timeout_s))
        for name, port in (("publisher_port", self.publisher_port), ("slave_port", self.slave_port)):
            if not 0 <= port < 65536:
                raise ValueError(SettingsWording.BAD_PORT(name=name, port=port))


def read_proto_files(folders: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Names and texts of all .proto files below `folders`. Raises ProtoFileError if there are none, or too many."""
    return _read(folders, ("*.proto",), ".proto", ProtoFileError)


def read_message_files(folders: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Names and texts of all .msg and .srv files below `folders`, each in a folder of its kind, as in packages.

    Raises MessageFileError if there are none, or too many.
    """
    return _read(folders, ("msg/*.msg", "srv/*.srv"), ".msg or .srv", MessageFileError)


def _read(
    folders: Iterable[str], patterns: Iterable[str], kind: str, failure: type[LocalProtocolError]
) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    nbytes = 0
    for folder in folders:
        paths = sorted(path for pattern in patterns for path in Path(folder).rglob(pattern))
        if not paths:
            missing = SettingsWording.NO_FILES if Path(folder).is_dir() else SettingsWording.NO_FOLDER
            raise failure(missing(folder=folder, kind=kind), SettingsWording.NAME_FOLDER(kind=kind))
        for path in paths:
            try:
                data = read_beginning(path, MAX_DEFINITION_BYTES - nbytes + 1)
                nbytes += len(data)
                if len(found) == MAX_DEFINITION_FILES or nbytes > MAX_DEFINITION_BYTES:
                    raise failure(
                        SettingsWording.TOO_MANY_FILES(folder=folder, kind=kind), SettingsWording.NAME_OWN_FOLDER()
                    )
                found.append((path.as_posix(), data.decode("utf-8").replace("\r\n", "\n")))
            except OSError as error:
                raise failure(SettingsWording.FILE_NOT_READ(path=path, error=error.strerror or str(error))) from error
            except UnicodeDecodeError as error:
                raise failure(
                    SettingsWording.FILE_NOT_UTF8(path=path, reason=error.reason, start=error.start)
                ) from error
    return tuple(dict(found).items())
