"""Map of the controls in the drive panel: what each stick and button of the pad in use does, or each key."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QBuffer, QEvent, QIODevice, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from app.config.profile import FreeAxis, PadMapping, Profile
from app.drive.messages.report import PadReport
from app.ui.base.text import listed, listed_apart, say
from app.ui.base.theme import Themes
from app.ui.drive.axis_sliders import AXIS_KEYS
from app.ui.drive.colors import DriveTone, tone_colors
from app.ui.drive.keys import ARM_KEYS, WASD
from app.ui.drive.pad_words import button_roles, input_name
from app.ui.widgets.labels import ElidedLabel
from app.wording.ui.drive import DrivePanelWording, PadInputWording

_STOP: Final = "stop"
_ROLES: Final = {
    "forward": DrivePanelWording.DOES_FORWARD,
    "turn": DrivePanelWording.DOES_TURN,
    "steer": DrivePanelWording.DOES_STEER,
    "lateral": DrivePanelWording.DOES_SIDEWAYS,
    "hold": DrivePanelWording.DOES_HOLD,
    "turbo": DrivePanelWording.DOES_TURBO,
    "slow": DrivePanelWording.DOES_SLOW,
    "faster": DrivePanelWording.DOES_FASTER,
    "slower": DrivePanelWording.DOES_SLOWER,
    "arm": DrivePanelWording.DOES_ARM,
    "clear": DrivePanelWording.DOES_CLEAR,
    "mark": DrivePanelWording.DOES_MARK,
    _STOP: DrivePanelWording.STOP,
}
# as `app.ui.drive.keys` reads them
_KEYS: Final = (("Shift", "turbo"), ("X", "slow"), ("+", "faster"), ("\N{MINUS SIGN}", "slower"))
_STICKS: Final = (("lefty", "leftx"), ("righty", "rightx"))

# in lines of text: the diameter of a stick, and what is between blocks
_STICK_LINES: Final = 2.6
_GAP: Final = 8
_PADDING: Final = 5
# the width of the map in a tip
_TIP_WIDTH: Final = 420


@dataclass(frozen=True, slots=True)
class StickBlock:
    """A stick, or four keys in its place, with what it does along and across.

    Attributes:
        axes: the names of its axes along and across; empty for keys.
        along, across: what it does; empty for nothing.
    """

    axes: tuple[str, ...]
    along: str
    across: str


@dataclass(frozen=True, slots=True)
class ButtonBlock:
    """A button or a key, and what it does."""

    name: str
    does: str
    stops: bool = False


Block = StickBlock | ButtonBlock


def pad_blocks(pad: PadMapping, axes: Sequence[FreeAxis] = (), *, steers: bool, sideways: bool) -> tuple[Block, ...]:
    """Return what the sticks and buttons of a pad do; sticks without a function are left out."""
    does = {
        pad.forward: _axis_does("forward", as_meant=pad.forward_inverted),
        pad.turn: _axis_does("steer" if steers else "turn", as_meant=pad.turn_inverted),
    }
    if sideways and pad.lateral:
        does[pad.lateral] = _axis_does("lateral", as_meant=pad.lateral_inverted)
    buttons_of_axes = []
    for free, moved in zip(pad.free, axes, strict=False):
        if free.axis:
            does[free.axis] = moved.name if free.inverted else say(DrivePanelWording.DOES_REVERSED(does=moved.name))
        names = " ".join(input_name(name) for name in (free.more, free.less) if name)
        buttons_of_axes += [ButtonBlock(names, moved.name)] if names else []
    sticks = [StickBlock(pair, *(does.pop(axis, "") for axis in pair)) for pair in _STICKS]
    buttons = [ButtonBlock(input_name(axis), words) for axis, words in does.items()]
    buttons += [ButtonBlock(input_name(name), say(_ROLES[role]()), role == _STOP) for role, name in button_roles(pad)]
    return (*(stick for stick in sticks if stick.along or stick.across), *buttons_of_axes, *buttons)


def control_blocks(
    profile: Profile, *, has_pad: bool, arms_by_keys: bool, steers: bool, sideways: bool
) -> tuple[Block, ...]:
    """Return what the controls do by a profile: those of a pad where there is one, else the keys."""
    if has_pad:
        return pad_blocks(profile.pad_in_use, profile.axes, steers=steers, sideways=sideways)
    keys = key_blocks(profile.axes, profile.deadman, steers=steers, sideways=sideways)
    chord = ButtonBlock(" ".join(ARM_KEYS).upper(), say(_ROLES["arm"]()))
    return (*keys[:-1], chord, keys[-1]) if arms_by_keys else keys


def key_blocks(axes: Sequence[FreeAxis] = (), deadman: str = "", *, steers: bool, sideways: bool) -> tuple[Block, ...]:
    """Return what the keys do while the on-screen stick has the focus; the last of them is STOP."""
    blocks: list[Block] = [StickBlock((), say(_ROLES["forward"]()), say(_ROLES["steer" if steers else "turn"]()))]
    if deadman:
        blocks.append(ButtonBlock(deadman.upper(), say(_ROLES["hold"]())))
    if sideways:
        blocks.append(ButtonBlock("J L", say(_ROLES["lateral"]())))
    blocks += [ButtonBlock(" ".join(keys), axis.name) for keys, axis in zip(AXIS_KEYS, axes, strict=False)]
    blocks += [ButtonBlock(key, say(_ROLES[role]())) for key, role in _KEYS]
    return (*blocks, ButtonBlock(say(DrivePanelWording.SPACE_KEY()), say(_ROLES[_STOP]()), stops=True))


def brief_text(blocks: Sequence[Block]) -> str:
    """Return what the controls do, on one line that may be cut: of a stick by arrows."""
    return "   ".join(text for block in blocks for text in _brief_texts(block))


def _axis_does(role: str, *, as_meant: bool) -> str:
    does = say(_ROLES[role]())
    return does if as_meant else say(DrivePanelWording.DOES_REVERSED(does=does))


class ControlsMap(QWidget):
    """Map of what sticks and buttons do, in as many rows as its width needs.

    Attributes:
        blocks: what is shown.
    """

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.blocks: tuple[Block, ...] = ()
        self._positions: dict[str, float] = {}
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(say(DrivePanelWording.CONTROLS()))
        themes.changed.connect(self.update)

    def show_blocks(self, blocks: tuple[Block, ...], pad: PadReport | None = None) -> None:
        """Show what these controls do, and where the sticks of the pad in use are."""
        if blocks != self.blocks:
            self.blocks = blocks
            self.setAccessibleDescription(self.full_text)
            self.setMinimumHeight(self.heightForWidth(self.width()))
            self.updateGeometry()
            self.update()
        positions = {name: value for name, value in pad.axes if value is not None} if pad is not None else {}
        if positions != self._positions:
            self._positions = positions
            self.update()

    @property
    def full_text(self) -> str:
        """All that is shown, as text."""
        texts = (text for block in self.blocks for text in _block_texts(block))
        return listed_apart(texts)

    @override
    def heightForWidth(self, width: int) -> int:
        boxes = self._boxes(width)
        return round(max((box.bottom() for box in boxes), default=0.0)) + 1

    @override
    def sizeHint(self) -> QSize:
        return QSize(_TIP_WIDTH, self.heightForWidth(_TIP_WIDTH))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(96, self.fontMetrics().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height that the width needs."""
        super().resizeEvent(event)
        self.setMinimumHeight(self.heightForWidth(self.width()))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.setMinimumHeight(self.heightForWidth(self.width()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the blocks."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for block, box in zip(self.blocks, self._boxes(self.width()), strict=True):
            if isinstance(block, StickBlock):
                self._draw_stick(painter, block, box)
            else:
                self._draw_button(painter, block, box)
        painter.end()

    # internals

    def _boxes(self, width: int) -> list[QRectF]:
        """Return where the blocks are, one behind the other, in the middle of rows as high as their highest block."""
        rows, left = [list[QRectF]()], 0.0
        for block in self.blocks:
            size = self._size_of(block)
            if left and left + size.width() > width:
                rows.append([])
                left = 0.0
            rows[-1].append(QRectF(left, 0.0, size.width(), size.height()))
            left += size.width() + _GAP
        boxes, top = list[QRectF](), 0.0
        for row in rows:
            height = max((box.height() for box in row), default=0.0)
            boxes += [box.translated(0.0, top + (height - box.height()) / 2) for box in row]
            top += height + _GAP / 2
        return boxes

    def _size_of(self, block: Block) -> QSize:
        metrics = self.fontMetrics()
        if isinstance(block, StickBlock):
            text = max(map(metrics.horizontalAdvance, _stick_lines(block)), default=0)
            return QSize(round(self._diameter) + _PADDING + text + 2, round(self._diameter) + 2)
        width = _key_width(metrics, block.name) + _PADDING + metrics.horizontalAdvance(block.does)
        return QSize(width + 2, metrics.height() + 4)

    @property
    def _diameter(self) -> float:
        return _STICK_LINES * self.fontMetrics().height()

    def _draw_stick(self, painter: QPainter, block: StickBlock, box: QRectF) -> None:
        theme, size = self._themes.current, self._diameter
        round_box = QRectF(box.left() + 1, box.top() + 1, size - 1, size - 1)
        if block.axes:
            painter.setPen(QPen(theme.color("edge"), 1))
            painter.setBrush(theme.color("base"))
            painter.drawEllipse(round_box)
            middle, far = round_box.center(), size / 2 - 3
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("text"))
            for there, x, y in ((block.along, 0, 1), (block.across, 1, 0)):
                for sign in (-1, 1) if there else ():
                    _draw_arrow(painter, middle, QPointF(sign * x, sign * y), far)
            along, across = (max(-1.0, min(1.0, self._positions.get(axis, 0.0))) for axis in block.axes)
            painter.setBrush(theme.color("accent" if along or across else "muted"))
            painter.drawEllipse(middle + QPointF(across, along) * (far * 0.5), size / 8, size / 8)
        else:
            self._draw_keys(painter, round_box)
        text = QRectF(box.left() + size + _PADDING, box.top(), box.width() - size - _PADDING, box.height())
        painter.setPen(theme.color("text"))
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, "\n".join(_stick_lines(block)))

    def _draw_keys(self, painter: QPainter, box: QRectF) -> None:
        """Draw W over A, S and D."""
        side = box.width() / 3
        for letter, column, row in (("W", 1, 0), ("A", 0, 1), ("S", 1, 1), ("D", 2, 1)):
            top = box.center().y() + (row - 1) * side
            self._draw_key(painter, letter, QRectF(box.left() + column * side, top, side - 1, side - 1))

    def _draw_button(self, painter: QPainter, block: ButtonBlock, box: QRectF) -> None:
        width = _key_width(self.fontMetrics(), block.name)
        self._draw_key(
            painter, block.name, QRectF(box.left() + 1, box.top() + 1, width, box.height() - 2), stops=block.stops
        )
        painter.setPen(self._themes.current.color("text"))
        text = QRectF(box.left() + width + _PADDING + 1, box.top(), box.width() - width - _PADDING, box.height())
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, block.does)

    def _draw_key(self, painter: QPainter, name: str, box: QRectF, *, stops: bool = False) -> None:
        colors = tone_colors(self._themes.current, DriveTone.STOPPED if stops else DriveTone.SAFE)
        painter.setPen(QPen(QColor(colors.border), 1))
        painter.setBrush(QColor(colors.background))
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(QColor(colors.text))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)


