"""The store of layouts, a file each. Shipped layouts can't be changed."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Collection
from pathlib import Path
from typing import Final

from app.config.atomic_file import set_aside, write_atomically
from app.config.folders import read_beginning
from app.model.layout import MAX_BYTES, SUFFIX, Layout, LayoutFileError, format_layout, parse_layout
from app.ui.base.text import name_order, say
from app.wording.ui.window import LayoutManagerWording, ShippedLayouts

_LOGGER = logging.getLogger(__name__)

# more than fit into a menu
MAX_LAYOUTS: Final = 60

# the present names of shipped layouts by those of before: an operator's own layout of such a name stood in their place
_FORMER_NAMES: Final = {"Debug": "Look for faults"}

_UNSAFE: Final = re.compile(r"[^A-Za-z0-9]+")


class LayoutStore:
    """Stored layouts. A file that can't be read is left alone and not listed.

    Attributes:
        own: the operator's layouts, by name, in alphabetical order.
        shipped: the layouts that come with the program, by name, in the order of their files.
    """

    def __init__(self, folder: Path, shipped: Path, kinds: Collection[str]) -> None:
        self.own: dict[str, Layout] = {}
        self.shipped: dict[str, Layout] = {}
        self._folder = folder
        self._kinds = kinds
        for file in sorted(shipped.glob(f"*{SUFFIX}")):
            layout = self._read(file)
            if layout is not None:
                self.shipped[layout.name] = layout
        self.reload()

    @property
    def names(self) -> list[str]:
        """All names: shipped layouts first, unless the operator has a layout of that name."""
        return [*(name for name in self.shipped if name not in self.own), *self.own]

    def title(self, name: str) -> str:
        """Return a name as people read it: those of shipped layouts are translated."""
        if name in self.own or name not in self.shipped:
            return name
        return say(ShippedLayouts[name.upper().replace(" ", "_")]())

    def get(self, name: str) -> Layout | None:
        """Return the layout of a name."""
        return self.own.get(name) or self.shipped.get(name)

    def reload(self) -> None:
        """Read all files again."""
        found: dict[str, Layout] = {}
        files = sorted(self._folder.glob(f"*{SUFFIX}")) if self._folder.is_dir() else []
        former = {_file_name(name): later for name, later in _FORMER_NAMES.items()}
        # what a present file says is read last, and goes before
        for file in sorted(files[:MAX_LAYOUTS], key=lambda file: file.name not in former):
            layout = self._read(file)
            if layout is not None:
                layout = layout.with_name(former.get(file.name, layout.name))
                found[layout.name] = layout
        self.own = {name: found[name] for name in sorted(found, key=name_order())}

    def store(self, layout: Layout) -> None:
        """Store a layout, in place of the one of the same name. Raises LayoutFileError."""
        if layout.name not in self.own and len(self.own) >= MAX_LAYOUTS:
            reason = say(LayoutManagerWording.TOO_MANY(count=MAX_LAYOUTS))
            raise LayoutFileError(reason, say(LayoutManagerWording.TOO_MANY_TIP()))
        data = format_layout(layout)
        if len(data) > MAX_BYTES:
            raise LayoutFileError(say(LayoutManagerWording.TOO_LARGE()), "")
        file = self._file(layout.name)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            if file.exists() and self._read(file) is None:
                # perhaps written by a later version
                set_aside(file, "broken", to_be_replaced=True)
            write_atomically(file, [data])
        except OSError as error:
            reason = say(LayoutManagerWording.NOT_WRITTEN(reason=error.strerror or str(error)))
            raise LayoutFileError(reason, str(self._folder)) from error
        self.reload()

    def rename(self, name: str, other: str) -> None:
        """Rename a layout. Raises LayoutFileError."""
        self.store(self.own[name].with_name(other))
        if self._file(name) != self._file(other):
            self.delete(name)

    def delete(self, name: str) -> None:
        """Delete a layout. Raises LayoutFileError."""
        try:
            self._file(name).unlink(missing_ok=True)
            for former in (former for former, later in _FORMER_NAMES.items() if later == name):
                (self._folder / _file_name(former)).unlink(missing_ok=True)
        except OSError as error:
            reason = say(LayoutManagerWording.NOT_DELETED(reason=error.strerror or str(error)))
            raise LayoutFileError(reason, "") from error
        self.reload()

    def free_name(self, name: str) -> str:
        """Return `name`, or a similar name that no layout has."""
        tried, number = name, 2
        while tried in self.names:
            tried, number = f"{name[:50]} ({number})", number + 1
        return tried

    # internals

    def _file(self, name: str) -> Path:
        """Return the file of a layout; that of a former name is not the one that it had before."""
        return self._folder / _file_name(f"{name}\n" if name in _FORMER_NAMES else name)

    def _read(self, file: Path) -> Layout | None:
        try:
            return read_layout_file(file, self._kinds)[0]
        except LayoutFileError as error:
            _LOGGER.info("The layout %s can't be read: %s", file, error)
            return None


def _file_name(name: str) -> str:
    """Return a file name valid on every system; a hash at its end tells apart names alike without signs."""
    plain = _UNSAFE.sub("-", name).strip("-").lower()[:40]
    return f"{plain}-{hashlib.sha256(name.encode()).hexdigest()[:8]}{SUFFIX}"


def read_layout_file(file: Path, kinds: Collection[str]) -> tuple[Layout, list[str]]:
    """Read a layout file, see `parse_layout`. Raises LayoutFileError also where the file can't be read."""
    try:
        data = read_beginning(file, MAX_BYTES + 1)
    except OSError as error:
        reason = say(LayoutManagerWording.NOT_READ(reason=error.strerror or str(error)))
        raise LayoutFileError(reason, "") from error
    return parse_layout(data, kinds)
