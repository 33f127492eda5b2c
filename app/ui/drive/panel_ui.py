"""Widgets and layout of the drive panel: a low strip, or side by side, or below each other, as there is room."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QSlider,
    QStyle,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from app.drive.control.values import LEASE_S
from app.ui.base.text import say, translate
from app.ui.base.theme import Themes
from app.ui.drive.battery import BatteryText
from app.ui.drive.colors import DriveTone, tone_colors
from app.ui.drive.drive_button import DriveButton
from app.ui.drive.pads_view import PadsView
from app.ui.drive.state_badge import StateBadge
from app.ui.drive.status_text import STATE_WORDS
from app.ui.drive.stick import DriveStick
from app.ui.drive.stop_button import StopButton
from app.ui.drive.velocity_view import VelocityView
from app.ui.widgets.combo_boxes import NoWheelComboBox
from app.ui.widgets.labels import ElidedLabel, LinesLabel
from app.ui.widgets.question_bar import QuestionBar
from app.wording.ui.drive import DrivePanelWording

_SLOWEST: Final = 5
_STEP: Final = 5

# in pixels
_MARGIN: Final = 8
_GAP: Final = 8
_LINE_GAP: Final = 4
# with this width the figures stand beside each other
_TWO_FIGURES: Final = 520
# so much more room than its least size a form needs to take the place of another, which would else come back at once
_HYSTERESIS: Final = 24


class PanelForm(enum.Enum):
    """Forms of the panel: columns of blocks that stand below each other, by the names of the blocks.

    Which one it is follows from the room alone, never from what is shown: nothing may move while somebody drives.
    """

    STRIP = (("badge", "words", "banner"), ("buttons",), ("hands",), ("figures",))
    WIDE = (("badge", "buttons", "banner", "words"), ("hands",), ("figures",))
    COLUMN = (("badge", "buttons", "banner", "words", "hands", "figures"),)


_STRETCHES: Final[Mapping[PanelForm, tuple[int, ...]]] = {
    PanelForm.STRIP: (5, 4, 3, 10),
    PanelForm.WIDE: (4, 3, 5),
    PanelForm.COLUMN: (1,),
}
_MOST_COLUMNS: Final = 4
_MOST_ROWS: Final = 7


class SpeedSlider(QSlider):
    """Slider for the speed, in percent of the limits, by mouse and keys. The wheel scrolls what is around it.

    `valueChanged` is emitted for a choice of the operator, not for what `show_speed` shows.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setRange(_SLOWEST, 100)
        self.setSingleStep(_STEP)
        self.setPageStep(_STEP * 2)
        self.setValue(100)
        # a click leaves the keys to the stick
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(translate("Drive", "Speed"))
        self.setToolTip(translate("Drive", "Speed limit, as a percentage of the profile's maximum"))

    def show_speed(self, share: float) -> None:
        """Show the speed, as a fraction of the limits."""
        value = round(share * 100)
        if self.value() != value:
            with QSignalBlocker(self):
                self.setValue(value)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what is around the slider."""
        event.ignore()


class LeaseBar(QWidget):
    """Bar of the time that the current command still holds unless it is renewed.

    Attributes:
        fraction: remaining fraction of the lease, 0 to 1.
    """

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.fraction = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(translate("Drive", "Lease"))
        self.setToolTip(
            translate(
                "Drive", "How long the command still holds: 0.2 s, unless it is renewed. Empty: the robot stands."
            )
        )
        themes.changed.connect(self.update)

    def show_lease(self, left_s: float) -> None:
        """Show the remaining lease, in seconds."""
        share = round(max(0.0, min(1.0, left_s / LEASE_S)), 2)
        if share != self.fraction:
            self.fraction = share
            self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(60, 8)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bar, which is full while the robot is driven."""
        del event
        theme = self._themes.current
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bar = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(theme.color("border"), 1))
        painter.setBrush(theme.color("base"))
        painter.drawRoundedRect(bar, 3, 3)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("ok"))
        if self.fraction:
            painter.drawRoundedRect(bar.adjusted(1, 1, -1 - (bar.width() - 2) * (1 - self.fraction), -1), 2, 2)
        painter.end()


