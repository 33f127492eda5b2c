"""Draft of a profile that is being edited: its values as in the file, and the errors in them. No I/O.

It has no rules of its own: a draft is read as a file is read.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Final

from app.config.feedback import RumblePatterns
from app.config.profile import Limits, PaceShares, Profile, Wheels
from app.config.profile_checks import ProfileError
from app.model.json_salvage import plain_json

# the group of each field that stands in an object of its own
_GROUPS: Final[Mapping[str, str]] = {
    field: group
    for group, kind in (("limits", Limits), ("pace", PaceShares), ("wheels", Wheels), ("rumble", RumblePatterns))
    for field in kind.__struct_fields__
}

# key of the errors that belong to no field
NO_FIELD: Final = ""


def profile_values(profile: Profile) -> dict[str, Any]:
    """Return a profile as the values of its file."""
    values: dict[str, Any] = plain_json(profile)
    return values


def read_draft(values: Mapping[str, Any]) -> tuple[Profile | None, dict[str, ProfileError]]:
    """Return the profile that a file with these values holds, or None and the errors by the key of each field.

    A wrong value is left out to find the next one, so that all errors are shown at once.
    """
    left: dict[str, Any] = copy.deepcopy(dict(values))
    errors: dict[str, ProfileError] = {}
    while True:
        try:
            profile = Profile.from_json(left)
        except ProfileError as error:
            errors.setdefault(error.field, error)
            if not _leave_out(left, error.field):
                return None, errors
        else:
            return (None, errors) if errors else (profile, {})


def _leave_out(values: dict[str, Any], field: str) -> bool:
    """Remove a field from the values; True if it was there."""
    # the fields of the pad come with its name, for some have the names of others
    group_name, _, name = field.rpartition(".")
    group_name = group_name or _GROUPS.get(name, "")
    group = values.get(group_name) if group_name else values
    return isinstance(group, dict) and group.pop(name, group) is not group
