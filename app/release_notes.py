"""The changes of each version, as CHANGELOG.md tells them in the form of Keep a Changelog."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from app.resources import resource

# several times what the changelog of a long-lived program has
_MOST_BYTES: Final = 4 * 1024 * 1024

_UNRELEASED: Final = "unreleased"
# of a version: "## [1.2.0] - 2026-11-23", with or without brackets, a date, a link, a word behind
_HEADING: Final = re.compile(r"##\s+\[?([^\]\s(]+)\]?(?:\([^)]*\))?\s*(.*)")
_LINK_TARGET: Final = re.compile(r"\[[^\]]+\]:\s+\S+\s*")
_NUMBERS: Final = re.compile(r"v?(\d+(?:\.\d+)*)(.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Release:
    """A version and its changes.

    Attributes:
        version: its number; “Unreleased” for what has none yet.
        more: what its heading says beside: a date, that it was taken back.
        text: its changes, as Markdown.
    """

    version: str
    more: str = ""
    text: str = ""

    @property
    def is_released(self) -> bool:
        """Whether it has a number."""
        return self.version.lower() != _UNRELEASED


def installed_releases() -> tuple[Release, ...]:
    """The releases that the changelog of this program tells of, as it does; none where it can't be read."""
    try:
        with resource("CHANGELOG.md").open("rb") as file:
            return read_releases(file.read(_MOST_BYTES).decode(errors="replace"))
    except OSError:
        return ()


def read_releases(text: str) -> tuple[Release, ...]:
    """The releases of a changelog, in its order; what stands before the first and what says nothing is left out."""
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
    """Those that are newer than a version, up to that of now; with what is not released where that isn't either."""
    found = []
    for release in releases:
        if not release.is_released:
            if is_in_development(now):
                found.append(release)
        elif is_newer(release.version, seen) and not is_newer(release.version, now):
            found.append(release)
    return tuple(found)


def is_newer(version: str, than: str) -> bool:
    """Whether a version comes after another; one that is no version comes after none, and none after it."""
    first, second = _order(version), _order(than)
    return first is not None and second is not None and first > second


def is_in_development(version: str) -> bool:
    """Whether it is not released yet."""
    return ".dev" in version


def markdown_of(releases: Iterable[Release]) -> str:
    """Releases below each other, each with its heading."""
    return "\n\n".join(
        f"## {release.version}{f' ({release.more})' if release.more else ''}\n\n{release.text}" for release in releases
    )


def _order(version: str) -> tuple[tuple[int, ...], bool, str] | None:
    """What versions are compared by: numbers, then whether it is more than a step towards them."""
    found = _NUMBERS.fullmatch(version.strip())
    if found is None or len(found[1]) > 100:
        return None
    numbers = [int(number) for number in found[1].split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    rest = found[2].partition("+")[0].lower()
    return tuple(numbers), not re.match(r"[._-]?(dev|a|b|c|rc|alpha|beta|pre)", rest), rest
