"""What docs/safety.md says of the tests is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
DOCUMENT = (ROOT / "docs" / "safety.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(test_\w+)`", DOCUMENT)))


def _defined() -> set[str]:
    files = [
        path
        for folder in ("app", "peers", "protocols", "smoke")
        for path in (ROOT / "tests" / folder).rglob("test_*.py")
    ]
    return {name for path in files for name in re.findall(r"def (test_\w+)\(", path.read_text(encoding="utf-8"))}


def test_every_test_that_is_named_exists() -> None:
    defined = _defined()

    assert len(NAMED) > 80
    assert [name for name in NAMED if name not in defined] == []


@pytest.mark.parametrize("number", range(1, 12))
def test_every_rule_names_a_test(number: int) -> None:
    rule = re.search(rf"^### {number}\. .*?(?=^##)", DOCUMENT, re.MULTILINE | re.DOTALL)

    assert rule is not None
    assert "`test_" in rule.group()


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`(?:app|tests)/[\w/]+\.py`", DOCUMENT))))
def test_every_file_that_is_named_exists(name: str) -> None:
    assert (ROOT / name.strip("`")).is_file()
