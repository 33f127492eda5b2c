"""What is remembered from run to run: the look, the last addresses, where things stood."""

from __future__ import annotations

import enum
import json
import math
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, QTemporaryDir

MAX_RECENT = 10

# of one robot; beyond it the oldest go
MAX_DECODERS = 200
MAX_NAMES = 1000
MAX_RATES = 500
MAX_JOINT_KINDS = 500

# each with a value for either look: see `app.ui.theme`
ROBOT_COLORS = 6


class ThemeChoice(enum.Enum):
    """What the operator asked for."""

    SYSTEM = "system"
    DARK = "dark"
    LIGHT = "light"


class Preferences:
    """Typed access to a QSettings; what can't be read falls back to the default.

    Attributes:
        robots_revision: changes with the names and colours of robots.
    """

    def __init__(self, settings: QSettings) -> None:
        self.robots_revision = 0
        self._settings = settings
        self._folder: QTemporaryDir | None = None
        # of robots that were asked for: the settings are too slow to be read for each row that is painted
        self._names: dict[str, str] = {}
        self._colors: dict[str, int] = {}
        # robots that no later run will meet
        self._guests: set[str] = set()

    @classmethod
    def of_user(cls) -> Preferences:
        """Those of the user who runs this."""
        return cls(QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "Teledeck", "Teledeck"))

    def on_trial(self, theme: str | None = None) -> Preferences:
        """Others, with nothing but the look of these or the one that is given; they are forgotten with the program."""
        folder = QTemporaryDir()
        trial = Preferences(QSettings(folder.filePath("trial.ini"), QSettings.Format.IniFormat))
        trial._folder = folder
        trial.theme = self.theme if theme is None else ThemeChoice(theme)
        return trial

    @property
    def theme(self) -> ThemeChoice:
        """The chosen look."""
        try:
            return ThemeChoice(self._settings.value("theme", ThemeChoice.SYSTEM.value))
        except ValueError:
            return ThemeChoice.SYSTEM

    @theme.setter
    def theme(self, choice: ThemeChoice) -> None:
        self._settings.setValue("theme", choice.value)

    @property
    def recent_uris(self) -> list[str]:
        """The addresses that were connected to, last one first."""
        # one entry comes back as a string, none as None
        value = self._settings.value("recent_uris")
        if isinstance(value, str):
            return [value]
        return [uri for uri in value if isinstance(uri, str)][:MAX_RECENT] if isinstance(value, list) else []

    def add_recent_uri(self, uri: str) -> None:
        """Put an address first; not that of a guest."""
        if uri in self._guests:
            return
        self._settings.setValue(
            "recent_uris", [uri, *(known for known in self.recent_uris if known != uri)][:MAX_RECENT]
        )

    def forget_robot(self, uri: str) -> None:
        """Remember an address no more, nor what was said of it."""
        self._settings.setValue("recent_uris", [known for known in self.recent_uris if known != uri])
        self._settings.remove(f"robots/{_key(uri)}")
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
            name = self._settings.value(f"robots/{_key(uri)}/name")
            self._names[uri] = name if isinstance(name, str) and name else uri
        return self._names[uri]

    def set_robot_name(self, uri: str, name: str) -> None:
        """Call a robot so; nothing, or its address, takes the name away."""
        name = name.strip()
        self._names[uri] = name or uri
        self._settings.setValue(f"robots/{_key(uri)}/name", "" if name == uri else name)
        self.robots_revision += 1

    def robot_color(self, uri: str) -> int:
        """The number of a robot's colour; one that no other robot has, as long as there are such."""
        if uri not in self._colors:
            chosen = self._chosen_color(uri)
            self._keep_color(uri, self._free_color() if chosen is None else chosen)
        return self._colors[uri]

    def set_robot_color(self, uri: str, color: int) -> None:
        """Give a robot a colour."""
        self._keep_color(uri, color)
        self.robots_revision += 1

    def _free_color(self) -> int:
        self._settings.beginGroup("robots")
        known = self._settings.childGroups()
        self._settings.endGroup()
        taken = {*(self._chosen_color(key) for key in known), *self._colors.values()}
        return next((color for color in range(ROBOT_COLORS) if color not in taken), len(taken) % ROBOT_COLORS)

    def _keep_color(self, uri: str, color: int) -> None:
        self._colors[uri] = color
        if uri not in self._guests:
            self._settings.setValue(f"robots/{_key(uri)}/color", color)

    def _chosen_color(self, uri: str) -> int | None:
        try:
            color = int(str(self._settings.value(f"robots/{_key(uri)}/color")))
        except ValueError:
            return None
        return color if 0 <= color < ROBOT_COLORS else None

    def decoders(self, uri: str) -> dict[str, tuple[str, str]]:
        """How the topics of a robot are read, where the operator chose it: decoder and type by topic."""
        kept = self._kept(uri, "decoders")
        pairs = kept.items() if isinstance(kept, dict) else ()
        return {
            topic: (pair[0], pair[1])
            for topic, pair in pairs
            if isinstance(pair, list) and len(pair) == 2 and all(isinstance(word, str) for word in pair)
        }

    def set_decoder(self, uri: str, topic: str, decoder: str, type_name: str) -> None:
        """Keep how a topic is read; not that of a guest."""
        if uri in self._guests:
            return
        kept = {known: pair for known, pair in self.decoders(uri).items() if known != topic}
        kept[topic] = (decoder, type_name)
        newest = dict(list(kept.items())[-MAX_DECODERS:])
        self._settings.setValue(f"robots/{_key(uri)}/decoders", json.dumps(newest))

    def joint_kinds(self, uri: str) -> dict[str, str]:
        """How joints of a robot move, where the operator said it: a word by the name of a joint."""
        return {name: kind for name, kind in self._joint_settings(uri, "kinds").items() if isinstance(kind, str)}

    def set_joint_kind(self, uri: str, name: str, kind: str) -> None:
        """Keep how a joint moves; not that of a guest."""
        self._set_joint_setting(uri, "kinds", name, kind)

    def joint_speed(self, uri: str, name: str) -> float | None:
        """The speed at which a joint was moved last, in rad/s or m/s; None if it never was."""
        speed = self._joint_settings(uri, "speeds").get(name)
        return float(speed) if isinstance(speed, int | float) and 0 < speed < math.inf else None

    def set_joint_speed(self, uri: str, name: str, speed: float) -> None:
        """Keep the speed of a joint; not that of a guest."""
        self._set_joint_setting(uri, "speeds", name, speed)

    def joint_topic(self, uri: str, name: str) -> tuple[str, str]:
        """The topic that takes the commands of a joint, and what they are, as the operator chose it; empty if not."""
        kept = self._joint_settings(uri, "topics").get(name)
        if isinstance(kept, list) and len(kept) == 2 and all(isinstance(word, str) for word in kept):
            return kept[0], kept[1]
        return "", ""

    def set_joint_topic(self, uri: str, name: str, topic: str, quantity: str) -> None:
        """Keep the topic of a joint's commands, and what they are; not that of a guest."""
        self._set_joint_setting(uri, "topics", name, [topic, quantity])

    def _joint_settings(self, uri: str, what: str) -> dict[str, object]:
        kept = self._kept(uri, f"joint_{what}")
        return kept if isinstance(kept, dict) else {}

    def _set_joint_setting(self, uri: str, what: str, name: str, setting: object) -> None:
        if uri in self._guests:
            return
        kept = {known: word for known, word in self._joint_settings(uri, what).items() if known != name}
        newest = dict([*kept.items(), (name, setting)][-MAX_JOINT_KINDS:])
        self._settings.setValue(f"robots/{_key(uri)}/joint_{what}", json.dumps(newest))

    def address(self, uri: str) -> str:
        """The address that a robot was connected by, where that says more than its name; else empty."""
        value = self._settings.value(f"robots/{_key(uri)}/address")
        return value if isinstance(value, str) else ""

    def set_address(self, uri: str, address: str) -> None:
        """Keep how a robot was connected to; not of a guest."""
        if uri not in self._guests:
            self._settings.setValue(f"robots/{_key(uri)}/address", address)

    def used_names(self, uri: str) -> list[str]:
        """The topics of a robot that were named, the newest first."""
        names = self._kept(uri, "names")
        return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []

    def add_used_names(self, uri: str, names: Iterable[str]) -> None:
        """Keep which topics were named; not of a guest."""
        if uri not in self._guests:
            newest = list(dict.fromkeys((*names, *self.used_names(uri))))[:MAX_NAMES]
            self._settings.setValue(f"robots/{_key(uri)}/names", json.dumps(newest))

    def poll_rates(self, uri: str) -> dict[str, float]:
        """How often topics of a robot are asked for, where the operator chose it."""
        kept = self._kept(uri, "rates")
        pairs = kept.items() if isinstance(kept, dict) else ()
        return {topic: float(rate_hz) for topic, rate_hz in pairs if isinstance(rate_hz, int | float)}

    def set_poll_rate(self, uri: str, topic: str, rate_hz: float | None) -> None:
        """Keep how often a topic is asked for, None: as often as others; not that of a guest."""
        if uri in self._guests:
            return
        kept = {known: rate for known, rate in self.poll_rates(uri).items() if known != topic}
        kept |= {topic: rate_hz} if rate_hz is not None else {}
        self._settings.setValue(f"robots/{_key(uri)}/rates", json.dumps(dict(list(kept.items())[-MAX_RATES:])))

    def _kept(self, uri: str, name: str) -> object:
        """What was kept as JSON of a robot; None if that can't be read."""
        value = self._settings.value(f"robots/{_key(uri)}/{name}")
        try:
            return json.loads(value) if isinstance(value, str) else None
        except ValueError:
            return None

    @property
    def layouts_folder(self) -> Path:
        """Where layouts are kept, a file each."""
        return Path(self._settings.fileName()).parent / "layouts"

    def layout(self, name: str) -> QByteArray:
        """What a widget saved of its layout; empty if nothing was."""
        value = self._settings.value(f"layout/{name}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def set_layout(self, name: str, state: QByteArray) -> None:
        """Keep what a widget says of its layout."""
        self._settings.setValue(f"layout/{name}", state)

    def switch(self, name: str) -> bool:
        """Whether something that can be shown is: it is, unless it was switched off."""
        return self._settings.value(f"switch/{name}") not in {"false", False}

    def set_switch(self, name: str, shown: bool) -> None:  # noqa: FBT001 - a slot
        """Keep whether something is shown."""
        self._settings.setValue(f"switch/{name}", shown)

    def save(self) -> None:
        """Write all of it now."""
        self._settings.sync()


def _key(uri: str) -> str:
    # a slash would make a group
    return uri.replace("/", "|").replace("\\", "|")
