"""The addresses of recordings: `file:PATH` as people type it, and URLs of files, of which one may name several."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

SCHEME: Final = "file"
# the ends of the names of recordings, and of one that is still written
SUFFIXES: Final = (".mcap", ".bag", ".mcap.part", ".bag.active")
# what stands before each further file of an address
_AND: Final = "?and="
_DRIVE: Final = re.compile(r"/[A-Za-z]:")


def is_recording(name: str) -> bool:
    """Whether a name is that of a recording, as far as can be said by its end."""
    return name.strip().lower().endswith(SUFFIXES)


def recorded_file(text: str) -> Path | None:
    """Return the path of the one recording that a text names, by its path or its address; None for a robot."""
    if text.lower().startswith("file:"):
        paths = recording_paths(text)
        return paths[0] if len(paths) == 1 else None
    return Path(text) if is_recording(text) and "://" not in text else None


def recording_uri(paths: Iterable[Path]) -> str:
    """Return the address of a recording of these files; paths become whole ones."""
    return f"{SCHEME}://" + _AND.join(_quoted(path) for path in paths)


def recording_paths(uri: str) -> tuple[Path, ...]:
    """Return the paths that an address names: `file:` before one as it is typed, `file://` before quoted ones."""
    rest = uri.strip().partition(":")[2]
    if not rest.startswith("//"):
        return (_whole(rest),) if rest else ()
    parts = [unquote(part, errors="surrogateescape") for part in rest[2:].split(_AND)]
    return tuple(_whole(part) for part in parts if part)


def recording_name(uri: str) -> str:
    """Return a short name of the recording at an address: that of its first file."""
    paths = recording_paths(uri)
    return paths[0].name or str(paths[0]) if paths else uri


def _quoted(path: Path) -> str:
    text = os.path.abspath(path).replace(os.sep, "/")  # noqa: PTH100 - links stay as they are
    return quote(text if text.startswith("/") else f"/{text}", "/:", errors="surrogateescape")


def _whole(text: str) -> Path:
    if os.name == "nt" and _DRIVE.match(text):
        text = text[1:]
    return Path(os.path.abspath(Path(text).expanduser()))  # noqa: PTH100 - links stay as they are
