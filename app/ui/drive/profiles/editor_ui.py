"""Widgets and layout of the profile editor: the list of profiles, one profile beside it, buttons below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from app.config.profile_folder import DEFAULT_PROFILE, ProfileFile
from app.ui.base.text import plain_tip, say, with_tip
from app.ui.base.theme import Themes
from app.ui.base.view_keys import key_name
from app.ui.drive.profiles.form import ProfileForm
from app.ui.widgets.labels import ElidedLabel
from app.ui.widgets.pages import EmptyState
from app.ui.widgets.question_bar import QuestionBar
from app.wording.ui.profiles import ProfilesWording

# in characters of the font; the buttons below may need more
_LIST_CHARACTERS: Final = 28


@dataclass(frozen=True, slots=True)
class ProfileEntry:
    """Entry of the list of profiles.

    Attributes:
        is_used: whether the robot is driven by the profile.
        is_saved: whether the profile has a file, or needs none.
    """

    name: str
    is_used: bool = False
    is_saved: bool = True


class ProfileList(QWidget):
    """List of the profiles, and the buttons below it.

    Signals:
        chosen: another name was selected; the receiver decides what is shown, by `show_entries`.
        new_wanted, duplicate_wanted, rename_wanted, delete_wanted, use_wanted: a button was pressed for the profile
            that is shown.
    """

    chosen: Final = Signal(str)
    new_wanted: Final = Signal()
    duplicate_wanted: Final = Signal()
    rename_wanted: Final = Signal()
    delete_wanted: Final = Signal()
    use_wanted: Final = Signal()

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        self._themes = themes
        self._entries: tuple[ProfileEntry, ...] = ()
        self._current = ""
        caption = QLabel(say(ProfilesWording.PROFILES()))
        self.list = QListWidget()
        self.list.setProperty("lines", True)
        self.list.setAccessibleName(say(ProfilesWording.TITLE()))
        self.list.setSpacing(2)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        caption.setBuddy(self.list)
        self.new = _list_button(say(ProfilesWording.NEW()), say(ProfilesWording.NEW_TIP(key=key_name("Ctrl+N"))))
        self.duplicate = _list_button(
            say(ProfilesWording.DUPLICATE()), say(ProfilesWording.DUPLICATE_TIP(key=key_name("Ctrl+D")))
        )
        self.rename = _list_button(say(ProfilesWording.RENAME()), "")
        self.delete = _list_button(say(ProfilesWording.DELETE()), "")
        self.use = _list_button(say(ProfilesWording.USE_THIS_PROFILE()), "")
        self._lay_out(caption)
        self._connect()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)

    @override
    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        wanted = _LIST_CHARACTERS * self.fontMetrics().averageCharWidth()
        return QSize(max(wanted, super().minimumSizeHint().width()), size.height())

    def show_entries(self, entries: Sequence[ProfileEntry], current: str) -> None:
        """Show entries, of which one is current, without a signal."""
        with QSignalBlocker(self.list):
            if tuple(entries) != self._entries:
                self._fill(entries)
            self._current = current
            names = [entry.name for entry in entries]
            self.list.setCurrentRow(names.index(current) if current in names else -1)

    def update_tips(self, *, usual: bool, robot: str, used: bool) -> None:
        """Set the tool tips: what can't be done with the default profile, and which robot would use another."""
        again = say(ProfilesWording.RESET_TIP())
        delete = say(ProfilesWording.DELETE_TIP())
        keeps = say(ProfilesWording.KEEPS_NAME())
        rename = say(ProfilesWording.RENAME_TIP(key=key_name("F2")))
        none = say(ProfilesWording.NO_ROBOT())
        whose = ProfilesWording.DRIVES if used else ProfilesWording.DRIVE_BY_IT
        for button, tip in (
            (self.delete, again if usual else delete),
            (self.rename, keeps if usual else rename),
            (self.use, say(whose(robot=robot)) if robot else none),
        ):
            if button.toolTip() != plain_tip(tip):
                button.setToolTip(plain_tip(tip))

    def _fill(self, entries: Sequence[ProfileEntry]) -> None:
        self._entries = tuple(entries)
        self.list.clear()
        for entry in entries:
            text = entry.name
            if entry.is_used:
                text = say(ProfilesWording.IN_USE(name=entry.name))
            elif not entry.is_saved:
                text = say(ProfilesWording.NOT_SAVED(name=entry.name))
            item = QListWidgetItem(text)
            item.setToolTip(plain_tip(text))
            font = item.font()
            font.setBold(entry.is_used)
            font.setItalic(not entry.is_saved)
            item.setFont(font)
            self.list.addItem(item)

    def _choose(self, row: int) -> None:
        name = self._entries[row].name if 0 <= row < len(self._entries) else ""
        if name and name != self._current:
            self.chosen.emit(name)

    def _lay_out(self, caption: QLabel) -> None:
        buttons = QGridLayout()
        buttons.setSpacing(6)
        for number, button in enumerate((self.new, self.duplicate, self.rename, self.delete)):
            buttons.addWidget(button, number // 2, number % 2)
        buttons.addWidget(self.use, 2, 0, 1, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(caption)
        layout.addWidget(self.list, 1)
        layout.addLayout(buttons)

    def _connect(self) -> None:
        self.list.currentRowChanged.connect(self._choose)
        for button, wanted in (
            (self.new, self.new_wanted),
            (self.duplicate, self.duplicate_wanted),
            (self.rename, self.rename_wanted),
            (self.delete, self.delete_wanted),
            (self.use, self.use_wanted),
        ):
            button.clicked.connect(wanted)
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.list)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self.delete.click)


