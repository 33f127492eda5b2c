"""By what each robot was driven last: the topic and the profile, from run to run; never that it was armed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QByteArray

from app.config.profile_files import DEFAULT
from app.ui.preferences import Preferences

_KEPT: Final = "drive"
_MOST: Final = 20


@dataclass(frozen=True, slots=True)
class Kept:
    """What is known of one robot; `topic` is empty where none was chosen."""

    topic: str = ""
    profile: str = DEFAULT.name


class KeptChoices:
    """See the module. What can't be read is as if nothing had been kept."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences
        self._robots = self._read()

    def of(self, robot: str) -> Kept:
        """What a robot was driven by."""
        return self._robots.get(robot, Kept())

    def keep(self, robot: str, kept: Kept) -> None:
        """From now on it is driven by this; the robots of longest ago are forgotten."""
        self._robots.pop(robot, None)
        self._robots[robot] = kept

    def rename(self, before: str, after: str) -> None:
        """A profile has another name: whoever was driven by it still is."""
        self._robots = {
            robot: Kept(kept.topic, after if kept.profile == before else kept.profile)
            for robot, kept in self._robots.items()
        }

    def save(self) -> None:
        """Write it into the preferences."""
        newest = dict(list(self._robots.items())[-_MOST:])
        told = {robot: {"topic": kept.topic, "profile": kept.profile} for robot, kept in newest.items()}
        self._preferences.set_layout(_KEPT, QByteArray(json.dumps(told).encode()))

    def _read(self) -> dict[str, Kept]:
        try:
            told = json.loads(bytes(self._preferences.layout(_KEPT).data()) or b"{}")
        except (ValueError, RecursionError):
            return {}
        pairs = told.items() if isinstance(told, dict) else ()
        return {
            robot: Kept(str(kept.get("topic", "")), str(kept.get("profile", DEFAULT.name)))
            for robot, kept in pairs
            if isinstance(kept, dict)
        }
