"""List of notices: as high as they need, up to a limit, then with a scroll bar."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.ui.widgets.notices import Notice

# in pixels: three rows with tips; more of them scroll
MAX_LIST_HEIGHT = 168


class NoticeList(QScrollArea):
    """List with a given number of notices; hidden without any."""

    def __init__(self, prepare: Callable[[Notice, int], None] | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._prepare = prepare
        self.notices: list[Notice] = []
        self._body = QWidget()
        self._layout = QVBoxLayout(self._body)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self._layout.addStretch(1)
        self.setWidget(self._body)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._body.installEventFilter(self)
        # its buttons can have the focus, and are scrolled to
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVisible(False)

    def set_count(self, count: int) -> list[Notice]:
        """Set the number of notices; return all of them, from the top."""
        while len(self.notices) > count:
            notice = self.notices.pop()
            self._layout.removeWidget(notice)
            notice.deleteLater()
        while len(self.notices) < count:
            notice = Notice()
            self._layout.insertWidget(len(self.notices), notice)
            self.notices.append(notice)
            if self._prepare is not None:
                self._prepare(notice, len(self.notices) - 1)
        self.setVisible(count > 0)
        return self.notices

    def sizeHint(self) -> QSize:
        """Return the height of the notices, up to the limit."""
        width = max(self.viewport().width(), 1)
        height = (
            self._layout.heightForWidth(width) if self._layout.hasHeightForWidth() else self._body.sizeHint().height()
        )
        return QSize(self._body.sizeHint().width(), min(height, MAX_LIST_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return the same height: notices matter more than the rest."""
        return QSize(120, self.sizeHint().height())

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Request a new layout when the height of the notices changes."""
        if watched is self._body and event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Resize}:
            self.updateGeometry()
        return False
