"""The file of pads: what comes back from it, what is refused, and that nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.drive.inputs.gamepad.mapping.calibration import AxisCalibration
from app.drive.inputs.gamepad.store import (
    MAX_BYTES,
    KnownPad,
    PadFileError,
    PadStore,
    format_pads,
    load_pads,
    pads_path,
    parse_pads,
    save_pads,
)
from app.wording.drive import PadWording
from tests.tools.sentences import says

GUID = "030000005e0400008e02000000007801"
OTHER = "03000000341a00000208000000000000"
PAD = KnownPad(GUID, "A “pad”", f"{GUID},A pad,leftx:a0,a:b0,", (AxisCalibration(-30000, 100, 30000, 200),))


def _file(**pad: object) -> bytes:
    return json.dumps({"version": 1, "pads": {GUID: pad}}).encode()


def test_pads_come_back_as_they_were_kept(tmp_path: Path) -> None:
    path = tmp_path / "pads.json"
    save_pads(path, (PAD, KnownPad(OTHER)))

    assert load_pads(path) == (PAD, KnownPad(OTHER))
    assert [file.name for file in path.parent.iterdir()] == ["pads.json"]


def test_no_file_is_no_pads(tmp_path: Path) -> None:
    assert load_pads(tmp_path / "pads.json") == ()
    assert PadStore.open(tmp_path / "pads.json").known(GUID) == KnownPad(GUID)
    assert PadStore.open(None).known(GUID) == KnownPad(GUID)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"\xff",
        b"[]",
        b"[" * 100_000,
        b'{"version": 2}',
        b'{"version": true}',
        b'{"version": 1, "pads": []}',
        b'{"version": 1, "more": {}}',
        b'{"version": 1, "version": 1}',
        b'{"version": 1, "pads": {"short": {}}}',
        _file(more=1),
        _file(name=1),
        _file(name="a\n"),
        _file(name="a" * 300),
        _file(mapping=1),
        _file(mapping="nothing"),
        _file(mapping=f"{OTHER},A pad,leftx:a0,"),
        _file(mapping=f"{GUID},A pad,leftx:a0\x00,"),
        _file(axes={}),
        _file(axes=[[1, 2, 3]]),
        _file(axes=[[-32768, 0, 32767, 0.5]]),
        _file(axes=[[-32768, 0, True, 0]]),
        _file(axes=[[0, 0, 0, 0]]),
        _file(axes=[[-32768, 0, 10**30, 0]]),
        _file(axes=[[-32768, 0, 32767, 0]] * 65),
        json.dumps({"pads": {f"{number:032x}": {} for number in range(257)}}).encode(),
        b" " * (MAX_BYTES + 1),
    ],
)
def test_what_is_no_file_of_pads_is_refused(data: bytes) -> None:
    with pytest.raises(PadFileError):
        parse_pads(data)


@pytest.mark.parametrize(
    ("pad", "field"), [({"name": 1}, "name"), ({"axes": [[1, 2, 3]]}, "axes[0]"), ({"axes": {}}, "axes"), ([], "")]
)
def test_what_is_wrong_with_a_pad_is_named(pad: object, field: str) -> None:
    with pytest.raises(PadFileError, check=says(PadWording.BAD_PAD, guid=GUID)) as caught:
        parse_pads(json.dumps({"pads": {GUID: pad}}).encode())

    assert field in caught.value.reason


@given(st.binary(max_size=300) | st.text(alphabet='{}[]":,0123456789.-eversionpads' + GUID, max_size=300))
def test_any_bytes_are_pads_or_are_refused(data: bytes | str) -> None:
    try:
        pads = parse_pads(data if isinstance(data, bytes) else data.encode())
    except PadFileError:
        return
    assert parse_pads(format_pads(pads)) == pads


def test_a_file_that_cannot_be_read_costs_no_pad_and_is_put_aside_when_something_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "pads.json"
    path.write_text("{", encoding="utf-8")
    store = PadStore.open(path)
    assert "pads.json" in store.trouble
    assert store.known(GUID) == KnownPad(GUID)
    assert path.read_text(encoding="utf-8") == "{"
    store.save(PAD)

    assert store.trouble == ""
    assert PadStore.open(path).known(GUID) == PAD
    (aside,) = tmp_path.glob("pads.json.broken-*")
    assert aside.read_text(encoding="utf-8") == "{"


def test_pads_that_another_window_has_learnt_meanwhile_stay(tmp_path: Path) -> None:
    path = tmp_path / "pads.json"
    one, other = PadStore.open(path), PadStore.open(path)
    one.save(PAD)
    other.save(KnownPad(OTHER, "other"))

    assert set(load_pads(path)) == {PAD, KnownPad(OTHER, "other")}
    assert other.known(GUID) == PAD


def test_what_was_kept_replaces_what_was_known_of_the_same_pad_only(tmp_path: Path) -> None:
    path = tmp_path / "pads.json"
    store = PadStore.open(path)
    store.save(KnownPad(OTHER, "other"))
    store.save(KnownPad(GUID, "first"))
    store.save(PAD)

    assert load_pads(path) == (KnownPad(OTHER, "other"), PAD)


def test_a_folder_that_cannot_be_written_is_said_and_the_pad_is_remembered_until_the_end(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    store = PadStore.open(tmp_path / "file" / "pads.json")
    with pytest.raises(PadFileError, check=says(PadWording.FILE_NOT_WRITTEN, path=tmp_path / "file" / "pads.json")):
        store.save(PAD)

    assert store.known(GUID) == PAD


def test_the_file_is_with_all_that_the_user_has_set_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    assert pads_path().name == "pads.json"
