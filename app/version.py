"""The version of this program: its number, and what it was built from."""

from __future__ import annotations

import functools
import os
from typing import NamedTuple

VERSION = "0.1.0.dev0"

# the environment variable by which whoever starts a process of this program tells it which version it has to be
EXPECTED = "TELEDECK_BUILD"

# nobody's build description is longer, and a file that is says nothing of ours
_MOST_BYTES = 4096


class Build(NamedTuple):
    """A build of the program; all is empty from sources.

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
    """What this program was built from; nothing of it where that isn't said, or can't be read."""
    # `--version` and wrong usage answer without loading it
    import json  # noqa: PLC0415

    from app.resources import resource  # noqa: PLC0415

    try:
        with resource("build.json").open("rb") as file:
            told = json.loads(file.read(_MOST_BYTES))
    except (OSError, ValueError, RecursionError):
        return Build()
    if not isinstance(told, dict):
        return Build()
    return Build(*(value if isinstance(value := told.get(name), str) else "" for name in Build._fields))


def identity() -> str:
    """What tells this program from every other version and build of it."""
    return f"{VERSION} {build().commit}".rstrip()


def is_as_expected() -> bool:
    """Whether this process is the version that whoever started it is; so is one that was told nothing of it."""
    expected = os.environ.get(EXPECTED)
    return expected is None or expected == identity()


def source_commit() -> str:
    """The commit that sources are worked on, as Git's files tell it; empty where they don't."""
    from pathlib import Path  # noqa: PLC0415 - see above

    git = Path(__file__).parent.with_name(".git")
    try:
        if git.is_file():
            # a work tree beside others
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