class DrivePanelUi(QWidget):
    """Widgets of the drive panel.

    What is dangerous does not move: the place and size of the buttons follow from the room, the font and the language.
    Texts have a room of their own, and a question lies over the stick, which moves nothing meanwhile.

    Attributes:
        robots, topics, profiles: combo boxes to select what is driven; `edit` opens the profile editor.
        surface: the stick, which takes the keys too.
        question: asks before arming without a watchdog.
        form: the form that the panel has now.
    """

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.badge = StateBadge(themes, [translate("Drive", word) for word in STATE_WORDS])
        self.hint, self.stopped, self.banner = LinesLabel(3), LinesLabel(2), LinesLabel(1)
        self.notice, self.speed_text = _wrapped(), ElidedLabel()
        self.surface = DriveStick(themes)
        self.speed = SpeedSlider()
        self.velocities = VelocityView(themes)
        self.form: PanelForm | None = None
        self._head = self._make_head()
        self._blocks: Mapping[str, QWidget] = {
            "badge": self.badge,
            "words": _stacked(self.hint, self.stopped),
            "banner": self.banner,
            "buttons": self._make_buttons(),
            "hands": _stacked(self.speed_text, self.speed, self.surface),
            "figures": DriveFigures(self.velocities, self._make_way(), self.notice),
        }
        for block in self._blocks.values():
            block.setParent(self)
        self._grid = QGridLayout()
        self._lay_out()
        self.question = QuestionBar(themes, self)
        self.question.asking_changed.connect(self._place_question)
        self._prepare()
        themes.changed.connect(self._draw)
        self._draw()

    def show_banner(self, text: str) -> None:
        """Show a warning in the colours of STOP, in the room that is kept for it; empty for none."""
        if self.banner.text() != text:
            self.banner.setText(text)
            self._draw()

    def show_notice(self, text: str) -> None:
        """Show a notice in the colour of warnings; hide it if empty."""
        if self.notice.text() != text:
            self.notice.setText(text)
        if self.notice.isHidden() == bool(text):
            self.notice.setVisible(bool(text))

    def show_battery(self, charge: BatteryText) -> None:
        """Show the battery; its row is hidden where nothing is known of it."""
        theme = self._themes.current
        if self.battery.text() != charge.text:
            self.battery.setText(charge.text)
        style = (
            f"color: {theme.muted};"
            if charge.is_old
            else f"color: {theme.warn}; font-weight: 600;"
            if charge.is_low
            else ""
        )
        if self.battery.styleSheet() != style:
            self.battery.setStyleSheet(style)
        for widget in (self._battery_name, self.battery):
            if widget.isHidden() == bool(charge.text):
                widget.setVisible(bool(charge.text))

    def arrange(self, room: QSize) -> None:
        """Take the form that fits into a room."""
        form = self._form_for(room)
        if form is self.form:
            return
        self.form = form
        grid, columns = self._grid, form.value
        while grid.count():
            grid.takeAt(0)
        for number in range(_MOST_ROWS):
            grid.setRowStretch(number, 0)
        rows = max(map(len, columns))
        # what is left of the height goes below everything, or to the figures where they are last
        grid.setRowStretch(rows if len(columns) > 1 else rows - 1, 1)
        for number in range(_MOST_COLUMNS):
            grid.setColumnStretch(number, _STRETCHES[form][number] if number < len(columns) else 0)
        for number, names in enumerate(columns):
            for row, name in enumerate(names):
                grid.addWidget(self._blocks[name], row, number, rows + 1 if len(names) == 1 else 1, 1)

    def least_size(self, form: PanelForm) -> QSize:
        """Return the least size of a form, which depends on the font and the language alone."""
        width, height = -_GAP, 0
        for names in form.value:
            sizes = [self._blocks[name].minimumSizeHint() for name in names]
            width += max(size.width() for size in sizes) + _GAP
            # beside a block that takes all rows there is one more row, for what is left of the height
            gaps = len(names) - 1 + (len(names) > 1 and len(form.value) > 1)
            height = max(height, sum(size.height() for size in sizes) + gaps * _LINE_GAP)
        head = self._head.minimumSizeHint()
        least = QSize(max(width, head.width()), head.height() + _LINE_GAP + height)
        return least.grownBy(self.contentsMargins())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the question where it is."""
        super().resizeEvent(event)
        self._place_question()

    # internals

    def _form_for(self, room: QSize) -> PanelForm:
        strip, wide = self.least_size(PanelForm.STRIP), self.least_size(PanelForm.WIDE)

        def suffices(there: int, least: int, *, now: bool) -> bool:
            """Whether there is room, for what is so already or what would be new."""
            return there >= least + (0 if now or self.form is None else _HYSTERESIS)

        is_high = suffices(room.height(), wide.height(), now=self.form is not PanelForm.STRIP)
        # without room to spare: where it is low the other forms fit even less
        if not is_high and room.width() >= strip.width():
            return PanelForm.STRIP
        if suffices(room.width(), wide.width(), now=self.form is not PanelForm.COLUMN):
            return PanelForm.WIDE
        return PanelForm.COLUMN

    def _prepare(self) -> None:
        self.banner.setContentsMargins(8, 2, 8, 3)
        font = self.banner.font()
        font.setBold(True)
        self.banner.setFont(font)
        self.notice.setVisible(False)
        self.show_battery(BatteryText())
        order = (self.robots, self.topics, self.profiles, self.edit, self.arm, self.disarm, self.clear, self.stop)
        for before, after in pairwise((*order, self.speed, self.surface)):
            QWidget.setTabOrder(before, after)

    def _lay_out(self) -> None:
        self.setContentsMargins(_MARGIN, 2, _MARGIN, _MARGIN - 2)
        self._grid.setHorizontalSpacing(_GAP)
        self._grid.setVerticalSpacing(_LINE_GAP)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(_LINE_GAP)
        layout.addWidget(self._head)
        layout.addLayout(self._grid, 1)

    def _make_head(self) -> QWidget:
        self.robots = NoWheelComboBox(
            translate("Drive", "Robot"), translate("Drive", "The robot that is driven. Another one is disarmed first.")
        )
        self.topics = NoWheelComboBox(
            translate("Drive", "Topic"),
            translate("Drive", "The topic that takes its commands. Changing it disarms the robot."),
            translate("Drive", "Choose a topic"),
        )
        self.profiles = NoWheelComboBox(
            translate("Drive", "Profile"),
            translate("Drive", "How fast the robot may be driven, and by what. Changing it disarms the robot."),
        )
        self.edit = QToolButton()
        self.edit.setText(translate("Drive", "Edit…"))
        self.edit.setProperty("framed", True)
        self.edit.setToolTip(translate("Drive", "Edit the profiles of robots. This disarms the robot."))
        # the same policy as that of the combo boxes beside it
        self.edit.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        head, box = QWidget(), QHBoxLayout()
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(6)
        for chooser, share in ((self.robots, 3), (self.topics, 4), (self.profiles, 2)):
            box.addWidget(chooser, share)
        box.addWidget(self.edit)
        # as high as what is beside it, in any font
        policy = self.edit.sizePolicy()
        policy.setVerticalPolicy(QSizePolicy.Policy.Minimum)
        self.edit.setSizePolicy(policy)
        head.setLayout(box)
        return head

    def _make_buttons(self) -> QWidget:
        self.clear_texts = translate("Drive", "Clear"), translate("Drive", "Confirm clear")
        texts = (translate("Drive", "Arm"), translate("Drive", "Disarm"), *self.clear_texts)
        self.arm = DriveButton(
            texts,
            translate("Drive", "Allow the robot to be driven. Release all keys and sticks first."),
        )
        self.disarm = DriveButton(
            texts[1:] + texts[:1], translate("Drive", "Stop, and let nothing move the robot."), is_safe=True
        )
        self.clear = DriveButton(
            texts[2:] + texts[:2],
            translate(
                "Drive",
                "Release STOP: press twice within 5 s (not a double-click). The robot stays disarmed.",
            ),
        )
        self.stop = StopButton(32, 1.7)
        self.stop.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.stop.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.note = LinesLabel(2)
        self.note.setProperty("muted", True)
        self.note.setText(say(DrivePanelWording.SOFTWARE_STOP()))
        block, grid = QWidget(), QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(_GAP)
        grid.setVerticalSpacing(_LINE_GAP)
        for row, button in enumerate((self.arm, self.disarm, self.clear)):
            grid.addWidget(button, row, 0)
        grid.addWidget(self.stop, 0, 1, 3, 1)
        grid.addWidget(self.note, 3, 0, 1, 2)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(4, 1)
        block.setLayout(grid)
        return block

    def _make_way(self) -> QWidget:
        self.lease, self.pads = LeaseBar(self._themes), PadsView(self._themes)
        self.driver, self.others = _wrapped(), _wrapped()
        self.link, self.battery, self.keys = (ElidedLabel() for _ in range(3))
        self._battery_name = _name(translate("Drive", "Battery"))
        self.battery.setToolTip(translate("Drive", "What the robot tells of its battery"))
        way, grid = QWidget(), QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        rows = (
            (_name(translate("Drive", "Lease")), self.lease),
            (_name(translate("Drive", "Link")), self.link),
            (_name(translate("Drive", "Driver")), self.driver),
            (_name(translate("Drive", "Others")), self.others),
            (self._battery_name, self.battery),
            (_name(translate("Drive", "Pads")), self.pads),
            (_name(translate("Drive", "Keys")), self.keys),
        )
        for row, (name, widget) in enumerate(rows):
            grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(widget, row, 1)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(len(rows), 1)
        way.setLayout(grid)
        return way

    def _place_question(self) -> None:
        """Lay the question over the stick and the velocities, not over buttons or over who else drives."""
        bar, hands = self.question, self._blocks["hands"].geometry()
        end = self.velocities.mapTo(self, QPoint(self.velocities.width(), 0)).x()
        width = max(hands.right(), min(end, self.width() - _MARGIN)) - hands.left()
        height = bar.heightForWidth(width) if bar.hasHeightForWidth() else bar.sizeHint().height()
        bar.setGeometry(QRect(hands.left(), hands.top(), width, height))
        bar.raise_()

    def _draw(self) -> None:
        colors = tone_colors(self._themes.current, DriveTone.STOPPED)
        self.banner.setStyleSheet(
            f"background: {colors.background}; color: {colors.text}; border-radius: 4px;" if self.banner.text() else ""
        )
        self.notice.setStyleSheet(f"color: {self._themes.current.warn}; font-weight: 600;")


class DriveFigures(QScrollArea):
    """Figures of the drive panel, which scroll where they have no room: velocities, and what is known of the link.

    Its least size does not depend on what is shown.
    """

    def __init__(self, velocities: VelocityView, way: QWidget, notice: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._velocities = velocities
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._box.setSpacing(_GAP)
        self._box.addWidget(velocities, 0, Qt.AlignmentFlag.AlignTop)
        self._box.addWidget(way, 1)
        content, layout = QWidget(), QVBoxLayout()
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(notice)
        layout.addLayout(self._box, 1)
        content.setLayout(layout)
        _make_plain(self, content)

    @override
    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    @override
    def minimumSizeHint(self) -> QSize:
        return self._velocities.minimumSizeHint() + QSize(_bar_width(self), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put velocities and link beside or below each other."""
        super().resizeEvent(event)
        is_beside, directions = self.width() >= _TWO_FIGURES, QBoxLayout.Direction
        self._box.setDirection(directions.LeftToRight if is_beside else directions.TopToBottom)
        self._box.setStretch(0, int(is_beside))


