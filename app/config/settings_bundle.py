"""All settings of a user in one file, to be taken to another computer: preferences, keys, robots, layouts, profiles.

Tokens are never in it: they are in the key store of the system, and what looks like one in an address is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal
from urllib.parse import unquote

import msgspec

from app.config.preference_values import PreferenceValues, SaveFolder
from app.config.profile import Profile, check_profile_name, format_profile
from app.config.profile_checks import ProfileError
from app.config.user_settings import LastDriven, RobotSettings, SettingsDocument, ThemeChoice, move_preferences
from app.model.errors import UserFacingError
from app.model.json_document import JsonError, convert_json, decode_json
from app.model.json_salvage import plain_json
from app.model.layout import Layout, LayoutFileError, format_layout, parse_layout
from app.wording.config import BundleWording, JsonWording

SUFFIX: Final = ".teledeck-settings.json"
KIND: Final = "teledeck-settings"
FORMAT: Final = 1

# sixty layouts of the largest size would be more, but nobody has them
MAX_BYTES: Final = 16 << 20

_Text = Annotated[str, msgspec.Meta(max_length=4096)]
_Keys = Annotated[list[_Text], msgspec.Meta(max_length=2)]

# in an address: user and password, to the last @, as neither an @ nor a slash in a password need be escaped; and
# whatever is named like a secret
_IN_ADDRESS: Final = re.compile(r"(?<=://)(?:[^/?#\s]*:\S*|[^/?#\s]*)@")
_BY_NAME: Final = re.compile(
    r"(?i)([?&;#])[^=&;#\s]*(?:token|passw|passphrase|pwd|secret|api[_-]?key)[^=&;#\s]*=[^&;#\s]*"
)


class BundleError(UserFacingError):
    """A file is no file of settings, or of a newer version. The reason names the field that is wrong."""


class SettingsBundle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The content of a file of all settings.

    Attributes:
        kind: the same in each such file.
        written_by: the version of the program.
        keys, recent_uris, robots, driven, switches, choices: as in `SettingsDocument`.
        layouts, profiles: what their own files have.
    """

    kind: Literal["teledeck-settings"]
    format: int
    written_by: _Text = ""
    theme: ThemeChoice = ThemeChoice.SYSTEM
    preferences: PreferenceValues = PreferenceValues()
    keys: Annotated[dict[_Text, _Keys], msgspec.Meta(max_length=500)] = {}
    recent_uris: Annotated[list[_Text], msgspec.Meta(max_length=10)] = []
    robots: Annotated[dict[_Text, RobotSettings], msgspec.Meta(max_length=200)] = {}
    driven: Annotated[dict[_Text, LastDriven], msgspec.Meta(max_length=20)] = {}
    switches: Annotated[dict[_Text, bool], msgspec.Meta(max_length=500)] = {}
    choices: Annotated[dict[_Text, _Text], msgspec.Meta(max_length=500)] = {}
    layouts: Annotated[list[dict[str, Any]], msgspec.Meta(max_length=60)] = []
    profiles: Annotated[list[dict[str, Any]], msgspec.Meta(max_length=500)] = []


@dataclass(frozen=True, slots=True)
class LoadedBundle:
    """A file of settings that was read.

    Attributes:
        settings: what it says.
        layouts, profiles: those in it, each of which can be used.
    """

    settings: SettingsBundle
    layouts: tuple[Layout, ...] = ()
    profiles: tuple[Profile, ...] = ()


def make_bundle(
    document: SettingsDocument, layouts: Iterable[Layout], profiles: Iterable[Profile], version: str
) -> bytes:
    """Return the content of a file with all of this, without anything that looks like a secret."""
    # where files were saved last is of this computer
    choices = {name: word for name, word in document.choices.items() if name not in {one.value for one in SaveFolder}}
    bundle = SettingsBundle(
        kind=KIND,
        format=FORMAT,
        written_by=version,
        theme=document.theme,
        preferences=document.preferences,
        keys=document.keys,
        recent_uris=document.recent_uris,
        robots=document.robots,
        driven=document.driven,
        switches=document.switches,
        choices=choices,
        layouts=[json.loads(format_layout(layout)) for layout in layouts],
        profiles=[json.loads(format_profile(profile)) for profile in profiles],
    )
    public = _without_secrets(plain_json(bundle))
    return f"{json.dumps(public, indent=2, ensure_ascii=False)}\n".encode(errors="replace")


