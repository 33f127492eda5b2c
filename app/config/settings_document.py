"""What is remembered from run to run, as its file has it: typed, with the number of its format.

Whatever is in a file that somebody else wrote, or a disk has spoilt, what can be understood of it is taken, field by
field, and the rest named.
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

# more faults than anybody reads, each as long as a line
_MAX_FAULTS: Final = 100
_LONGEST_WHERE: Final = 120

_Positive = Annotated[float, msgspec.Meta(gt=0)]


class ThemeChoice(enum.Enum):
    """What the operator asked for."""

    SYSTEM = "system"
    DARK = "dark"
    LIGHT = "light"


class RobotSettings(msgspec.Struct, omit_defaults=True):
    """What is known of one robot, what was used last at the end.

    Attributes:
        name: what the operator calls it; empty for its address.
        color: the number of its colour.
        address: that it was connected by, where that says more than its name.
        decoders: by topic, how it is read: decoder and type.
        topics: that were named by the operator, the newest first.
        rates_hz: how often topics are asked for.
        joint_kinds: how joints move, in a word.
        joint_speeds: in rad/s or m/s, by which joints were moved last.
        joint_topics: by joint, the topic that takes its commands, and what they are.
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


class DrivenBy(msgspec.Struct, frozen=True, omit_defaults=True):
    """By what a robot was driven last; `topic` is empty where none was chosen."""

    topic: str = ""
    profile: str = "default"


class SettingsDocument(msgspec.Struct):
    """All of it.

    Attributes:
        recent_uris: the addresses that were connected to, last one first.
        robots: by address.
        driven: by address, who was driven last at the end.
        switches: what can be shown or not, by name.
        choices: the words that were chosen last, by what they are about.
        layout: what Qt's widgets keep of their columns, places and sizes, by name.
        views: the states of views, by kind and name.
        presets: messages that are kept by type and name, as the JSON of the editor, which has NaN.
        version_seen: the newest version of the program that the operator was told of; empty before any was.
    """

    format: int = FORMAT
    theme: ThemeChoice = ThemeChoice.SYSTEM
    version_seen: str = ""
    recent_uris: list[str] = []
    robots: dict[str, RobotSettings] = {}
    driven: dict[str, DrivenBy] = {}
    switches: dict[str, bool] = {}
    choices: dict[str, str] = {}
    layout: dict[str, bytes] = {}
    views: dict[str, dict[str, Any]] = {}
    presets: dict[str, dict[str, str]] = {}


Migration = Callable[[Any], Any]


def _from_ini(text: Any) -> Any:
    from app.config.qsettings import document_from_ini  # noqa: PLC0415 - once in the life of a user

    return document_from_ini(text)


# to the format after the key's; none may raise, whatever it is given. Format 0 is the text of QSettings' file
MIGRATIONS: Final[Mapping[int, Migration]] = {0: _from_ini}


@dataclass(frozen=True, slots=True)
class SettingsRead:
    """What was found in a file.

    Attributes:
        document: as far as it could be understood.
        faults: what could not, and is as in a new program.
        newer: a later version of the program wrote it, and knows more of it than this one.
    """

    document: SettingsDocument
    faults: tuple[str, ...] = ()
    newer: bool = False


def read_document(data: bytes) -> SettingsRead:
    """What the bytes of a file say. Never raises."""
    if len(data) > MAX_BYTES:
        return SettingsRead(SettingsDocument(), (f"it is longer than {MAX_BYTES >> 20} MiB",))
    try:
        # as editors of Windows begin a text
        value = msgspec.json.decode(data.removeprefix(codecs.BOM_UTF8))
    except (ValueError, RecursionError) as error:
        return SettingsRead(SettingsDocument(), (str(error),))
    if not isinstance(value, dict):
        return SettingsRead(SettingsDocument(), ("it is no object",))
    number = value.get("format")
    if type(number) is not int or number < 1:
        # the rest may be good
        document, faults = _understood({**value, "format": FORMAT})
        return SettingsRead(document, ("format: it is no number from 1 on", *faults))
    document, faults = _understood(migrated(value, number))
    return SettingsRead(document, faults, number > FORMAT)


def read_ini(text: str) -> SettingsRead:
    """What QSettings' file says. Never raises."""
    return SettingsRead(*_understood(migrated(text, 0)))


def migrated(value: Any, number: int, to: int = FORMAT, table: Mapping[int, Migration] = MIGRATIONS) -> Any:
    """A document of the format of this number as one of the format `to`, step by step; a later one is left as it is."""
    for step in range(number, to):
        value = table[step](value)
    return value


def written_document(document: SettingsDocument) -> bytes:
    """A document as the bytes of its file; where they would be too many, without the robots of longest ago.

    Raises OSError where they are too many without any robot: nobody would read them.
    """
    while True:
        try:
            encoded = msgspec.json.encode(document)
        except UnicodeEncodeError:
            # a half of a character, out of a command line that was no text
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
    """As much of a value as is of its kind; None where nothing is."""
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
