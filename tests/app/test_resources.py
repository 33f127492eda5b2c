from __future__ import annotations

import sys
from pathlib import Path

import pytest

from app import resources


def test_resources_are_found_in_the_sources() -> None:
    assert resources.resource("icons", "teledeck.svg").read_text(encoding="utf-8").startswith("<svg")


def test_resources_are_found_beside_a_frozen_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)

    assert resources.root() == tmp_path / "resources"


def test_what_has_changed_from_version_to_version_is_a_resource() -> None:
    assert resources.resource("CHANGELOG.md").read_text(encoding="utf-8").startswith("# Changelog\n")
