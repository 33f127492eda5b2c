"""The version of this program: its number and its build."""

from __future__ import annotations

import functools
import os
from typing import NamedTuple

VERSION = "0.1.0.dev0"

# the environment variable that tells a process of this program which version it has to be
EXPECTED_VARIABLE = "TELEDECK_BUILD"

# no build description is longer
_MAX_BYTES = 4096


class Build(NamedTuple):
    """A build of the program; all fields are empty in the sources.

    Attributes:
        commit: 40 hexadecimal digits.
        date: of the commit, ISO 8601 in UTC.
        package: deb, rpm, tar, wheel, windows or macos.
    """

    commit: str = ""
    date: str = ""
    package: str = ""


@functools.cache
def build() -> Build:
    """The build of this program; empty fields where it is not recorded, or can't be read."""
    # `--version` and wrong usage answer without loading it
    import json  # noqa: PLC0415

    from app.resources import resource  # noqa: PLC0415

    try:
        with resource("build.json").open("rb") as file:
            told = json.loads(file.read(_MAX_BYTES))
    except (OSError, ValueError, RecursionError):
        return Build()
    if not isinstance(told, dict):
        return Build()
    return Build(*(value if isinstance(value := told.get(name), str) else "" for name in Build._fields))


def identity() -> str:
    """The version and the commit, which together identify the program."""
    return f"{VERSION} {build().commit}".rstrip()


def is_expected_build() -> bool:
    """Whether this process has the version that the starting process expects; true if that expects none."""
    expected = os.environ.get(EXPECTED_VARIABLE)
    return expected is None or expected == identity()


def source_commit() -> str:
    """The commit that is checked out in the sources, read from Git's files; empty if unknown."""
    from pathlib import Path  # noqa: PLC0415 - see above

    git = Path(__file__).parent.with_name(".git")
    try:
        if git.is_file():
            # a linked work tree
            git = git.parent / git.read_text(encoding="utf-8").removeprefix("gitdir:").strip()
        head = (git / "HEAD").read_text(encoding="utf-8").strip()
        if not head.startswith("ref:"):
            return head
        common = git / "commondir"
        shared = git / common.read_text(encoding="utf-8").strip() if common.is_file() else git
        name = head.removeprefix("ref:").strip()
        if (shared / name).is_file():
            return (shared / name).read_text(encoding="utf-8").strip()
        packed = (shared / "packed-refs").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return ""
    return next((line.split()[0] for line in packed if line.endswith(f" {name}")), "")
