"""Row of tools that can be narrow: what it has no room for goes into a panel that a button opens."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QFontMetrics, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLayout,
    QLineEdit,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.base.text import say
from app.ui.widgets.labels import name_widget
from app.ui.widgets.menus import MenuButton
from app.ui.widgets.tool_button import separate_icon
from app.wording.ui.widgets import WidgetsWording

_ICON: Final = QSize(16, 16)
_SPACING: Final = 6
# least width of a combo box, which `ElidedComboBox` elides: a few letters, and in pixels its frame and arrow
_LETTERS: Final = 5
_ARROW: Final = 34
# in pixels: Qt's gap between icon and text
_GAP: Final = 4
# in pixels, around the tools of the panel
_MARGIN: Final = 6
# in pixels, of the button of the panel: its padding and border
_AROUND: Final = 8
_MORE: Final = "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}"
_RIGID: Final = (QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Minimum, QSizePolicy.Policy.MinimumExpanding)
_BESIDE: Final = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
_ALONE: Final = Qt.ToolButtonStyle.ToolButtonIconOnly


@dataclass(slots=True, eq=False)
class _Tool:
    """One widget of a row.

    Attributes:
        stays: whether it never goes into the panel.
        is_fact: whether it goes first, and is no reason to show the button of the panel.
        texts: of a button whose text is shown where there is room: those that it may have, empty for one text alone.
        look: style and size policy that a button has in the row, while it is in the panel.
    """

    widget: QWidget
    stretch: int = 0
    stays: bool = False
    is_fact: bool = False
    texts: tuple[str, ...] | None = None
    look: tuple[Qt.ToolButtonStyle, QSizePolicy] | None = None
    is_out: bool = False

    @property
    def is_there(self) -> bool:
        """Whether its owner wants it to be seen."""
        return not self.widget.isHidden()

    @property
    def spare(self) -> int:
        """Width that the widest of its texts needs beyond the present one."""
        metrics, text = self.widget.fontMetrics(), _text_of(self.widget)
        return max((metrics.horizontalAdvance(each) for each in (text, *(self.texts or ()))), default=0) - (
            metrics.horizontalAdvance(text)
        )


class ToolRow(QWidget):
    """Row of tools. Where it is narrow, facts go first, then the texts beside icons; then combo boxes are cut.

    Where that is not enough, tools go into a panel that the button `more` opens, from the right end on. They are the
    same widgets there, so their states are right there, too.

    Widgets stand in the order in which they are added; each needs a tool tip.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(_SPACING)
        # None for a stretch
        self._order: list[_Tool | None] = []
        self._more: _MoreButton | None = None

    @property
    def more(self) -> QToolButton | None:
        """The button that opens the panel; None until there was need for it."""
        return self._more

    def add(self, widget: QWidget, stretch: int = 0, *, stays: bool = False) -> None:
        """Add a widget that keeps its size, except for a combo box, which may be cut.

        It goes into the panel where there is no room for it, unless it has a stretch, or `stays`.
        """
        if isinstance(widget, QComboBox):
            widget.setMinimumWidth(widget.fontMetrics().averageCharWidth() * _LETTERS + _ARROW)
        elif isinstance(widget, QLineEdit) and not widget.minimumWidth():
            widget.setMinimumWidth(widget.fontMetrics().averageCharWidth() * _LETTERS + 2 * _ARROW)
        elif isinstance(widget, QToolButton):
            widget.setAutoRaise(True)
            separate_icon(widget)
        self._add_tool(_Tool(widget, stretch, stays or stretch > 0))

    def add_button(self, button: QToolButton, *texts: str, stays: bool = False) -> None:
        """Add a button with an icon, whose text is shown where there is room for it.

        Args:
            button: the button.
            texts: what it may say instead; it is as wide as the widest, so that nothing moves.
            stays: whether it never goes into the panel.
        """
        button.setToolButtonStyle(_BESIDE)
        button.setAutoRaise(True)
        separate_icon(button)
        self._add_tool(_Tool(button, stays=stays, texts=texts))

    def add_fact(self, widget: QWidget) -> None:
        """Add a widget that is shown only where there is room."""
        self._add_tool(_Tool(widget, is_fact=True))

    def add_stretch(self) -> None:
        """Add a stretch, so that the following widgets stand at the right."""
        self._order.append(None)
        self._line.addStretch(1)

    # overrides of QWidget

    def minimumSizeHint(self) -> QSize:
        """Return the room for what stays, as narrow as can be, and for the button of the panel."""
        kept = [tool for tool in self._tools if tool.stays and tool.is_there]
        width = self._width_of_tools(kept, words=False, cut=True)
        if any(tool.is_there and not tool.stays and not tool.is_fact for tool in self._tools):
            width += self._more_width
        return QSize(width, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """Return the room for all widgets with their texts."""
        there = [tool for tool in self._tools if tool.is_there]
        return QSize(self._width_of_tools(there, words=True), super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the widgets to the new width."""
        super().resizeEvent(event)
        self._fit_tools()

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the widgets, which have the fonts of the style sheet only now."""
        super().showEvent(event)
        self._fit_tools()

    def event(self, event: QEvent) -> bool:
        """Fit the widgets after texts have changed, or widgets were shown or hidden."""
        done = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self._fit_tools()
        return done

    # internals

    @property
    def _tools(self) -> list[_Tool]:
        return [tool for tool in self._order if tool is not None]

    @property
    def _more_width(self) -> int:
        return _more_width(self.fontMetrics()) + _SPACING

    def _add_tool(self, tool: _Tool) -> None:
        self._order.append(tool)
        self._line.insertWidget(len(self._order) - 1, tool.widget, tool.stretch)

    def _fit_tools(self) -> None:
        if self._more is not None and self._more.panel.isVisible():
            # what is being used stays where it is
            return
        words, out = self._choose_tools(self.width())
        changed = [tool for tool in self._tools if tool.is_there and tool.is_out != (tool in out)]
        if changed:
            self._move_tools(changed)
        if self._more is not None:
            self._more.setVisible(any(not tool.is_fact for tool in out))
        for tool in self._tools:
            if tool.texts is not None and not tool.is_out and isinstance(tool.widget, QToolButton):
                _show_words(tool, words=words)

    def _choose_tools(self, room: int) -> tuple[bool, Collection[_Tool]]:
        """Return whether there is room for texts, and which tools there is no room for."""
        there = [tool for tool in self._tools if tool.is_there]
        if self._width_of_tools(there, words=True) <= room:
            return True, []
        kept = [tool for tool in there if not tool.is_fact]
        if self._width_of_tools(kept, words=True) <= room:
            return True, [tool for tool in there if tool.is_fact]
        if self._width_of_tools(kept, words=False, cut=True) > room:
            room -= self._more_width
            for tool in reversed(tuple(kept)):
                if self._width_of_tools(kept, words=False, cut=True) <= room:
                    break
                if not tool.stays:
                    kept.remove(tool)
        return False, [tool for tool in there if tool not in kept]

    def _move_tools(self, tools: Sequence[_Tool]) -> None:
        """Move tools from the row into the panel, or back."""
        if self._more is None:
            self._more = _MoreButton(self, self._fit_tools)
            self._line.addWidget(self._more)
            self._more.hide()
        focused, lost = QApplication.focusWidget(), False
        for tool in tools:
            widget = tool.widget
            lost |= focused is not None and (widget is focused or widget.isAncestorOf(focused))
            tool.is_out = not tool.is_out
            before = self._order[: self._order.index(tool)]
            # the owner may hide it meanwhile, which Qt forgets of a widget that gets another parent
            shown = tool.is_there
            if tool.is_out:
                self._line.removeWidget(widget)
                place = sum(other is not None and other.is_out for other in before)
                self._more.panel.put(place, tool)
            else:
                place = sum(other is None or not other.is_out for other in before)
                self._more.panel.take(tool)
                self._line.insertWidget(place, widget, tool.stretch)
            widget.setVisible(shown)
        self._order_focus()
        if lost:
            self._more.show()
            self._more.setFocus(Qt.FocusReason.OtherFocusReason)

    def _order_focus(self) -> None:
        """Have Tab go through the row from its beginning: a widget that comes back would be the last of the window."""
        assert self._more is not None  # noqa: S101 - called after it was made
        for begin, out in ((self, False), (self._more.panel, True)):
            chain = [begin, *(tool.widget for tool in self._tools if tool.is_out is out)]
            for before, after in itertools.pairwise(chain if out else [*chain, self._more]):
                QWidget.setTabOrder(before, after)

    def _width_of_tools(self, tools: Sequence[_Tool], *, words: bool, cut: bool = False) -> int:
        widths = [_width_of(tool, words=words, cut=cut) for tool in tools]
        return sum(widths) + _SPACING * max(len(widths) - 1, 0)


class _MoreButton(QToolButton):
    """Button that opens the panel of the tools that a row has no room for."""

    def __init__(self, row: QWidget, fit: Callable[[], None]) -> None:
        super().__init__(row)
        self.panel = _MorePanel(row, fit)
        self.setText(_MORE)
        self.setFixedWidth(_more_width(self.fontMetrics()))
        self.setAutoRaise(True)
        name_widget(self, say(WidgetsWording.MORE_TOOLS()))
        self.clicked.connect(lambda: self.panel.open_below(self))


class _MorePanel(QFrame):
    """Popup with tools below each other. It closes when a button is pressed, as a menu does."""

    def __init__(self, row: QWidget, fit: Callable[[], None]) -> None:
        super().__init__(row, Qt.WindowType.Popup)
        self._fit_tools = fit
        self._row = row
        self.setProperty("overlay", True)
        # else texts would have other widths here than in the row
        self.setAttribute(Qt.WidgetAttribute.WA_WindowPropagation)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        self._column.setSpacing(2)
        self._column.setSizeConstraint(QLayout.SizeConstraint.SetFixedSize)

    def put(self, place: int, tool: _Tool) -> None:
        """Show a tool at a place, a button with its text."""
        widget = tool.widget
        self._column.insertWidget(place, widget)
        if isinstance(widget, QToolButton):
            tool.look = widget.toolButtonStyle(), widget.sizePolicy()
            widget.setMinimumWidth(0)
            if not widget.text():
                widget.setText(widget.accessibleName())
            if not widget.icon().isNull():
                widget.setToolButtonStyle(_BESIDE)
            widget.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if isinstance(widget, MenuButton):
            widget.choices.triggered.connect(self.hide)
        elif isinstance(widget, QAbstractButton):
            widget.clicked.connect(self.hide)

    def take(self, tool: _Tool) -> None:
        """Give a tool back, as it was."""
        widget = tool.widget
        self._column.removeWidget(widget)
        if isinstance(widget, MenuButton):
            widget.choices.triggered.disconnect(self.hide)
        elif isinstance(widget, QAbstractButton):
            widget.clicked.disconnect(self.hide)
        if isinstance(widget, QToolButton) and tool.look is not None:
            style, policy = tool.look
            widget.setToolButtonStyle(style)
            widget.setSizePolicy(policy)

    def open_below(self, button: QWidget) -> None:
        """Open at the lower right corner of a button, or above it where the screen ends."""
        self.adjustSize()
        corner, size = button.mapToGlobal(QPoint(button.width(), button.height())), self.sizeHint()
        screen = button.screen().availableGeometry()
        left = max(min(corner.x(), screen.right()) - size.width(), screen.left())
        above = corner.y() - button.height() - size.height()
        self.move(left, above if corner.y() + size.height() > screen.bottom() and above >= screen.top() else corner.y())
        self.show()
        self.focusNextChild()

    def event(self, event: QEvent) -> bool:
        """Have the row fit its tools after one of them was shown, hidden or changed here."""
        done = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            # of what is hidden Qt does not do it, and asks for it no more
            self._column.activate()
            self._fit_tools()
        return done

    def showEvent(self, event: QShowEvent) -> None:
        """Have a click outside close the panel, and do no more."""
        super().showEvent(event)
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)

    def hideEvent(self, event: QHideEvent) -> None:
        """Have the row fit its tools again, but not within the click that closed the panel."""
        super().hideEvent(event)
        QCoreApplication.postEvent(self._row, QEvent(QEvent.Type.LayoutRequest))


def _show_words(tool: _Tool, *, words: bool) -> None:
    button = tool.widget
    assert isinstance(button, QToolButton)  # noqa: S101 - asked for by `add_button`
    style = _BESIDE if words else _ALONE
    if button.toolButtonStyle() is not style:
        button.setToolButtonStyle(style)
    spare = tool.spare if words else 0
    least = button.sizeHint().width() + spare if spare else 0
    if button.minimumWidth() != least:
        button.setMinimumWidth(least)


def _more_width(metrics: QFontMetrics) -> int:
    return metrics.horizontalAdvance(_MORE) + 2 * _AROUND


def _text_of(widget: QWidget) -> str:
    return widget.text() if isinstance(widget, QAbstractButton) else ""


def _width_of(tool: _Tool, *, words: bool, cut: bool) -> int:
    widget = tool.widget
    if isinstance(widget, QToolButton):
        width, style = widget.sizeHint().width(), widget.toolButtonStyle()
        has_words = style is _BESIDE
        if tool.texts is None:
            # in the panel it may have words that it has not in the row
            wants_words = has_words if tool.look is None or not tool.is_out else tool.look[0] is _BESIDE
            return width + _words_width(widget) * (wants_words - has_words)
        return width + _words_width(widget) * (words - has_words) + (tool.spare if words else 0)
    # as in `QLayout`, which lets some widgets be no narrower than they would like to be
    if cut and widget.minimumWidth():
        return widget.minimumWidth()
    if cut and widget.sizePolicy().horizontalPolicy() not in _RIGID:
        return widget.minimumSizeHint().width()
    return max(widget.sizeHint().width(), widget.minimumWidth())


def _words_width(button: QToolButton) -> int:
    metrics = button.fontMetrics()
    return metrics.horizontalAdvance(button.text()) + 2 * metrics.horizontalAdvance(" ") + _GAP
