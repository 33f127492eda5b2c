"""The dialog of preferences, and the table of its pages."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QSize, QStandardPaths, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.config.feedback import FeedbackPattern, StopClass
from app.config.folders import black_box_folder, recordings_folder
from app.config.preference_values import (
    BOX_MB,
    BOX_MIN,
    HISTORY_MIN,
    MEMORY_MB,
    TEXT_PERCENT,
    LanguageChoice,
    PreferenceValues,
    SaveFolder,
    SystemChoice,
)
from app.model.messages.shown_units import AngleUnit, SpeedUnit
from app.ui.base import dialogs
from app.ui.base.preferences import STANDARD_FOLDERS, ThemeChoice
from app.ui.base.tab_order import OrderedDialog
from app.ui.base.text import format_size, say
from app.ui.widgets.question_bar import QuestionBar
from app.ui.widgets.text_fields import FilterField
from app.ui.window.keys_page import KeysPage
from app.ui.window.preference_rows import (
    THEME,
    Choice,
    Folder,
    Number,
    Preference,
    PreferenceTools,
    RowsPage,
    Switch,
)
from app.ui.window.settings_transfer import SettingsTransfer
from app.wording.ui.preferences import PreferenceLabels, PreferencesWording
from app.wording.ui.window import WindowWording

_SIZE: Final = QSize(760, 560)

# in characters of the list's font
_LIST_CHARACTERS: Final = 20

# changes within this time are undone as one: a page that is reset, a number that is counted up
_TOGETHER_MS: Final = 300

# changes that can be undone
_MAX_UNDO: Final = 100


class PreferencesPage(NamedTuple):
    """Page of the dialog: its name in the list, and the maker of its widget."""

    name: PreferenceLabels
    make: Callable[[PreferenceTools], RowsPage | KeysPage]


def _make_page(
    preferences: tuple[Preference, ...], note: Callable[[PreferenceTools], str] | None, tools: PreferenceTools
) -> RowsPage:
    return RowsPage(tools, preferences, note)


def _rows(
    *preferences: Preference, note: Callable[[PreferenceTools], str] | None = None
) -> Callable[[PreferenceTools], RowsPage]:
    return functools.partial(_make_page, preferences, note)


def _folder(folder: SaveFolder, label: PreferenceLabels, tip: PreferencesWording) -> Preference:
    usual = functools.partial(QStandardPaths.writableLocation, STANDARD_FOLDERS[folder])
    return Preference(folder.value, label, tip, Folder(usual), words=PreferenceLabels.FOLDERS_WORDS)


def _where_files_are(_: PreferenceTools) -> str:
    box = say(PreferencesWording.BLACK_BOX_WHERE(folder=black_box_folder()))
    recordings = say(PreferencesWording.RECORDINGS_WHERE(folder=recordings_folder()))
    return f"{say(PreferencesWording.BLACK_BOX_ALWAYS())}\n{box}\n{recordings}"


def _memory_used(tools: PreferenceTools) -> str:
    return say(PreferencesWording.MEMORY_USED(used=format_size(tools.budget.used_bytes)))


_THEMES: Final = (
    (ThemeChoice.SYSTEM, PreferenceLabels.LIKE_THE_SYSTEM),
    (ThemeChoice.DARK, PreferenceLabels.DARK),
    (ThemeChoice.LIGHT, PreferenceLabels.LIGHT),
    (ThemeChoice.HIGH_CONTRAST, PreferenceLabels.HIGH_CONTRAST),
)
# each in its own words, for whoever reads no other
_LANGUAGES: Final = (
    (LanguageChoice.SYSTEM, PreferenceLabels.LIKE_THE_SYSTEM),
    (LanguageChoice.ENGLISH, PreferenceLabels.ENGLISH),
    (LanguageChoice.CHINESE, PreferenceLabels.CHINESE),
)
_SIZES: Final = tuple((percent, None) for percent in range(TEXT_PERCENT[0], TEXT_PERCENT[1] + 1, 10))
_WHEN: Final = (
    (SystemChoice.SYSTEM, PreferenceLabels.LIKE_THE_SYSTEM),
    (SystemChoice.ALWAYS, PreferenceLabels.ALWAYS),
    (SystemChoice.NEVER, PreferenceLabels.NEVER),
)
_ANGLES: Final = (
    (AngleUnit.USUAL, PreferenceLabels.ANGLES_AS_USUAL),
    (AngleUnit.RADIANS, PreferenceLabels.RADIANS),
    (AngleUnit.DEGREES, PreferenceLabels.DEGREES),
)
_SPEEDS: Final = (
    (SpeedUnit.METRES_PER_SECOND, PreferenceLabels.METRES_PER_SECOND),
    (SpeedUnit.KILOMETRES_PER_HOUR, PreferenceLabels.KILOMETRES_PER_HOUR),
)

_PATTERNS: Final = (
    (FeedbackPattern.OFF, PreferenceLabels.SOUND_OFF),
    (FeedbackPattern.SHORT, PreferenceLabels.SOUND_SHORT),
    (FeedbackPattern.LONG, PreferenceLabels.SOUND_LONG),
    (FeedbackPattern.DOUBLE, PreferenceLabels.SOUND_DOUBLE),
)
_SOUNDS: Final = tuple(
    Preference(
        f"sound_{stop_class.value}",
        PreferenceLabels[f"SOUND_{stop_class.name}"],
        PreferencesWording[f"SOUND_{stop_class.name}_TIP"],
        Choice(_PATTERNS),
        plays=True,
        needs="alarm",
        words=PreferenceLabels.SOUNDS_WORDS,
    )
    for stop_class in StopClass
)

# in the order of the list
PAGES: Final = (
    PreferencesPage(
        PreferenceLabels.APPEARANCE,
        _rows(
            Preference(
                THEME,
                PreferenceLabels.THEME,
                PreferencesWording.THEME_TIP,
                Choice(_THEMES),
                words=PreferenceLabels.THEME_WORDS,
            ),
            Preference(
                "language",
                PreferenceLabels.LANGUAGE,
                PreferencesWording.LANGUAGE_TIP,
                Choice(_LANGUAGES),
                words=PreferenceLabels.LANGUAGE_WORDS,
            ),
            Preference(
                "text_percent",
                PreferenceLabels.TEXT_SIZE,
                PreferencesWording.TEXT_TIP,
                Choice(_SIZES),
                words=PreferenceLabels.TEXT_SIZE_WORDS,
            ),
            Preference(
                "large_targets",
                PreferenceLabels.LARGE_TARGETS,
                PreferencesWording.LARGE_TARGETS_TIP,
                Choice(_WHEN),
                words=PreferenceLabels.LARGE_TARGETS_WORDS,
            ),
            Preference(
                "reduced_motion",
                PreferenceLabels.REDUCED_MOTION,
                PreferencesWording.REDUCED_MOTION_TIP,
                Choice(_WHEN),
                words=PreferenceLabels.REDUCED_MOTION_WORDS,
            ),
            Preference(
                "dashed_curves",
                PreferenceLabels.CURVES,
                PreferencesWording.DASHED_CURVES_TIP,
                Switch(PreferenceLabels.DASHED_CURVES),
                words=PreferenceLabels.DASHED_CURVES_WORDS,
            ),
        ),
    ),
    PreferencesPage(
        PreferenceLabels.UNITS,
        _rows(
            Preference(
                "angle",
                PreferenceLabels.ANGLES,
                PreferencesWording.ANGLE_TIP,
                Choice(_ANGLES),
                words=PreferenceLabels.ANGLES_WORDS,
            ),
            Preference(
                "speed",
                PreferenceLabels.SPEEDS,
                PreferencesWording.SPEED_TIP,
                Choice(_SPEEDS),
                words=PreferenceLabels.SPEEDS_WORDS,
            ),
            note=lambda _: say(PreferencesWording.SI()),
        ),
    ),
    PreferencesPage(PreferenceLabels.KEYS, lambda tools: KeysPage(tools.themes, tools.keys)),
    PreferencesPage(
        PreferenceLabels.HISTORY,
        _rows(
            Preference(
                "history_min",
                PreferenceLabels.TIME_TO_KEEP,
                PreferencesWording.HISTORY_TIP,
                Number(*HISTORY_MIN, 10, "min"),
            ),
            Preference(
                "plot_memory_mb",
                PreferenceLabels.MEMORY_OF_CURVES,
                PreferencesWording.MEMORY_TIP,
                Number(*MEMORY_MB, 64, "MB"),
            ),
            note=_memory_used,
        ),
    ),
    PreferencesPage(
        PreferenceLabels.BLACK_BOX,
        _rows(
            Preference(
                "black_box",
                PreferenceLabels.KEEP_LAST_MINUTES,
                PreferencesWording.BLACK_BOX_TIP,
                Switch(PreferenceLabels.LAST_MINUTES),
                words=PreferenceLabels.BLACK_BOX_WORDS,
            ),
            Preference(
                "black_box_min",
                PreferenceLabels.MINUTES_KEPT,
                PreferencesWording.BLACK_BOX_MINUTES_TIP,
                Number(*BOX_MIN, 5, "min"),
                needs="black_box",
                words=PreferenceLabels.BLACK_BOX_WORDS,
            ),
            Preference(
                "black_box_mb",
                PreferenceLabels.ROOM_ON_DISK,
                PreferencesWording.BLACK_BOX_ROOM_TIP,
                Number(*BOX_MB, 500, "MB"),
                needs="black_box",
                words=PreferenceLabels.BLACK_BOX_WORDS,
            ),
            Preference(
                "black_box_pictures",
                PreferenceLabels.PICTURES_KEPT,
                PreferencesWording.BLACK_BOX_PICTURES_TIP,
                Switch(PreferenceLabels.WITH_PICTURES),
                needs="black_box",
                words=PreferenceLabels.BLACK_BOX_WORDS,
            ),
            note=_where_files_are,
        ),
    ),
    PreferencesPage(
        PreferenceLabels.FOLDERS,
        _rows(
            _folder(SaveFolder.EXPORTS, PreferenceLabels.EXPORTS, PreferencesWording.EXPORTS_TIP),
            _folder(SaveFolder.IMAGES, PreferenceLabels.IMAGES, PreferencesWording.IMAGES_TIP),
            _folder(SaveFolder.REPORTS, PreferenceLabels.REPORTS, PreferencesWording.REPORTS_TIP),
            note=lambda _: say(PreferencesWording.FOLDERS()),
        ),
    ),
    PreferencesPage(
        PreferenceLabels.DRIVING,
        _rows(
            Preference(
                "arm_by_keys",
                PreferenceLabels.ARM,
                PreferencesWording.ARM_BY_KEYS_TIP,
                Switch(PreferenceLabels.ARM_BY_KEYS),
                words=PreferenceLabels.ARM_WORDS,
            )
        ),
    ),
    PreferencesPage(
        PreferenceLabels.SOUNDS,
        _rows(
            Preference(
                "alarm",
                PreferenceLabels.ALARM,
                PreferencesWording.ALARM_TIP,
                Switch(PreferenceLabels.SOUNDS_WHILE_DRIVING),
                words=PreferenceLabels.SOUNDS_WORDS,
            ),
            *_SOUNDS,
        ),
    ),
    PreferencesPage(
        PreferenceLabels.CONNECTIONS,
        _rows(
            Preference(
                "keep_tokens",
                PreferenceLabels.TOKENS,
                PreferencesWording.TOKENS_TIP,
                Switch(PreferenceLabels.SAVE_IN_THE_KEY_STORE),
                words=PreferenceLabels.TOKENS_WORDS,
            )
        ),
    ),
)


class _Settings(NamedTuple):
    """All that the dialog changes, at one moment."""

    theme: ThemeChoice
    values: PreferenceValues
    keys: Mapping[str, list[str]]
    # takes back what else an import has changed after it
    take_back: Callable[[], None] | None = None


class PreferencesDialog(OrderedDialog):
    """Dialog in which preferences are changed. Each change holds at once, is saved, and can be undone here.

    At once, since one sees only so whether a size or a unit is the right one; nothing that is set here moves a robot.

    Attributes:
        pages: the pages, in the order of `PAGES`.
    """

    def __init__(self, tools: PreferenceTools, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tools = tools
        self._undo: list[_Settings] = []
        self._now = self._settings()
        self._together = QTimer(self, interval=_TOGETHER_MS, singleShot=True)
        self._together.timeout.connect(self._take_changes)
        self.setWindowTitle(say(WindowWording.PREFERENCES()))
        self.search = FilterField(tools.themes, say(WindowWording.SEARCH()))
        self.pages = [page.make(tools) for page in PAGES]
        self.names = QListWidget()
        self.names.setSpacing(2)
        self.names.setAccessibleName(say(WindowWording.PAGES()))
        self.names.addItems([say(page.name()) for page in PAGES])
        self.nothing = QLabel(say(PreferencesWording.NOTHING_FOUND()))
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack = QStackedWidget()
        for page in (*self.pages, self.nothing):
            self.stack.addWidget(page)
        self.undo = QPushButton(say(WindowWording.UNDO()))
        self.undo.setToolTip(say(PreferencesWording.UNDO_TIP()))
        self.undo.setAutoDefault(False)
        self.export_button = QPushButton(say(WindowWording.EXPORT()))
        self.import_button = QPushButton(say(WindowWording.IMPORT()))
        for button, tip in (
            (self.export_button, PreferencesWording.EXPORT_TIP),
            (self.import_button, PreferencesWording.IMPORT_TIP),
        ):
            button.setToolTip(say(tip()))
            button.setAutoDefault(False)
        self.question = QuestionBar(tools.themes)
        labels = {
            name: say(PreferencesWording.PREFERENCE(page=say(told.name()), label=label))
            for told, page in zip(PAGES, self.pages, strict=True)
            if isinstance(page, RowsPage)
            for name, label in page.labels
        }
        self.transfer = SettingsTransfer(tools, self, self.question, labels, self._note_import)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._lay_out()
        self._connect()
        self.names.setCurrentRow(0)
        self._show_undo()
        dialogs.resize_for_text(self, _SIZE, tools.themes)
        self.search.setFocus()

    def show_page(self, name: PreferenceLabels) -> None:
        """Show a page by its name in `PAGES`."""
        self.names.setCurrentRow([page.name for page in PAGES].index(name))

    def undo_last(self) -> None:
        """Set everything back to what it was before the last change."""
        self._take_changes()
        if not self._undo:
            return
        before, tools = self._undo.pop(), self._tools
        tools.set_value(THEME, before.theme)
        for name in PreferenceValues.__struct_fields__:
            tools.set_value(name, getattr(before.values, name))
        if tools.preferences.action_keys != before.keys:
            tools.keys.choose(before.keys)
        # last: a folder that is set clears the one that was used last
        if before.take_back is not None:
            before.take_back()
        # which is no change of the user
        self._now = self._settings()
        self._show_undo()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Decline a question by Escape, before it closes the dialog."""
        if event.key() == Qt.Key.Key_Escape and self.question.asking:
            self.question.decline()
        else:
            super().keyPressEvent(event)

    # internals

    def _lay_out(self) -> None:
        self._fit_list()
        left = QVBoxLayout()
        left.addWidget(self.search)
        left.addWidget(self.names, 1)
        middle = QHBoxLayout()
        middle.addLayout(left)
        middle.addWidget(self.stack, 1)
        below = QHBoxLayout()
        below.addWidget(self.undo)
        below.addWidget(self.export_button)
        below.addWidget(self.import_button)
        below.addStretch(1)
        below.addWidget(self.buttons)
        layout = QVBoxLayout(self)
        layout.addLayout(middle, 1)
        layout.addWidget(self.question)
        layout.addLayout(below)

    def _connect(self) -> None:
        tools = self._tools
        self.names.currentRowChanged.connect(self._show_page)
        self.search.textChanged.connect(self._search)
        self.undo.clicked.connect(self.undo_last)
        self.export_button.clicked.connect(self.transfer.ask_to_export)
        self.import_button.clicked.connect(self.transfer.ask_for_import)
        self.buttons.rejected.connect(self.reject)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self, self.undo_last)
        for changed in (tools.preferences.changed, tools.themes.changed, tools.keys.changed):
            changed.connect(self._show_change)

    def _show_page(self, row: int) -> None:
        if row >= 0:
            self.stack.setCurrentIndex(row)

    def _search(self, text: str) -> None:
        """Show only pages that have what is sought, and of those only such rows."""
        found = [page.search(text) for page in self.pages]
        for row, fits in enumerate(found):
            self.names.item(row).setHidden(not fits)
        if not any(found):
            self.stack.setCurrentWidget(self.nothing)
            return
        row = self.names.currentRow()
        row = row if found[row] else found.index(True)
        self.names.setCurrentRow(row)
        self.stack.setCurrentIndex(row)

    def _settings(self) -> _Settings:
        tools = self._tools
        return _Settings(tools.themes.choice, tools.preferences.values, tools.preferences.action_keys)

    def _show_change(self) -> None:
        self.undo.setEnabled(True)
        self._together.start()

    def _take_changes(self) -> None:
        """Take all changes since the last time as one, which is undone as one."""
        self._together.stop()
        now = self._settings()
        if now != self._now:
            self._undo = [*self._undo, self._now][-_MAX_UNDO:]
            self._now = now
        self._show_undo()

    def _note_import(self, take_back: Callable[[], None]) -> None:
        """Take an import as one change, whatever it changed."""
        self._together.stop()
        self._undo = [*self._undo, self._now._replace(take_back=take_back)][-_MAX_UNDO:]
        self._now = self._settings()
        self._show_undo()

    def _show_undo(self) -> None:
        self.undo.setEnabled(bool(self._undo))

    def changeEvent(self, event: QEvent) -> None:
        """Give the list the room that larger text needs."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit_list()

    def _fit_list(self) -> None:
        width = self.fontMetrics().averageCharWidth() * _LIST_CHARACTERS
        self.names.setFixedWidth(width)
        self.search.setFixedWidth(width)
