"""Tells what each part of a bundle costs, as a table in Markdown.

After packaging/build.sh:

    build/package/sources/.venv/bin/python packaging/bundle_sizes.py build/package

It packs all parts one by one, which takes two minutes.
"""

from __future__ import annotations

import lzma
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bundle_parts import OURS, Part, parts
from PyInstaller.archive.readers import CArchiveReader

MB: Final = 1e6
# smaller ones share a row
SMALLEST_MB: Final = 1.0


@dataclass(frozen=True, slots=True)
class Cost:
    """What a part takes: on the disk, and in a .tar.xz if it were alone there."""

    name: str
    disk_mb: float
    packed_mb: float


def _bytes_of(part: Part, bundle: Path, archive: dict[str, bytes]) -> Iterator[bytes]:
    for member in part.members:
        if member.in_archive:
            yield archive.get(member.name, b"")
        else:
            yield (bundle / "_internal" / member.name).read_bytes()


def _archive(executable: Path) -> dict[str, bytes]:
    """The modules in the executable, compressed as they lie there."""
    modules = CArchiveReader(str(executable)).open_embedded_archive("PYZ.pyz")
    data = executable.read_bytes()
    start = modules._start_offset  # noqa: SLF001 - where it lies is told by nothing else
    return {name: data[start + place : start + place + length] for name, (_, place, length) in modules.toc.items()}


def _cost(name: str, pieces: list[bytes]) -> Cost:
    whole = b"".join(pieces)
    return Cost(name, len(whole) / MB, len(lzma.compress(whole, preset=6)) / MB)


def costs(build: Path) -> list[Cost]:
    """Those of all parts, the largest first."""
    bundle = build / "dist/teledeck"
    archive = _archive(bundle / "teledeck")
    found = []
    for part in parts(build / "work/teledeck/contents.json", build / "sources", version=""):
        pieces = list(_bytes_of(part, bundle, archive))
        name = part.name if part.distribution or part.name == OURS else f"{part.name} (Debian)"
        if part.name.startswith("PySide6"):
            icu = [piece for member, piece in zip(part.members, pieces, strict=True) if "libicu" in member.name]
            found.append(_cost("ICU, which Qt needs", icu))
            pieces = [piece for member, piece in zip(part.members, pieces, strict=True) if "libicu" not in member.name]
        found.append(_cost(name, pieces))
    return sorted(found, key=lambda cost: -cost.disk_mb)


def main() -> int:
    """Print the table; the exit code."""
    found = costs(Path(sys.argv[1]).resolve())
    large = [cost for cost in found if cost.disk_mb >= SMALLEST_MB]
    small = [cost for cost in found if cost.disk_mb < SMALLEST_MB]
    rest = Cost(f"{len(small)} others", sum(cost.disk_mb for cost in small), sum(cost.packed_mb for cost in small))
    every = Cost("all", sum(cost.disk_mb for cost in found), sum(cost.packed_mb for cost in found))
    print("| part | MB on the disk | MB packed alone |\n|---|---|---|")
    for cost in [*large, rest, every]:
        print(f"| {cost.name} | {cost.disk_mb:.1f} | {cost.packed_mb:.1f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
