"""A profile that is being written: its values as in the file, and what is wrong with them. Pure.

There is no rule here: each draft is read as a file is read.
"""

from __future__ import annotations

import copy
import dataclasses
import json
from collections.abc import Mapping
from typing import Any, Final

from app.config.profile import Limits, Profile, ProfileError, Wheels, profile_from, profile_text

# of the fields that stand in an object of their own
_GROUPS: Final[Mapping[str, str]] = {
    field.name: group for group, kind in (("limits", Limits), ("wheels", Wheels)) for field in dataclasses.fields(kind)
}

# where the errors of no field in particular stand
ANYWHERE: Final = ""


def values_of(profile: Profile) -> dict[str, Any]:
    """A profile as the values of its file."""
    values: dict[str, Any] = json.loads(profile_text(profile))
    return values


def read_draft(values: Mapping[str, Any]) -> tuple[Profile | None, dict[str, ProfileError]]:
    """The profile that a file with these values holds, or what is wrong, by the key of each field.

    What is wrong is left out to find what else is, so that all of it is told at once.
    """
    left: dict[str, Any] = copy.deepcopy(dict(values))
    errors: dict[str, ProfileError] = {}
    while True:
        try:
            profile = profile_from(left)
        except ProfileError as error:
            errors.setdefault(error.field, error)
            if not _leave_out(left, error.field):
                return None, errors
        else:
            return (None, errors) if errors else (profile, {})


def _leave_out(values: dict[str, Any], field: str) -> bool:
    """Whether there was such a field."""
    group = values.get(_GROUPS[field]) if field in _GROUPS else values
    return isinstance(group, dict) and group.pop(field, group) is not group
