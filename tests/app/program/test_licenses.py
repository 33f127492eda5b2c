from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app import resources
from app.program.licenses import LicensedPart, license_text, licensed_parts


@pytest.fixture
def bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the licences in a bundle."""
    monkeypatch.setattr(resources, "root", lambda: tmp_path)
    folder = tmp_path / "licenses"
    (folder / "Qt").mkdir(parents=True)
    (folder / "Qt" / "LICENSE.txt").write_text("The text of Qt.\n", encoding="utf-8")
    (folder / "Qt" / "NOTICE").write_text("Its notice.\n", encoding="utf-8")
    return folder


def told(folder: Path, value: object) -> tuple[LicensedPart, ...]:
    (folder / "index.json").write_text(json.dumps(value), encoding="utf-8")
    return licensed_parts()


def test_a_bundle_tells_of_its_parts_and_their_texts(bundle: Path) -> None:
    first, second = told(
        bundle,
        [
            {"name": "Qt", "version": "6.10", "license": "LGPL-3.0", "files": ["Qt/LICENSE.txt", "Qt/NOTICE"]},
            {"name": "aiohttp", "version": "3", "license": "Apache-2.0", "files": ["aiohttp/not there"]},
        ],
    )

    assert (first.name, license_text(first)) == ("aiohttp", "")
    assert (second.name, second.version, second.license) == ("Qt", "6.10", "LGPL-3.0")
    assert license_text(second) == "LICENSE.txt\n\nThe text of Qt.\n\n\nNOTICE\n\nIts notice.\n"


def test_no_list_leads_out_of_its_folder(bundle: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    files = ["../secret", str(tmp_path / "secret"), "Qt/../../secret", "Qt/NOTICE"]
    (part,) = told(bundle, [{"name": "Qt", "files": files}])

    assert license_text(part) == "Its notice.\n"


@pytest.mark.parametrize("value", [None, 3, {}, [3], [{"name": 3}], [{"version": "1"}], "x"])
def test_a_list_that_can_not_be_read_is_as_none(bundle: Path, value: object) -> None:
    assert "numpy" in {part.name for part in told(bundle, value)}


@given(data=st.binary(max_size=100))
@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_no_list_is_a_fault(bundle: Path, data: bytes) -> None:
    (bundle / "index.json").write_bytes(data)

    assert isinstance(licensed_parts(), tuple)


def test_without_a_bundle_what_the_program_needs_is_told_and_what_only_tests_need_is_not() -> None:
    parts = {part.name: part for part in licensed_parts()}

    assert {"Teledeck", "Python", "PySide6_Essentials", "numpy", "aiohttp", "multidict"} <= parts.keys()
    assert parts.keys().isdisjoint({"pytest", "mypy", "ruff"})
    assert "Apache License" in license_text(parts["Teledeck"])
    assert parts["aiohttp"].license == "Apache-2.0 AND MIT"
    assert "Apache License" in license_text(parts["aiohttp"])