def _list_button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setStyleSheet("padding-left: 6px; padding-right: 6px;")
    return button


@dataclass(frozen=True, slots=True)
class ProfileEditorState:
    """State of the profile that is shown.

    Attributes:
        file: file of the profile; None where it has none yet, and needs one.
        is_changed: whether it has unsaved changes.
        error_count: number of its fields that are wrong.
        robot: name of the robot; empty for no robot.
        is_used: whether that robot is driven by the profile.
        is_only: whether there is no other profile.
    """

    file: ProfileFile | None = None
    is_changed: bool = False
    error_count: int = 0
    robot: str = ""
    is_used: bool = False
    is_only: bool = False

    @property
    def is_default(self) -> bool:
        """Whether it is the default profile, which exists without a file, too."""
        return self.file is not None and self.file.name == DEFAULT_PROFILE.name

    @property
    def is_readable(self) -> bool:
        """Whether the file holds a profile to drive by."""
        return self.file is not None and self.file.profile is not None

    @property
    def save_obstacle(self) -> str:
        """Reason why the profile can't be saved; empty where it can be."""
        if self.file is not None and not self.is_readable:
            return say(ProfilesWording.NOTHING_TO_SAVE())
        if self.error_count:
            return say(ProfilesWording.MEND_FIRST(count=self.error_count))
        if self.file is not None and not self.is_changed:
            return say(ProfilesWording.UNCHANGED())
        return ""


