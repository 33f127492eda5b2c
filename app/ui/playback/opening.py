"""Opening of recordings: from a dialog, and by files that are dropped on the window."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.record.addresses import SUFFIXES, is_recording, recording_paths, recording_uri
from app.ui.base import dialogs
from app.ui.base.dialogs import FileDialog
from app.ui.base.text import say
from app.wording.ui.playback import PlaybackBarWording

_FILTERS: Final = " ".join(f"*{suffix}" for suffix in SUFFIXES)


class RecordingOpener(QObject):
    """Opens recordings.

    Args:
        window: on which files may be dropped.
        connect_to: connects to an address.
        recent: gives the addresses that were used last, newest first.
    """

    def __init__(self, window: QWidget, connect_to: Callable[[str], None], recent: Callable[[], Sequence[str]]) -> None:
        super().__init__(window)
        self._window = window
        self._connect_to = connect_to
        self._recent = recent
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def ask(self) -> None:
        """Ask for recordings, in the folder of the last one; several are opened as one."""
        known = (path for uri in self._recent() if uri.startswith("file:") for path in recording_paths(uri))
        parents = (path.parent for path in known)
        folder = next(filter(os.path.isdir, parents), Path.home())  # a folder that nobody may look into is none
        kinds = f"{say(PlaybackBarWording.KINDS())} ({_FILTERS});;{say(PlaybackBarWording.ALL_FILES())} (*)"
        dialog = FileDialog(self._window, say(PlaybackBarWording.OPEN()), folder, kinds)
        dialog.setFileMode(FileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(lambda chosen: self.open([Path(file) for file in chosen]))
        dialogs.show_dialog(dialog, "recording")

    def open(self, files: Sequence[Path]) -> None:
        """Open files as one recording."""
        if files:
            self._connect_to(recording_uri(files))

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept recordings that are dropped on the window."""
        if isinstance(event, QDragEnterEvent | QDropEvent) and event.mimeData().hasUrls():
            files = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
            recordings = [file for file in files if is_recording(file.name)]
            if recordings:
                event.acceptProposedAction()
                if event.type() == QEvent.Type.Drop:
                    self.open(recordings)
                return True
        return super().eventFilter(watched, event)
