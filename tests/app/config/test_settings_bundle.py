from __future__ import annotations

import json
from typing import Any
from urllib.parse import unquote, unquote_to_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from app.config.preference_values import PreferenceValues
from app.config.profile import Profile
from app.config.settings_bundle import (
    FORMAT,
    KIND,
    MAX_BYTES,
    BundleError,
    LoadedBundle,
    SettingsBundle,
    make_bundle,
    read_bundle,
)
from app.config.user_settings import LastDriven, RobotSettings, SettingsDocument, ThemeChoice
from app.model.layout import Layout
from app.model.messages.shown_units import AngleUnit
from app.wording.config import BundleWording
from protocols.sentence import code_of
from tests.tools.sentences import tells

KINDS = ("plots", "pictures")
LAYOUT = Layout("Mine", panels=("console",))
TUG = Profile(name="tug")

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def _document() -> SettingsDocument:
    return SettingsDocument(
        theme=ThemeChoice.LIGHT,
        preferences=PreferenceValues(angle=AngleUnit.DEGREES, text_percent=120),
        keys={"quit": ["F12"]},
        recent_uris=["ros1://a:11311"],
        robots={"ros1://a:11311": RobotSettings("Rover", 2)},
        driven={"ros1://a:11311": LastDriven("/cmd_vel", "tug")},
        switches={"history": False},
        choices={"log-level": "20", "export_folder": "/srv/somebody"},
    )


def _bundle(**changes: Any) -> bytes:
    return json.dumps({"kind": KIND, "format": FORMAT, **changes}).encode()


def _refused(data: bytes) -> BundleError:
    with pytest.raises(BundleError) as told:
        read_bundle(data, KINDS)
    return told.value


def test_what_is_exported_is_imported_again() -> None:
    data = make_bundle(_document(), [LAYOUT], [TUG], "1.2")
    loaded = read_bundle(data, KINDS)

    document = _document()
    assert loaded == LoadedBundle(
        SettingsBundle(
            kind=KIND,
            format=FORMAT,
            written_by="1.2",
            theme=document.theme,
            preferences=document.preferences,
            keys=document.keys,
            recent_uris=document.recent_uris,
            robots=document.robots,
            driven=document.driven,
            switches=document.switches,
            # folders are of the computer
            choices={"log-level": "20"},
            layouts=loaded.settings.layouts,
            profiles=loaded.settings.profiles,
        ),
        (LAYOUT,),
        (TUG,),
    )


@pytest.mark.parametrize(
    "address",
    [
        "galileo://robot:3547/odom?token=s3cret",
        "galileo://robot:3547/odom?a=1&proxy_token=s3cret&b=2",
        "galileo://robot?TOKEN=s3cret",
        "nrp+mqtt://user:s3cret@broker/engine",
        "nrp+mqtt://s3cret@broker/engine?password=s3cret",
        "foo://robot?api_key=s3cret;x=1",
        "mqtt://user:p@s3cret@host/topic",
        "mqtt://user:p@ss@s3cret@host",
        "mqtt://user:p/s3cret@host/topic",
        "mqtt://user:12/s3cret?x#y@host",
        "mqtt://user:p%40s3cret@host",
        "mqtt://user:s3cret%40host",
        "mqtt://user%3As3cret%40host",
        "mqtt:%2F%2Fuser:s3cret@host",
        "mqtt%253A%252F%252Fuser%253As3cret%2540host",
        "foo://robot?x=mqtt%3A%2F%2Fuser%3As3cret%40host",
        "foo://robot?%74oken=s3cret&x=1",
        "foo://robot#access_token=s3cret",
        "foo://robot?pwd=s3cret",
    ],
)
def test_no_token_or_password_of_an_address_is_exported(address: str) -> None:
    document = SettingsDocument(
        recent_uris=[address],
        robots={address: RobotSettings(address=address)},
        driven={address: LastDriven()},
        choices={"robot": address},
    )
    data = make_bundle(document, [], [], "1")

    assert b"s3cret" not in data
    assert b"s3cret" not in unquote_to_bytes(data)
    assert read_bundle(data, KINDS).settings.recent_uris[0].startswith(unquote(unquote(address)).partition("://")[0])


@pytest.mark.parametrize(
    "address",
    [
        "nrp+grpc://robot:9004?packs=a,b&keyframe=3",
        "galileo://robot/caf%C3%A9/left%40front",
        "galileo://robot/left@front",
        "ros1://[fe80::1%25eth0]:11311/?",
        "ros1://robot:11311",
    ],
)
def test_addresses_keep_what_is_no_secret(address: str) -> None:
    data = make_bundle(SettingsDocument(recent_uris=[address]), [], [], "1")

    assert read_bundle(data, KINDS).settings.recent_uris == [address]


def test_a_newer_file_is_refused_with_what_to_do() -> None:
    error = _refused(_bundle(format=FORMAT + 1, more={}))

    assert tells(error.reason, BundleWording.NEWER, field="format", format=FORMAT + 1)
    assert code_of(error.tip) is BundleWording.UPDATE


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"kind": "other"}, "kind"),
        ({"format": "1"}, "format"),
        ({"format": 0}, "format"),
        ({"theme": "purple"}, "theme"),
        ({"preferences": {"text_percent": 300}}, "preferences.text_percent"),
        ({"preferences": {"angle": "grad"}}, "preferences.angle"),
        ({"keys": {"quit": "F12"}}, "keys[...]"),
        ({"recent_uris": ["a", 5]}, "recent_uris[1]"),
        ({"robots": {"a": {"color": "red"}}}, "color"),
        ({"layouts": [{}]}, "layouts[0]"),
        ({"profiles": [{"name": "tug", "limits": {"linear_m_s": -1}}]}, "profiles[0].linear_m_s"),
        ({"profiles": [{"name": "../tug"}]}, "profiles[0].name"),
        ({"profiles": [{"name": "tug"}, {"name": "Tug"}]}, "profiles[1].name"),
        ({"more": 1}, "more"),
    ],
)
def test_a_malformed_file_is_refused_with_the_field(changes: dict[str, Any], field: str) -> None:
    assert field in _refused(_bundle(**changes)).reason


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff", b'{"kind": 1, "kind": 2}', b"[" * 100_000])
def test_what_is_no_settings_file_is_refused(data: bytes) -> None:
    assert _refused(data).reason


def test_a_file_that_is_too_long_is_not_looked_at() -> None:
    assert code_of(_refused(b" " * (MAX_BYTES + 1)).reason) is BundleWording.TOO_LONG


@given(st.binary(max_size=200))
def test_random_bytes_are_refused(data: bytes) -> None:
    assert _refused(data).reason


@given(st.dictionaries(st.sampled_from([*SettingsBundle.__struct_fields__, "more"]), _JSON))
def test_anything_in_any_field_is_refused_or_can_be_written_again(changes: dict[str, Any]) -> None:
    try:
        loaded = read_bundle(_bundle(**changes), KINDS)
    except BundleError as error:
        assert error.reason  # noqa: PT017 - either is good
        return
    settings = loaded.settings
    document = SettingsDocument(
        theme=settings.theme,
        preferences=settings.preferences,
        keys=settings.keys,
        recent_uris=settings.recent_uris,
        robots=settings.robots,
        driven=settings.driven,
        switches=settings.switches,
        choices=settings.choices,
    )
    again = read_bundle(make_bundle(document, loaded.layouts, loaded.profiles, settings.written_by), KINDS)
    assert replace(again.settings, choices=settings.choices) == settings or "://" in repr(changes)
