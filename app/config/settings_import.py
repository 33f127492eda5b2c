"""An import of all settings of a file: what it adds to the settings of the user, and how it is taken back."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Final, TypeVar

import msgspec

from app.config.settings_bundle import SettingsBundle
from app.config.user_settings import (
    MAX_DRIVEN,
    MAX_RECENT,
    MAX_ROBOTS,
    RobotSettings,
    SettingsDocument,
    put_last,
)

# what an import adds to, beside the recent robots
_TABLES: Final = ("robots", "driven", "switches", "choices")

_ValueT = TypeVar("_ValueT")


class SettingsImport:
    """One import of settings: robots and the like are added to those that there are.

    Args:
        document: the settings before.
        settings: those of the file.
    """

    def __init__(self, document: SettingsDocument, settings: SettingsBundle) -> None:
        self._settings = settings
        self._before = self._after = _tables(document)

    def add_to(self, document: SettingsDocument) -> None:
        """Add to settings, which may have changed meanwhile."""
        settings = self._settings
        for uri, robot in settings.robots.items():
            # a copy, as it is changed in place
            put_last(document.robots, uri, copy.deepcopy(robot), MAX_ROBOTS)
        for uri, driven in settings.driven.items():
            put_last(document.driven, uri, driven, MAX_DRIVEN)
        recent = (*settings.recent_uris, *document.recent_uris)
        document.recent_uris = list(dict.fromkeys(recent))[:MAX_RECENT]
        document.switches.update(settings.switches)
        document.choices.update(settings.choices)

    def note_after(self, document: SettingsDocument) -> None:
        """Note the settings after it: what differs from them later was changed since."""
        self._after = _tables(document)

    def take_back_from(self, document: SettingsDocument) -> None:
        """Take robots and the like back, but for those that were changed since."""
        before, after, now = self._before, self._after, document.recent_uris
        document.recent_uris = [uri for uri in now if uri in before.recent_uris or uri not in after.recent_uris]
        if now == after.recent_uris:
            document.recent_uris = list(before.recent_uris)
        for table in _TABLES:
            items = _unchanged_put_back(getattr(document, table), getattr(before, table), getattr(after, table))
            setattr(document, table, copy.deepcopy(items))


def _tables(document: SettingsDocument) -> SettingsDocument:
    """Return a copy of what an import adds to."""
    told = {table: copy.deepcopy(getattr(document, table)) for table in ("recent_uris", *_TABLES)}
    return SettingsDocument(**told)


def _unchanged_put_back(
    now: Mapping[str, _ValueT], before: Mapping[str, _ValueT], after: Mapping[str, _ValueT]
) -> dict[str, _ValueT]:
    """Return the items of now, but of those that are as they were after a change, those from before it."""
    items = {
        key: (before if _is_alike(now.get(key), after.get(key)) else now).get(key)
        for key in dict.fromkeys((*before, *now))
    }
    return {key: item for key, item in items.items() if item is not None}


def _is_alike(now: object, after: object) -> bool:
    if isinstance(now, RobotSettings) and isinstance(after, RobotSettings) and after.color is None:
        # it was given one when it was shown
        now = msgspec.structs.replace(now, color=None)
    return now == after
