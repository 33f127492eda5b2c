"""The settings that are kept from run to run: the typed document, and its file, which other windows write as well.

From a file that another program wrote, or that a disk has damaged, every field that can be understood is read, and the
others are named.

What this run changes is written soon after, by a thread: a disk may take its time, and the interface may not. Each
writing puts what was changed here into what the file says by then, so that two windows lose nothing of each other's.
"""

from __future__ import annotations

import codecs
import contextlib
import enum
import errno
import json
import logging
import os
import threading
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import msgspec

from app.config.atomic_file import locked_file, set_aside, write_atomically
from app.config.folders import NO_HOME_FOLDER, read_beginning
from app.config.preference_values import PreferenceValues
from app.model.errors import UserFacingError
from app.model.json_salvage import salvage_json
from app.wording.config import SettingsWording

FORMAT: Final = 1

# ten times what a user with fifty robots has
MAX_BYTES: Final = 4 << 20

MAX_RECENT: Final = 10
# beyond it the least recently used go
MAX_ROBOTS: Final = 200
MAX_DRIVEN: Final = 20

_ValueT = TypeVar("_ValueT")

_Positive = Annotated[float, msgspec.Meta(gt=0)]
# of a time in a recording
_Nanoseconds = Annotated[int, msgspec.Meta(ge=0)]
# of the limits of a profile: no less than drives, no more than all
_Share = Annotated[float, msgspec.Meta(ge=0.05, le=1.0)]

_LOGGER = logging.getLogger(__name__)
Migration = Callable[[Any], Any]

# changes within this time may be lost by a crash
DELAY_S: Final = 1.0

# a slower disk does not keep the window from closing
SAVE_TIMEOUT_S: Final = 3.0
_MAX_TROUBLES: Final = 20
_FAULTS_TOLD: Final = 3
_MAX_LAYOUTS: Final = 200
StartTimer = Callable[[float, Callable[[], None]], Callable[[], None]]


class ThemeChoice(enum.Enum):
    """The theme that the operator chose."""

    SYSTEM = "system"
    DARK = "dark"
    LIGHT = "light"
    HIGH_CONTRAST = "high_contrast"


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
        drive_shares: the shares of the limits that the operator drove it with last, by `DriveSelection.way`.
        drive_slow: whether the switch for slow beside the stick was on.
        without_pictures: the topics of whose pictures the black box keeps none.
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
    drive_shares: dict[str, _Share] = {}
    drive_slow: bool = False
    without_pictures: list[str] = []


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
        keys: the keys of actions that the user has changed, by the name of the action, as texts that are the same on
            every system; an empty list is an action without keys.
        opened: the paths of the fields that the user has open in messages, by type, the last used type at the end.
        bookmarks: the bookmarks in recordings, by the time that the recording is of, the last used at the end.
        preferences: what was set in the preferences, but the theme and the keys.
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
    keys: dict[str, list[str]] = {}
    opened: dict[str, list[str]] = {}
    bookmarks: dict[str, list[_Nanoseconds]] = {}
    preferences: PreferenceValues = PreferenceValues()


# values that earlier versions kept as a switch or a choice: the name and the value that count, and the preference that
# each of them is now
_MOVED: Final = (
    ("switches", "drive-sound", False, ("alarm", False)),
    ("switches", "keep tokens", False, ("keep_tokens", False)),
    ("choices", "joints-unit", "deg", ("angle", "deg")),
)
# preferences that are several ones now: where they were switched off, these are off
_SPLIT: Final[Mapping[str, tuple[str, ...]]] = {
    "alarm_when_stopped": ("sound_operator", "sound_input", "sound_computer"),
    "alarm_when_lost": ("sound_link", "sound_robot"),
}


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


def parse_document(data: bytes) -> SettingsReadResult:
    """Read the bytes of a settings file. Never raises."""
    if len(data) > MAX_BYTES:
        return SettingsReadResult(SettingsDocument(), (SettingsWording.TOO_LONG(limit_mib=MAX_BYTES >> 20),))
    try:
        # editors on Windows begin a text with it
        value = msgspec.json.decode(data.removeprefix(codecs.BOM_UTF8))
    except (ValueError, RecursionError) as error:
        return SettingsReadResult(SettingsDocument(), (str(error),))
    if not isinstance(value, dict):
        return SettingsReadResult(SettingsDocument(), (SettingsWording.NO_OBJECT(),))
    number = value.get("format")
    if type(number) is not int or number < 1:
        # the other fields may be good
        document, faults = _understood({**value, "format": FORMAT})
        return SettingsReadResult(document, (SettingsWording.BAD_FORMAT(), *faults))
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


