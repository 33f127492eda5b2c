"""Labels whose size does not follow their text: elided text, figures that change often, the clocks of robots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget
from typing_extensions import override

from app.ui.base.text import format_age, format_stamp, listed, plain_tip, say, titled
from app.ui.base.theme import Themes
from app.wording.ui.widgets import WidgetsWording

if TYPE_CHECKING:
    from app.model.status import SimClock
    from app.session.connection_info import ConnectionInfo

# characters of spare room, so that the next digit mostly fits already
_SPARE: Final = 1

# the least width of a label of several lines, in characters
_LINE_CHARACTERS: Final = 16

# a text that needs less than this fraction of the room has the label shrink
_LITTLE: Final = 0.5

_ALIGNMENT: Final = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine

# a clock is published many times a second: after so long without a message the label says so
_STILL_S: Final = 2.0

# how long a jump back is shown
_JUMP_SHOWN_S: Final = 10.0


def name_widget(widget: QWidget, name: str) -> None:
    """Name a widget by its tool tip, and for screen readers."""
    widget.setToolTip(name)
    widget.setAccessibleName(name)


class ElidedLabel(QLabel):
    """Label with plain text on one line, elided to its width."""

    def __init__(
        self, text: str = "", mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight, parent: QWidget | None = None
    ) -> None:
        super().__init__(text, parent)
        self._mode = mode
        self._min_characters = 4
        self._detail = ""
        self.setTextFormat(Qt.TextFormat.PlainText)

    def set_min_characters(self, count: int) -> None:
        """Keep at least the room for about so many characters."""
        self._min_characters = count
        self.updateGeometry()

    def set_detail(self, text: str) -> None:
        """Set what the tool tip says beside the text where that is elided."""
        if text != self._detail:
            self._detail = text
            self.update()

    def minimumSizeHint(self) -> QSize:
        """Return the room for a few characters."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), self.fontMetrics().averageCharWidth() * self._min_characters), hint.height())

    def fitting_text(self, width: int) -> str:
        """Return what is drawn in a width, in pixels."""
        return self.fontMetrics().elidedText(self.text(), self._mode, width)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the elided text."""
        del event
        rect = self.contentsRect()
        text = self.fitting_text(rect.width())
        tips = (self.text() if text != self.text() else "", self._detail)
        tool_tip = plain_tip("\n".join(tip for tip in tips if tip)) if any(tips) else ""
        if tool_tip != self.toolTip():
            self.setToolTip(tool_tip)
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(rect, self.alignment() | Qt.TextFlag.TextSingleLine, text)
        painter.end()


class LinesLabel(QLabel):
    """Label with plain text, wrapped, in the room of a fixed number of lines; a longer text is elided, and in the tip.

    Neither its width nor its height depends on the text, so nothing around it moves when the text changes.
    """

    def __init__(
        self, lines: int, mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent=parent)
        self._lines = lines
        self._mode = mode
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def drawn_lines(self) -> tuple[str, ...]:
        """The lines as they are drawn, at most as many as there is room for."""
        text, width = self.text().replace("\n", " "), self.contentsRect().width()
        # positions in a layout count units of UTF-16
        units = text.encode("utf-16-le")
        layout, lines, option = QTextLayout(text, self.font()), list[str](), QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            start, end = 2 * line.textStart(), 2 * (line.textStart() + line.textLength())
            if len(lines) == self._lines - 1:
                rest = units[start:].decode("utf-16-le")
                lines.append(self.fontMetrics().elidedText(rest, self._mode, width))
                break
            lines.append(units[start:end].decode("utf-16-le").rstrip())
        layout.endLayout()
        return tuple(lines)

    def sizeHint(self) -> QSize:
        """Return the room of all lines."""
        height = self._lines * self.fontMetrics().lineSpacing()
        width = self.fontMetrics().averageCharWidth() * _LINE_CHARACTERS
        return QSize(width, height).grownBy(self.contentsMargins())

    def minimumSizeHint(self) -> QSize:
        """Return the same as `sizeHint`."""
        return self.sizeHint()

    def heightForWidth(self, width: int, /) -> int:
        """Return that the height does not depend on the width."""
        del width
        return -1

    def hasHeightForWidth(self) -> bool:
        """Return whether the height depends on the width."""
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lines, from the top."""
        from PySide6.QtWidgets import QStyle, QStyleOption  # noqa: PLC0415 - slow to load, for the window is seen before

        del event
        lines = self.drawn_lines
        # not every language has blanks where a line ends
        is_whole = "".join("".join(lines).split()) == "".join(self.text().split())
        tool_tip = "" if is_whole else plain_tip(self.text())
        if tool_tip != self.toolTip():
            self.setToolTip(tool_tip)
        painter, option = QPainter(self), QStyleOption()
        option.initFrom(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        # letters that another font has would make their lines higher than there is room for
        metrics, place = self.fontMetrics(), self.contentsRect()
        side = self.alignment() & ~Qt.AlignmentFlag.AlignVertical_Mask | Qt.AlignmentFlag.AlignTop
        for line in lines:
            size = QSize(metrics.horizontalAdvance(line), metrics.lineSpacing())
            corner = QStyle.alignedRect(self.layoutDirection(), side, size, place).topLeft()
            painter.drawText(corner.x(), corner.y() + metrics.ascent(), line)
            place.translate(0, metrics.lineSpacing())
        painter.end()


class FigureLabel(QWidget):
    """Label whose room grows with its text, and shrinks when the text needs far less or the font changes.

    Args:
        side: alignment of the text, given for languages that are read from left to right.
    """

    def __init__(
        self,
        text: str = "",
        side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._text = text
        self._side = side
        self._width = 0
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)
        self._make_room()

    def text(self) -> str:
        """Return the text that is shown."""
        return self._text

    def setText(self, text: str) -> None:
        """Show another text."""
        if text == self._text:
            return
        self._text = text
        self.setAccessibleName(text)
        self._make_room()
        self.update()

    def shrink(self) -> None:
        """Shrink to the room of the current text, as wide texts are not expected any more."""
        self._width = 0
        self._make_room()

    def sizeHint(self) -> QSize:
        """Return the room for the widest text so far."""
        return QSize(self._width, self.fontMetrics().height()).grownBy(self.contentsMargins())

    def minimumSizeHint(self) -> QSize:
        """Return the same as `sizeHint`."""
        return self.sizeHint()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self.shrink()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        from PySide6.QtWidgets import QStyle  # noqa: PLC0415 - as above

        del event
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        side = QStyle.visualAlignment(self.layoutDirection(), self._side)
        painter.drawText(self.contentsRect(), side | _ALIGNMENT, self._text)
        painter.end()

    def _make_room(self) -> None:
        metrics = self.fontMetrics()
        wanted = metrics.horizontalAdvance(self._text)
        # far too wide after words that stood in place of a figure
        if wanted > self._width or wanted < _LITTLE * self._width:
            self._width = wanted + _SPARE * metrics.averageCharWidth()
            self.updateGeometry()


class ClockLabel(FigureLabel):
    """Label with the simulated time of each robot that has one; hidden where every robot uses the wall clock."""

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._themes = themes
        # how often each robot's time has gone back, and when it last did
        self._jumps: dict[str, tuple[int, float]] = {}
        self.setToolTip(say(WidgetsWording.CLOCK_TIP()))
        self.setVisible(False)

    def show_clocks(self, connections: Sequence[ConnectionInfo], now: float, now_ns: int) -> None:
        """Show the clocks of all robots that have one; `now` is monotonic, in seconds, `now_ns` by the wall clock."""
        clocks = [(info.id, info.clock) for info in connections if info.clock is not None]
        self._jumps = {name: self._jumps[name] for name, _ in clocks if name in self._jumps}
        texts, any_warns = [], False
        for name, clock in clocks:
            text, warns = self._clock_text(name, clock, now, now_ns)
            any_warns = any_warns or warns
            texts.append(titled(name, text) if len(connections) > 1 else text)
        text = listed(texts)
        if text != self.text():
            self.setText(text)
        style = f"color: {self._themes.current.warn if any_warns else self._themes.current.text};"
        if style != self.styleSheet():
            self.setStyleSheet(style)
        if self.isHidden() == bool(texts):
            self.setVisible(bool(texts))

    def _clock_text(self, name: str, clock: SimClock, now: float, now_ns: int) -> tuple[str, bool]:
        """Return the text of one clock, and whether it needs attention."""
        if clock.now_ns is None:
            return say(WidgetsWording.TIME_UNKNOWN()), True
        if clock.is_recorded:
            return say(WidgetsWording.RECORDED_TIME(time=format_stamp(clock.now_ns))), False
        text = say(WidgetsWording.TIME(time=format_stamp(clock.now_ns)))
        jumps, jumped_s = self._jumps.get(name, (clock.jumps_back, -_JUMP_SHOWN_S))
        if clock.jumps_back != jumps:
            jumped_s = now
        self._jumps[name] = (clock.jumps_back, jumped_s)
        if now - jumped_s < _JUMP_SHOWN_S:
            return say(WidgetsWording.TIME_WENT_BACK(text=text)), True
        still_s = (now_ns - clock.received_ns) / 1e9
        if still_s >= _STILL_S:
            return say(WidgetsWording.TIME_STILL(text=text, age=format_age(still_s))), False
        return text, False
