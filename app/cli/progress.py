"""The progress of a command: one line on standard error, while somebody looks at it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

from app.cli.command import monotonic

_EVERY_S: Final = 0.2


class ProgressLine:
    """One line of progress on standard error, if that is a terminal; it is removed at the end."""

    def __init__(self) -> None:
        self._shows = sys.stderr is not None and sys.stderr.isatty()
        self._shown = ""
        self._due_s = 0.0

    def show(self, text: Callable[[], str]) -> None:
        """Show a text, unless another was shown just now."""
        if self._shows and (now := monotonic()) >= self._due_s:
            self._due_s = now + _EVERY_S
            self._write(text())

    def clear(self) -> None:
        """Remove the line."""
        if self._shown:
            self._write("")
        self._due_s = 0.0

    def _write(self, text: str) -> None:
        print(f"\r{'':{len(self._shown)}}\r{text}", end="", file=sys.stderr, flush=True)  # noqa: T201
        self._shown = text