class ControlsLabel(ElidedLabel):
    """Label of what the controls do, on one line; its tip is the map of all controls.

    Args:
        controls: the map, which may be hidden.
    """

    def __init__(self, themes: Themes, controls: ControlsMap) -> None:
        super().__init__()
        self._themes = themes
        self._controls = controls

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.map_tip(), self)
            return True
        return super().event(event)

    def map_tip(self) -> str:
        """Return the map as a tip: its picture."""
        shown = ControlsMap(self._themes)
        shown.setFont(self.font())
        shown.show_blocks(self._controls.blocks)
        shown.resize(_TIP_WIDTH, shown.heightForWidth(_TIP_WIDTH))
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        shown.grab().save(buffer, "PNG")
        picture = base64.b64encode(buffer.data().data()).decode("ascii")
        shown.deleteLater()
        return f'<img width="{shown.width()}" height="{shown.height()}" src="data:image/png;base64,{picture}">'


def _key_width(metrics: QFontMetrics, name: str) -> int:
    return max(metrics.horizontalAdvance(name) + 2 * _PADDING, metrics.height() + 2)


def _draw_arrow(painter: QPainter, middle: QPointF, way: QPointF, far: float) -> None:
    """Draw the head of an arrow at the edge of a stick."""
    tip, aside = middle + way * far, QPointF(way.y(), way.x())
    size = far / 4
    painter.drawPolygon(QPolygonF([tip, tip - way * size + aside * size, tip - way * size - aside * size]))


