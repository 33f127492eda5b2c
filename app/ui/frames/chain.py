"""The strip below the list of frames: the transform between two chosen frames, and the frames on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from app.model.messages.frame_tree import FrameTree, NoFramePathError
from app.ui.base.text import listed, say
from app.ui.base.theme import Themes
from app.ui.frames.frame_rows import FrameColumn, pose_text
from app.ui.widgets.combo_boxes import ElidedComboBox
from app.ui.widgets.labels import ElidedLabel, LinesLabel
from app.ui.widgets.tool_row import ToolRow
from app.wording.ui.frames import FramesWording

_ARROW: Final = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "


class FrameChainBar(QWidget):
    """Strip with the transform of one frame in another: unless chosen, of the selected frame in its root.

    Signals:
        chosen: the operator chose another frame.
    """

    chosen: Final = Signal()

    def __init__(
        self, themes: Themes, tool_button: Callable[[str, str, str], QToolButton], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._copied = ""
        self._names: Sequence[str] = ()
        self.target = self._make_choice(say(FramesWording.THE_FRAME_IN_WHICH()), say(FramesWording.ROOT()))
        self.source = self._make_choice(say(FramesWording.THE_FRAME_WHOSE_TRANSFORM()), say(FramesWording.SELECTED()))
        self.swap = tool_button(say(FramesWording.SWAP()), say(FramesWording.SWAP_THE_TWO_FRAMES()), "round-trip")
        self.copy_button = tool_button(say(FramesWording.COPY()), say(FramesWording.COPY_THE_TRANSFORM_AND()), "copy")
        self.transform = LinesLabel(2)
        self.chain = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self.chain.setProperty("muted", True)
        row = ToolRow()
        row.add(self.target, 1)
        row.add_button(self.swap)
        row.add(self.source, 1)
        row.add_button(self.copy_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for widget in (row, self.chain, self.transform):
            layout.addWidget(widget)
        self.swap.clicked.connect(self._swap)
        self.copy_button.clicked.connect(self.copy)
        self.show_chain(FrameTree(), "", "")

    def set_frames(self, names: Sequence[str]) -> None:
        """Offer these frames; one that was chosen stays."""
        if names == self._names:
            return
        self._names = tuple(names)
        for box in (self.target, self.source):
            before = box.currentData()
            box.blockSignals(True)
            while box.count() > 1:
                box.removeItem(box.count() - 1)
            for name in names:
                box.addItem(name, name)
            box.setCurrentIndex(max(box.findData(before), 0))
            box.blockSignals(False)

    def choose(self, *, target: str | None = None, source: str | None = None) -> None:
        """Choose a frame; empty for the root, or for the selected frame."""
        for box, name in ((self.target, target), (self.source, source)):
            if name is not None:
                box.setCurrentIndex(max(box.findData(name), 0))

    def show_chain(self, tree: FrameTree, selected: str, silence: str) -> None:
        """Show the newest transform between the chosen frames; `silence` says which part of it is old, if any."""
        source, target = self.ends(tree, selected)
        self._copied = ""
        if not source:
            self._show(say(FramesWording.CHOOSE()), "", "muted")
            return
        try:
            transform, chain = tree.lookup(target, source), tree.chain(target, source)
        except NoFramePathError as error:
            self._show(say(error.reason), "", "warn")
            return
        angle, columns = self._themes.units.angle, range(FrameColumn.X, FrameColumn.SENDER)
        x, y, z, roll, pitch, yaw = (pose_text(transform, column, angle) for column in columns)
        position = say(FramesWording.POSITION(x=x, y=y, z=z))
        rotation = say(FramesWording.ROTATION(roll=roll, pitch=pitch, yaw=yaw))
        way = _ARROW.join(chain)
        self._show(
            listed((position, rotation)), f"{silence}  {way}" if silence else way, "warn" if silence else "muted"
        )
        head = say(FramesWording.IN(frame=source, parent=target))
        self._copied = f"{head}\n{position}\n{rotation}\n{way}"
        self.copy_button.setEnabled(True)

    def ends(self, tree: FrameTree, selected: str) -> tuple[str, str]:
        """Return the frame whose transform is shown, and the frame in which; empty while none is selected."""
        source = self.source.currentData() or selected
        return source, self.target.currentData() or (tree.root(source) if source else "")

    def copy(self) -> None:
        """Copy the transform, and the frames on the way."""
        if self._copied:
            QGuiApplication.clipboard().setText(self._copied)

    def _show(self, transform: str, chain: str, role: str) -> None:
        self.copy_button.setEnabled(False)
        for label, text in ((self.transform, transform), (self.chain, chain)):
            if label.text() != text:
                label.setText(text)
        label = self.chain if chain else self.transform
        color = f"color: {self._themes.current.warn};" if role == "warn" else ""
        for each in (self.transform, self.chain):
            wanted = color if each is label else ""
            if each.styleSheet() != wanted:
                each.setStyleSheet(wanted)

    def _make_choice(self, tip: str, first: str) -> ElidedComboBox:
        box = ElidedComboBox()
        box.setAccessibleName(tip)
        box.setToolTip(tip)
        box.setSizeAdjustPolicy(ElidedComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(8)
        box.addItem(first, "")
        box.currentIndexChanged.connect(self._tell)
        return box

    def _tell(self) -> None:
        self.chosen.emit()

    def _swap(self) -> None:
        target, source = self.target.currentData(), self.source.currentData()
        self.choose(target=source, source=target)
