"""Widgets and layout of the drive panel: a low strip, or side by side, or below each other, as there is room."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from app.session.recorded_drive import RecordedDrive
from app.ui.base.action_base import HINTS
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.base.view_keys import key_name
from app.ui.drive.axis_sliders import AxisSliders
from app.ui.drive.battery import BatteryText
from app.ui.drive.colors import DriveTone, tone_colors
from app.ui.drive.controls_map import ControlsLabel, ControlsMap
from app.ui.drive.drive_button import DriveButton
from app.ui.drive.drive_figures import DriveFigures, bar_width, make_plain
from app.ui.drive.pace_switch import PaceSwitch, ShareLabel, SpeedSlider
from app.ui.drive.pads_view import PadsView
from app.ui.drive.state_badge import StateBadge
from app.ui.drive.status_text import STATE_WORDS
from app.ui.drive.stick import DriveStick
from app.ui.drive.stop_button import StopButton
from app.ui.drive.then_line import ThenLine
from app.ui.drive.velocity_view import LeaseBar, VelocityView
from app.ui.widgets.combo_boxes import NoWheelComboBox
from app.ui.widgets.labels import ElidedLabel, LinesLabel
from app.ui.widgets.question_bar import QuestionBar
from app.wording.ui.drive import DrivePanelWording
from app.wording.ui.navigation import NavigationWording

# in pixels
_MARGIN: Final = 8
_GAP: Final = 8
_LINE_GAP: Final = 4
# so much more room than its least size a form needs to take the place of another, which would else come back at once
_HYSTERESIS: Final = 24


class PanelForm(enum.Enum):
    """Forms of the panel: columns of blocks that stand below each other, by the names of the blocks.

    Which one it is follows from the room alone, never from what is shown: nothing may move while somebody drives. The
    banner and the figures stand below all columns where they are in none of them; LOW, too narrow for STRIP, is
    scrolled to see all the figures, of which one line says the most important.
    """

    STRIP = (("badge", "words", "banner"), ("buttons",), ("hands",), ("figures",))
    LOW = (("badge", "words"), ("buttons",), ("hands",))
    WIDE = (("badge", "buttons", "banner", "words"), ("hands",), ("figures",))
    COLUMN = (("badge", "buttons", "banner", "words", "hands", "figures"),)


_STRETCHES: Final[Mapping[PanelForm, tuple[int, ...]]] = {
    PanelForm.STRIP: (8, 2, 2, 8),
    PanelForm.LOW: (4, 3, 2),
    PanelForm.WIDE: (4, 3, 5),
    PanelForm.COLUMN: (1,),
}
_MOST_COLUMNS: Final = 4
_MOST_ROWS: Final = 7
_BANNER: Final = "banner"
_FIGURES: Final = "figures"


class DrivePanelUi(QWidget):
    """Widgets of the drive panel.

    What is dangerous does not move: the place and size of the buttons follow from the room, the font and the language.
    Texts have a room of their own, and a question lies over the stick, which moves nothing meanwhile.

    Attributes:
        robots, topics, profiles: combo boxes to select what is driven; `edit` opens the profile editor.
        mode: switches drive mode on and off.
        surface: the stick, which takes the keys too.
        question: asks before arming without a watchdog.
        form: the form that the panel has now.
        then: how it was driven at the time that views show; `shows_then` while that is past.
    """

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.badge = StateBadge(themes, [say(word()) for word in STATE_WORDS])
        self.hint, self.stopped = LinesLabel(3), LinesLabel(2)
        # names of robots may be long, and what they may do stands behind them
        self.banner = LinesLabel(1, Qt.TextElideMode.ElideMiddle)
        # what the figures say in short, in the room of the banner, where they are behind a scroll bar
        self.brief = ElidedLabel()
        # in the same room, which nothing needs in the past
        self.then = ThenLine(themes)
        self.shows_then = False
        self.notice, self.speed_text = _wrapped(), ShareLabel()
        self.surface = DriveStick(themes)
        self.paces = PaceSwitch(self.surface)
        self.speed = SpeedSlider()
        self.velocities = VelocityView(themes)
        self.axes = AxisSliders()
        self.form: PanelForm | None = None
        self._head = self._make_head()
        self._blocks: Mapping[str, QWidget] = {
            "badge": self.badge,
            "words": _stacked(self.hint, self.stopped),
            "banner": self._make_banner(),
            "buttons": self._make_buttons(),
            "hands": _stacked(_beside(self.speed_text, self.paces), self.speed, self.surface),
            "figures": DriveFigures(self.velocities, self._make_way(), self.notice, self.axes),
        }
        for block in self._blocks.values():
            block.setParent(self)
        self._grid = QGridLayout()
        self._lay_out()
        self.question = QuestionBar(themes, self, stacks=True)
        self.question.asking_changed.connect(self._place_question)
        self._prepare()
        themes.changed.connect(self._draw)
        self._draw()

    def show_then(self, then: RecordedDrive | None, *, is_past: bool) -> None:
        """Show how it was driven at the time that views show, while that is past; None where no robot was."""
        if is_past:
            self.then.show_then(then, self.velocities.units)
        if is_past is not self.shows_then:
            self.shows_then = is_past
            self._show_banner_or_brief()

    def show_banner(self, text: str) -> None:
        """Show a warning in the colours of STOP, in the room that is kept for it; empty for none."""
        if self.banner.text() != text:
            self.banner.setText(text)
            self._draw()
            self._show_banner_or_brief()

    def show_notice(self, text: str) -> None:
        """Show a notice in the colour of warnings; hide it if empty."""
        if self.notice.text() != text:
            self.notice.setText(text)
        if self.notice.isHidden() == bool(text):
            self.notice.setVisible(bool(text))

    def show_battery(self, charge: BatteryText) -> None:
        """Show the battery; its row is hidden where nothing is known of it."""
        style = f"color: {self._themes.current.muted};" if charge.is_old else _warning(self._themes, charge.is_low)
        _show_row(self._names[self.battery], self.battery, charge.text, style)

    def show_row(self, label: ElidedLabel, words: str, tip: str = "", *, warns: bool = False) -> None:
        """Show a text and its name, in the colour of warnings where it is one; the row is hidden without a text."""
        label.set_detail(tip)
        _show_row(self._names[label], label, words, _warning(self._themes, warns))

    def show_words(self, label: QLabel, words: str, *, warns: bool) -> None:
        """Show a text of the panel, in the colour of warnings where it is one."""
        show_text(label, words, _warning(self._themes, warns))

    def show_goal(self, words: str, role: str, *, can_cancel: bool) -> None:
        """Show what becomes of a goal, and the button that cancels it, in the room that is kept for that."""
        style = f"color: {self._themes.current.color(role).name()};" if role in {"warn", "error"} else ""
        _show_row(self._names[self.goal], self.goal, words, style)
        if self.cancel.isEnabled() != can_cancel:
            self.cancel.setEnabled(can_cancel)
            self.cancel.explain("" if can_cancel else say(NavigationWording.NOTHING_TO_CANCEL()))
        shown = self.cancel if can_cancel else self.note
        if self._below.currentWidget() is not shown:
            self._below.setCurrentWidget(shown)

    def show_mode(self, *, can_begin: bool, on: bool) -> None:
        """Show whether drive mode is on, and whether it can be switched on."""
        self.mode.setChecked(on)
        if self.mode.isEnabled() != (can_begin or on):
            self.mode.setEnabled(can_begin or on)
        key = key_name("Esc")
        tip = DrivePanelWording.MODE_TIP(key=key) if can_begin or on else DrivePanelWording.MODE_ARM_FIRST(key=key)
        text = HINTS.with_key(say(tip), "drive.mode")
        if self.mode.toolTip() != text:
            self.mode.setToolTip(text)

    def arrange(self, room: QSize) -> None:
        """Take the form that fits into a room."""
        form = self._form_for(room)
        if form is self.form:
            return
        self.form = form
        self._show_banner_or_brief()
        self._show_controls(drawn=form not in {PanelForm.STRIP, PanelForm.LOW})
        grid, columns = self._grid, form.value
        while grid.count():
            grid.takeAt(0)
        for number in range(_MOST_ROWS):
            grid.setRowStretch(number, 0)
        rows = max(map(len, columns))
        # what is left of the height goes below everything, or to the figures where they are last
        grid.setRowStretch(rows if len(columns) > 1 else rows - 1, 1)
        if form is PanelForm.LOW:
            for row, name in enumerate((_BANNER, _FIGURES), rows + 1):
                grid.addWidget(self._blocks[name], row, 0, 1, len(columns))
        for number in range(_MOST_COLUMNS):
            grid.setColumnStretch(number, _STRETCHES[form][number] if number < len(columns) else 0)
        for number, names in enumerate(columns):
            for row, name in enumerate(names):
                grid.addWidget(self._blocks[name], row, number, rows + 1 if len(names) == 1 else 1, 1)

    def _show_controls(self, *, drawn: bool) -> None:
        """Show what the controls do as a map where there is room for it, else in words, with the map in the tip."""
        for name, widget in (("controls", self.controls), ("sticks", self.sticks)):
            shown = drawn == (name == "controls")
            self._controls_rows[name].setVisible(shown)
            widget.setVisible(shown)

    def least_size(self, form: PanelForm) -> QSize:
        """Return the least size of a form, without figures below it; it depends on the font and the language alone."""
        width, height = -_GAP, 0
        for names in form.value:
            sizes = [self._blocks[name].minimumSizeHint() for name in names]
            width += max(size.width() for size in sizes) + _GAP
            # beside a block that takes all rows there is one more row, for what is left of the height
            gaps = len(names) - 1 + (len(names) > 1 and len(form.value) > 1)
            height = max(height, sum(size.height() for size in sizes) + gaps * _LINE_GAP)
        if form is PanelForm.LOW:
            height += _LINE_GAP + self._blocks[_BANNER].minimumSizeHint().height()
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

        is_high = suffices(room.height(), wide.height(), now=self.form not in {PanelForm.STRIP, PanelForm.LOW})
        # without room to spare: where it is low the other forms fit even less
        low = self.least_size(PanelForm.LOW)
        if not is_high and room.width() >= low.width():
            return PanelForm.STRIP if room.width() >= strip.width() else PanelForm.LOW
        if suffices(room.width(), wide.width(), now=self.form is not PanelForm.COLUMN):
            return PanelForm.WIDE
        return PanelForm.COLUMN

    def _prepare(self) -> None:
        self.banner.setContentsMargins(8, 2, 8, 3)
        font = self.banner.font()
        font.setBold(True)
        self.banner.setFont(font)
        self.notice.setVisible(False)
        self.show_row(self.delay, "")
        self.show_row(self.estop, "")
        self.show_battery(BatteryText())
        self.show_goal("", "muted", can_cancel=False)
        before_stop = (self.robots, self.topics, self.profiles, self.edit, self.arm, self.disarm, self.clear)
        order = (*before_stop, self.stop, self.cancel, self.mode)
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

    def _make_banner(self) -> QWidget:
        self._banner_place = QStackedWidget()
        self._banner_place.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        for page in (self.banner, self.brief, self.then):
            self._banner_place.addWidget(page)
        return self._banner_place

    def _show_banner_or_brief(self) -> None:
        usual = self.brief if self.form is PanelForm.LOW else self.banner
        self._banner_place.setCurrentWidget(
            self.banner if self.banner.text() else self.then if self.shows_then else usual
        )

    def _make_head(self) -> QWidget:
        self.robots = NoWheelComboBox(say(DrivePanelWording.ROBOT()), say(DrivePanelWording.ROBOT_TIP()))
        self.topics = NoWheelComboBox(
            say(DrivePanelWording.TOPIC()),
            say(DrivePanelWording.TOPIC_TIP()),
            say(DrivePanelWording.CHOOSE_A_TOPIC()),
        )
        self.profiles = NoWheelComboBox(
            say(DrivePanelWording.PROFILE_WORD()),
            say(DrivePanelWording.PROFILE_TIP()),
        )
        self.edit = _framed_button(say(DrivePanelWording.EDIT()), say(DrivePanelWording.EDIT_TIP()))
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
        self.clear_texts = say(DrivePanelWording.CLEAR()), say(DrivePanelWording.CONFIRM_CLEAR())
        texts = (say(DrivePanelWording.ARM()), say(DrivePanelWording.DISARM()), *self.clear_texts)
        self.arm = DriveButton(
            texts,
            say(DrivePanelWording.ARM_TIP()),
        )
        self.disarm = DriveButton(texts[1:] + texts[:1], say(DrivePanelWording.DISARM_TIP()), is_safe=True)
        self.clear = DriveButton(
            texts[2:] + texts[:2],
            say(DrivePanelWording.CLEAR_TIP()),
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
        # the place beside STOP is kept: nothing moves as goals come and go
        self.cancel = DriveButton((say(NavigationWording.CANCEL()),), say(NavigationWording.CANCEL_TIP()), is_safe=True)
        self.cancel.setEnabled(False)
        self.cancel.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._below = QStackedWidget()
        self._below.addWidget(self.note)
        self._below.addWidget(self.cancel)
        self.mode = _framed_button(say(DrivePanelWording.MODE_SHORT()), "")
        self.mode.setAccessibleName(say(DrivePanelWording.MODE()))
        self.mode.setCheckable(True)
        self.show_mode(can_begin=False, on=False)
        grid.addWidget(_beside(self._below, self.mode), 3, 0, 1, 2)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(4, 1)
        block.setLayout(grid)
        return block

    def _make_way(self) -> QWidget:
        self.lease, self.pads = LeaseBar(self._themes), PadsView(self._themes)
        self.driver, self.others = _wrapped(), _wrapped()
        self.link, self.battery, self.keys, self.estop, self.delay = (ElidedLabel() for _ in range(5))
        self.controls = ControlsMap(self._themes)
        self.sticks = ControlsLabel(self._themes, self.controls)
        self._controls_rows = {name: _name(say(DrivePanelWording.STICKS())) for name in ("sticks", "controls")}
        self.battery.setToolTip(say(DrivePanelWording.BATTERY_TIP()))
        way, grid = QWidget(), QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        self.goal = _wrapped()
        rows: tuple[tuple[QLabel, QWidget], ...] = (
            (_name(say(DrivePanelWording.LINK())), self.link),
            (_name(say(DrivePanelWording.ESTOP())), self.estop),
            (_name(say(DrivePanelWording.DRIVER())), self.driver),
            (_name(say(DrivePanelWording.OTHERS())), self.others),
            (_name(say(NavigationWording.GOAL())), self.goal),
            (_name(say(DrivePanelWording.COMMAND_VALID_FOR())), self.lease),
            (_name(say(DrivePanelWording.DELAY())), self.delay),
            (_name(say(DrivePanelWording.BATTERY())), self.battery),
            (_name(say(DrivePanelWording.GAMEPADS())), self.pads),
            (self._controls_rows["sticks"], self.sticks),
            (self._controls_rows["controls"], self.controls),
            (_name(say(DrivePanelWording.KEYS())), self.keys),
        )
        self._names = {widget: name for name, widget in rows}
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
        # where its buttons stand goes by its width
        bar.resize(width, bar.height())
        height = bar.heightForWidth(width) if bar.hasHeightForWidth() else bar.sizeHint().height()
        bar.setGeometry(QRect(hands.left(), hands.top(), width, height))
        bar.raise_()

    def _draw(self) -> None:
        colors = tone_colors(self._themes.current, DriveTone.STOPPED)
        self.banner.setStyleSheet(
            f"background: {colors.background}; color: {colors.text}; border-radius: 4px;" if self.banner.text() else ""
        )
        self.notice.setStyleSheet(f"color: {self._themes.current.warn}; font-weight: 600;")


class DrivePanelScroll(QScrollArea):
    """Scroll area for the panel's widgets, which may be higher than the dock where that is narrow."""

    def __init__(self, face: DrivePanelUi, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._face = face
        make_plain(self, face)
        # otherwise a finger that rests beside STOP takes the one on STOP for a pan of two
        self.viewport().ungrabGesture(Qt.GestureType.PanGesture)

    def minimumSizeHint(self) -> QSize:
        """Return the width of the narrowest form, and the height of a strip that leaves banner and figures in view."""
        least, form = self._face.least_size(PanelForm.COLUMN), self._face.form
        low = self._face.least_size(form if form is PanelForm.LOW else PanelForm.STRIP)
        return QSize(least.width() + bar_width(self), low.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the form that fits."""
        super().resizeEvent(event)
        self._arrange()

    def least_height(self, width: int) -> int:
        """Return the least height for a width at which buttons and stick are seen without scrolling."""
        sizes = [self._face.least_size(form) for form in PanelForm]
        room = width - bar_width(self)
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
        before = self._face.form
        self._face.arrange(self.size() - QSize(bar_width(self), 0))
        if self._face.form is not before:
            self.updateGeometry()


def _framed_button(text: str, tip: str) -> QToolButton:
    """Return a button with a frame, and with the policy of the focus that combo boxes have here."""
    button = QToolButton()
    button.setText(text)
    button.setProperty("framed", True)
    button.setToolTip(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def _stacked(*widgets: QWidget) -> QWidget:
    block, column = QWidget(), QVBoxLayout()
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(_LINE_GAP)
    for widget in widgets:
        column.addWidget(widget)
    block.setLayout(column)
    return block


def _beside(text: QWidget, switch: QWidget) -> QWidget:
    row, line = QWidget(), QHBoxLayout()
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(_LINE_GAP)
    line.addWidget(text, 1)
    line.addWidget(switch)
    row.setLayout(line)
    return row


def _wrapped() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    # the text changes while the robot is driven: it must not push the widgets below wider
    label.setMinimumWidth(80)
    return label


def show_text(label: QLabel, text: str, style: str | None = None) -> None:
    """Show a text, in a style where one is given, unless it is the same: nothing is drawn anew then."""
    if label.text() != text:
        label.setText(text)
    if style is not None and label.styleSheet() != style:
        label.setStyleSheet(style)


def _show_row(name: QLabel, label: QLabel, text: str, style: str) -> None:
    """Show a text and its name, or neither where there is nothing to say."""
    show_text(label, text, style)
    for widget in (name, label):
        if widget.isHidden() == bool(text):
            widget.setVisible(bool(text))


def _warning(themes: Themes, warns: bool) -> str:  # noqa: FBT001 - what it depends on
    return f"color: {themes.current.warn}; font-weight: 600;" if warns else ""


def _name(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("muted", True)
    return label
