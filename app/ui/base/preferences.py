"""The preferences that are kept from run to run: theme, recent robots, layouts and choices."""

from __future__ import annotations

import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import msgspec
from PySide6.QtCore import QByteArray, QObject, QStandardPaths, QTemporaryDir, Signal

from app.config.folders import config_folder, qsettings_file, read_beginning
from app.config.preference_values import PreferenceValues, SaveFolder
from app.config.user_settings import (
    MAX_BYTES,
    MAX_DRIVEN,
    MAX_RECENT,
    MAX_ROBOTS,
    LastDriven,
    RobotSettings,
    SettingsDocument,
    SettingsFile,
    ThemeChoice,
    parse_document,
    put_last,
)
from app.model.errors import UserFacingError
from app.model.json_salvage import plain_json
from app.ui.base.text import short_name

if TYPE_CHECKING:
    from app.config.profile import Profile
    from app.config.settings_bundle import SettingsBundle
    from app.model.layout import Layout

__all__ = ["Preferences", "ThemeChoice"]

# for each robot; beyond it the oldest go
MAX_DECODERS: Final = 200
MAX_NAMES: Final = 1000
MAX_RATES: Final = 500
MAX_JOINT_SETTINGS: Final = 500

MAX_KEYS: Final = 500

# types of messages, and open fields of each
MAX_OPENED: Final = 200
MAX_OPEN_FIELDS: Final = 50

# recordings, and bookmarks of each
MAX_BOOKMARKED: Final = 100
MAX_BOOKMARKS: Final = 200

# of all presets together: there has to be room for robots beside them
MAX_PRESET_CHARACTERS: Final = 1 << 20

# each with a colour for either theme: see `app.ui.base.theme`
ROBOT_COLORS: Final = 6

_FILE: Final = "settings.json"

STANDARD_FOLDERS: Final[Mapping[SaveFolder, QStandardPaths.StandardLocation]] = {
    SaveFolder.EXPORTS: QStandardPaths.StandardLocation.DocumentsLocation,
    SaveFolder.IMAGES: QStandardPaths.StandardLocation.PicturesLocation,
    SaveFolder.REPORTS: QStandardPaths.StandardLocation.HomeLocation,
}