class DrivePanelScroll(QScrollArea):
    """Scroll area for the panel's widgets, which may be higher than the dock where that is narrow."""

    def __init__(self, face: DrivePanelUi, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._face = face
        _make_plain(self, face)

    def minimumSizeHint(self) -> QSize:
        """Return the width of the narrowest form, and the height of the lowest."""
        least, low = self._face.least_size(PanelForm.COLUMN), self._face.least_size(PanelForm.STRIP)
        return QSize(least.width() + _bar_width(self), low.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the form that fits."""
        super().resizeEvent(event)
        self._arrange()

    def least_height(self, width: int) -> int:
        """Return the least height for a width at which buttons and stick are seen without scrolling."""
        sizes = [self._face.least_size(form) for form in PanelForm]
        room = width - _bar_width(self)
        return next((size for size in sizes if size.width() <= room), sizes[-1]).height()

    def showEvent(self, event: QShowEvent) -> None:
        """Take the form that fits by the sizes of now."""
        super().showEvent(event)
        self._arrange()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._arrange()

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        before = QApplication.focusWidget()
        if before is not None and before.isEnabled() and before.isVisible():
            return super().focusNextPrevChild(next)
        # the operator has not moved the focus: what had it can't be pressed any more, and nothing is scrolled for that
        return QAbstractScrollArea.focusNextPrevChild(self, next)

    def _arrange(self) -> None:
        self._face.arrange(self.size() - QSize(_bar_width(self), 0))


def _make_plain(area: QScrollArea, content: QWidget) -> None:
    """Have an area scroll its content up and down only, without a frame and without a place in the tab order."""
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)


def _bar_width(area: QScrollArea) -> int:
    return area.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent, None, area.verticalScrollBar())


def _stacked(*widgets: QWidget) -> QWidget:
    block, column = QWidget(), QVBoxLayout()
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(_LINE_GAP)
    for widget in widgets:
        column.addWidget(widget)
    block.setLayout(column)
    return block


def _wrapped() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    # the text changes while the robot is driven: it must not push the widgets below wider
    label.setMinimumWidth(80)
    return label


def _name(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("muted", True)
    return label