def _stick_lines(block: StickBlock) -> list[str]:
    arrows = ("\N{UP DOWN ARROW}", "\N{LEFT RIGHT ARROW}")
    return [f"{arrow} {does}" for arrow, does in zip(arrows, (block.along, block.across), strict=True) if does]


def _brief_texts(block: Block) -> Sequence[str]:
    if isinstance(block, ButtonBlock):
        return _block_texts(block)
    does = listed(_stick_lines(block))
    if not block.axes:
        return _block_texts(ButtonBlock(WASD, does))
    stick = DrivePanelWording.LEFT_STICK if block.axes == _STICKS[0] else DrivePanelWording.RIGHT_STICK
    return (say(stick(does=does)),)


def _block_texts(block: Block) -> Sequence[str]:
    """Return a block for who hears it."""
    if isinstance(block, ButtonBlock):
        return (say(DrivePanelWording.CONTROL_DOES(control=block.name, does=block.does)),)
    names = [input_name(axis) for axis in block.axes] or [
        say(PadInputWording.KEYS_W_S()),
        say(PadInputWording.KEYS_A_D()),
    ]
    pairs = zip(names, (block.along, block.across), strict=True)
    return [say(DrivePanelWording.CONTROL_DOES(control=name, does=does)) for name, does in pairs if does]
