"""The changes of each version, read from CHANGELOG.md in the format of Keep a Changelog."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from app.resources import resource

# several times the changelog of a long-lived program
_MAX_BYTES: Final = 4 * 1024 * 1024

_UNRELEASED: Final = "unreleased"
# heading of a version: "## [1.2.0] - 2026-11-23", with or without brackets, a date, a link, a word behind
_HEADING: Final = re.compile(r"##\s+\[?([^\]\s(]+)\]?(?:\([^)]*\))?\s*(.*)")
_LINK_TARGET: Final = re.compile(r"\[[^\]]+\]:\s+\S+\s*")
_NUMBERS: Final = re.compile(r"v?(\d+(?:\.\d+)*)(.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Release:
    """A version and its changes.

    Attributes:
        version: the number; “Unreleased” for changes without a number yet.
        more: the rest of the heading: a date, or that the release was withdrawn.
        text: the changes, as Markdown.
    """

    version: str
    more: str = ""
    text: str = ""

    @property
    def is_released(self) -> bool:
        """Whether the version has a number."""
        return self.version.lower() != _UNRELEASED


def installed_releases() -> tuple[Release, ...]:
    """The releases in the changelog of this program, in its order; none if it can't be read."""
    try:
        with resource("CHANGELOG.md").open("rb") as file:
            return read_releases(file.read(_MAX_BYTES).decode(errors="replace"))
    except OSError:
        return ()


def read_releases(text: str) -> tuple[Release, ...]:
    """The releases of a changelog, in its order, without the text before the first and without empty releases."""
    releases: list[Release] = []
    lines: list[str] = []
    name: tuple[str, str] | None = None
    fence = ""
    for line in [*text.splitlines(), "## end"]:
        mark = line.lstrip()[:3]
        if mark in {"```", "~~~"} and fence in {"", mark}:
            fence = "" if fence else mark
        found = _HEADING.fullmatch(line.rstrip()) if not fence or line == "## end" else None
        if found is None:
            if not _LINK_TARGET.fullmatch(line) or fence:
                lines.append(line)
            continue
        body = "\n".join(lines).strip()
        if name is not None and body:
            releases.append(Release(*name, body))
        name, lines = (found[1], found[2].strip(" -\N{EN DASH}\N{EM DASH}")), []
    return tuple(releases)


def releases_since(releases: Sequence[Release], seen: str, now: str) -> tuple[Release, ...]:
    """The releases after version `seen`, up to `now`; with unreleased changes if `now` is in development."""
    found = []
    for release in releases:
        if not release.is_released:
            if is_in_development(now):
                found.append(release)
        elif is_newer(release.version, seen) and not is_newer(release.version, now):
            found.append(release)
    return tuple(found)


def is_newer(version: str, than: str) -> bool:
    """Whether a version comes after another; false if either text is not a version."""
    first, second = _order(version), _order(than)
    return first is not None and second is not None and first > second


def is_in_development(version: str) -> bool:
    """Whether a version is not released yet."""
    return ".dev" in version


def markdown_of(releases: Iterable[Release]) -> str:
    """The Markdown of releases, one below the other, each with its heading."""
    return "\n\n".join(
        f"## {release.version}{f' ({release.more})' if release.more else ''}\n\n{release.text}" for release in releases
    )


def _order(version: str) -> tuple[tuple[int, ...], bool, str] | None:
    """The sort key of a version: its numbers, then whether it is no pre-release of them, then the rest of its text."""
    found = _NUMBERS.fullmatch(version.strip())
    if found is None or len(found[1]) > 100:
        return None
    numbers = [int(number) for number in found[1].split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    rest = found[2].partition("+")[0].lower()
    return tuple(numbers), not re.match(r"[._-]?(dev|a|b|c|rc|alpha|beta|pre)", rest), rest
