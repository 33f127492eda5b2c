"""Dialog in which the last minutes are kept, with its progress."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QProgressBar, QPushButton, QRadioButton, QVBoxLayout, QWidget

from app.ui.base.tab_order import OrderedDialog
from app.ui.base.text import format_size, say
from app.wording.ui.record import RecordUiWording

if TYPE_CHECKING:
    # importing it at run time would load the recorder before the first window is shown
    from app.record.recorder import BoxState

MINUTES: Final = (1, 5, 15)
_MINUTE_S: Final = 60.0
_WIDTH: Final = 420
_STEPS: Final = 1000


class KeepDialog(OrderedDialog):
    """Dialog that asks how much is to be kept, and stays until that is done, or it is cancelled.

    Args:
        state: of the black box; None while it is off.

    Signals:
        chosen: the time that is to be kept in seconds, None for all.
    """

    chosen: Final = Signal(object)

    def __init__(self, state: BoxState | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say(RecordUiWording.KEEP_TITLE()))
        about = QLabel(say(RecordUiWording.KEEP_ABOUT()))
        about.setWordWrap(True)
        held_s, nbytes = (state.kept_s, state.kept_bytes) if state is not None else (0.0, 0)
        self.choices: dict[QRadioButton, float | None] = {
            QRadioButton(say(RecordUiWording.KEEP_MINUTES(count=count))): count * _MINUTE_S for count in MINUTES
        }
        everything = RecordUiWording.KEEP_ALL(minutes=int(held_s // _MINUTE_S), size=format_size(nbytes))
        self.choices[QRadioButton(say(everything))] = None
        self.progress = QProgressBar()
        self.progress.setRange(0, _STEPS)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(say(RecordUiWording.KEEPING()))
        # its room is there from the beginning
        room = self.progress.sizePolicy()
        room.setRetainSizeWhenHidden(True)
        self.progress.setSizePolicy(room)
        self.progress.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.cancel = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        self.keep = QPushButton(say(RecordUiWording.KEEP()))
        self.keep.setDefault(True)
        buttons.addButton(self.keep, QDialogButtonBox.ButtonRole.ActionRole)
        layout = QVBoxLayout(self)
        for widget in (about, *self.choices, self.progress, buttons):
            layout.addWidget(widget)
        self._choose_first(held_s)
        self.resize(_WIDTH, self.sizeHint().height())
        self.keep.clicked.connect(self._choose)
        buttons.rejected.connect(self.reject)

    def _choose_first(self, held_s: float) -> None:
        """Choose the middle, or all where less is held; what is the same as all can't be chosen."""
        longer = [button for button, seconds in self.choices.items() if seconds is not None and seconds > held_s]
        for button in longer:
            button.setEnabled(False)
        able = [button for button in self.choices if button.isEnabled()]
        able[min(1, len(able) - 1)].setChecked(True)

    def show_share(self, share: float) -> None:
        """Show how much is done."""
        self.progress.setValue(int(share * _STEPS))

    def _choose(self) -> None:
        self.keep.setEnabled(False)
        for button in self.choices:
            button.setEnabled(False)
        self.progress.show()
        seconds = next(seconds for button, seconds in self.choices.items() if button.isChecked())
        self.chosen.emit(seconds)