class Preferences(QObject):
    """Typed access to the settings; values that can't be read have their defaults.

    Signals:
        changed: a value of the preferences, with its name in `PreferenceValues`.
        imported: settings of a file were taken, among them switches and choices.

    Args:
        path: the settings file; None to start with defaults and save nothing.
        ini: the older settings file, see `SettingsFile`.

    Attributes:
        robots_revision: changes with the names and colours of robots.
    """

    changed: Final = Signal(str)
    imported: Final = Signal()

    def __init__(self, path: Path | None = None, ini: Path | None = None) -> None:
        super().__init__()
        self.robots_revision = 0
        self._file = SettingsFile(path, ini)
        self._folder: QTemporaryDir | None = None
        # what robots are called, as each painted row needs it
        self._names: dict[str, str] = {}
        self._colors: dict[str, int] = {}
        # names of robots that no later run will meet, by address
        self._temporary: dict[str, str] = {}

    @classmethod
    def for_user(cls) -> Self:
        """Return the preferences of the user."""
        return cls(config_folder() / _FILE, qsettings_file())

    @classmethod
    def temporary(cls, theme: str | None = None) -> Self:
        """Return temporary preferences, which are not saved: the user's theme or the given one, and the black box."""
        trial, saved = cls(), _saved_document()
        trial.theme = saved.theme if theme is None else ThemeChoice(theme)
        for name in ("black_box", "black_box_min", "black_box_mb", "black_box_pictures"):
            trial.set_value(name, getattr(saved.preferences, name))
        return trial

    @property
    def are_kept(self) -> bool:
        """Whether changes are there in the next run."""
        return self._file.path is not None

    @property
    def errors(self) -> tuple[UserFacingError, ...]:
        """Errors of reading or saving the settings; the tuple grows."""
        return self._file.errors

    @property
    def _document(self) -> SettingsDocument:
        return self._file.document

    @property
    def theme(self) -> ThemeChoice:
        """The chosen theme."""
        return self._document.theme

    @theme.setter
    def theme(self, choice: ThemeChoice) -> None:
        def change(document: SettingsDocument) -> None:
            document.theme = choice

        self._file.change("theme", change)

    @property
    def values(self) -> PreferenceValues:
        """The values of the preferences, as the user set them."""
        return self._document.preferences

    def set_value(self, name: str, value: object) -> None:
        """Set one of `values` by its name, save it and tell of it. Raises ValueError for one that can't be."""
        # checked as a whole, since msgspec checks nothing when a struct is made
        told = {**msgspec.to_builtins(self.values), name: msgspec.to_builtins(value)}
        chosen = getattr(msgspec.convert(told, PreferenceValues), name)
        if chosen == getattr(self.values, name):
            return

        def change(document: SettingsDocument) -> None:
            document.preferences = msgspec.structs.replace(document.preferences, **{name: chosen})

        self._file.change(("preference", name), change)
        if self.choice(name):
            # a folder that is set is offered, wherever a file was saved last
            self.set_choice(name, "")
        self.changed.emit(name)

    def save_folder(self, folder: SaveFolder) -> Path:
        """Return the folder to offer for a file: where the last one was saved, else as set, else that of the system."""
        for text in (self.choice(folder.value), getattr(self.values, folder.value)):
            if text and Path(text).is_dir():
                return Path(text)
        return Path(QStandardPaths.writableLocation(STANDARD_FOLDERS[folder]))

    def set_last_folder(self, folder: SaveFolder, path: Path) -> None:
        """Save where a file was saved last."""
        if path != self.save_folder(folder):
            self.set_choice(folder.value, str(path))

    @property
    def version_seen(self) -> str:
        """The newest version of the program that the operator was told of; empty at first."""
        return self._document.version_seen

    @version_seen.setter
    def version_seen(self, version: str) -> None:
        def change(document: SettingsDocument) -> None:
            document.version_seen = version

        self._file.change("version seen", change)

    @property
    def recent_uris(self) -> list[str]:
        """The addresses that were connected to, newest first."""
        return self._document.recent_uris[:MAX_RECENT]

    def add_recent_uri(self, uri: str) -> None:
        """Put an address first, unless it is temporary."""
        if uri in self._temporary:
            return

        def change(document: SettingsDocument) -> None:
            others = (known for known in document.recent_uris if known != uri)
            document.recent_uris = [uri, *others][:MAX_RECENT]

        self._file.change(("recent", uri), change)

    def remove_robot(self, uri: str) -> None:
        """Remove an address, and all settings of its robot."""

        def change(document: SettingsDocument) -> None:
            document.recent_uris = [known for known in document.recent_uris if known != uri]
            document.robots.pop(uri, None)

        self._file.change(("forget", uri), change)
        self._names.pop(uri, None)
        self._colors.pop(uri, None)
        self.robots_revision += 1

    def add_temporary_robot(self, uri: str, name: str) -> None:
        """Name a robot until the program ends, and save nothing of it: its address will not mean it again."""
        self._temporary[uri] = name
        self._names.pop(uri, None)
        self.robots_revision += 1

    def robot_name(self, uri: str) -> str:
        """Return what a robot is called everywhere: the operator's name, else its address in short."""
        if uri not in self._names:
            self._call_robots(uri)
        return self._names[uri]

    def shown_name(self, uri: str) -> str:
        """Return what a robot was called last; empty if it was not called anything yet. Any thread."""
        return self._names.get(uri, "")

    def given_name(self, uri: str) -> str:
        """Return the operator's name for a robot; empty if there is none."""
        return self._temporary.get(uri) or self._robot(uri).name

    def set_robot_name(self, uri: str, name: str) -> None:
        """Set the name of a robot; an empty name, its address, or the short one removes it."""
        name = name.strip()
        short = "" if self.given_name(uri) else self.robot_name(uri)
        self._set_robot(uri, "name", "" if name in {uri, short} else name)
        self._names.pop(uri, None)
        self.robots_revision += 1

    def _call_robots(self, uri: str) -> None:
        """Call all known robots, and one more: with it others may need longer names to be told from it."""
        known = dict.fromkeys((*self._names, *self.recent_uris, uri))
        before = self._names
        self._names = {
            each: self.given_name(each) or short_name(each, [other for other in known if other != each])
            for each in known
        }
        if any(self._names[each] != name for each, name in before.items()):
            self.robots_revision += 1

    def robot_color(self, uri: str) -> int:
        """Return the number of a robot's colour; a new one has that which the fewest others have in this run."""
        if uri not in self._colors:
            chosen = _chosen_color(self._document.robots.get(uri))
            self._save_color(uri, self._free_color() if chosen is None else chosen)
        return self._colors[uri]

    def set_robot_color(self, uri: str, color: int) -> None:
        """Set the colour of a robot."""
        self._save_color(uri, color)
        self.robots_revision += 1

    def _free_color(self) -> int:
        # robots of this run are seen side by side
        shown = Counter(self._colors.values())
        saved = Counter(_chosen_color(robot) for robot in self._document.robots.values())
        return min(range(ROBOT_COLORS), key=lambda color: (shown[color], saved[color]))

    def _save_color(self, uri: str, color: int) -> None:
        self._colors[uri] = color
        self._set_robot(uri, "color", color)

    def decoders(self, uri: str) -> dict[str, tuple[str, str]]:
        """Return the chosen decoders of a robot: decoder and type by topic."""
        return dict(self._robot(uri).decoders)

    def set_decoder(self, uri: str, topic: str, decoder: str, type_name: str) -> None:
        """Save the decoder of a topic, unless its robot is temporary."""
        self._set_item(uri, "decoders", topic, (decoder, type_name), MAX_DECODERS)

    def joint_kinds(self, uri: str) -> dict[str, str]:
        """Return how joints of a robot move, where the operator set it: a word by joint name."""
        return dict(self._robot(uri).joint_kinds)

    def set_joint_kind(self, uri: str, name: str, kind: str) -> None:
        """Save how a joint moves, unless its robot is temporary."""
        self._set_item(uri, "joint_kinds", name, kind, MAX_JOINT_SETTINGS)

    def joint_speed(self, uri: str, name: str) -> float | None:
        """Return the speed at which a joint was moved last, in rad/s or m/s; None if it never was."""
        return self._robot(uri).joint_speeds.get(name)

    def set_joint_speed(self, uri: str, name: str, speed: float) -> None:
        """Save the speed of a joint, unless its robot is temporary."""
        self._set_item(uri, "joint_speeds", name, float(speed), MAX_JOINT_SETTINGS)

    def joint_topic(self, uri: str, name: str) -> tuple[str, str]:
        """Return the topic for the commands of a joint and their quantity, as chosen; empty if not."""
        return self._robot(uri).joint_topics.get(name, ("", ""))

    def set_joint_topic(self, uri: str, name: str, topic: str, quantity: str) -> None:
        """Save the topic for the commands of a joint and their quantity, unless its robot is temporary."""
        self._set_item(uri, "joint_topics", name, (topic, quantity), MAX_JOINT_SETTINGS)

    def address(self, uri: str) -> str:
        """Return the address that a robot was connected by, where that says more than its name; else empty."""
        return self._robot(uri).address

    def set_address(self, uri: str, address: str) -> None:
        """Save the address of a robot, unless it is temporary."""
        self._set_robot(uri, "address", address)

    def used_names(self, uri: str) -> list[str]:
        """Return the named topics of a robot, newest first."""
        return list(self._robot(uri).topics)

    def add_used_names(self, uri: str, names: Iterable[str]) -> None:
        """Save named topics, unless their robot is temporary."""
        newest = list(dict.fromkeys((*names, *self.used_names(uri))))[:MAX_NAMES]

        def change(robot: RobotSettings) -> None:
            robot.topics = list(dict.fromkeys((*newest, *robot.topics)))[:MAX_NAMES]

        self._change_robot(uri, "topics", change)

    def poll_rates(self, uri: str) -> dict[str, float]:
        """Return the chosen poll rates of a robot in Hz, by topic."""
        return dict(self._robot(uri).rates_hz)

    def set_poll_rate(self, uri: str, topic: str, rate_hz: float | None) -> None:
        """Save the poll rate of a topic, None for the default, unless its robot is temporary."""
        self._set_item(uri, "rates_hz", topic, None if rate_hz is None else float(rate_hz), MAX_RATES)

    def driven_by(self, uri: str) -> LastDriven:
        """Return the topic and profile that a robot was driven with last."""
        return self._document.driven.get(uri, LastDriven())

    def set_driven_by(self, uri: str, driven: LastDriven) -> None:
        """Save the topic and profile that a robot is driven with; of a temporary robot until the program ends.

        The least recently used go.
        """

        def change(document: SettingsDocument) -> None:
            put_last(document.driven, uri, driven, MAX_DRIVEN)

        if uri in self._temporary:
            change(self._document)
        else:
            self._file.change(("driven", uri), change)

    def drive_share(self, uri: str, way: str) -> float | None:
        """Return the share of the limits that a robot was driven with last in a way; None if that was never set."""
        return self._robot(uri).drive_shares.get(way)

    def set_drive_share(self, uri: str, way: str, share: float) -> None:
        """Save the share of the limits that a robot is driven with in a way, unless it is temporary."""
        if share != self.drive_share(uri, way):
            self._set_item(uri, "drive_shares", way, share, MAX_DRIVEN)

    def drives_slowly(self, uri: str) -> bool:
        """Whether the switch for slow was on when a robot was driven last."""
        return self._robot(uri).drive_slow

    def set_drives_slowly(self, uri: str, *, slow: bool) -> None:
        """Save whether the switch for slow is on, unless the robot is temporary."""
        if slow != self.drives_slowly(uri):
            self._set_robot(uri, "drive_slow", slow)

    def keeps_pictures(self, uri: str, topic: str) -> bool:
        """Whether the black box keeps pictures of a topic; any thread."""
        return self.values.black_box_pictures and topic not in self._robot(uri).without_pictures

    def set_keeps_pictures(self, uri: str, topic: str, *, kept: bool) -> None:
        """Save whether the black box keeps pictures of a topic; of a temporary robot until the program ends."""

        def change(robot: RobotSettings) -> None:
            others = [known for known in robot.without_pictures if known != topic]
            robot.without_pictures = others if kept else [*others, topic][-MAX_NAMES:]

        self._change_robot(uri, ("pictures", topic), change, until_end=True)

    def rename_profile(self, before: str, after: str) -> None:
        """Rename a profile in all that was saved for driving."""

        def change(document: SettingsDocument) -> None:
            document.driven = {
                uri: LastDriven(driven.topic, after if driven.profile == before else driven.profile)
                for uri, driven in document.driven.items()
            }

        self._file.change(("profile", before, after), change)

    @property
    def layouts_folder(self) -> Path:
        """The folder of layouts, a file each."""
        if self._file.path is not None:
            return self._file.path.parent / "layouts"
        if self._folder is None:
            self._folder = QTemporaryDir()
            # Qt's own clean-up is not run when the interpreter ends
            weakref.finalize(self, self._folder.remove)
        return Path(self._folder.filePath("layouts"))

    def widget_state(self, name: str) -> QByteArray:
        """Return what a Qt widget saved of its columns, position and size; empty if nothing was."""
        return QByteArray(self._document.layout.get(name, b""))

    def set_widget_state(self, name: str, state: QByteArray) -> None:
        """Save the state of such a widget."""
        saved = bytes(state.data())
        # a window in which nothing was moved must not overwrite the state of another
        if saved == self._document.layout.get(name):
            return
        self._file.change(("layout", name), lambda document: document.layout.update({name: saved}))

    def views(self, kind: str) -> dict[str, Any]:
        """Return the states of the views of a kind, by name."""
        return dict(self._document.views.get(kind, {}))

    def set_views(self, kind: str, states: Mapping[str, Any]) -> None:
        """Save the states of all views of a kind."""
        # a copy that does not change while it is written, of plain values only
        saved = plain_json(states)
        # as with the states of widgets
        if saved == self._document.views.get(kind, {}):
            return
        self._file.change(("views", kind), lambda document: document.views.update({kind: saved}))

    def choice(self, name: str) -> str:
        """Return the word that was chosen last; empty if none was."""
        return self._document.choices.get(name, "")

    def set_choice(self, name: str, word: str) -> None:
        """Save a choice."""
        self._file.change(("choice", name), lambda document: document.choices.update({name: word}))

    def presets(self, type_name: str) -> dict[str, str]:
        """Return the presets of a message type, by name, as JSON."""
        return dict(self._document.presets.get(type_name, {}))

    def set_preset(self, type_name: str, name: str, message: str | None, max_items: int) -> None:
        """Save a preset, None to delete it; the oldest go where there are too many, or all are too long together."""

        def change(document: SettingsDocument) -> None:
            # types are in the order of their use, too
            messages = document.presets.pop(type_name, {})
            put_last(messages, name, message, max_items)
            document.presets[type_name] = messages
            while (
                sum(len(text) for saved in document.presets.values() for text in saved.values()) > MAX_PRESET_CHARACTERS
            ):
                oldest = next(saved for saved in document.presets.values() if saved)
                del oldest[next(iter(oldest))]

        self._file.change(("preset", type_name, name), change)

    @property
    def action_keys(self) -> dict[str, list[str]]:
        """The keys that the user has changed, by the name of the action."""
        return {name: list(keys) for name, keys in self._document.keys.items()}

    def set_action_keys(self, name: str, keys: list[str] | None) -> None:
        """Save the keys of an action; None if they are the usual ones."""
        self._file.change(("keys", name), lambda document: put_last(document.keys, name, keys, MAX_KEYS))

    def opened_fields(self, type_name: str) -> list[str] | None:
        """Return the paths of the fields that the user has open in messages of a type; None if never saved."""
        paths = self._document.opened.get(type_name)
        return None if paths is None else list(paths)

    def set_opened_fields(self, type_name: str, paths: list[str]) -> None:
        """Save the paths of the open fields of a type; the least recently used type goes."""
        saved = paths[:MAX_OPEN_FIELDS]
        self._file.change(
            ("opened", type_name), lambda document: put_last(document.opened, type_name, saved, MAX_OPENED)
        )

    def bookmarks(self, start_ns: int, end_ns: int) -> tuple[int, ...]:
        """Return the bookmarks in a recording, by its first and last time; in the order of time."""
        return tuple(sorted(self._document.bookmarks.get(_span(start_ns, end_ns), ())))

    def set_bookmark(self, start_ns: int, end_ns: int, place_ns: int, *, there: bool) -> None:
        """Save that there is a bookmark in a recording, or none; the least recently used recording goes.

        A recording has as many as it may have, whatever is set beyond that.
        """
        span = _span(start_ns, end_ns)

        def change(document: SettingsDocument) -> None:
            others = [known for known in document.bookmarks.get(span, ()) if known != place_ns]
            marks = [*others, place_ns][:MAX_BOOKMARKS] if there else others
            put_last(document.bookmarks, span, marks or None, MAX_BOOKMARKED)

        self._file.change(("bookmark", span, place_ns), change)

    def switch(self, name: str) -> bool:
        """Whether something is shown: true, unless it was switched off."""
        return self._document.switches.get(name, True)

    def set_switch(self, name: str, shown: bool) -> None:  # noqa: FBT001 - a slot
        """Save whether something is shown."""
        self._file.change(("switch", name), lambda document: document.switches.update({name: shown}))

    def bundle(self, layouts: Iterable[Layout], profiles: Iterable[Profile], version: str) -> bytes:
        """Return the content of a file of all settings, with these layouts and profiles."""
        from app.config.settings_bundle import make_bundle  # noqa: PLC0415 - hardly ever needed

        return make_bundle(self._document, layouts, profiles, version)

    def has_other_settings(self, uri: str, robot: RobotSettings) -> bool:
        """Whether a robot has other settings than these, as far as these say something."""
        now = msgspec.to_builtins(self._robot(uri))
        return any(now.get(name) != value for name, value in msgspec.to_builtins(robot).items())

    def take_settings(self, settings: SettingsBundle) -> Callable[[], None]:
        """Take settings of a file, but theme and keys: preferences are replaced, robots and the like added.

        Returns what takes robots and the like back, but for those that were changed since.
        """
        # not needed in most runs
        from app.config.settings_import import SettingsImport  # noqa: PLC0415

        added = SettingsImport(self._document, settings)
        self._file.change("import", added.add_to)
        for name in PreferenceValues.__struct_fields__:
            self.set_value(name, getattr(settings.preferences, name))
        self._tell_imported()
        added.note_after(self._document)

        def take_back() -> None:
            self._file.change("import taken back", added.take_back_from)
            self._tell_imported()

        return take_back

    def _tell_imported(self) -> None:
        self._names.clear()
        for uri in [uri for uri in self._colors if uri not in self._temporary]:
            del self._colors[uri]
        self.robots_revision += 1
        self.imported.emit()

    def save(self) -> None:
        """Write all settings now."""
        self._file.save()

    def _robot(self, uri: str) -> RobotSettings:
        return self._document.robots.get(uri) or RobotSettings()

    def _set_robot(self, uri: str, field: str, value: object) -> None:
        self._change_robot(uri, field, lambda robot: setattr(robot, field, value))

    def _set_item(self, uri: str, field: str, key: str, value: object, max_items: int) -> None:
        self._change_robot(uri, (field, key), lambda robot: put_last(getattr(robot, field), key, value, max_items))

    def _change_robot(
        self, uri: str, about: object, change: Callable[[RobotSettings], None], *, until_end: bool = False
    ) -> None:
        """Change the settings of a robot, and make it the most recently used.

        Those of a temporary robot are changed with `until_end` only, and are never saved.
        """

        def change_in(document: SettingsDocument) -> None:
            robot = document.robots.get(uri) or RobotSettings()
            change(robot)
            put_last(document.robots, uri, robot, MAX_ROBOTS)

        if uri not in self._temporary:
            self._file.change(("robot", uri, about), change_in)
        elif until_end:
            change_in(self._document)


def _saved_document() -> SettingsDocument:
    """Return what the user has saved; the file is neither created nor repaired."""
    file = config_folder() / _FILE
    try:
        # a device or pipe may never end
        data = read_beginning(file, MAX_BYTES + 1) if file.is_file() else b"{}"
    except OSError:
        return SettingsDocument()
    return parse_document(data).document


def _span(start_ns: int, end_ns: int) -> str:
    """Return by what a recording is known, wherever its files are and whatever they are called."""
    return f"{start_ns}-{end_ns}"


def _chosen_color(robot: RobotSettings | None) -> int | None:
    color = None if robot is None else robot.color
    return color if color is not None and 0 <= color < ROBOT_COLORS else None
