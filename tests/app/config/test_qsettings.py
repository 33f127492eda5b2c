"""QSettings itself writes what is read here, and says what is in it."""

from __future__ import annotations

import tempfile
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QByteArray, QSettings

from app.config.qsettings import IniValue, document_from_ini, read_entries
from app.config.user_settings import RobotSettings, SettingsReadResult, format_document, parse_document, read_ini

_KEYS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="/\\\0"), min_size=1, max_size=12)
_TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)

# the entries of a robot, and the fields that they have now
_ENTRIES_OF_A_ROBOT = {
    **{name: name for name in ("name", "color", "decoders", "joint_kinds", "joint_speeds", "joint_topics")},
    "names": "topics",
    "rates": "rates_hz",
}
_NOTHING_KEPT = msgspec.structs.asdict(RobotSettings(address="a?b"))


def _written(file: Path, entries: dict[str, IniValue]) -> QSettings:
    settings = QSettings(str(file), QSettings.Format.IniFormat)
    for key, value in entries.items():
        settings.setValue(key, QByteArray(value) if isinstance(value, bytes) else value)
    settings.sync()
    return QSettings(str(file), QSettings.Format.IniFormat)


@given(
    st.dictionaries(
        _KEYS.map(lambda key: f"robots/{key}/name") | _KEYS.map(lambda key: f"layout/{key}"),
        _TEXTS | st.binary(max_size=40) | st.lists(_TEXTS, min_size=2, max_size=4),
        max_size=5,
    )
)
def test_whatever_qt_writes_is_read_as_it_was_meant(entries: dict[str, IniValue]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "any.ini")
        keys = set(_written(file, entries).allKeys())
        read = read_entries(file.read_text(encoding="utf-8") if file.exists() else "")

    assert set(read) == keys
    for key, value in entries.items():
        if key in keys:
            assert read[key] == value


def test_a_key_without_a_group_and_a_group_named_general_are_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "any.ini"
    _written(file, {"theme": "dark", "General/theme": "light", "recent_uris": ["a", "b, c"]})

    assert read_entries(file.read_text(encoding="utf-8")) == {
        "theme": "dark",
        "General/theme": "light",
        "recent_uris": ["a", "b, c"],
    }


def test_what_is_no_entry_is_left_out() -> None:
    text = "nonsense\n; a=b\n[switch\n=\n[switch]\r\nhistory=false\r\n\n[layout]\nwindow=7\ntopics=@ByteArray(\n"
    document = document_from_ini(text)

    assert document["switches"] == {"history": False}
    assert document["layout"] == {}


@pytest.mark.parametrize("kept", ["", "{", "[]", '"{\\"a\\": 1}"', "[[[[", "@ByteArray(x)", "a, b"])
def test_what_was_kept_of_a_robot_and_makes_no_sense_is_nothing(kept: str) -> None:
    read = read_ini(f"[robots]\ngalileo%3A%7C%7Ca\\name=Rover\ngalileo%3A%7C%7Ca\\decoders={kept}\n")

    assert read.document.robots["galileo://a"].name == "Rover"
    assert read.document.robots["galileo://a"].decoders == {}


def test_a_sign_that_qt_doubles_is_single_in_lists_too() -> None:
    assert read_entries("[General]\nname=, @@\n") == {"name": ["", "@"]}


@given(st.text(max_size=300) | st.text('[]=\\"@%UxGeneral(,);\n ab01/{}', max_size=120))
def test_anything_is_read_without_an_error(text: str) -> None:
    assert read_ini(text).document.format == 1


@given(st.text('{}[]\\",:01ae ', max_size=60))
def test_anything_that_was_kept_of_a_robot_is_read_without_an_error(kept: str) -> None:
    for entry, field in _ENTRIES_OF_A_ROBOT.items():
        layout = f"[layout]\nplots=@ByteArray({kept})\ndrive=@ByteArray({kept})\ndocks=@ByteArray(abc)\n"
        read = read_ini(f"[robots]\na\\{entry}={kept}\na\\address=a?b\nb\\name=Rover\n{layout}")
        robot = msgspec.structs.asdict(read.document.robots["a"])

        # that entry alone may say something, and of what it says all that can be written is taken
        del robot[field]
        assert robot == {name: value for name, value in _NOTHING_KEPT.items() if name != field}
        assert read.document.robots["b"] == RobotSettings("Rover")
        assert read.document.layout == {"docks": b"abc"}
        assert parse_document(format_document(read.document)) == SettingsReadResult(read.document)
        assert all(fault.startswith((f"robots > a > {field}", "driven", "views")) for fault in read.faults)
