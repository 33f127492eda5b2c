from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app import resources, version
from app.version import EXPECTED_VARIABLE, VERSION, Build, build, identity, is_expected_build, source_commit

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file that a package has beside what the sources have."""
    monkeypatch.setattr(resources, "root", lambda: tmp_path)
    build.cache_clear()
    yield tmp_path / "build.json"
    build.cache_clear()


def test_sources_say_nothing_of_a_build(told: Path) -> None:
    assert not told.exists()
    assert build() == Build()
    assert identity() == VERSION


def test_a_package_says_what_it_was_built_from(told: Path) -> None:
    told.write_text(json.dumps({"commit": COMMIT, "date": "2026-11-23T20:00:00Z", "package": "deb"}), encoding="utf-8")

    assert build() == Build(COMMIT, "2026-11-23T20:00:00Z", "deb")
    assert identity() == f"{VERSION} {COMMIT}"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b'{"commit": "01',
        b"[1, 2]",
        b"null",
        b"\xff\xfe",
        b"[" * 4000,
        b'{"commit": "' + b"0" * 10**6 + b'"}',
        b'{"commit": 3, "date": null, "package": {}}',
    ],
)
def test_a_description_that_can_not_be_read_says_nothing(told: Path, data: bytes) -> None:
    told.write_bytes(data)

    assert build() == Build()


@given(
    data=st.binary(max_size=200) | st.recursive(st.none() | st.text(), st.lists).map(lambda it: json.dumps(it).encode())
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_description_is_a_fault(told: Path, data: bytes) -> None:
    told.write_bytes(data)
    build.cache_clear()

    assert all(isinstance(value, str) for value in build())


def test_a_process_is_as_expected_where_nothing_else_was_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(EXPECTED_VARIABLE, raising=False)
    assert is_expected_build()
    monkeypatch.setenv(EXPECTED_VARIABLE, identity())
    assert is_expected_build()
    monkeypatch.setenv(EXPECTED_VARIABLE, f"{version.VERSION} {COMMIT}")
    assert not is_expected_build()


def test_sources_say_which_commit_they_are_as_far_as_git_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "__file__", str(tmp_path / "app" / "version.py"))
    git = tmp_path / ".git"
    assert source_commit() == ""
    git.mkdir()
    assert source_commit() == ""
    (git / "HEAD").write_text(f"{COMMIT}\n", encoding="utf-8")
    assert source_commit() == COMMIT
    (git / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
    assert source_commit() == ""
    (git / "packed-refs").write_text(f"# pack-refs\n{COMMIT} refs/heads/main\n", encoding="utf-8")
    assert source_commit() == COMMIT
    (git / "refs" / "heads").mkdir(parents=True)
    (git / "refs" / "heads" / "main").write_text(f"{COMMIT[::-1]}\n", encoding="utf-8")
    assert source_commit() == COMMIT[::-1]


def test_so_do_those_of_a_work_tree_beside_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "__file__", str(tmp_path / "tree" / "app" / "version.py"))
    common, own = tmp_path / "main.git", tmp_path / "main.git" / "worktrees" / "tree"
    own.mkdir(parents=True)
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / ".git").write_text(f"gitdir: {own}\n", encoding="utf-8")
    (own / "HEAD").write_text("ref: refs/heads/tree\n", encoding="utf-8")
    (own / "commondir").write_text("../..\n", encoding="utf-8")
    (common / "packed-refs").write_text(f"{COMMIT} refs/heads/tree\n", encoding="utf-8")

    assert source_commit() == COMMIT
