"""The file of the user's settings, which other windows write as well.

What this run changes is written soon after, by a thread: a disk may take its time, and the interface may not. Each
writing puts what was changed here into what the file says by then, so that two windows lose nothing of each other's.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Final

from app.config.atomic_file import locked_file, set_aside, write_atomically
from app.config.folders import NO_HOME_FOLDER, read_beginning
from app.config.settings_document import (
    MAX_BYTES,
    SettingsDocument,
    SettingsReadResult,
    encode_document,
    read_document,
    read_ini,
)
from app.model.errors import UserFacingError

_LOGGER = logging.getLogger(__name__)

# changes within this time may be lost by a crash
DELAY_S: Final = 1.0
# a slower disk does not keep the window from closing
SAVE_TIMEOUT_S: Final = 3.0

_MAX_TROUBLES: Final = 20
_FAULTS_TOLD: Final = 3
_MAX_LAYOUTS: Final = 200

Change = Callable[[SettingsDocument], None]
StartTimer = Callable[[float, Callable[[], None]], Callable[[], None]]


def _start_timer(delay_s: float, then: Callable[[], None]) -> Callable[[], None]:
    timer = threading.Timer(delay_s, then)
    timer.name = "settings"
    # at the end of the program `save` writes
    timer.daemon = True
    timer.start()
    return timer.cancel


class SettingsFile:
    """The settings document of this run, and the writing of its changes to the file.

    Args:
        path: of the file; None to read and save nothing.
        ini: the file of QSettings, imported if there is no settings file yet.
        start_timer: calls a function once, after a delay in seconds, in a thread; returns a function that cancels it.

    Attributes:
        document: for the one thread that makes the changes.
        errors: errors of reading and saving, in words for the operator, each once.
    """

    def __init__(self, path: Path | None, ini: Path | None = None, start_timer: StartTimer = _start_timer) -> None:
        self.path = path
        self.errors: tuple[UserFacingError, ...] = ()
        self._ini = ini
        self._start_timer = start_timer
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._pending: dict[Hashable, Change] = {}
        self._cancel: Callable[[], None] | None = None
        self._is_unkept = False
        self._is_sealed = False
        self.document = SettingsDocument() if path is None else self._begin(path)

    def change(self, key: Hashable, change: Change) -> None:
        """Change the document now, and the file soon.

        Args:
            key: names what is changed; a later change of the same key replaces this one.
            change: changes a document; called again in another thread, with the document in the file.
        """
        change(self.document)
        if self.path is None:
            return
        with self._lock:
            self._pending.pop(key, None)
            self._pending[key] = change
            if self._cancel is None:
                self._cancel = self._start_timer(DELAY_S, self._write_pending)

    def save(self, timeout_s: float = SAVE_TIMEOUT_S) -> None:
        """Write all pending changes now; returns after `timeout_s` at the latest."""
        if self.path is not None:
            with self._lock:
                if self._cancel is not None:
                    self._cancel()
            thread = threading.Thread(target=self._write_pending, name="settings", daemon=True)
            thread.start()
            thread.join(timeout_s)

    # inside

    def _begin(self, path: Path) -> SettingsDocument:
        with contextlib.ExitStack() as stack:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                stack.enter_context(locked_file(path))
                if not os.access(path.parent, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
                    raise PermissionError(13, os.strerror(13))
            except OSError as error:
                self._tell_unkept(error)
            return self._on_disk(path) or SettingsDocument()

    def _write_pending(self) -> None:
        path = self.path
        assert path is not None  # noqa: S101 - nothing waits then
        with self._writing:
            with self._lock:
                pending, self._pending = self._pending, {}
                self._cancel = None
            if not pending:
                return
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                with locked_file(path):
                    document = self._on_disk(path)
                    if self._is_sealed:
                        return
                    if document is None:
                        # the file may be readable later
                        self._put_back(pending)
                        return
                    for change in pending.values():
                        change(document)
                    write_atomically(path, [encode_document(document)], private=True)
                self._is_unkept = False
            except OSError as error:
                self._tell_unkept(error)
                self._put_back(pending)

    def _put_back(self, pending: dict[Hashable, Change]) -> None:
        with self._lock:
            older = {key: change for key, change in pending.items() if key not in self._pending}
            self._pending = older | self._pending

    def _on_disk(self, path: Path) -> SettingsDocument | None:
        """Read the document in the file, and repair the file if needed; None if the file can't be read."""
        try:
            # other things than files may never end
            strange = path.exists() and not path.is_file()
            data = b"" if strange else read_beginning(path, MAX_BYTES + 1)
        except (FileNotFoundError, NotADirectoryError):
            return self._taken_over(path)
        except OSError as error:
            self._tell(f"The settings can't be read: {path}: {error.strerror or error}", "They are left as they are.")
            return None
        if strange:
            self._tell(f"The settings can't be read: {path} is no file", "Put it away.")
            return None
        read = read_document(data)
        if read.newer:
            self._seal(path)
        elif read.faults:
            self._repair(path, read)
        return read.document

    def _seal(self, path: Path) -> None:
        if not self._is_sealed:
            self._is_sealed = True
            self._tell(
                f"The settings are those of a newer Teledeck ({path})",
                "What this one understands of them is used, and the file is left as it is: "
                "what you change is forgotten with the window.",
            )

    def _repair(self, path: Path, read: SettingsReadResult) -> None:
        words = _listed(read.faults)
        aside = None
        try:
            aside = set_aside(path, "broken", to_be_replaced=True)
            write_atomically(path, [encode_document(read.document)], private=True)
        except OSError as error:
            if aside is not None and path.exists():
                # otherwise each attempt would leave another copy
                with contextlib.suppress(OSError):
                    aside.unlink()
            self._tell(f"Some settings can't be read, and are as in a new program: {words}", str(path))
            self._tell_unkept(error)
        else:
            self._tell(f"Some settings could not be read, and are as in a new program: {words}", f"Kept as {aside}")

    def _taken_over(self, path: Path) -> SettingsDocument:
        """The document if there is no settings file: imported from QSettings' file, or a new one."""
        if self._ini is None:
            return SettingsDocument()
        try:
            text = read_beginning(self._ini, MAX_BYTES).decode("utf-8", errors="replace")
        except OSError:
            return SettingsDocument()
        read = read_ini(text)
        if read.faults:
            self._tell(f"Some settings of the version before could not be read: {_listed(read.faults)}", str(self._ini))
        try:
            _copy_layouts(self._ini.parent / "layouts", path.parent / "layouts")
            write_atomically(path, [encode_document(read.document)], private=True)
            aside = set_aside(self._ini, "bak")
        except OSError as error:
            self._tell_unkept(error)
        else:
            _LOGGER.info("the settings of the version before were taken over; their file is kept as %s", aside)
        return read.document

    def _tell_unkept(self, error: OSError) -> None:
        if self._is_unkept:
            return
        self._is_unkept = True
        path = self.path
        home = path is not None and NO_HOME_FOLDER in path.parents
        why = "this user has no home folder" if home else f"{path}: {error.strerror or error}"
        self._tell(f"Settings can't be kept: {why}", "What you change is forgotten with the window.")

    def _tell(self, reason: str, tip: str) -> None:
        if len(self.errors) < _MAX_TROUBLES and reason not in {trouble.reason for trouble in self.errors}:
            _LOGGER.warning("%s", reason)
            self.errors = (*self.errors, UserFacingError(reason, tip))


def _listed(faults: tuple[str, ...]) -> str:
    more = len(faults) - _FAULTS_TOLD
    return "; ".join(faults[:_FAULTS_TOLD]) + (f"; and {more} more" if more > 0 else "")


def _copy_layouts(before: Path, after: Path) -> None:
    """Copy layouts to their new folder; existing files there are kept. Raises OSError."""
    from app.model import layout  # noqa: PLC0415 - once in the life of a user

    files = sorted(before.glob(f"*{layout.SUFFIX}"))[:_MAX_LAYOUTS] if before.is_dir() else []
    if files:
        after.mkdir(parents=True, exist_ok=True)
    for file in files:
        target = after / file.name
        if file.is_file() and not target.exists():
            write_atomically(target, [read_beginning(file, layout.MAX_BYTES)])
