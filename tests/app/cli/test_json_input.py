from __future__ import annotations

import math
import re
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli import json_input as module
from app.cli.command import CommandError
from app.cli.json_input import first_not_finite, read_json, read_object
from app.wording.commands import CommandWording
from protocols.sentence import code_of
from tests.tools.sentences import says


def test_json_is_read_from_the_line_a_file_or_the_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "value.json").write_text("[1, 2]", encoding="utf-8")
    (tmp_path / "input.json").write_text('"télé"', encoding="utf-8")

    assert read_json("1.5", "the value") == 1.5
    assert read_json(f"@{tmp_path}/value.json", "the value") == [1, 2]
    with (tmp_path / "input.json").open(encoding="ascii") as standard_input:
        monkeypatch.setattr(sys, "stdin", standard_input)
        assert read_json("-", "the value") == "télé"


ENDLESS = """
import resource, sys
from app.cli.json_input import read_json
from app.cli.command import CommandError
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
try:
    read_json(sys.argv[1], "the message")
except CommandError as error:
    print(error.code, error.reason)
"""


@pytest.mark.parametrize("text", ["@/dev/zero", "-"])
@pytest.mark.skipif(sys.platform == "win32", reason="no endless file")
def test_a_file_or_an_input_without_end_is_read_up_to_the_limit(text: str) -> None:
    """In a process that may have 1 GiB, within which it has to say what is wrong."""
    with Path("/dev/zero").open("rb") as zero:
        done = subprocess.run(
            [sys.executable, "-c", ENDLESS, text], stdin=zero, check=False, capture_output=True, text=True, timeout=60
        )

    reason = CommandWording.TOO_LONG(what="the message", limit_mib=64)
    assert (done.stdout, done.stderr) == (f"2 {reason}\n", "")


def test_what_is_just_within_the_limit_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DEFAULT_LIMIT", 4)
    for text in ("1234", "12345"):
        (tmp_path / text).write_text(text, encoding="ascii")

    assert read_json(f"@{tmp_path}/1234", "the value") == 1234
    with pytest.raises(CommandError, check=says(CommandWording.TOO_LONG, what="the value")):
        read_json(f"@{tmp_path}/12345", "the value")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", CommandWording.NOT_JSON(what="the value", error="")),
        ("", CommandWording.NOT_JSON(what="the value", error="")),
        ("[" * 100_000, CommandWording.TOO_DEEP(what="the value")),
        ("@/nowhere", CommandWording.NOT_READ(name="/nowhere", error="No such file or directory")),
        ('{"x": 1, "x": 2}', CommandWording.GIVEN_TWICE(name="x")),
        ("[-1e999]", CommandWording.TOO_LARGE(text="-1e999")),
    ],
)
def test_what_is_no_json_is_wrong_usage(text: str, reason: str) -> None:
    with pytest.raises(CommandError, match=re.escape(reason)) as caught:
        read_json(text, "the value")
    assert caught.value.code == 2


def test_a_file_that_is_not_utf_8_is_wrong_usage(tmp_path: Path) -> None:
    (tmp_path / "value.json").write_bytes(b"\xff")
    with pytest.raises(CommandError, check=says(CommandWording.NOT_UTF8, what="the value")):
        read_json(f"@{tmp_path}/value.json", "the value")


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "value.json").write_bytes(b"\xef\xbb\xbf1")

    assert read_json(f"@{tmp_path}/value.json", "the value") == 1


def test_an_input_that_is_closed_is_wrong_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(CommandError, check=says(CommandWording.INPUT_CLOSED, what="the value")):
        read_json("-", "the value")


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ({"a": [1, {"b": math.nan}], "c": math.inf}, "a[1].b"),
        ({"a": {"b": [0.0, -math.inf]}}, "a.b[1]"),
        ({"a": [0.0, "nan"]}, "a[1]"),
        ({"a": "map", "b": {"c": "-inf"}}, "b.c"),
        ({"a": ["map", "", "12", 1, True, None], "b": {}}, None),
    ],
)
def test_the_first_number_without_end_is_named(value: object, path: str | None) -> None:
    assert first_not_finite(value) == path


@pytest.mark.parametrize("text", ["1", "[]", "null", "{"])
def test_what_has_no_fields_is_no_message(text: str) -> None:
    with pytest.raises(CommandError) as caught:
        read_object(text, "the message")
    assert code_of(caught.value.reason) in {CommandWording.NO_OBJECT, CommandWording.NOT_JSON}
    assert code_of(caught.value.tip) in {CommandWording.WRITE_OBJECT, CommandWording.WRITE_OBJECT_QUOTED}
    assert read_object('{"a": 1}', "the message") == {"a": 1}
