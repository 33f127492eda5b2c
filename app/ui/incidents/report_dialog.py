"""Dialogs of incidents: the log of a run that did not end in order, and a problem report to be checked and saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.config.preference_values import SaveFolder
from app.faults.problem_report import ReportGroup, ReportText, choose_texts
from app.ui.base.dialogs import ask_for_save_path
from app.ui.base.saving import encode_image
from app.ui.base.tab_order import OrderedDialog
from app.ui.base.text import format_size, say
from app.ui.base.text_size import fixed_font
from app.ui.base.theme import Themes
from app.ui.widgets.splitters import KeySplitter
from app.wording.ui.incidents import IncidentWording

_TEXT_DIALOG_SIZE: Final = QSize(900, 560)

_SIZE: Final = QSize(980, 640)
_LIST_WIDTH: Final = 250
_SCREENSHOT_NAME: Final = "window.png"


def make_text_view(name: str) -> QPlainTextEdit:
    """Return a read-only field for a long text."""
    view = QPlainTextEdit()
    view.setReadOnly(True)
    view.setAccessibleName(name)
    view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    view.setFont(fixed_font())
    return view


class IncidentDialog(OrderedDialog):
    """Dialog with the record of a run; show it by `dialogs.show`.

    Signals:
        report_asked: the user wants to report this.
    """

    report_asked: Final = Signal()

    def __init__(self, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.view = make_text_view(title)
        self.view.setPlainText(text)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy_button = QPushButton(say(IncidentWording.COPY()))
        self.report_button = QPushButton(say(IncidentWording.REPORT_A_PROBLEM()))
        buttons.addButton(self.copy_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.report_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        self.copy_button.clicked.connect(lambda: QGuiApplication.clipboard().setText(text))
        self.report_button.clicked.connect(self.report_asked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(self.view, 1)
        layout.addWidget(buttons)
        self.resize(_TEXT_DIALOG_SIZE)


class ReportDialog(OrderedDialog):
    """Dialog for a problem report; show it by `dialogs.show`, then give it its texts.

    Args:
        take_picture: returns a screenshot of the window.
        write: saves texts and a screenshot, and calls `show_saved` or `show_failure` with the result.
        has_robots: whether a robot is connected whose health can be checked.
    """

    def __init__(
        self,
        themes: Themes,
        take_screenshot: Callable[[], QPixmap],
        write: Callable[[Path, Sequence[ReportText], bytes | None], object],
        parent: QWidget | None = None,
        *,
        has_robots: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say(IncidentWording.REPORT_A_PROBLEM_TEXT()))
        self._themes = themes
        self._take_screenshot = take_screenshot
        self._write = write
        self._texts: Sequence[ReportText] = ()
        self._shown: Sequence[ReportText] = ()
        self._pixmap: QPixmap | None = None
        self._saved: Path | None = None
        self.groups = {
            ReportGroup.LOGS: QCheckBox(say(IncidentWording.LOGS())),
            ReportGroup.VERSIONS: QCheckBox(say(IncidentWording.VERSIONS())),
            ReportGroup.DOCTOR: QCheckBox(say(IncidentWording.STATE_OF_CONNECTED_ROBOTS())),
            ReportGroup.SETTINGS: QCheckBox(say(IncidentWording.SETTINGS())),
        }
        self.screenshot = QCheckBox(say(IncidentWording.IMAGE_OF_THE_WINDOW()))
        for group, box in self.groups.items():
            box.setChecked(group is not ReportGroup.DOCTOR or has_robots)
            box.toggled.connect(self._update_shown)
        self.groups[ReportGroup.DOCTOR].setEnabled(has_robots)
        self.screenshot.setToolTip(say(IncidentWording.IMAGE_TIP()))
        self.screenshot.toggled.connect(self._update_shown)
        self.files = QListWidget()
        self.files.setAccessibleName(say(IncidentWording.FILES_OF_THE_REPORT()))
        self.files.currentRowChanged.connect(self._show_file)
        self.preview = make_text_view(say(IncidentWording.TEXT_OF_THE_FILE()))
        self._image = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self._image.setMinimumSize(1, 1)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.preview)
        self._pages.addWidget(self._image)
        self.state = QLabel(say(IncidentWording.READING()))
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        self.state.setWordWrap(True)
        self.save = QPushButton(say(IncidentWording.SAVE()))
        self.save.setProperty("primary", True)
        self.save.setDefault(True)
        self.save.setEnabled(False)
        self.save.clicked.connect(self._ask_where)
        self.show_folder = QPushButton(say(IncidentWording.SHOW_IN_FOLDER()))
        self.copy_path = QPushButton(say(IncidentWording.COPY_PATH()))
        self.show_folder.clicked.connect(self._show_in_folder)
        self.copy_path.clicked.connect(lambda: QGuiApplication.clipboard().setText(str(self._saved or "")))
        self._lay_out()

    def set_texts(self, texts: Sequence[ReportText], *, waiting: bool = False) -> None:
        """Offer these texts; with `waiting`, the health of robots is still being checked."""
        self._texts = texts
        self.save.setEnabled(True)
        self._update_shown()
        if waiting:
            self._show_message(say(IncidentWording.ASKING()))

    @property
    def chosen_texts(self) -> Sequence[ReportText]:
        """The texts that the file will contain, besides a screenshot."""
        return self._shown

    def show_saved(self, path: Path) -> None:
        """Say that the report was saved."""
        self._saved = path
        self._show_message(say(IncidentWording.SAVED(path=path)), "ok")
        for button in (self.show_folder, self.copy_path):
            button.setVisible(True)

    def show_failure(self, path: Path, reason: str) -> None:
        """Say that the report could not be saved."""
        self._show_message(say(IncidentWording.NOT_WRITTEN(path=path, reason=reason)), "error")

    # internals

    def _lay_out(self) -> None:
        intro = QLabel(say(IncidentWording.REPORT_INTRODUCTION()))
        intro.setWordWrap(True)
        row = QHBoxLayout()
        row.setSpacing(16)
        for box in (*self.groups.values(), self.screenshot):
            row.addWidget(box)
        row.addStretch(1)
        splitter = KeySplitter()
        splitter.addWidget(self.files)
        splitter.addWidget(self._pages)
        splitter.setSizes([_LIST_WIDTH, _SIZE.width() - _LIST_WIDTH])
        end = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        end.addButton(self.show_folder, QDialogButtonBox.ButtonRole.ActionRole)
        end.addButton(self.copy_path, QDialogButtonBox.ButtonRole.ActionRole)
        # as an accepting button it would close the dialog
        end.addButton(self.save, QDialogButtonBox.ButtonRole.ActionRole)
        end.rejected.connect(self.reject)
        # the button box shows every button that it is given
        for button in (self.show_folder, self.copy_path):
            button.setVisible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(intro)
        layout.addLayout(row)
        layout.addWidget(splitter, 1)
        layout.addWidget(self.state)
        layout.addWidget(end)
        self.resize(_SIZE)

    def _update_shown(self) -> None:
        if not self._texts:
            return
        if self.screenshot.isChecked() and self._pixmap is None:
            self._pixmap = self._take_screenshot()
        groups = [group for group, box in self.groups.items() if box.isChecked()]
        self._shown = choose_texts(self._texts, groups, picture=self.screenshot.isChecked())
        current = self.files.currentItem().text() if self.files.currentItem() is not None else ""
        names = [entry.name for entry in self._shown] + ([_SCREENSHOT_NAME] if self.screenshot.isChecked() else [])
        self.files.blockSignals(True)
        self.files.clear()
        self.files.addItems(names)
        self.files.blockSignals(False)
        self.files.setCurrentRow(names.index(current) if current in names else 0)
        nbytes = sum(len(entry.text.encode(errors="replace")) for entry in self._shown)
        self._show_message(say(IncidentWording.FILES_UNCOMPRESSED(count=len(names), size=format_size(nbytes))))

    def _show_file(self, row: int) -> None:
        if 0 <= row < len(self._shown):
            self.preview.setPlainText(self._shown[row].text)
            self._pages.setCurrentWidget(self.preview)
        elif self._pixmap is not None:
            keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            self._image.setPixmap(self._pixmap.scaled(self._pages.size(), keep, smooth))
            self._pages.setCurrentWidget(self._image)

    def _ask_where(self) -> None:
        stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
        suggested = Path(f"teledeck-report-{stamp}.zip")
        texts, screenshot = self._shown, self._encoded_screenshot()
        ask_for_save_path(
            self,
            self._themes,
            say(IncidentWording.SAVE_THE_REPORT()),
            suggested,
            say(IncidentWording.ZIP_FILES()),
            lambda path: self._write(path, texts, screenshot),
            folder=SaveFolder.REPORTS,
        )

    def _encoded_screenshot(self) -> bytes | None:
        if not self.screenshot.isChecked() or self._pixmap is None:
            return None
        return encode_image(self._pixmap.toImage())

    def _show_in_folder(self) -> None:
        if self._saved is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._saved.parent)))

    def _show_message(self, text: str, role: str = "text") -> None:
        self.state.setText(say(text))
        self.state.setStyleSheet(f"color: {getattr(self._themes.current, role)};")
