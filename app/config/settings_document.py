"""The settings that are kept from run to run, as a typed document with the number of its format.

From a file that another program wrote, or that a disk has damaged, every field that can be understood is read, and the
others are named.
"""

from __future__ import annotations

import codecs
import enum
import errno
import json
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

import msgspec

FORMAT: Final = 1

# ten times what a user with fifty robots has
MAX_BYTES: Final = 4 << 20

# more than anybody reads; each is as long as a line
_MAX_FAULTS: Final = 100
_LONGEST_WHERE: Final = 120

_Positive = Annotated[float, msgspec.Meta(gt=0)]


class ThemeChoice(enum.Enum):
    """The theme that the operator chose."""

    SYSTEM = "system"
    DARK = "dark"
    LIGHT = "light"


class RobotSettings(msgspec.Struct, omit_defaults=True):
    """The settings of one robot, with the last used entries at the end.

    Attributes:
        name: the operator's name for the robot; empty for its address.
        color: the number of its colour.
        address: the address that was connected to, if it differs from the key.
        decoders: decoder and type by topic.
        topics: the topics that the operator named, the newest first.
        rates_hz: the polling rates by topic.
        joint_kinds: the kinds of joints, a word each, by joint.
        joint_speeds: the last speeds by joint, in rad/s or m/s.
        joint_topics: the command topic and its type, by joint.
    """

    name: str = ""
    color: int | None = None
    address: str = ""
    decoders: dict[str, tuple[str, str]] = {}
    topics: list[str] = []
    rates_hz: dict[str, _Positive] = {}
    joint_kinds: dict[str, str] = {}
    joint_speeds: dict[str, _Positive] = {}
    joint_topics: dict[str, tuple[str, str]] = {}


class LastDriven(msgspec.Struct, frozen=True, omit_defaults=True):
    """The topic and profile by which a robot was driven last; `topic` is empty if none was chosen."""

    topic: str = ""
    profile: str = "default"


class SettingsDocument(msgspec.Struct):
    """All settings of the user.

    Attributes:
        recent_uris: the addresses that were connected to, the last one first.
        robots: settings of robots by address.
        driven: topic and profile by address, the last driven robot at the end.
        switches: what is shown or hidden, by name.
        choices: the last chosen words, by the name of the choice.
        layout: the saved columns, positions and sizes of Qt's widgets, by name.
        views: the states of views, by kind and name.
        presets: saved messages by type and name, as the JSON of the editor, which has NaN.
        version_seen: the newest version whose release notes the operator was shown; empty before the first.
    """

    format: int = FORMAT
    theme: ThemeChoice = ThemeChoice.SYSTEM
    version_seen: str = ""
    recent_uris: list[str] = []
    robots: dict[str, RobotSettings] = {}
    driven: dict[str, LastDriven] = {}
    switches: dict[str, bool] = {}
    choices: dict[str, str] = {}
    layout: dict[str, bytes] = {}
    views: dict[str, dict[str, Any]] = {}
    presets: dict[str, dict[str, str]] = {}


Migration = Callable[[Any], Any]


def _from_ini(text: Any) -> Any:
    from app.config.qsettings import document_from_ini  # noqa: PLC0415 - once in the life of a user

    return document_from_ini(text)


# from the key's format to the next; none may raise, whatever the input. Format 0 is the text of QSettings' file
MIGRATIONS: Final[Mapping[int, Migration]] = {0: _from_ini}


@dataclass(frozen=True, slots=True)
class SettingsReadResult:
    """The result of reading a settings file.

    Attributes:
        document: the settings, as far as they could be read.
        faults: the fields that could not be read, and have their defaults.
        newer: whether a later version of the program wrote the file, in a newer format.
    """

    document: SettingsDocument
    faults: tuple[str, ...] = ()
    newer: bool = False


def read_document(data: bytes) -> SettingsReadResult:
    """Read the bytes of a settings file. Never raises."""
    if len(data) > MAX_BYTES:
        return SettingsReadResult(SettingsDocument(), (f"it is longer than {MAX_BYTES >> 20} MiB",))
    try:
        # editors on Windows begin a text with it
        value = msgspec.json.decode(data.removeprefix(codecs.BOM_UTF8))
    except (ValueError, RecursionError) as error:
        return SettingsReadResult(SettingsDocument(), (str(error),))
    if not isinstance(value, dict):
        return SettingsReadResult(SettingsDocument(), ("it is no object",))
    number = value.get("format")
    if type(number) is not int or number < 1:
        # the other fields may be good
        document, faults = _understood({**value, "format": FORMAT})
        return SettingsReadResult(document, ("format: it is no number from 1 on", *faults))
    document, faults = _understood(migrate(value, number))
    return SettingsReadResult(document, faults, number > FORMAT)


def read_ini(text: str) -> SettingsReadResult:
    """Read the text of QSettings' file. Never raises."""
    return SettingsReadResult(*_understood(migrate(text, 0)))


def migrate(value: Any, number: int, to: int = FORMAT, table: Mapping[int, Migration] = MIGRATIONS) -> Any:
    """Convert a document from the format `number` to the format `to`, step by step; a later format is left as it is."""
    for step in range(number, to):
        value = table[step](value)
    return value


def encode_document(document: SettingsDocument) -> bytes:
    """Encode a document as the bytes of its file; if they would be too many, without the robots used longest ago.

    Raises OSError if they are too many without any robot: the file could not be read.
    """
    while True:
        try:
            encoded = msgspec.json.encode(document)
        except UnicodeEncodeError:
            # a lone surrogate, from a command line that was no text
            told = json.dumps(msgspec.to_builtins(document), ensure_ascii=False)
            encoded = told.encode("utf-8", errors="replace")
        data = msgspec.json.format(encoded, indent=2) + b"\n"
        if len(data) <= MAX_BYTES:
            return data
        if not document.robots:
            raise OSError(errno.EFBIG, f"they are longer than {MAX_BYTES >> 20} MiB")
        del document.robots[next(iter(document.robots))]


def _understood(value: Any) -> tuple[SettingsDocument, tuple[str, ...]]:
    faults: list[str] = []
    document = _salvaged(value, SettingsDocument, "", faults)
    if not isinstance(document, SettingsDocument):
        document = SettingsDocument()
    document.format = FORMAT
    return document, tuple(faults)


def _salvaged(value: Any, kind: Any, where: str, faults: list[str]) -> Any:
    """Convert a value to its type as far as possible; None if nothing of it can be converted."""
    try:
        return msgspec.convert(value, kind)
    except (ValueError, RecursionError) as error:
        reason = str(error).partition(" - at ")[0]
    parts: dict[str, tuple[Any, Any]] | None = None
    if isinstance(value, dict) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        parts = {
            each.name: (value[each.name], each.type) for each in msgspec.structs.fields(kind) if each.name in value
        }
    elif isinstance(value, dict) and typing.get_origin(kind) is dict:
        parts = {key: (item, typing.get_args(kind)[1]) for key, item in value.items()}
    if parts is None:
        if isinstance(value, list) and typing.get_origin(kind) is list:
            items = [_salvaged(item, typing.get_args(kind)[0], where, faults) for item in value]
            return [item for item in items if item is not None]
        if len(faults) < _MAX_FAULTS:
            faults.append(f"{where[:_LONGEST_WHERE] or 'all'}: {reason}")
        return None
    within = f"{where} > " if where else ""
    named = {key: _salvaged(item, of, f"{within}{key}", faults) for key, (item, of) in parts.items()}
    good = {key: item for key, item in named.items() if item is not None}
    return good if typing.get_origin(kind) is dict else kind(**good)
