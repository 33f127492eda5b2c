"""Dialog to set up a pad: it says what to do, shows what the pad does, and saves the result.

The setup itself runs in the process that reads the pads; the dialog shows its progress and passes on what the operator
does. Opening it disarms.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QFont, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.drive.control.values import Reason
from app.drive.messages.pad_commands import SetupAction, SetupCommand
from app.drive.messages.pad_setup_report import SetupReport, SetupStage
from app.drive.messages.report import PadReport
from app.drive.supervisor.drive_state import DrivePhase, DriveState
from app.ui.base import dialogs
from app.ui.base.preferences import Preferences
from app.ui.base.tab_order import OrderedDialog
from app.ui.base.text import listed, say, with_tip
from app.ui.base.theme import Themes
from app.ui.base.view_keys import key_name
from app.ui.drive.client import DriveClient
from app.ui.drive.pad_setup.view import PadSetupView
from app.ui.widgets.menus import add_entry, context_menu
from app.ui.widgets.pages import EmptyState
from app.wording.ui.profiles import PadSetupWording

_KEPT: Final = "pad-setup"
_ACTS: Final = frozenset(act.value for act in SetupAction)
_SIZE: Final = QSize(600, 500)


class PadSetupDialog(OrderedDialog):
    """Dialog to set up a pad; show it with `start`. Leaving it in any way but by Save changes nothing.

    Attributes:
        forward: button for the next step: chooses the pad, goes on, saves, and closes in the end.
    """

    def __init__(
        self, themes: Themes, preferences: Preferences, pilot: DriveClient, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(say(PadSetupWording.SET_UP_A_GAMEPAD()))
        self._themes = themes
        self._preferences = preferences
        self._pilot = pilot
        self._pads: tuple[PadReport, ...] = ()
        self._act: SetupAction | None = None
        self._offered: object = None
        self.setup: SetupReport | None = None
        self.empty_state = EmptyState(themes, "drive")
        self.list = QListWidget()
        self.title, self.step, self.instruction, self.problem = QLabel(), QLabel(), QLabel(), QLabel()
        self.view = PadSetupView(themes)
        self.stack = QStackedWidget()
        self.forget = _button(
            say(PadSetupWording.FORGET_SETUP()),
            say(PadSetupWording.FORGET_TIP()),
        )
        self.back = _button(say(PadSetupWording.BACK()), say(PadSetupWording.BACK_TIP()))
        self.keep = _button(
            say(PadSetupWording.KEEP_BUTTONS()),
            say(PadSetupWording.KEEP_TIP()),
        )
        self.skip = _button(say(PadSetupWording.SKIP()), say(PadSetupWording.SKIP_TIP()))
        self.undo = _button(say(PadSetupWording.UNDO()), say(PadSetupWording.UNDO_TIP()))
        self.forward = _button("", say(PadSetupWording.NEXT_TIP(key=key_name("Enter"))))
        self.forward.setProperty("primary", True)
        self.forward.setDefault(True)
        self.leave = _button(say(PadSetupWording.CANCEL()), say(PadSetupWording.CANCEL_TIP(key=key_name("Escape"))))
        self._lay_out()
        self._connect()
        self._draw()
        dialogs.resize_for_text(self, _SIZE, themes)
        kept = preferences.widget_state(_KEPT)
        if not kept.isEmpty():
            self.restoreGeometry(kept)

    def start(self) -> None:
        """Disarm, and show the dialog in front of everything."""
        self._pilot.disarm(Reason.BY_OPERATOR)
        self._offered = None
        self.show_state(self._pilot.state)
        self.show()
        self.activateWindow()

    def done(self, result: int) -> None:
        """Close the dialog, and discard what was not saved."""
        if self.setup is not None:
            self._do(SetupAction.CANCEL)
        self.setup = None
        self._preferences.set_widget_state(_KEPT, QByteArray(self.saveGeometry()))
        super().done(result)

    def show_state(self, state: DriveState | None) -> None:
        """Show a state: the pads, the step of the setup, or why there is neither."""
        report = state.report if state is not None and self._pilot.selection is not None else None
        lost = state is not None and state.phase in {DrivePhase.SILENT, DrivePhase.ENDED, DrivePhase.ENDING}
        self.setup = report.setup if report is not None and not lost else None
        if report is None or lost or not (report.pads or self.setup):
            self._say_nothing(state, has_report=report is not None)
        elif self.setup is None:
            self._show_pads(report.pads)
        else:
            self._show_setup(self.setup)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu to copy what is shown."""
        self.show_menu().popup(event.globalPos())

    def show_menu(self) -> QMenu:
        """Return the context menu, not yet open."""
        menu = context_menu(self)
        add_entry(menu, say(PadSetupWording.COPY_VALUES()), self.copy)
        return menu

    def copy(self) -> None:
        """Copy what is shown to the clipboard, as text."""
        QGuiApplication.clipboard().setText(self.full_text)

    @property
    def full_text(self) -> str:
        """All that is shown, as text."""
        page = self.stack.currentWidget()
        if page is self.empty_state:
            return f"{self.empty_state.title}\n{self.empty_state.hint}"
        if self.setup is None:
            return "\n".join(self.list.item(row).text() for row in range(self.list.count()))
        lines = (self.title.text(), self.step.text(), self.instruction.text(), self.problem.text(), self.view.full_text)
        return "\n".join(line for line in lines if line)

    # what is shown

    def _say_nothing(self, state: DriveState | None, *, has_report: bool) -> None:
        if state is None or self._pilot.selection is None:
            title = say(PadSetupWording.NO_ROBOT())
            hint = say(PadSetupWording.NO_ROBOT_TIP())
        elif state.phase is not DrivePhase.RUNNING or not has_report:
            title, hint = say(state.text), state.tip
        else:
            title = say(PadSetupWording.NO_PAD())
            hint = say(PadSetupWording.PLUG_IN())
        self.empty_state.set_texts(title, hint)
        self._turn_to(self.empty_state)
        self._offer(None, say(PadSetupWording.SET_UP_TEXT()), ())

    def _show_pads(self, pads: tuple[PadReport, ...]) -> None:
        kept = tuple(PadReport(pad.name, (), pad.drives, pad.number, pad.taught) for pad in pads)
        if kept != self._pads or self.list.count() != len(kept):
            number = self._chosen.number if self._chosen is not None else None
            self._pads = kept
            self.list.clear()
            for pad in sorted(kept, key=lambda pad: pad.number):
                item = QListWidgetItem(_pad_words(pad))
                item.setData(Qt.ItemDataRole.UserRole, pad)
                item.setToolTip(say(PadSetupWording.PRESS_ENTER_TO_SET()))
                self.list.addItem(item)
                if pad.number == number:
                    self.list.setCurrentItem(item)
            if self.list.currentRow() < 0:
                self.list.setCurrentRow(0)
        self._turn_to(self._choosing)
        self._offer(SetupAction.BEGIN, say(PadSetupWording.SET_UP_TEXT()), ())
        chosen = self._chosen
        _show(self.forget, shown=chosen is not None and chosen.taught)

    def _show_setup(self, told: SetupReport) -> None:
        _say(self.title, told.name)
        over = told.stage in {SetupStage.SAVED, SetupStage.GONE}
        step = say(PadSetupWording.STEP(step=told.step, steps=told.steps))
        _say(self.step, "" if over else step)
        _say(self.instruction, say(told.text))
        _say(self.problem, with_tip(told.trouble, told.tip))
        self.view.show_setup(None if over else told)
        self._turn_to(self._steps)
        acts = {SetupAction(act) for act in told.acts if act in _ACTS}
        if told.stage is SetupStage.SUMMARY:
            self._offer(SetupAction.SAVE if SetupAction.SAVE in acts else None, say(PadSetupWording.SAVE()), acts)
        elif over:
            self._offer(SetupAction.CANCEL, say(PadSetupWording.CLOSE()), acts)
        else:
            self._offer(SetupAction.NEXT if SetupAction.NEXT in acts else None, say(PadSetupWording.NEXT()), acts)

    def _turn_to(self, page: QWidget) -> None:
        if self.stack.currentWidget() is not page:
            self.stack.setCurrentWidget(page)

    def _offer(self, act: SetupAction | None, text: str, acts: set[SetupAction] | tuple[()]) -> None:
        """Offer the acts that are possible now; the large button does `act`."""
        self._act = act
        if self.forward.text() != text:
            self.forward.setText(text)
        if self.forward.isEnabled() != (act is not None):
            self.forward.setEnabled(act is not None)
        for button, does in (
            (self.back, SetupAction.BACK),
            (self.keep, SetupAction.KEEP),
            (self.skip, SetupAction.SKIP),
            (self.undo, SetupAction.UNDO),
        ):
            _show(button, shown=does in acts)
        _show(self.forget, shown=False)
        _show(self.leave, shown=act is not SetupAction.CANCEL)
        self._give_keys(act)

    def _give_keys(self, act: SetupAction | None) -> None:
        """Give the focus to the button for the next step; to no button where there is no next step."""
        offered = (act, self.stack.currentWidget(), self.setup.step if self.setup is not None else 0)
        if offered == self._offered:
            return
        self._offered = offered
        choosing = self.stack.currentWidget() is self._choosing
        place = self.list if choosing else self if act is None else self.forward
        place.setFocus(Qt.FocusReason.OtherFocusReason)

    # what the operator does

    @property
    def _chosen(self) -> PadReport | None:
        item = self.list.currentItem()
        pad = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        return pad if isinstance(pad, PadReport) else None

    def _do(self, act: SetupAction) -> None:
        self._pilot.set_up(SetupCommand(act))

    def _go_on(self) -> None:
        if self._act is SetupAction.BEGIN:
            self._name(SetupAction.BEGIN)
        elif self._act is SetupAction.CANCEL:
            self.reject()
        elif self._act is not None:
            self._do(self._act)

    def _name(self, act: SetupAction) -> None:
        chosen = self._chosen
        if chosen is not None:
            self._pilot.disarm(Reason.BY_OPERATOR)
            self._pilot.set_up(SetupCommand(act, chosen.number))

    def _connect(self) -> None:
        self.forward.clicked.connect(self._go_on)
        self.leave.clicked.connect(self.reject)
        self.forget.clicked.connect(lambda: self._name(SetupAction.RESTORE))
        self.back.clicked.connect(lambda: self._do(SetupAction.BACK))
        self.keep.clicked.connect(lambda: self._do(SetupAction.KEEP))
        self.skip.clicked.connect(lambda: self._do(SetupAction.SKIP))
        self.undo.clicked.connect(lambda: self._do(SetupAction.UNDO))
        self.list.itemDoubleClicked.connect(lambda _: self._go_on())
        copy = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self)
        copy.activated.connect(self.copy)
        self._pilot.polled.connect(self._look_if_seen)
        self._pilot.selection_changed.connect(lambda: self._look_if_seen(self._pilot.state))
        self._themes.changed.connect(self._draw)

    def _look_if_seen(self, state: DriveState | None) -> None:
        if self.isVisible():
            self.show_state(state)

    # layout

    def _lay_out(self) -> None:
        self._choosing, self._steps = self._choosing_page(), self._steps_page()
        for page in (self.empty_state, self._choosing, self._steps):
            self.stack.addWidget(page)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        for button in (self.forget, self.keep, self.undo, self.back, self.skip, self.leave, self.forward):
            row.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(self.stack, 1)
        layout.addLayout(row)

    def _choosing_page(self) -> QWidget:
        page = QWidget()
        caption = QLabel(say(PadSetupWording.GAMEPAD()))
        caption.setBuddy(self.list)
        self.list.setSpacing(3)
        self.list.setAccessibleName(say(PadSetupWording.GAMEPADS()))
        note = QLabel(say(PadSetupWording.STEPS_TIP()))
        note.setWordWrap(True)
        note.setProperty("muted", True)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        for widget in (caption, self.list, note):
            layout.addWidget(widget)
        return page

    def _steps_page(self) -> QWidget:
        page = QWidget()
        bold = QFont(self.font())
        bold.setBold(True)
        self.title.setFont(bold)
        large = QFont(self.font())
        large.setPointSizeF(large.pointSizeF() * 1.35)
        self.instruction.setFont(large)
        self.step.setProperty("muted", True)
        for label in (self.instruction, self.problem, self.title):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        # room for two lines of each, so that nothing below moves
        self.instruction.setMinimumHeight(2 * self.instruction.fontMetrics().lineSpacing())
        self.problem.setMinimumHeight(2 * self.problem.fontMetrics().lineSpacing())
        self.instruction.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.problem.setAlignment(Qt.AlignmentFlag.AlignTop)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.step)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(self.instruction)
        layout.addWidget(self.problem)
        layout.addWidget(self.view)
        layout.addStretch(1)
        return page

    def _draw(self) -> None:
        self.problem.setStyleSheet(f"color: {self._themes.current.error};")


def _pad_words(pad: PadReport) -> str:
    notes = []
    if pad.drives:
        notes.append(say(PadSetupWording.DRIVES()))
    if pad.taught:
        notes.append(say(PadSetupWording.SET_UP()))
    return say(PadSetupWording.PAD_WITH_NOTES(name=pad.name, notes=listed(notes))) if notes else pad.name


def _button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setAutoDefault(False)
    return button


def _say(label: QLabel, text: str) -> None:
    if label.text() != text:
        label.setText(text)


def _show(button: QAbstractButton, *, shown: bool) -> None:
    if button.isHidden() == shown:
        button.setVisible(shown)
