"""A profile as the drive process reads it from its pipe. Pure."""

from __future__ import annotations

import dataclasses
from typing import Any

from app.config.profile import Profile


def profile_line(profile: Profile) -> dict[str, Any]:
    """The line that has a robot driven by another profile; what is as usual is left out, for a line is short."""
    return {"profile": _other(profile, Profile())}


def _other(value: Any, usual: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for field in dataclasses.fields(value):
        one, other = getattr(value, field.name), getattr(usual, field.name)
        if one == other:
            continue
        found[field.name] = _other(one, other) if dataclasses.is_dataclass(one) else one
    return found
