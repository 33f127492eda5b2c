from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import resources
from app.program.release_notes import Release, installed_releases, is_newer, markdown_of, read_releases, releases_since

LOG = """# Changelog

All notable changes, in the form of [Keep a Changelog](https://keepachangelog.com/en/1.1.0/).

## [Unreleased]

### Added

- Something to come.

## [1.1.0] - 2026-11-20

### Fixed

- A fault.

```
## [9.9.9] - not a heading
```

## [1.0.1] - 2026-10-02 [YANKED]

- Taken back.

## [1.0.0] - 2026-10-01

- The first.

[Unreleased]: https://example.org/compare
[1.1.0]: https://example.org/1.1.0
"""


def _names(releases: tuple[Release, ...]) -> list[str]:
    return [release.version for release in releases]


def test_a_changelog_is_read_release_by_release() -> None:
    unreleased, second, yanked, first = read_releases(LOG)

    assert unreleased == Release("Unreleased", "", "### Added\n\n- Something to come.")
    assert (second.version, second.more) == ("1.1.0", "2026-11-20")
    assert "9.9.9" in second.text
    assert (yanked.version, yanked.more) == ("1.0.1", "2026-10-02 [YANKED]")
    assert first.text == "- The first."


@pytest.mark.parametrize(
    ("heading", "version", "more"),
    [
        ("## 1.2.0", "1.2.0", ""),
        ("##   v1.2.0 (2026-01-01)", "v1.2.0", "(2026-01-01)"),
        ("## [1.2.0](https://example.org/1.2.0) \N{EN DASH} 2026-01-01", "1.2.0", "2026-01-01"),
        ("## [1.2.0] \N{EM DASH} 1st of May", "1.2.0", "1st of May"),
        ("## [UNRELEASED]", "UNRELEASED", ""),
        ("## Something else", "Something", "else"),
    ],
)
def test_headings_that_are_a_little_different_are_read_as_well(heading: str, version: str, more: str) -> None:
    assert read_releases(f"{heading}\n\n- A change.\n") == (Release(version, more, "- A change."),)


@pytest.mark.parametrize(
    "text", ["", "# Changelog", "- A change.", "## [1.0.0]", "##", "## []\n- x\n", "\0\0", "```\n## 1.0\n"]
)
def test_what_tells_of_no_release_gives_none(text: str) -> None:
    assert all(release.text for release in read_releases(text))
    assert "1.0.0" not in _names(read_releases(text))


@given(
    text=st.text() | st.lists(st.sampled_from(["## [1.0.0]", "```", "## x", "- a", "[x]: y", "", "## "])).map("\n".join)
)
def test_no_text_is_a_fault(text: str) -> None:
    for release in read_releases(text):
        assert release.version
        assert release.text


def test_only_what_came_since_is_new_and_what_is_not_released_only_while_that_is_worked_on() -> None:
    releases = read_releases(LOG)
    assert _names(releases_since(releases, "1.0.0", "1.1.0")) == ["1.1.0", "1.0.1"]
    assert _names(releases_since(releases, "1.0.0", "1.2.0.dev0")) == ["Unreleased", "1.1.0", "1.0.1"]
    # a changelog that knows more than the program
    assert _names(releases_since(releases, "0.9", "1.0.1")) == ["1.0.1", "1.0.0"]
    assert releases_since(releases, "1.1.0", "1.1.0") == ()
    assert releases_since((), "1.0.0", "1.1.0") == ()


@pytest.mark.parametrize(
    ("version", "than"),
    [
        ("0.2.0", "0.1.0"),
        ("0.10.0", "0.9.9"),
        ("1.0", "1.0rc1"),
        ("1.0rc2", "1.0rc1"),
        ("0.1.0", "0.1.0.dev0"),
        ("0.2.0.dev0", "0.1.0"),
        ("1.0.0.1", "1.0.0"),
        ("v2", "1.9"),
    ],
)
def test_a_version_is_newer_by_its_numbers_and_the_release_than_the_steps_towards_it(version: str, than: str) -> None:
    assert is_newer(version, than)
    assert not is_newer(than, version)


@pytest.mark.parametrize(
    ("first", "second"), [("1.0", "1.0.0"), ("1.0.0+build.7", "1.0.0"), ("", "1.0"), ("x", "1.0"), ("٣", "x")]
)
def test_what_is_the_same_or_no_version_is_not_newer(first: str, second: str) -> None:
    assert not is_newer(first, second)
    assert not is_newer(second, first)


@given(first=st.text(), second=st.text())
def test_no_two_texts_are_newer_than_each_other(first: str, second: str) -> None:
    assert not (is_newer(first, second) and is_newer(second, first))


def test_releases_are_told_with_their_headings() -> None:
    releases = (Release("1.1.0", "2026-11-20", "- A."), Release("Unreleased", "", "- B."))

    assert read_releases(markdown_of(releases)) == (Release("1.1.0", "(2026-11-20)", "- A."), releases[1])


def test_the_program_brings_its_changelog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert installed_releases()

    monkeypatch.setattr(resources, "root", lambda: tmp_path)
    assert installed_releases() == ()
