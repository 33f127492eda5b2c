"""Help > Guide: the contents or what a search has found, beside the page that is read."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QCloseEvent, QDesktopServices, QIcon, QKeyEvent, QKeySequence, QMouseEvent, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.program.guide import Guide, Hit, Page, Place, installed_guide
from app.ui.base import dialogs
from app.ui.base.language import language_of
from app.ui.base.preferences import Preferences
from app.ui.base.tab_order import OrderedDialog
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.help.guide_text import GuideText
from app.ui.help.help_pages import FIRST_PAGE
from app.ui.widgets.labels import name_widget
from app.ui.widgets.pages import EmptyState, PageStack
from app.ui.widgets.splitters import KeySplitter
from app.ui.widgets.text_fields import FilterField
from app.wording.ui.help import GuideWording
from app.wording.ui.widgets import WidgetsWording

_GEOMETRY: Final = "guide"
_SIZE: Final = QSize(1000, 700)
_LEAST: Final = QSize(520, 320)
_CONTENTS_WIDTH: Final = 260
# characters of a hit, and of it before the first word
_EXCERPT: Final = 160
_BEFORE: Final = 12
_INDENT: Final = 10
_ADDRESS: Final = int(Qt.ItemDataRole.UserRole)

_STEPS: Final = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Return: 1, Qt.Key.Key_Enter: 1}


class GuideDialog(OrderedDialog):
    """The guide. It stands beside the window, which goes on; `open_at` shows a page of it.

    Attributes:
        hits: what the search has found; empty without one.
    """

    def __init__(
        self, themes: Themes, preferences: Preferences, parent: QWidget | None = None, guide: Guide | None = None
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._preferences = preferences
        self._guide = guide or installed_guide(language_of(preferences.values.language).value)
        self.hits: tuple[Hit, ...] = ()
        # whether the page that is shown is a stop of a search
        self._by_search = False
        # pages that were left, and how far they were scrolled
        self._before: list[tuple[Page, int]] = []
        self._after: list[tuple[Page, int]] = []
        self.setWindowTitle(say(GuideWording.TITLE()))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.setMinimumSize(_LEAST)
        self.back = self._button(GuideWording.BACK, "Alt+Left")
        self.forward = self._button(GuideWording.FORWARD, "Alt+Right")
        self.first = self._button(GuideWording.FIRST_PAGE, "Alt+Home")
        self.previous_hit = self._button(GuideWording.PREVIOUS_HIT, "Shift+F3")
        self.next_hit = self._button(GuideWording.NEXT_HIT, "F3")
        self.search = FilterField(themes, say(GuideWording.SEARCH()))
        self.count = QLabel()
        self.count.setProperty("muted", True)
        self.contents = self._make_contents()
        self.found = _tree(GuideWording.HITS)
        self.found.setRootIsDecorated(False)
        self.found.setIndentation(_INDENT)
        self.found.setVerticalScrollMode(QTreeWidget.ScrollMode.ScrollPerPixel)
        self._rows: list[QTreeWidgetItem] = []
        self.nothing = EmptyState(themes, "search", say(GuideWording.NO_HIT()), say(GuideWording.NO_HIT_TIP()))
        self.text = GuideText(themes)
        self._side = PageStack()
        for shown in (self.contents, self.found, self.nothing):
            self._side.addWidget(shown)
        self._lay_out()
        self._connect()
        themes.changed.connect(self._draw)
        self._draw()
        self._show_moves()
        self.resize(_SIZE)
        geometry = preferences.widget_state(_GEOMETRY)
        if not geometry.isEmpty():
            self.restoreGeometry(geometry)

    @property
    def address(self) -> str:
        """The page that is shown."""
        return self.text.page.address if self.text.page is not None else ""

    def open_at(self, address: str) -> None:
        """Show a page, or the first one if there is no such page; a search is over."""
        self.search.clear()
        place = self._guide.place(address) or self._guide.place(FIRST_PAGE)
        if place is None:
            self.text.setPlainText(say(GuideWording.MISSING()))
            return
        self._go(place)

    def go_back(self) -> None:
        """Go back to the page before."""
        self._move(self._before, self._after)

    def go_forward(self) -> None:
        """Go forward again, after having gone back."""
        self._move(self._after, self._before)

    def show_hit(self, step: int) -> None:
        """Show the next place that was found, or with a step of -1 the one before; after the last comes the first."""
        if self._rows:
            row = self._row
            self.found.setCurrentItem(self._rows[(row + step) % len(self._rows) if row >= 0 else 0])

    @property
    def _row(self) -> int:
        """The number of the place that is shown; -1 if it is none of those that were found."""
        current = self.found.currentItem()
        return self._rows.index(current) if current in self._rows else -1

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End the search by Escape; from the search field go through what was found."""
        key = event.key()
        if key == Qt.Key.Key_Escape and self._side.currentWidget() is not self.contents:
            self.search.clear()
            self.text.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.search.hasFocus() and key in _STEPS:
            self.show_hit(_STEPS[Qt.Key(key)])
        elif key == Qt.Key.Key_Escape and self.search.hasFocus():
            # it has just cleared the field, or there was nothing in it
            self.text.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go back and forward by the buttons at the side of a mouse."""
        if event.button() == Qt.MouseButton.BackButton:
            self.go_back()
        elif event.button() == Qt.MouseButton.ForwardButton:
            self.go_forward()
        else:
            super().mousePressEvent(event)

    def done(self, result: int) -> None:
        """Close, and keep size and place."""
        self._preferences.set_widget_state(_GEOMETRY, self.saveGeometry())
        super().done(result)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep size and place."""
        self._preferences.set_widget_state(_GEOMETRY, self.saveGeometry())
        super().closeEvent(event)

    # internals

    def _button(self, name: GuideWording, key: str) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        text = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
        name_widget(button, say(name()))
        button.setToolTip(say(WidgetsWording.WITH_KEY(text=name(), key=text)))
        # the button itself may be disabled, while its key is none of the text's either
        QShortcut(QKeySequence(key), self, button.click)
        return button

    def _make_contents(self) -> QTreeWidget:
        tree = _tree(GuideWording.CONTENTS)
        above: QTreeWidgetItem | None = None
        for page in self._guide.pages:
            item = QTreeWidgetItem([page.title])
            item.setToolTip(0, page.title)
            item.setData(0, _ADDRESS, page.address)
            if page.opens_book:
                above = None if page is self._guide.pages[0] else item
                tree.addTopLevelItem(item)
            elif above is None:
                tree.addTopLevelItem(item)
            else:
                above.addChild(item)
            for heading in page.headings[1:]:
                inner = QTreeWidgetItem(item, [heading.title])
                inner.setToolTip(0, heading.title)
                inner.setData(0, _ADDRESS, f"{page.book}#{heading.anchor}")
        return tree

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(4)
        moves = (self.back, self.forward, self.first)
        for widget in (*moves, self.search, self.count, self.previous_hit, self.next_hit):
            row.addWidget(widget, 1 if widget is self.search else 0)
        split = KeySplitter()
        split.addWidget(self._side)
        split.addWidget(self.text)
        split.setStretchFactor(1, 1)
        split.setSizes([_CONTENTS_WIDTH, _SIZE.width() - _CONTENTS_WIDTH])
        layout = QVBoxLayout(self)
        layout.addLayout(row)
        layout.addWidget(split, 1)
        self.text.setFocus()

    def _connect(self) -> None:
        self.back.clicked.connect(self.go_back)
        self.forward.clicked.connect(self.go_forward)
        self.first.clicked.connect(lambda: self.open_at(FIRST_PAGE))
        self.next_hit.clicked.connect(lambda: self.show_hit(1))
        self.previous_hit.clicked.connect(lambda: self.show_hit(-1))
        self.search.textChanged.connect(self._search)
        self.contents.currentItemChanged.connect(self._choose)
        self.contents.itemClicked.connect(self._choose)
        self.found.currentItemChanged.connect(self._show_hit)
        self.found.itemClicked.connect(self._show_hit)
        self.text.followed.connect(self._follow)
        QShortcut(QKeySequence.StandardKey.Find, self, self._focus_search)

    def _focus_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _search(self, text: str) -> None:
        words = text.split()
        self.hits = self._guide.search(text)
        self.text.mark_words(words)
        self.found.blockSignals(True)
        self._fill(words)
        self.found.blockSignals(False)
        shown = self.contents if not words else self.found if self.hits else self.nothing
        self._side.setCurrentWidget(shown)
        self.show_hit(1)
        self._show_moves()

    def _fill(self, words: list[str]) -> None:
        """Fill in what was found, by page."""
        self.found.clear()
        self._rows = []
        pages: dict[str, QTreeWidgetItem] = {}
        for hit in self.hits:
            if hit.page.address not in pages:
                head = pages[hit.page.address] = QTreeWidgetItem(self.found, [hit.page.title])
                head.setFlags(Qt.ItemFlag.ItemIsEnabled)
                font = head.font(0)
                font.setBold(True)
                head.setFont(0, font)
            row = QTreeWidgetItem(pages[hit.page.address], [_excerpt(hit.paragraph.text, words)])
            row.setToolTip(0, _excerpt(hit.paragraph.text, words))
        self.found.expandAll()
        heads = map(self.found.topLevelItem, range(self.found.topLevelItemCount()))
        self._rows = [head.child(number) for head in heads if head is not None for number in range(head.childCount())]
        # in the order of the rows
        by_page: dict[str, list[Hit]] = {address: [] for address in pages}
        for hit in self.hits:
            by_page[hit.page.address].append(hit)
        self.hits = tuple(hit for found in by_page.values() for hit in found)

    def _show_hit(self) -> None:
        row = self._row
        if row >= 0:
            hit = self.hits[row]
            was_stop = self._by_search or hit.page is not self.text.page
            self._open(hit.page)
            self._by_search = was_stop
            self.text.go_to_paragraph(hit.paragraph)
        self._show_moves()

    def _choose(self, item: QTreeWidgetItem | None) -> None:
        place = self._guide.place(item.data(0, _ADDRESS)) if item is not None else None
        if place is not None:
            self._go(place)

    def _follow(self, link: str) -> None:
        place = self._guide.follow(self.text.page, link) if self.text.page is not None else None
        if place is not None:
            self._go(place)
        elif "://" in link:
            QDesktopServices.openUrl(QUrl(link))

    def _go(self, place: Place) -> None:
        self._open(place.page)
        self.text.go_to_heading(place.anchor)

    def _open(self, page: Page) -> None:
        """Show a page; what was shown can be gone back to, without the stops of a search on the way."""
        shown = self.text.page
        if shown is not None and shown is not page and not self._by_search:
            self._before.append((shown, self.text.verticalScrollBar().value()))
            self._after.clear()
        self._show(page)

    def _move(self, where: list[tuple[Page, int]], other: list[tuple[Page, int]]) -> None:
        shown = self.text.page
        if where and shown is not None:
            other.append((shown, self.text.verticalScrollBar().value()))
            page, scrolled = where.pop()
            self._show(page)
            self.text.verticalScrollBar().setValue(scrolled)

    def _show(self, page: Page) -> None:
        self._by_search = False
        self.text.show_page(page)
        self._select(page)
        self._show_moves()

    def _select(self, page: Page) -> None:
        """Select a page in the contents, unless one of its headings is."""
        current = self.contents.currentItem()
        chosen = self._guide.place(current.data(0, _ADDRESS)) if current is not None else None
        if chosen is not None and chosen.page is page:
            return
        self.contents.blockSignals(True)
        for item in self.contents.findItems(page.title, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive, 0):
            if item.data(0, _ADDRESS) == page.address:
                self.contents.setCurrentItem(item)
                self.contents.scrollToItem(item)
        self.contents.blockSignals(False)

    def _show_moves(self) -> None:
        self.back.setEnabled(bool(self._before))
        self.forward.setEnabled(bool(self._after))
        for shown in (self.count, self.next_hit, self.previous_hit):
            shown.setVisible(bool(self.hits))
        self.count.setText(say(GuideWording.ONE_HIT(number=self._row + 1, count=len(self.hits))))

    def _draw(self) -> None:
        buttons = (
            (self.back, "back"),
            (self.forward, "forward"),
            (self.first, "guide"),
            (self.previous_hit, "chevron-up"),
            (self.next_hit, "chevron-down"),
        )
        for button, icon in buttons:
            button.setIcon(self._icon(icon))

    def _icon(self, name: str) -> QIcon:
        return self._themes.icon(name)


def _tree(name: GuideWording) -> QTreeWidget:
    tree = QTreeWidget()
    tree.setHeaderHidden(True)
    tree.setAccessibleName(say(name()))
    return tree


def _excerpt(text: str, words: list[str]) -> str:
    """Return the part of a text in which the first of the words is."""
    place = min((at for word in words if (at := text.casefold().find(word.casefold())) >= 0), default=0)
    begin = text.rfind(" ", 0, max(place - _BEFORE, 0)) + 1 if place > _BEFORE else 0
    part = text[begin : begin + _EXCERPT]
    return f"{'…' if begin else ''}{part}{'…' if begin + _EXCERPT < len(text) else ''}"


def open_guide(themes: Themes, preferences: Preferences, parent: QWidget, address: str = FIRST_PAGE) -> GuideDialog:
    """Show the guide at a page, in the window that is open already if there is one."""
    shown = next((each for each in parent.findChildren(GuideDialog) if each.isVisible()), None)
    dialog = shown or dialogs.show_dialog(GuideDialog(themes, preferences, parent), "")
    dialog.open_at(address)
    dialog.activateWindow()
    return dialog
