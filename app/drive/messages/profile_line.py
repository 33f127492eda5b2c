"""The command by which the drive process changes its profile. Pure."""

from __future__ import annotations

import dataclasses
from typing import Any

from app.config.profile import Profile


def profile_command(profile: Profile) -> dict[str, Any]:
    """Make the command to drive by another profile; defaults are left out, for a line is short."""
    return {"profile": _differences(profile, Profile())}


def _differences(value: Any, usual: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for field in dataclasses.fields(value):
        one, other = getattr(value, field.name), getattr(usual, field.name)
        if one == other:
            continue
        found[field.name] = _differences(one, other) if dataclasses.is_dataclass(one) else one
    return found