def format_document(document: SettingsDocument) -> bytes:
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
            raise OSError(errno.EFBIG, SettingsWording.WRITTEN_TOO_LONG(limit_mib=MAX_BYTES >> 20))
        del document.robots[next(iter(document.robots))]


def _understood(value: Any) -> tuple[SettingsDocument, tuple[str, ...]]:
    document, faults = salvage_json(move_preferences(value), SettingsDocument)
    if document is None:
        document = SettingsDocument()
    document.format = FORMAT
    return document, tuple(f"{fault.where or 'all'}: {fault.reason}" for fault in faults)


def move_preferences(value: Any) -> Any:
    """Return a document in which all preferences stand in one place, by the names of now."""
    kept = value.get("preferences", {})
    if not isinstance(kept, dict):
        return value
    moved: dict[str, Any] = {name: "off" for old, names in _SPLIT.items() if kept.get(old) is False for name in names}
    if not _SPLIT.keys().isdisjoint(kept):
        kept = {name: one for name, one in kept.items() if name not in _SPLIT}
        value = {**value, "preferences": kept}
    for table, name, counts, (preference, is_now) in _MOVED:
        entries = value.get(table)
        if isinstance(entries, dict) and name in entries:
            value = {**value, table: {key: entry for key, entry in entries.items() if key != name}}
            if entries[name] == counts:
                moved[preference] = is_now
    return {**value, "preferences": {**moved, **kept}} if moved else value


Change = Callable[[SettingsDocument], None]


def _start_timer(delay_s: float, then: Callable[[], None]) -> Callable[[], None]:
    timer = threading.Timer(delay_s, then)
    timer.name = "settings"
    # at the end of the program `save` writes
    timer.daemon = True
    timer.start()
    return timer.cancel


def put_last(items: dict[str, _ValueT], key: str, value: _ValueT | None, max_items: int) -> None:
    """Put an item last, or remove it; the first items go where there are too many."""
    items.pop(key, None)
    if value is not None:
        items[key] = value
    while len(items) > max_items:
        del items[next(iter(items))]