class ProfileEditorUi(QWidget):
    """Widgets of the profile editor.

    Attributes:
        bar: shows questions and messages.
        broken: page in the place of a profile that can't be read; `path` shows its file.
        note: label above the fields.
    """

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = QuestionBar(themes)
        self.list = ProfileList(themes)
        self.form = ProfileForm(themes)
        self.broken = EmptyState(themes, "alert-warning")
        self.path = QLabel()
        self.anew = _button(
            say(ProfilesWording.START_OVER()),
            say(ProfilesWording.START_OVER_TIP()),
        )
        self.folder = _button(say(ProfilesWording.OPEN_FOLDER()), say(ProfilesWording.FOLDER_TIP()))
        self.again = _button(say(ProfilesWording.READ_AGAIN()), say(ProfilesWording.READ_AGAIN_TIP()))
        self.note = QLabel(say(ProfilesWording.NONE_SAVED()))
        self.stack = QStackedWidget()
        self.status = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self.revert = _button(say(ProfilesWording.REVERT()), say(ProfilesWording.REVERT_TIP()))
        self.save = _button(say(ProfilesWording.SAVE_TEXT()), "")
        self.leave = _button(say(ProfilesWording.CLOSE()), say(ProfilesWording.CLOSE_TIP()))
        self._had_keys: QWidget | None = None
        self._area = QScrollArea()
        self._prepare()
        self._lay_out()
        self.bar.asking_changed.connect(self._hold_up)

    @property
    def is_broken(self) -> bool:
        """Whether the page of a file that can't be read is shown."""
        return self.stack.currentWidget() is self.broken

    def show_form(self) -> None:
        """Show the page with the fields."""
        self.stack.setCurrentWidget(self._page)

    def show_broken(self, file: ProfileFile) -> None:
        """Show the path of a file that can't be read, and the error."""
        trouble = file.error
        words = "" if trouble is None else with_tip(trouble.reason, trouble.tip)
        self.broken.set_texts(say(ProfilesWording.UNUSABLE(name=file.name)), words)
        self.path.setText(str(file.path))
        self.anew.setEnabled(file.data is not None)
        self.stack.setCurrentWidget(self.broken)

    def show_state(self, standing: ProfileEditorState) -> None:
        """Enable what can be done, say why the rest can't, and show the path of the file."""
        why_not, file = standing.save_obstacle, standing.file
        self.save.setEnabled(not why_not)
        self.save.setToolTip(why_not or say(ProfilesWording.SAVE_TIP(key=key_name("Ctrl+S"))))
        can_use = standing.is_readable and not standing.is_used and not standing.is_changed and bool(standing.robot)
        for button, can in (
            (self.revert, standing.is_changed),
            (self.list.duplicate, file is None or standing.is_readable),
            (self.list.rename, (file is None or standing.is_readable) and not standing.is_default),
            (self.list.delete, file is None or file.data is not None),
            (self.list.use, can_use),
        ):
            if button.isEnabled() != can:
                button.setEnabled(can)
        self.list.update_tips(usual=standing.is_default, robot=standing.robot, used=standing.is_used)
        path = say(ProfilesWording.NO_FILE())
        if file is not None and file.data is not None:
            path = str(file.path)
        self.status.setText(why_not if standing.error_count else path)
        self.note.setVisible(standing.is_only and standing.is_default and file is not None and file.data is None)

    # internals

    def _hold_up(self, asking: bool) -> None:  # noqa: FBT001 - a slot
        """Disable all but the question while it is asked; afterwards give the focus back."""
        parts = (self.list, self.stack, self._buttons)
        if asking:
            focus = self.window().focusWidget()
            self._had_keys = focus if any(part.isAncestorOf(focus) for part in parts if focus) else None
        for part in parts:
            part.setEnabled(not asking)
        if not asking and self._had_keys is not None:
            self._had_keys.setFocus(Qt.FocusReason.OtherFocusReason)

    def _prepare(self) -> None:
        self.save.setProperty("primary", True)
        self.path.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        for label in (self.path, self.note):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.path.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.note.setProperty("muted", True)
        self.status.setProperty("muted", True)

    def _lay_out(self) -> None:
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self.form)
        self._page = QWidget()
        page = QVBoxLayout(self._page)
        page.setContentsMargins(0, 0, 0, 0)
        page.addWidget(self.note)
        page.addWidget(self._area, 1)
        self.broken.buttons.addWidget(self.path)
        line = QHBoxLayout()
        line.addStretch(1)
        for button in (self.anew, self.folder, self.again):
            line.addWidget(button)
        line.addStretch(1)
        self.broken.buttons.addLayout(line)
        for shown in (self._page, self.broken):
            self.stack.addWidget(shown)
        middle = QHBoxLayout()
        middle.setSpacing(16)
        middle.addWidget(self.list)
        middle.addWidget(self.stack, 1)
        self._buttons = QWidget()
        buttons = QHBoxLayout(self._buttons)
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.addWidget(self.status, 1)
        for button in (self.revert, self.leave, self.save):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(10)
        layout.addWidget(self.bar)
        layout.addLayout(middle, 1)
        layout.addWidget(self._buttons)


def _button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(tip)
    return button
