"""The preferences that are kept from run to run: theme, recent robots, layouts and choices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from PySide6.QtCore import QByteArray, QTemporaryDir

from app.config.folders import config_folder, qsettings_file, read_beginning
from app.config.user_settings import (
    MAX_BYTES,
    LastDriven,
    RobotSettings,
    SettingsDocument,
    SettingsFile,
    ThemeChoice,
    parse_document,
)
from app.model.errors import UserFacingError
from app.model.json_salvage import plain_json

__all__ = ["Preferences", "ThemeChoice"]

MAX_RECENT: Final = 10

# beyond it the least recently used go
MAX_ROBOTS: Final = 200
MAX_DRIVEN: Final = 20

# for each robot; beyond it the oldest go
MAX_DECODERS: Final = 200
MAX_NAMES: Final = 1000
MAX_RATES: Final = 500
MAX_JOINT_SETTINGS: Final = 500

MAX_KEYS: Final = 500

# of all presets together: there has to be room for robots beside them
MAX_PRESET_CHARACTERS: Final = 1 << 20

# each with a colour for either theme: see `app.ui.base.theme`
ROBOT_COLORS: Final = 6

_FILE: Final = "settings.json"

_ValueT = TypeVar("_ValueT")


class Preferences:
    """Typed access to the settings; values that can't be read have their defaults.

    Args:
        path: the settings file; None to start with defaults and save nothing.
        ini: the older settings file, see `SettingsFile`.

    Attributes:
        robots_revision: changes with the names and colours of robots.
    """

    def __init__(self, path: Path | None = None, ini: Path | None = None) -> None:
        self.robots_revision = 0
        self._file = SettingsFile(path, ini)
        self._folder: QTemporaryDir | None = None
        # names of robots that were read, as each painted row needs one
        self._names: dict[str, str] = {}
        self._colors: dict[str, int] = {}
        # addresses of robots that no later run will meet
        self._temporary: set[str] = set()

    @classmethod
    def for_user(cls) -> Self:
        """Return the preferences of the user."""
        return cls(config_folder() / _FILE, qsettings_file())

    @classmethod
    def temporary(cls, theme: str | None = None) -> Self:
        """Return temporary preferences, with nothing but the user's theme or the given one; they are not saved."""
        trial = cls()
        trial.theme = _saved_theme() if theme is None else ThemeChoice(theme)
        return trial

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
        self._temporary.add(uri)
        self._names[uri] = name
        self.robots_revision += 1

    def robot_name(self, uri: str) -> str:
        """Return the operator's name for a robot, or its address."""
        if uri not in self._names:
            self._names[uri] = self._robot(uri).name or uri
        return self._names[uri]

    def set_robot_name(self, uri: str, name: str) -> None:
        """Set the name of a robot; an empty name, or its address, removes it."""
        name = name.strip()
        self._names[uri] = name or uri
        self._set_robot(uri, "name", "" if name == uri else name)
        self.robots_revision += 1

    def robot_color(self, uri: str) -> int:
        """Return the number of a robot's colour, one that no other robot has as long as there are such."""
        if uri not in self._colors:
            chosen = _chosen_color(self._document.robots.get(uri))
            self._save_color(uri, self._free_color() if chosen is None else chosen)
        return self._colors[uri]

    def set_robot_color(self, uri: str, color: int) -> None:
        """Set the colour of a robot."""
        self._save_color(uri, color)
        self.robots_revision += 1

    def _free_color(self) -> int:
        used = {*(_chosen_color(robot) for robot in self._document.robots.values()), *self._colors.values()}
        return next((color for color in range(ROBOT_COLORS) if color not in used), len(used) % ROBOT_COLORS)

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
            _put(document.driven, uri, driven, MAX_DRIVEN)

        if uri in self._temporary:
            change(self._document)
        else:
            self._file.change(("driven", uri), change)

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
            _put(messages, name, message, max_items)
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
        self._file.change(("keys", name), lambda document: _put(document.keys, name, keys, MAX_KEYS))

    def switch(self, name: str) -> bool:
        """Whether something is shown: true, unless it was switched off."""
        return self._document.switches.get(name, True)

    def set_switch(self, name: str, shown: bool) -> None:  # noqa: FBT001 - a slot
        """Save whether something is shown."""
        self._file.change(("switch", name), lambda document: document.switches.update({name: shown}))

    def save(self) -> None:
        """Write all settings now."""
        self._file.save()

    def _robot(self, uri: str) -> RobotSettings:
        return self._document.robots.get(uri) or RobotSettings()

    def _set_robot(self, uri: str, field: str, value: object) -> None:
        self._change_robot(uri, field, lambda robot: setattr(robot, field, value))

    def _set_item(self, uri: str, field: str, key: str, value: object, max_items: int) -> None:
        self._change_robot(uri, (field, key), lambda robot: _put(getattr(robot, field), key, value, max_items))

    def _change_robot(self, uri: str, about: object, change: Callable[[RobotSettings], None]) -> None:
        """Change the settings of a robot, and make it the most recently used, unless it is temporary."""
        if uri in self._temporary:
            return

        def change_in(document: SettingsDocument) -> None:
            robot = document.robots.get(uri) or RobotSettings()
            change(robot)
            _put(document.robots, uri, robot, MAX_ROBOTS)

        self._file.change(("robot", uri, about), change_in)


def _saved_theme() -> ThemeChoice:
    """Return the theme that the user has chosen; the file is neither created nor repaired."""
    file = config_folder() / _FILE
    try:
        # a device or pipe may never end
        data = read_beginning(file, MAX_BYTES + 1) if file.is_file() else b"{}"
    except OSError:
        return ThemeChoice.SYSTEM
    return parse_document(data).document.theme


def _put(items: dict[str, _ValueT], key: str, value: _ValueT | None, max_items: int) -> None:
    """Put an item last, or remove it; the first items go where there are too many."""
    items.pop(key, None)
    if value is not None:
        items[key] = value
    while len(items) > max_items:
        del items[next(iter(items))]


def _chosen_color(robot: RobotSettings | None) -> int | None:
    color = None if robot is None else robot.color
    return color if color is not None and 0 <= color < ROBOT_COLORS else None