class SettingsFile:
    """The settings document of this run, and the writing of its changes to the file.

    Args:
        path: of the file; None to read and save nothing.
        ini: the file of QSettings, imported if there is no settings file yet.
        start_timer: calls a function once, after a delay in seconds, in a thread; returns a function that cancels it.

    Attributes:
        document: for the one thread that makes the changes.
        errors: errors of reading and saving, in words for the operator, each once.
    """

    def __init__(self, path: Path | None, ini: Path | None = None, start_timer: StartTimer = _start_timer) -> None:
        self.path = path
        self.errors: tuple[UserFacingError, ...] = ()
        self._ini = ini
        self._start_timer = start_timer
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._pending: dict[Hashable, Change] = {}
        self._cancel: Callable[[], None] | None = None
        self._is_unkept = False
        self._is_sealed = False
        self.document = SettingsDocument() if path is None else self._begin(path)

    def change(self, key: Hashable, change: Change) -> None:
        """Change the document now, and the file soon.

        Args:
            key: names what is changed; a later change of the same key replaces this one.
            change: changes a document; called again in another thread, with the document in the file.
        """
        change(self.document)
        if self.path is None:
            return
        with self._lock:
            self._pending.pop(key, None)
            self._pending[key] = change
            if self._cancel is None:
                self._cancel = self._start_timer(DELAY_S, self._write_pending)

    def save(self, timeout_s: float = SAVE_TIMEOUT_S) -> None:
        """Write all pending changes now; returns after `timeout_s` at the latest."""
        if self.path is not None:
            with self._lock:
                if self._cancel is not None:
                    self._cancel()
            thread = threading.Thread(target=self._write_pending, name="settings", daemon=True)
            thread.start()
            thread.join(timeout_s)

    # inside

    def _begin(self, path: Path) -> SettingsDocument:
        with contextlib.ExitStack() as stack:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                stack.enter_context(locked_file(path))
                if not os.access(path.parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
                    raise PermissionError(13, os.strerror(13))
            except OSError as error:
                self._tell_unkept(error)
            return self._on_disk(path) or SettingsDocument()

    def _write_pending(self) -> None:
        path = self.path
        assert path is not None  # noqa: S101 - nothing waits then
        with self._writing:
            with self._lock:
                pending, self._pending = self._pending, {}
                self._cancel = None
            if not pending:
                return
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                with locked_file(path):
                    document = self._on_disk(path)
                    if self._is_sealed:
                        return
                    if document is None:
                        # the file may be readable later
                        self._put_back(pending)
                        return
                    for change in pending.values():
                        change(document)
                    write_atomically(path, [format_document(document)], private=True)
                self._is_unkept = False
            except OSError as error:
                self._tell_unkept(error)
                self._put_back(pending)

    def _put_back(self, pending: dict[Hashable, Change]) -> None:
        with self._lock:
            older = {key: change for key, change in pending.items() if key not in self._pending}
            self._pending = older | self._pending

    def _on_disk(self, path: Path) -> SettingsDocument | None:
        """Read the document in the file, and repair the file if needed; None if the file can't be read."""
        try:
            # other things than files may never end
            strange = path.exists() and not path.is_file()
            data = b"" if strange else read_beginning(path, MAX_BYTES + 1)
        except (FileNotFoundError, NotADirectoryError):
            return self._taken_over(path)
        except OSError as error:
            self._tell(
                SettingsWording.NOT_READ(path=path, error=error.strerror or str(error)),
                SettingsWording.LEFT_AS_THEY_ARE(),
            )
            return None
        if strange:
            self._tell(SettingsWording.NO_FILE(path=path), SettingsWording.PUT_IT_AWAY())
            return None
        read = parse_document(data)
        if read.newer:
            self._seal(path)
        elif read.faults:
            self._repair(path, read)
        return read.document

    def _seal(self, path: Path) -> None:
        if not self._is_sealed:
            self._is_sealed = True
            self._tell(
                SettingsWording.NEWER(path=path),
                SettingsWording.NEWER_IS_LEFT(),
            )

    def _repair(self, path: Path, read: SettingsReadResult) -> None:
        words = _listed(read.faults)
        aside = None
        try:
            aside = set_aside(path, "broken", to_be_replaced=True)
            write_atomically(path, [format_document(read.document)], private=True)
        except OSError as error:
            if aside is not None and path.exists():
                # otherwise each attempt would leave another copy
                with contextlib.suppress(OSError):
                    aside.unlink()
            self._tell(SettingsWording.SOME_NOT_READ(faults=words), str(path))
            self._tell_unkept(error)
        else:
            self._tell(SettingsWording.SOME_REPLACED(faults=words), SettingsWording.KEPT_AS(path=aside))

    def _taken_over(self, path: Path) -> SettingsDocument:
        """The document if there is no settings file: imported from QSettings' file, or a new one."""
        if self._ini is None:
            return SettingsDocument()
        try:
            text = read_beginning(self._ini, MAX_BYTES).decode("utf-8", errors="replace")
        except OSError:
            return SettingsDocument()
        read = read_ini(text)
        if read.faults:
            self._tell(SettingsWording.SOME_OLD_NOT_READ(faults=_listed(read.faults)), str(self._ini))
        try:
            _copy_layouts(self._ini.parent / "layouts", path.parent / "layouts")
            write_atomically(path, [format_document(read.document)], private=True)
            aside = set_aside(self._ini, "bak")
        except OSError as error:
            self._tell_unkept(error)
        else:
            _LOGGER.info("the settings of the version before were taken over; their file is kept as %s", aside)
        return read.document

    def _tell_unkept(self, error: OSError) -> None:
        if self._is_unkept:
            return
        self._is_unkept = True
        path = self.path
        home = path is not None and NO_HOME_FOLDER in path.parents
        why = SettingsWording.NO_HOME() if home else f"{path}: {error.strerror or error}"
        self._tell(SettingsWording.NOT_KEPT(why=why), SettingsWording.FORGOTTEN())

    def _tell(self, reason: str, tip: str) -> None:
        if len(self.errors) < _MAX_TROUBLES and reason not in {trouble.reason for trouble in self.errors}:
            _LOGGER.warning("%s", reason)
            self.errors = (*self.errors, UserFacingError(reason, tip))


def _listed(faults: tuple[str, ...]) -> str:
    told, more = "; ".join(faults[:_FAULTS_TOLD]), len(faults) - _FAULTS_TOLD
    return SettingsWording.AND_MORE(faults=told, count=more) if more > 0 else told


def _copy_layouts(before: Path, after: Path) -> None:
    """Copy layouts to their new folder; existing files there are kept. Raises OSError."""
    from app.model import layout  # noqa: PLC0415 - once in the life of a user

    files = sorted(before.glob(f"*{layout.SUFFIX}"))[:_MAX_LAYOUTS] if before.is_dir() else []
    if files:
        after.mkdir(parents=True, exist_ok=True)
    for file in files:
        target = after / file.name
        if file.is_file() and not target.exists():
            write_atomically(target, [read_beginning(file, layout.MAX_BYTES)])
