"""Messages that the operator keeps by a name, for each type."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QByteArray

from app.ui.preferences import Preferences

# more would fill the screen with a menu
MAX_PRESETS = 30


class Presets:
    """See the module; what can't be read is not there."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences

    def of(self, type_name: str) -> dict[str, Mapping[str, Any]]:
        """The presets of a type by name, in the order of their making."""
        try:
            kept = json.loads(bytes(self._preferences.layout(_key(type_name)).data()) or b"{}")
        except ValueError:
            return {}
        return (
            {name: value for name, value in kept.items() if isinstance(value, dict)} if isinstance(kept, dict) else {}
        )

    def keep(self, type_name: str, name: str, value: Mapping[str, Any]) -> None:
        """Keep a message; one of that name goes, and the oldest where there are too many."""
        kept = {**{known: other for known, other in self.of(type_name).items() if known != name}, name: value}
        self._save(type_name, dict(list(kept.items())[-MAX_PRESETS:]))

    def forget(self, type_name: str, name: str) -> None:
        """Keep a message no longer."""
        self._save(type_name, {known: value for known, value in self.of(type_name).items() if known != name})

    def _save(self, type_name: str, kept: Mapping[str, Mapping[str, Any]]) -> None:
        self._preferences.set_layout(_key(type_name), QByteArray(json.dumps(kept).encode()))


def _key(type_name: str) -> str:
    # a slash would make a group
    return f"preset-{type_name.replace('/', '|')}"
