"""Pages of the preferences that are made of rows: a value each, its editor, and the button that resets it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from app.config.feedback import FeedbackPattern
from app.config.preference_values import PreferenceValues
from app.ui.base import dialogs
from app.ui.base.action_base import without_mnemonic
from app.ui.base.preferences import Preferences, ThemeChoice
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.drive.desktop import AlertSound
from app.ui.widgets.pages import ScrolledPage
from app.wording.ui.preferences import PreferenceLabels, PreferencesWording
from app.wording.ui.window import WindowWording

if TYPE_CHECKING:
    from app.config.profile_folder import ProfileFolder
    from app.model.timeseries.budget import SeriesBudget
    from app.ui.window.keys import ActionKeys
    from app.ui.window.layouts.layout_store import LayoutStore

THEME: Final = "theme"

_EDITOR_WIDTH: Final = 220

# the column behind all others
_REST: Final = 4
_USUAL: Final = PreferenceValues()
_EditorT = TypeVar("_EditorT", bound=QWidget)


@dataclass(frozen=True, slots=True)
class PreferenceTools:
    """The parts of the program that pages of the preferences act on.

    Attributes:
        budget: the memory of all curves.
        play: plays a sound.
        layouts, profiles: stored layouts and profiles.
        files_changed: called once any of these were written.
    """

    themes: Themes
    preferences: Preferences
    keys: ActionKeys
    budget: SeriesBudget
    play: Callable[[AlertSound], object]
    layouts: LayoutStore
    profiles: ProfileFolder
    files_changed: Callable[[], object]

    def value(self, name: str) -> Any:
        """Return a value by its name: the theme, or one of `PreferenceValues`."""
        return self.themes.choice if name == THEME else getattr(self.preferences.values, name)

    def set_value(self, name: str, value: Any) -> None:
        """Set a value, which holds at once and is saved."""
        if name == THEME:
            self.themes.choose(value)
        else:
            self.preferences.set_value(name, value)


def usual_value(name: str) -> Any:
    """Return the value that the program has at first."""
    return ThemeChoice.SYSTEM if name == THEME else getattr(_USUAL, name)


class ValueEditor(ABC, Generic[_EditorT]):
    """Editor of a value: makes the widget, shows a value in it, and tells what the user chose."""

    @abstractmethod
    def make(self, changed: Callable[[Any], None], themes: Themes) -> _EditorT:
        """Make the widget; `changed` is called with a value that the user chose."""

    @abstractmethod
    def show_value(self, widget: _EditorT, value: Any) -> None:
        """Show a value."""

    @abstractmethod
    def text(self, value: Any) -> str:
        """Return a value as text."""


@dataclass(frozen=True, slots=True)
class Choice(ValueEditor[QComboBox]):
    """Choice among values, each with its text, or a number in percent, which needs none."""

    offered: Sequence[tuple[Any, PreferenceLabels | None]]

    @override
    def make(self, changed: Callable[[Any], None], themes: Themes) -> QComboBox:
        box = QComboBox()
        for value, _ in self.offered:
            box.addItem(self.text(value), value)
        box.activated.connect(lambda: changed(box.currentData()))
        return box

    @override
    def show_value(self, widget: QComboBox, value: Any) -> None:
        # not by findData: values of an enum are no data that Qt can compare
        values = [widget.itemData(place) for place in range(widget.count())]
        if value not in values:
            widget.addItem(self.text(value), value)
            values.append(value)
        widget.setCurrentIndex(values.index(value))

    @override
    def text(self, value: Any) -> str:
        found = next((text for known, text in self.offered if known == value), None)
        return f"{value} %" if found is None else say(found())


@dataclass(frozen=True, slots=True)
class Number(ValueEditor[QSpinBox]):
    """Whole number in a range, with its unit."""

    least: int
    most: int
    step: int
    unit: str

    @override
    def make(self, changed: Callable[[Any], None], themes: Themes) -> QSpinBox:
        box = QSpinBox()
        box.setRange(self.least, self.most)
        box.setSingleStep(self.step)
        box.setSuffix(f" {self.unit}")
        # a number that is being typed is not the one that is meant
        box.setKeyboardTracking(False)
        box.valueChanged.connect(changed)
        return box

    @override
    def show_value(self, widget: QSpinBox, value: Any) -> None:
        widget.setValue(value)

    @override
    def text(self, value: Any) -> str:
        return f"{value} {self.unit}"


@dataclass(frozen=True, slots=True)
class Switch(ValueEditor[QCheckBox]):
    """Switch with its text."""

    label: PreferenceLabels

    @override
    def make(self, changed: Callable[[Any], None], themes: Themes) -> QCheckBox:
        box = QCheckBox(say(self.label()))
        box.clicked.connect(changed)
        return box

    @override
    def show_value(self, widget: QCheckBox, value: Any) -> None:
        widget.setChecked(value)

    @override
    def text(self, value: Any) -> str:
        return say(WindowWording.ON()) if value else say(WindowWording.OFF())


class FolderField(QWidget):
    """Field for the path of a folder, and a button that opens a dialog to choose one.

    Args:
        changed: called with the path of a folder that exists, or an empty text.
    """

    def __init__(self, changed: Callable[[str], None], themes: Themes, usual: str) -> None:
        super().__init__()
        self._changed = changed
        self._usual = usual
        self._themes = themes
        self.field, self.button = QLineEdit(), QPushButton(say(WindowWording.CHOOSE()))
        self.field.setPlaceholderText(usual)
        self.button.setAutoDefault(False)
        self.wrong = QLabel(say(PreferencesWording.NO_FOLDER()))
        self.wrong.setVisible(False)
        line = QHBoxLayout()
        line.addWidget(self.field, 1)
        line.addWidget(self.button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(line)
        layout.addWidget(self.wrong)
        self.setFocusProxy(self.field)
        self.field.editingFinished.connect(self._take)
        self.button.clicked.connect(self._ask)

    def show_path(self, path: str) -> None:
        """Show a path."""
        self.field.setText(path)
        self._mark(wrong=False)

    def _take(self) -> None:
        text = self.field.text().strip()
        path = Path(text).expanduser()
        wrong = bool(text) and not (path.is_absolute() and path.is_dir())
        self._mark(wrong=wrong)
        if not wrong:
            self._changed(str(path) if text else "")

    def _mark(self, *, wrong: bool) -> None:
        self.wrong.setVisible(wrong)
        self.wrong.setStyleSheet(f"color: {self._themes.current.error};")
        self.field.setProperty("wrong", wrong)
        self.field.style().polish(self.field)

    def _ask(self) -> None:
        start = Path(self.field.text() or self._usual)
        dialog = dialogs.FileDialog(self.window(), say(WindowWording.CHOOSE_A_FOLDER()), start, "")
        dialog.setFileMode(dialogs.FileDialog.FileMode.Directory)
        dialog.fileSelected.connect(self._choose)
        dialogs.show_dialog(dialog, "folder", replace=True)

    def _choose(self, path: str) -> None:
        self.field.setText(path)
        self._take()


@dataclass(frozen=True, slots=True)
class Folder(ValueEditor[FolderField]):
    """Folder; an empty path is the usual one, which `usual` gives."""

    usual: Callable[[], str]

    @override
    def make(self, changed: Callable[[Any], None], themes: Themes) -> FolderField:
        return FolderField(changed, themes, self.usual())

    @override
    def show_value(self, widget: FolderField, value: Any) -> None:
        widget.show_path(value)

    @override
    def text(self, value: Any) -> str:
        return value or self.usual()


@dataclass(frozen=True, slots=True)
class Preference:
    """A row: the name of its value, its label, its tip, and its editor.

    Attributes:
        plays: whether its value is the pattern of a sound, which a button behind it plays.
        needs: the name of a switch without which it says nothing.
        words: more words by which it is found.
    """

    name: str
    label: PreferenceLabels
    tip: PreferencesWording
    editor: ValueEditor[Any]
    plays: bool = False
    needs: str = ""
    words: PreferenceLabels | None = None


@dataclass(slots=True)
class _Row:
    shown: tuple[QWidget, ...]
    editor: QWidget
    reset: QToolButton
    told: str
    play: QPushButton | None = field(default=None)


class RowsPage(QWidget):
    """Page of rows.

    Args:
        note: a sentence below the rows, asked for again whenever a value changes.
    """

    def __init__(
        self,
        tools: PreferenceTools,
        preferences: Sequence[Preference],
        note: Callable[[PreferenceTools], str] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._tools = tools
        self._preferences = preferences
        self._note = note
        self.note = QLabel()
        self.note.setWordWrap(True)
        self.note.setProperty("muted", True)
        self.reset_page = QPushButton(say(WindowWording.RESET_THIS_PAGE()))
        self.reset_page.setToolTip(say(PreferencesWording.RESET_PAGE_TIP()))
        self.reset_page.setAutoDefault(False)
        self.reset_page.clicked.connect(self._reset_all)
        self.rows: dict[str, _Row] = {}
        grid = QGridLayout()
        # a folder needs all the room that there is
        grid.setColumnStretch(1 if isinstance(preferences[0].editor, Folder) else _REST, 1)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(10)
        for number, preference in enumerate(preferences):
            self.rows[preference.name] = self._make_row(grid, number, preference)
        self.setFocusProxy(self.rows[preferences[0].name].editor)
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 6, 0)
        inner.addLayout(grid)
        inner.addWidget(self.note)
        inner.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(ScrolledPage(content), 1)
        layout.addWidget(self.reset_page, 0, Qt.AlignmentFlag.AlignLeft)
        tools.preferences.changed.connect(self.show_values)
        tools.themes.changed.connect(self.show_values)
        self.show_values()

    @property
    def labels(self) -> list[tuple[str, str]]:
        """The name of each value, and what people call it."""
        return [(one.name, without_mnemonic(say(one.label()))) for one in self._preferences]

    def search(self, text: str) -> bool:
        """Show only the rows with all words of a text; return whether there are any."""
        words = text.casefold().split()
        found = False
        for row in self.rows.values():
            fits = all(word in row.told for word in words)
            found |= fits
            for widget in row.shown:
                widget.setVisible(fits)
        return found

    def show_values(self) -> None:
        """Show all values as they are now."""
        tools = self._tools
        for preference in self._preferences:
            row, value = self.rows[preference.name], tools.value(preference.name)
            with QSignalBlocker(row.editor):
                preference.editor.show_value(row.editor, value)
            row.reset.setIcon(tools.themes.icon("reset", "muted"))
            row.reset.setEnabled(value != usual_value(preference.name))
            if preference.needs:
                row.editor.setEnabled(tools.value(preference.needs))
            if row.play is not None:
                row.play.setEnabled(value is not FeedbackPattern.OFF)
        self.reset_page.setEnabled(any(row.reset.isEnabled() for row in self.rows.values()))
        self.note.setText("" if self._note is None else self._note(tools))
        self.note.setVisible(bool(self.note.text()))

    def _make_row(self, grid: QGridLayout, number: int, preference: Preference) -> _Row:
        tools, name = self._tools, preference.name
        editor = preference.editor.make(lambda value: tools.set_value(name, value), tools.themes)
        tip = say(preference.tip())
        label = QLabel(say(preference.label()))
        label.setToolTip(tip)
        editor.setToolTip(tip)
        editor.setAccessibleName(without_mnemonic(label.text()))
        editor.setAccessibleDescription(tip)
        if isinstance(editor, FolderField):
            editor.field.setAccessibleName(editor.accessibleName())
        reset = QToolButton()
        reset.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        usual = usual_value(name)
        reset.setToolTip(say(PreferencesWording.USUAL(value=preference.editor.text(usual))))
        reset.setAccessibleName(reset.toolTip())
        reset.clicked.connect(lambda: tools.set_value(name, usual))
        shown: list[QWidget] = [label, editor, reset]
        if isinstance(editor, FolderField):
            grid.addWidget(editor, number, 1)
        else:
            editor.setMinimumWidth(_EDITOR_WIDTH)
            grid.addWidget(editor, number, 1, Qt.AlignmentFlag.AlignLeft)
        play = None
        if preference.plays:
            play = self._make_play(name)
            grid.addWidget(play, number, 2)
            shown.append(play)
        label.setBuddy(editor)
        beside = Qt.AlignmentFlag.AlignVCenter
        if isinstance(editor, FolderField):
            # beside the field, not beside what is said below it
            editor.button.ensurePolished()
            beside = Qt.AlignmentFlag.AlignTop
            for widget in (label, reset):
                widget.setMinimumHeight(editor.button.sizeHint().height())
        grid.addWidget(label, number, 0, beside)
        grid.addWidget(reset, number, 3, beside)
        more = "" if preference.words is None else say(preference.words())
        words = f"{without_mnemonic(label.text())} {tip} {more} "
        if isinstance(editor, QComboBox):
            words += " ".join(editor.itemText(place) for place in range(editor.count()))
        if isinstance(editor, QCheckBox):
            words += editor.text()
        return _Row(tuple(shown), editor, reset, words.casefold(), play)

    def _make_play(self, name: str) -> QPushButton:
        button = QPushButton(say(WindowWording.PLAY()))
        button.setAutoDefault(False)
        button.setIcon(self._tools.themes.icon("play"))
        button.clicked.connect(lambda: self._play(name))
        return button

    def _play(self, name: str) -> None:
        sound = AlertSound.of(self._tools.value(name))
        if sound is not None:
            self._tools.play(sound)

    def _reset_all(self) -> None:
        for preference in self._preferences:
            self._tools.set_value(preference.name, usual_value(preference.name))
