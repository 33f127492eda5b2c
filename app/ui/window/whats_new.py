"""Help > What is new, and what is told once: what a newer version brings, and that the last minutes are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QTextBrowser, QVBoxLayout, QWidget

from app.config.folders import black_box_folder
from app.program.release_notes import Release, installed_releases, is_newer, markdown_of, releases_since
from app.ui.base import dialogs
from app.ui.base.preferences import Preferences
from app.ui.base.tab_order import OrderedDialog
from app.ui.base.text import say
from app.ui.widgets.notices import WindowNotices
from app.ui.widgets.question_bar import Answer
from app.version import VERSION
from app.wording.ui.widgets import WidgetsWording
from app.wording.ui.window import WindowWording

_BLACK_BOX_KEY: Final = "black box"
_KEY: Final = "new"
_SIZE: Final = QSize(720, 560)
# more releases are read by nobody, and their layout would hold up the window
_MAX_RELEASES: Final = 5


class WhatsNewDialog(OrderedDialog):
    """Dialog with the changes of releases, from the changelog."""

    def __init__(self, releases: Sequence[Release], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say(WindowWording.WHAT_IS_NEW_TITLE()))
        self.text = QTextBrowser()
        self.text.setOpenExternalLinks(True)
        self.text.setAccessibleName(say(WindowWording.CHANGES()))
        if releases:
            self.text.setMarkdown(markdown_of(releases[:_MAX_RELEASES]))
        else:
            self.text.setPlainText(say(WindowWording.NO_CHANGELOG()))
        note = WindowWording.CHANGES_IN_ENGLISH()
        self.note = QLabel(say(note))
        self.note.setWordWrap(True)
        # whoever reads English sees that
        self.note.setVisible(bool(releases) and self.note.text() != note)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.note)
        layout.addWidget(self.text)
        layout.addWidget(buttons)
        self.resize(_SIZE)
        self.text.setFocus()


def show_news(parent: QWidget) -> None:
    """Show the newest releases."""
    _show(installed_releases(), parent)


def announce_news(preferences: Preferences, notices: WindowNotices, parent: QWidget, version: str = VERSION) -> None:
    """Show once that this version is newer than the previous one; a first installation has no news."""
    before = preferences.version_seen
    if before == version or is_newer(before, version):
        return
    preferences.version_seen = version
    # the setting may have been edited, and be no version
    news = releases_since(installed_releases(), before, version) if is_newer(version, before) else ()
    if not news:
        return
    words = say(WindowWording.THIS_IS_TELEDECK_AFTER(version=version, before=before))
    notices.show_notice(
        _KEY,
        words,
        Answer(say(WindowWording.WHAT_IS_NEW()), lambda: _show(news, parent)),
        Answer(say(WindowWording.DISMISS()), lambda: None, say(WindowWording.WHAT_IS_NEW_TIP())),
    )


def announce_black_box(preferences: Preferences, notices: WindowNotices, show_preferences: Callable[[], None]) -> None:
    """Tell that the black box keeps the last minutes, until that was read; `show_preferences` shows where it is set."""
    values = preferences.values
    if not values.black_box or not preferences.are_kept or preferences.choice(_BLACK_BOX_KEY):
        return

    def take_note() -> None:
        preferences.set_choice(_BLACK_BOX_KEY, "read")

    def set_it() -> None:
        take_note()
        show_preferences()

    notices.show_notice(
        _BLACK_BOX_KEY,
        say(WindowWording.BLACK_BOX(minutes=values.black_box_min, folder=black_box_folder().parent)),
        Answer(say(WindowWording.BLACK_BOX_SET()), set_it, say(WindowWording.BLACK_BOX_TIP())),
        Answer(say(WidgetsWording.NOTED()), take_note),
    )


def _show(releases: Sequence[Release], parent: QWidget) -> None:
    dialogs.show_dialog(WhatsNewDialog(releases, parent), "", replace=True)
