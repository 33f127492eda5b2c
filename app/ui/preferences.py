"""What is remembered from run to run: the look, the last addresses, where things stood."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from PySide6.QtCore import QByteArray, QTemporaryDir

from app.config.folders import config_folder, qsettings_file, read_beginning
from app.config.settings_document import (
    MAX_BYTES,
    DrivenBy,
    RobotSettings,
    SettingsDocument,
    ThemeChoice,
    read_document,
)
from app.config.settings_file import SettingsFile
from app.model.trouble import Trouble

__all__ = ["Preferences", "ThemeChoice"]

MAX_RECENT: Final = 10

# beyond it those that were used longest ago go
MAX_ROBOTS: Final = 200
MAX_DRIVEN: Final = 20

# of one robot; beyond it the oldest go
MAX_DECODERS: Final = 200
MAX_NAMES: Final = 1000
MAX_RATES: Final = 500
MAX_JOINT_SETTINGS: Final = 500

# of all kept messages: beside them there has to be room for robots
MAX_PRESET_CHARACTERS: Final = 1 << 20

# each with a value for either look: see `app.ui.theme`
ROBOT_COLORS: Final = 6

_FILE: Final = "settings.json"

_ValueT = TypeVar("_ValueT")


class Preferences:
    """Typed access to the settings; what can't be read falls back to the default.

    Args:
        path: of the file that keeps them; None to keep nothing, and begin with nothing.
        ini: see `SettingsFile`.

    Attributes:
        robots_revision: changes with the names and colours of robots.
    """

    def __init__(self, path: Path | None = None, ini: Path | None = None) -> None:
        self.robots_revision = 0
        self._file = SettingsFile(path, ini)
        self._folder: QTemporaryDir | None = None
        # of robots that were asked for, as each row that is painted does
        self._names: dict[str, str] = {}
        self._colors: dict[str, int] = {}
        # robots that no later run will meet
        self._guests: set[str] = set()

    @classmethod
    def of_user(cls) -> Self:
        """Those of the user who runs this."""
        return cls(config_folder() / _FILE, qsettings_file())

    @classmethod
    def on_trial(cls, theme: str | None = None) -> Self:
        """Others, with nothing but the user's look or the one that is given; they are forgotten with the program."""
        trial = cls()
        trial.theme = _kept_theme() if theme is None else ThemeChoice(theme)
        return trial

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What could not be read, or can't be kept; it grows."""
        return self._file.troubles

    @property
    def _document(self) -> SettingsDocument:
        return self._file.document

    @property
    def theme(self) -> ThemeChoice:
        """The chosen look."""
        return self._document.theme

    @theme.setter
    def theme(self, choice: ThemeChoice) -> None:
        def change(document: SettingsDocument) -> None:
            document.theme = choice

        self._file.change("theme", change)

    @property
    def version_seen(self) -> str:
        """The newest version of the program that the operator was told of; empty before any was."""
        return self._document.version_seen

    @version_seen.setter
    def version_seen(self, version: str) -> None:
        def change(document: SettingsDocument) -> None:
            document.version_seen = version

        self._file.change("version seen", change)

    @property
    def recent_uris(self) -> list[str]:
        """The addresses that were connected to, last one first."""
        return self._document.recent_uris[:MAX_RECENT]

    def add_recent_uri(self, uri: str) -> None:
        """Put an address first; not that of a guest."""
        if uri in self._guests:
            return

        def change(document: SettingsDocument) -> None:
            others = (known for known in document.recent_uris if known != uri)
            document.recent_uris = [uri, *others][:MAX_RECENT]

        self._file.change(("recent", uri), change)

    def forget_robot(self, uri: str) -> None:
        """Remember an address no more, nor what was said of it."""

        def change(document: SettingsDocument) -> None:
            document.recent_uris = [known for known in document.recent_uris if known != uri]
            document.robots.pop(uri, None)

        self._file.change(("forget", uri), change)
        self._names.pop(uri, None)
        self._colors.pop(uri, None)
        self.robots_revision += 1

    def welcome_guest(self, uri: str, name: str) -> None:
        """Call a robot so until the program ends, and remember nothing of it: its address will not mean it again."""
        self._guests.add(uri)
        self._names[uri] = name
        self.robots_revision += 1

    def robot_name(self, uri: str) -> str:
        """What the operator calls a robot; its address unless it was given a name."""
        if uri not in self._names:
            self._names[uri] = self._robot(uri).name or uri
        return self._names[uri]

    def set_robot_name(self, uri: str, name: str) -> None:
        """Call a robot so; nothing, or its address, takes the name away."""
        name = name.strip()
        self._names[uri] = name or uri
        self._set_robot(uri, "name", "" if name == uri else name)
        self.robots_revision += 1

    def robot_color(self, uri: str) -> int:
        """The number of a robot's colour; one that no other robot has, as long as there are such."""
        if uri not in self._colors:
            chosen = _chosen_color(self._document.robots.get(uri))
            self._keep_color(uri, self._free_color() if chosen is None else chosen)
        return self._colors[uri]

    def set_robot_color(self, uri: str, color: int) -> None:
        """Give a robot a colour."""
        self._keep_color(uri, color)
        self.robots_revision += 1

    def _free_color(self) -> int:
        taken = {*(_chosen_color(robot) for robot in self._document.robots.values()), *self._colors.values()}
        return next((color for color in range(ROBOT_COLORS) if color not in taken), len(taken) % ROBOT_COLORS)

    def _keep_color(self, uri: str, color: int) -> None:
        self._colors[uri] = color
        self._set_robot(uri, "color", color)

    def decoders(self, uri: str) -> dict[str, tuple[str, str]]:
        """How the topics of a robot are read, where the operator chose it: decoder and type by topic."""
        return dict(self._robot(uri).decoders)

    def set_decoder(self, uri: str, topic: str, decoder: str, type_name: str) -> None:
        """Keep how a topic is read; not that of a guest."""
        self._set_item(uri, "decoders", topic, (decoder, type_name), MAX_DECODERS)

    def joint_kinds(self, uri: str) -> dict[str, str]:
        """How joints of a robot move, where the operator said it: a word by the name of a joint."""
        return dict(self._robot(uri).joint_kinds)

    def set_joint_kind(self, uri: str, name: str, kind: str) -> None:
        """Keep how a joint moves; not that of a guest."""
        self._set_item(uri, "joint_kinds", name, kind, MAX_JOINT_SETTINGS)

    def joint_speed(self, uri: str, name: str) -> float | None:
        """The speed at which a joint was moved last, in rad/s or m/s; None if it never was."""
        return self._robot(uri).joint_speeds.get(name)

    def set_joint_speed(self, uri: str, name: str, speed: float) -> None:
        """Keep the speed of a joint; not that of a guest."""
        self._set_item(uri, "joint_speeds", name, float(speed), MAX_JOINT_SETTINGS)

    def joint_topic(self, uri: str, name: str) -> tuple[str, str]:
        """The topic that takes the commands of a joint, and what they are, as the operator chose it; empty if not."""
        return self._robot(uri).joint_topics.get(name, ("", ""))

    def set_joint_topic(self, uri: str, name: str, topic: str, quantity: str) -> None:
        """Keep the topic of a joint's commands, and what they are; not that of a guest."""
        self._set_item(uri, "joint_topics", name, (topic, quantity), MAX_JOINT_SETTINGS)

    def address(self, uri: str) -> str:
        """The address that a robot was connected by, where that says more than its name; else empty."""
        return self._robot(uri).address

    def set_address(self, uri: str, address: str) -> None:
        """Keep how a robot was connected to; not of a guest."""
        self._set_robot(uri, "address", address)

    def used_names(self, uri: str) -> list[str]:
        """The topics of a robot that were named, the newest first."""
        return list(self._robot(uri).topics)

    def add_used_names(self, uri: str, names: Iterable[str]) -> None:
        """Keep which topics were named; not of a guest."""
        newest = list(dict.fromkeys((*names, *self.used_names(uri))))[:MAX_NAMES]

        def change(robot: RobotSettings) -> None:
            robot.topics = list(dict.fromkeys((*newest, *robot.topics)))[:MAX_NAMES]

        self._change_robot(uri, "topics", change)

    def poll_rates(self, uri: str) -> dict[str, float]:
        """How often topics of a robot are asked for, where the operator chose it."""
        return dict(self._robot(uri).rates_hz)

    def set_poll_rate(self, uri: str, topic: str, rate_hz: float | None) -> None:
        """Keep how often a topic is asked for, None: as often as others; not that of a guest."""
        self._set_item(uri, "rates_hz", topic, None if rate_hz is None else float(rate_hz), MAX_RATES)

    def driven_by(self, uri: str) -> DrivenBy:
        """By what a robot was driven last."""
        return self._document.driven.get(uri, DrivenBy())

    def set_driven_by(self, uri: str, driven: DrivenBy) -> None:
        """Keep by what a robot is driven; a guest until the program ends. Those of longest ago are forgotten."""

        def change(document: SettingsDocument) -> None:
            _put(document.driven, uri, driven, MAX_DRIVEN)

        if uri in self._guests:
            change(self._document)
        else:
            self._file.change(("driven", uri), change)

    def rename_profile(self, before: str, after: str) -> None:
        """A profile has another name: whoever was driven by it still is."""

        def change(document: SettingsDocument) -> None:
            document.driven = {
                uri: DrivenBy(driven.topic, after if driven.profile == before else driven.profile)
                for uri, driven in document.driven.items()
            }

        self._file.change(("profile", before, after), change)

    @property
    def layouts_folder(self) -> Path:
        """Where layouts are kept, a file each."""
        if self._file.path is not None:
            return self._file.path.parent / "layouts"
        if self._folder is None:
            self._folder = QTemporaryDir()
        return Path(self._folder.filePath("layouts"))

    def layout(self, name: str) -> QByteArray:
        """What a widget of Qt's saved of its columns, its place and its size; empty if nothing was."""
        return QByteArray(self._document.layout.get(name, b""))

    def set_layout(self, name: str, state: QByteArray) -> None:
        """Keep what such a widget says."""
        kept = bytes(state.data())
        # a window in which nothing was moved takes nothing away from another's
        if kept == self._document.layout.get(name):
            return
        self._file.change(("layout", name), lambda document: document.layout.update({name: kept}))

    def views(self, kind: str) -> dict[str, Any]:
        """The states of the views of a kind, by name."""
        return dict(self._document.views.get(kind, {}))

    def set_views(self, kind: str, states: Mapping[str, Any]) -> None:
        """Keep the states of all views of a kind."""
        # a copy that nobody changes while it is written, of plain values only
        kept = json.loads(json.dumps(states))
        # as with layouts
        if kept == self._document.views.get(kind, {}):
            return
        self._file.change(("views", kind), lambda document: document.views.update({kind: kept}))

    def choice(self, name: str) -> str:
        """The word that was chosen last; empty if none was."""
        return self._document.choices.get(name, "")

    def set_choice(self, name: str, word: str) -> None:
        """Keep what was chosen."""
        self._file.change(("choice", name), lambda document: document.choices.update({name: word}))

    def presets(self, type_name: str) -> dict[str, str]:
        """The messages of a type that are kept, by name, as JSON."""
        return dict(self._document.presets.get(type_name, {}))

    def set_preset(self, type_name: str, name: str, message: str | None, most: int) -> None:
        """Keep a message, None: no longer; the oldest go where there are too many, or all are too long together."""

        def change(document: SettingsDocument) -> None:
            # types are in the order of their use, too
            messages = document.presets.pop(type_name, {})
            _put(messages, name, message, most)
            document.presets[type_name] = messages
            while (
                sum(len(text) for kept in document.presets.values() for text in kept.values()) > MAX_PRESET_CHARACTERS
            ):
                oldest = next(kept for kept in document.presets.values() if kept)
                del oldest[next(iter(oldest))]

        self._file.change(("preset", type_name, name), change)

    def switch(self, name: str) -> bool:
        """Whether something that can be shown is: it is, unless it was switched off."""
        return self._document.switches.get(name, True)

    def set_switch(self, name: str, shown: bool) -> None:  # noqa: FBT001 - a slot
        """Keep whether something is shown."""
        self._file.change(("switch", name), lambda document: document.switches.update({name: shown}))

    def save(self) -> None:
        """Write all of it now."""
        self._file.save()

    def _robot(self, uri: str) -> RobotSettings:
        return self._document.robots.get(uri) or RobotSettings()

    def _set_robot(self, uri: str, field: str, value: object) -> None:
        self._change_robot(uri, field, lambda robot: setattr(robot, field, value))

    def _set_item(self, uri: str, field: str, key: str, value: object, most: int) -> None:
        self._change_robot(uri, (field, key), lambda robot: _put(getattr(robot, field), key, value, most))

    def _change_robot(self, uri: str, about: object, change: Callable[[RobotSettings], None]) -> None:
        """Change what is known of a robot, and have it be the last that was used; nothing is kept of a guest."""
        if uri in self._guests:
            return

        def change_in(document: SettingsDocument) -> None:
            robot = document.robots.get(uri) or RobotSettings()
            change(robot)
            _put(document.robots, uri, robot, MAX_ROBOTS)

        self._file.change(("robot", uri, about), change_in)


def _kept_theme() -> ThemeChoice:
    """The look that the user has chosen; nothing is made or put right for it."""
    file = config_folder() / _FILE
    try:
        # what is no file may never end
        data = read_beginning(file, MAX_BYTES + 1) if file.is_file() else b"{}"
    except OSError:
        return ThemeChoice.SYSTEM
    return read_document(data).document.theme


def _put(kept: dict[str, _ValueT], key: str, value: _ValueT | None, most: int) -> None:
    """Put something last, or take it away; the first go where there are too many."""
    kept.pop(key, None)
    if value is not None:
        kept[key] = value
    while len(kept) > most:
        del kept[next(iter(kept))]


def _chosen_color(robot: RobotSettings | None) -> int | None:
    color = None if robot is None else robot.color
    return color if color is not None and 0 <= color < ROBOT_COLORS else None