def read_bundle(data: bytes, kinds: Collection[str]) -> LoadedBundle:
    """Read the content of a file of settings; `kinds` are the views that layouts may have. Raises BundleError."""
    if len(data) > MAX_BYTES:
        raise BundleError(BundleWording.TOO_LONG(limit_mib=MAX_BYTES >> 20))
    try:
        value = decode_json(data)
        if not isinstance(value, dict) or value.get("kind") != KIND:
            raise BundleError(BundleWording.OTHER_KIND(field="kind"))
        number = value.get("format")
        if type(number) is int and number > FORMAT:
            raise BundleError(BundleWording.NEWER(field="format", format=number), BundleWording.UPDATE())
        if number != FORMAT or type(number) is not int:
            raise BundleError(BundleWording.IN_FIELD(field="format", reason=BundleWording.NO_FORMAT()))
        settings = convert_json(move_preferences(value), SettingsBundle)
    except JsonError as error:
        raise BundleError(BundleWording.NOT_READ(error=error.args[0])) from error
    layouts = [_read_layout(number, value, kinds) for number, value in enumerate(settings.layouts)]
    profiles = [_read_profile(number, value) for number, value in enumerate(settings.profiles)]
    _check_names("layouts", [layout.name for layout in layouts])
    _check_names("profiles", [profile.name.casefold() for profile in profiles])
    return LoadedBundle(settings, tuple(layouts), tuple(profiles))


def _read_layout(number: int, value: Mapping[str, Any], kinds: Collection[str]) -> Layout:
    try:
        return parse_layout(json.dumps(value).encode(), kinds)[0]
    except LayoutFileError as error:
        raise BundleError(BundleWording.IN_FIELD(field=f"layouts[{number}]", reason=error.reason)) from error


def _read_profile(number: int, value: Mapping[str, Any]) -> Profile:
    try:
        profile = Profile.from_json(value)
        check_profile_name(profile.name)
    except ProfileError as error:
        field = f"profiles[{number}]{'.' if error.field else ''}{error.field}"
        raise BundleError(BundleWording.IN_FIELD(field=field, reason=error.reason), error.tip) from error
    return profile


def _check_names(field: str, names: list[str]) -> None:
    for number, name in enumerate(names):
        if name in names[:number]:
            reason = JsonWording.KEY_TWICE(key=name)
            raise BundleError(BundleWording.IN_FIELD(field=f"{field}[{number}].name", reason=reason))


def _without_secrets(value: Any) -> Any:
    """Return a JSON value in whose texts, keys too, no address has a password or a token."""
    if isinstance(value, dict):
        return {_public(key): _without_secrets(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_without_secrets(part) for part in value]
    return _public(value) if isinstance(value, str) else value


def _public(text: str) -> str:
    cut = _cut(text)
    decoded = _decoded(cut)
    plain = _cut(decoded)
    # what is escaped stays so, unless there is a secret in it
    return cut if plain == decoded else plain


def _cut(text: str) -> str:
    if "://" not in text:
        return text
    # the first parameter keeps its sign only if others follow
    cut = _BY_NAME.sub(lambda found: found[1] if found[1] == "?" else "", _IN_ADDRESS.sub("", text))
    return cut if cut == text else cut.replace("?&", "?").rstrip("?")


def _decoded(text: str) -> str:
    """Decode what is percent-encoded, also more than once."""
    while "%" in text and (shorter := unquote(text)) != text:
        text = shorter
    return text
