"""Pages: a stack that asks only for the room of the page shown, a page that scrolls, one for the empty state."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QStackedWidget, QTreeView, QVBoxLayout, QWidget

from app.ui.base.text import plain_tip, say
from app.ui.base.text_size import grown
from app.ui.base.theme import Themes

_ICON_SIZE = 48

# of a page that scrolls, in pixels
_LEAST = QSize(200, 90)


class PageStack(QStackedWidget):
    """Stack of pages as large as the current one; a QStackedWidget is as large as its largest page, even if hidden."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size of the page that is shown."""
        page = self.currentWidget()
        return super().minimumSizeHint() if page is None else page.minimumSizeHint().expandedTo(page.minimumSize())


class ScrolledPage(QScrollArea):
    """Page that scrolls where it has less room than its content needs; it asks for little itself."""

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # what is in it has the focus, and is scrolled to
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._content = content
        self.setWidget(_Held(content))

    def sizeHint(self) -> QSize:
        """Return the preferred size of the content."""
        return self._content.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size of the content, up to `_LEAST`."""
        return self._content.minimumSizeHint().boundedTo(_LEAST)


class _Held(QWidget):
    """Frame around the content of a page: Qt would scroll as soon as there is less than the preferred height.

    That is so for a content with a layout in which the height of anything depends on its width.
    """

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._content = content
        content.setParent(self)

    def sizeHint(self) -> QSize:
        """Return that of the content."""
        return self._content.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return that of the content, with all lines of its labels, of which Qt counts one each."""
        labels = [label for label in self._content.findChildren(QLabel) if label.wordWrap() and label.isVisible()]
        # what stands in a list or a page of its own has its room there
        labels = [label for label in labels if not _is_apart(label)]
        lines = (label.heightForWidth(label.width()) - label.minimumSizeHint().height() for label in labels)
        return self._content.minimumSizeHint() + QSize(0, sum(max(height, 0) for height in lines))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the content all the room."""
        super().resizeEvent(event)
        self._content.resize(self.size())
        # labels have other lines now
        self.updateGeometry()

    def event(self, event: QEvent) -> bool:
        """Hand on that the content needs another size."""
        if event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().event(event)


def _is_apart(label: QLabel) -> bool:
    place = label.parentWidget()
    inner = place.parentWidget() if place is not None else None
    return isinstance(place, EmptyState) or isinstance(inner, QScrollArea | QTreeView)


class EmptyState(QWidget):
    """Page with an icon where there is room for it, a title, a hint what to do next, and buttons.

    Attributes:
        buttons: layout for buttons below the hint.
    """

    def __init__(
        self, themes: Themes, icon: str, title: str = "", hint: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._icon_name = icon
        self._icon = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self._title = _centred(title)
        font = self._title.font()
        font.setPointSizeF(font.pointSizeF() * 1.2)
        font.setBold(True)
        self._title.setFont(font)
        self._hint = _centred(hint)
        self._hint.setProperty("muted", True)
        self.buttons = QVBoxLayout()
        self.buttons.setSpacing(4)

        self._layout = QVBoxLayout(self)
        self._layout.setSpacing(8)
        self._layout.addStretch(2)
        for widget in (self._icon, self._title, self._hint):
            self._layout.addWidget(widget)
        self._layout.addSpacing(8)
        self._layout.addLayout(self.buttons)
        self._layout.addStretch(3)
        themes.changed.connect(self._draw)
        self._draw()

    @property
    def title(self) -> str:
        """The title that is shown."""
        return self._title.text()

    @property
    def hint(self) -> str:
        """The hint what to do next."""
        return self._hint.text()

    def set_texts(self, title: str, hint: str, icon: str | None = None) -> None:
        """Show another title and hint, and another icon if one is given."""
        title = say(title)
        hint = say(hint)
        if (title, hint) != (self._title.text(), self._hint.text()):
            self._title.setText(title)
            self._hint.setText(hint)
            self._fit()
        if icon is not None and icon != self._icon_name:
            self._icon_name = icon
            self._draw()

    def minimumSizeHint(self) -> QSize:
        """Return the size without the icon."""
        hint = super().minimumSizeHint()
        return hint if self._icon.isHidden() else hint - QSize(0, grown(_ICON_SIZE) + self._layout.spacing())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the icon, then the hint, where there is no room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Hide the icon where there is no room for it, and then the hint, which becomes the tool tip."""
        for part in (self._icon, self._hint):
            part.setVisible(True)
        for part in (self._icon, self._hint):
            if self._layout.totalHeightForWidth(self.width()) > self.height():
                part.setVisible(False)
        self.setToolTip(plain_tip(self._hint.text()) if self._hint.isHidden() else "")

    def _draw(self) -> None:
        self._icon.setPixmap(self._themes.pixmap(self._icon_name, "muted", grown(_ICON_SIZE), self.devicePixelRatioF()))


def _centred(text: str) -> QLabel:
    label = QLabel(text, alignment=Qt.AlignmentFlag.AlignCenter)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
