"""The page of the guide that is read: Markdown, laid out in the colours of the theme."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from typing import Any, Final

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import (
    QImage,
    QPalette,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QWidget
from shiboken6 import Shiboken
from typing_extensions import override

from app.program.guide import Page, Paragraph
from app.resources import resource
from app.ui.base.text import say
from app.ui.base.text_size import fixed_font
from app.ui.base.theme import Themes
from app.wording.ui.help import GuideWording

# in pixels: longer lines are hard to follow
_MAX_WIDTH: Final = 820
_MARGIN: Final = 18
_CELL_PADDING: Final = 5
# per cent of the height of a line
_LINE_HEIGHT: Final = 125
# so many letters tell one paragraph of a page from the others
_LETTERS: Final = 60


class GuideText(QTextBrowser):
    """A page of the guide. What a link leads to is for the owner.

    Signals:
        followed: the target of a link that was clicked, as it stands on the page.
    """

    followed: Final = Signal(str)

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._page: Page | None = None
        self._words: tuple[str, ...] = ()
        self.setOpenLinks(False)
        self.setAccessibleName(say(GuideWording.PAGE_OF_THE_GUIDE()))
        self.anchorClicked.connect(lambda link: self.followed.emit(link.toString()))
        themes.changed.connect(self._redraw)

    @property
    def page(self) -> Page | None:
        """The page that is shown."""
        return self._page

    def show_page(self, page: Page) -> None:
        """Show a page from its beginning."""
        if page is not self._page:
            self._page = page
            self._draw()
        self.verticalScrollBar().setValue(0)

    def go_to_heading(self, anchor: str) -> None:
        """Scroll to a heading of the page; none is its beginning."""
        if self._page is not None and anchor:
            heading = next((each for each in self._page.headings if each.anchor == anchor), None)
            if heading is not None:
                self._scroll_to(self._block_of(Paragraph("", heading.title, heading.title, is_heading=True)))

    def go_to_paragraph(self, paragraph: Paragraph) -> bool:
        """Scroll to a paragraph of the page; whether it was found."""
        block = self._block_of(paragraph)
        self._scroll_to(block)
        return block is not None

    def mark_words(self, words: Sequence[str]) -> None:
        """Mark all places of these words on the page, and on those shown next."""
        self._words = tuple(words)
        self._mark()

    @override
    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Load a picture of the page from the files of the guide."""
        if kind != QTextDocument.ResourceType.ImageResource or self._page is None:
            return None
        folder = posixpath.dirname(self._page.book)
        path = posixpath.normpath(posixpath.join(folder, QUrl(name).path()))
        return None if path.startswith("..") else QImage(str(resource("guide", path)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep lines short, and pictures within them."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: Any) -> None:
        """Lay out the page anew in another font."""
        super().changeEvent(event)
        if event.type() == event.Type.FontChange and Shiboken.isValid(self):
            self._redraw()

    # internals

    def _redraw(self) -> None:
        if getattr(self, "_page", None) is not None:
            place = self.verticalScrollBar().value()
            self._draw()
            self.verticalScrollBar().setValue(place)

    def _draw(self) -> None:
        assert self._page is not None  # noqa: S101 - for the type checker
        self.setMarkdown(self._page.markdown)
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for block in self._blocks():
            self._dress_block(cursor, block)
        for frame in self.document().rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                self._dress_table(frame)
        cursor.endEditBlock()
        self._fit()
        self._mark()

    def _blocks(self) -> Iterator[QTextBlock]:
        block = self.document().begin()
        while block.isValid():
            yield block
            block = block.next()

    def _dress_block(self, cursor: QTextCursor, block: QTextBlock) -> None:
        theme = self._themes.current
        layout = block.blockFormat()
        level = layout.headingLevel()
        is_code = layout.hasProperty(QTextFormat.Property.BlockCodeLanguage) or layout.nonBreakableLines()
        if level:
            layout.setTopMargin(0 if block.blockNumber() == 0 else 18)
            layout.setBottomMargin(6)
        elif is_code:
            layout.setBackground(theme.color("window"))
            layout.setLeftMargin(10)
        elif QTextCursor(block).currentTable() is None:
            layout.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            layout.setBottomMargin(4 if block.textList() is not None else 8)
        cursor.setPosition(block.position())
        cursor.setBlockFormat(layout)
        for start, length, letters in list(_pieces(block)):
            cursor.setPosition(start)
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
            changed = QTextCharFormat()
            if letters.fontFixedPitch():
                changed.setFontFamilies(fixed_font().families())
                if not is_code:
                    changed.setBackground(theme.color("window"))
            if letters.isAnchor():
                changed.setForeground(self.palette().color(QPalette.ColorRole.Link))
            cursor.mergeCharFormat(changed)

    def _dress_table(self, table: QTextTable) -> None:
        theme = self._themes.current
        layout = table.format()
        layout.setBorder(1)
        layout.setBorderCollapse(True)
        layout.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        layout.setBorderBrush(theme.color("border"))
        layout.setCellPadding(_CELL_PADDING)
        layout.setCellSpacing(0)
        layout.setTopMargin(4)
        layout.setBottomMargin(12)
        layout.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        table.setFormat(layout)
        for column in range(table.columns()):
            cell = table.cellAt(0, column)
            head = cell.format()
            head.setBackground(theme.color("window"))
            cell.setFormat(head)

    def _fit(self) -> None:
        frame = self.document().rootFrame()
        layout = frame.frameFormat()
        layout.setMargin(_MARGIN)
        layout.setRightMargin(max(_MARGIN, self.viewport().width() - _MAX_WIDTH - _MARGIN))
        frame.setFrameFormat(layout)
        room = self.viewport().width() - layout.leftMargin() - layout.rightMargin()
        cursor = QTextCursor(self.document())
        for block in self._blocks():
            for start, length, letters in list(_pieces(block)):
                if letters.isImageFormat():
                    image = letters.toImageFormat()
                    drawn = self.loadResource(QTextDocument.ResourceType.ImageResource.value, image.name())
                    if not isinstance(drawn, QImage) or drawn.isNull():
                        continue
                    image.setWidth(min(drawn.width(), room))
                    image.setHeight(image.width() * drawn.height() / drawn.width())
                    cursor.setPosition(start)
                    cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
                    cursor.setCharFormat(image)

    def _mark(self) -> None:
        marks = []
        look = QTextCharFormat()
        look.setBackground(self._themes.current.color("selection"))
        look.setForeground(self._themes.current.color("text"))
        for word in self._words:
            found = self.document().find(word)
            while not found.isNull():
                mark = QTextEdit.ExtraSelection()
                mark.cursor, mark.format = found, look
                marks.append(mark)
                found = self.document().find(word, found)
        self.setExtraSelections(marks)

    def _block_of(self, paragraph: Paragraph) -> QTextBlock | None:
        """Return where a paragraph begins: the first block below its heading with its text."""
        start = paragraph.start[:_LETTERS]
        headings = self._page.headings if self._page is not None else ()
        heading = next((each.title for each in headings if each.anchor == paragraph.anchor), "")
        below = not heading
        for block in self._blocks():
            text = " ".join(block.text().split())
            is_heading = block.blockFormat().headingLevel() > 0
            below = below or (is_heading and text == heading)
            if below and text.startswith(start) and (not paragraph.is_heading or is_heading):
                return block
        return None

    def _scroll_to(self, block: QTextBlock | None) -> None:
        if block is not None:
            place = self.document().documentLayout().blockBoundingRect(block).top()
            self.verticalScrollBar().setValue(round(place) - _MARGIN)


def _pieces(block: QTextBlock) -> Iterator[tuple[int, int, QTextCharFormat]]:
    """Yield the pieces of a block that have one format each: place, length, format."""
    pieces = block.begin()
    while not pieces.atEnd():
        piece = pieces.fragment()
        if piece.isValid():
            yield piece.position(), piece.length(), piece.charFormat()
        pieces += 1
