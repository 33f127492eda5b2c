"""Secrets are blotted out of what is written down."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.incidents.secrets import REDACTED, redact_secrets, replace_secret, unescape


def test_known_values_and_what_stands_behind_a_name_are_blotted_out() -> None:
    assert (
        redact_secrets("galileo://h/odom?token=abc: s3ntinel said no", ["s3ntinel"])
        == f"galileo://h/odom?token={REDACTED} {REDACTED} said no"
    )


@pytest.mark.parametrize(
    "line",
    [
        'TOKEN = "s3ntinel"',
        "token=  s3ntinel",
        '{"token": "with s3ntinel and \\" s3ntinel"}',
        r'"{\"token\": \"with s3ntinel\"}"',
        "password='with s3ntinel'",
        'Authorization: "Basic with s3ntinel"',
    ],
)
def test_what_stands_behind_a_name_is_blotted_out_to_its_end(line: str) -> None:
    assert "s3ntinel" not in redact_secrets(line)
    assert redact_secrets(f"{line} and more").endswith(" and more")


def test_a_value_that_is_too_short_would_blot_out_everything() -> None:
    assert redact_secrets("abcabc token=a", ["a"]) == f"abcabc token={REDACTED}"


def test_of_what_is_encoded_together_with_a_secret_nothing_is_left() -> None:
    code = base64.b64encode(b"user:s3ntinel:x").decode()

    assert replace_secret(f"<{code}>", "s3ntinel", REDACTED) == f"<{REDACTED}>"


def test_what_is_longer_is_blotted_out_before_a_part_of_it() -> None:
    assert redact_secrets("s3ntinel-2", ["s3ntinel", "s3ntinel-2"]) == REDACTED


@pytest.mark.parametrize("line", ["a%20b", "a\\u0020b", "a\\x20b", "a&#32;b", "a&#x20;b", "a%2520b", "a%U0020b"])
def test_every_way_to_spell_a_character_is_known(line: str) -> None:
    assert unescape(line) == "a b"


@given(st.text())
def test_any_text_can_be_looked_through(text: str) -> None:
    assert isinstance(redact_secrets(text, [text, "s3ntinel"]), str)
    assert isinstance(unescape(text), str)
