"""Presets: messages that the operator saved by a name, for each type."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from app.ui.base.preferences import Preferences

# more would fill the screen with a menu
MAX_PRESETS = 30
# of one preset, as JSON: settings that a few messages make too large could not be saved at all
MAX_CHARACTERS = 64 * 1024


class Presets:
    """Presets in the preferences; those that can't be read are left out."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences

    def messages_of(self, type_name: str) -> dict[str, Mapping[str, Any]]:
        """Return the presets of a type by name, oldest first."""
        read = {name: _message(text) for name, text in self._preferences.presets(type_name).items()}
        return {name: message for name, message in read.items() if message is not None}

    def save(self, type_name: str, name: str, value: Mapping[str, Any]) -> bool:
        """Save a message unless it is too long, in place of that name; the oldest go where there are too many."""
        text = json.dumps(value)
        fits = len(text) <= MAX_CHARACTERS
        if fits:
            self._preferences.set_preset(type_name, name, text, MAX_PRESETS)
        return fits

    def delete(self, type_name: str, name: str) -> None:
        """Delete a preset."""
        self._preferences.set_preset(type_name, name, None, MAX_PRESETS)


def _message(text: str) -> Mapping[str, Any] | None:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None
