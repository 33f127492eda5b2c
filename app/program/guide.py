"""The user guide and what it leads to, from the documents of the sources: pages, what links mean, and a search."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.resources import resource

# the documents that people who watch and drive robots need, by name, in the order of the contents
BOOKS: Final = (
    "user-guide",
    "profiles",
    "safety",
    "analysis",
    "demo",
    "protocols/gazebo",
    "protocols/ros1",
    "protocols/galileo",
    "protocols/nrp",
)

# several times the longest one
_MAX_BYTES: Final = 1024 * 1024
# more hits are read by nobody
MAX_HITS: Final = 200

_HEADING: Final = re.compile(r"(#{1,6}) +(.*?) *#*")
_PAGE_LEVEL: Final = 2
_RULE_OF_TABLE: Final = re.compile(r"\|[-:| ]+\|?")
_ITEM: Final = re.compile(r" *(?:[-*]|\d+[.)]) +")
# an end of a line and the next one: behind punctuation of full width, and between letters of Chinese
_NO_BLANK: Final = re.compile(
    r"[\u3001-\u301f\uff01-\uff1f]\n *(?:[^\W\d_]|[\uff08“\[]|\*\*|`(?!``))|[\u4e00-\u9fff”]\n *[\u4e00-\u9fff\uff08“]"
)
_MARKS: Final = re.compile(r"`([^`]*)`|\*+")
# a picture, whose words are not shown, or a link
_TARGET: Final = re.compile(r"!\[[^\]]*\]\([^)]*\)|\[([^\]]*)\]\([^)]*\)")
_LINK: Final = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading within a page, with the number of `#` before it and the name by which links mean it."""

    level: int
    title: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Unit of the search: a heading, a paragraph, an item of a list, a row of a table, or a block of code.

    Attributes:
        anchor: of the heading above it.
        start: its text as far as it is in one piece: that of the first cell that is not empty, or the first line.
        text: all of its text, without marks.
    """

    anchor: str
    start: str
    text: str
    is_heading: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A chapter of a document, or what stands before its first chapter.

    Attributes:
        book: the name of the document, with its folder.
        headings: its own first, then those within it.
        markdown: its text; links to documents that are not here are plain text.
    """

    book: str
    headings: tuple[Heading, ...]
    markdown: str
    paragraphs: tuple[Paragraph, ...]

    @property
    def title(self) -> str:
        """The text of its heading."""
        return self.headings[0].title

    @property
    def address(self) -> str:
        """The document, `#`, and the name of its heading."""
        return f"{self.book}#{self.headings[0].anchor}"

    @property
    def opens_book(self) -> bool:
        """Whether it is the first of its document."""
        return self.headings[0].level < _PAGE_LEVEL


@dataclass(frozen=True, slots=True)
class Place:
    """A heading of a page; without a heading the beginning of the page."""

    page: Page
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """A paragraph in which all words of a search are."""

    page: Page
    paragraph: Paragraph


class Guide:
    """All pages, in the order of the contents.

    `aliases` are what headings are called beside their own addresses: those of a translated document have their
    English ones too, by which the program knows them.
    """

    def __init__(self, pages: Sequence[Page], aliases: Mapping[str, str] | None = None) -> None:
        self.pages = tuple(pages)
        self._by_address = {
            f"{page.book}#{heading.anchor}": Place(page, heading.anchor if number else "")
            for page in self.pages
            for number, heading in enumerate(page.headings)
        }
        for alias, address in (aliases or {}).items():
            self._by_address.setdefault(alias, self._by_address[address])
        for page in self.pages:
            self._by_address.setdefault(page.book, Place(page))

    def place(self, address: str) -> Place | None:
        """The place with an address: a document, or a heading of it behind `#`; None if there is no such place."""
        return self._by_address.get(address)

    def follow(self, page: Page, link: str) -> Place | None:
        """The place that a link on a page leads to; None if that is no page of the guide."""
        return self.place(address_of(page.book, link))

    def search(self, text: str) -> tuple[Hit, ...]:
        """The paragraphs with all words of a text: of the user guide, headings, and whole words first."""
        words = text.casefold().split()
        if not words:
            return ()
        found = [
            Hit(page, paragraph)
            for page in self.pages
            for paragraph in page.paragraphs
            if all(word in paragraph.text.casefold() for word in words)
        ]
        begun = [re.compile(rf"\b{re.escape(word)}") for word in words]

        def rank(hit: Hit) -> tuple[bool, bool, bool]:
            text = hit.paragraph.text.casefold()
            return hit.page.book != BOOKS[0], not hit.paragraph.is_heading, not all(word.search(text) for word in begun)

        return tuple(sorted(found, key=rank)[:MAX_HITS])


def installed_guide(language: str = "") -> Guide:
    """The guide of this program; documents that can't be read are left out.

    Those that are there in the language (`zh_CN`) are in it. Headings of a translation stand in the order of the
    English ones.
    """
    pages: list[Page] = []
    aliases: dict[str, str] = {}
    for book in BOOKS:
        english = _read(book)
        # a translation lies one folder deeper, and its links begin there
        translated = _read(f"{language}/{book}").replace("](../", "](") if language else ""
        own = read_book(book, translated or english)
        pages += own
        if translated:
            aliases |= zip(_addresses(read_book(book, english)), _addresses(own), strict=False)
    return Guide(pages, aliases)


def _read(book: str) -> str:
    """The text of a document; empty if it can't be read."""
    try:
        with resource("guide", f"{book}.md").open("rb") as file:
            return file.read(_MAX_BYTES).decode(errors="replace")
    except OSError:
        return ""


def _addresses(pages: Sequence[Page]) -> list[str]:
    return [f"{page.book}#{heading.anchor}" for page in pages for heading in page.headings]


def address_of(book: str, link: str) -> str:
    """The address that a link in a document means."""
    path, mark, anchor = link.partition("#")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(book), path)) if path else book
    return f"{path.removesuffix('.md')}{mark}{anchor}"


def read_book(book: str, text: str) -> list[Page]:
    """Split a document into pages: at its title and at the headings below that."""
    pages: list[Page] = []
    lines: list[str] = []
    taken: dict[str, int] = {}
    headings: list[Heading] = []
    fenced = False
    for line in [*text.splitlines(), None]:
        fenced ^= line is not None and line.startswith("```")
        found = _HEADING.fullmatch(line) if line is not None and not fenced else None
        if line is None or (found is not None and len(found[1]) <= _PAGE_LEVEL):
            if headings:
                pages.append(_page(book, headings, _flowing(lines)))
            headings, lines = [], []
        if found is not None:
            headings.append(Heading(len(found[1]), plain(found[2]), _anchor(found[2], taken)))
        if line is not None and headings:
            lines.append(line)
    return pages


def plain(text: str) -> str:
    """A text of Markdown without its marks, with single blanks."""
    return " ".join(_MARKS.sub(lambda found: found[1] or "", _TARGET.sub(lambda found: found[1] or "", text)).split())


def _anchor(title: str, taken: dict[str, int]) -> str:
    """The name of a heading, as GitHub makes it; a second one of that name in a document gets a number."""
    name = re.sub(r"[^\w\- ]", "", plain(title).lower()).replace(" ", "-")
    number = taken.get(name, 0)
    taken[name] = number + 1
    return f"{name}-{number}" if number else name


def _flowing(lines: Sequence[str]) -> list[str]:
    """Return lines, with those put together between which Markdown would have a blank, and Chinese has none."""
    flowing: list[str] = []
    is_fenced = False
    for line in lines:
        is_fence = line.startswith("```")
        is_fenced ^= is_fence
        before = flowing[-1] if flowing and not is_fenced and not is_fence else ""
        if before and not before.startswith("#") and _NO_BLANK.match(f"{before[-1]}\n{line}"):
            flowing[-1] += line.lstrip()
        else:
            flowing.append(line)
    return flowing


def _page(book: str, headings: Sequence[Heading], lines: Sequence[str]) -> Page:
    def linked(found: re.Match[str]) -> str:
        path = address_of(book, found[2]).partition("#")[0]
        return found[0] if path in BOOKS or "://" in found[2] else found[1]

    markdown = _LINK.sub(linked, "\n".join(lines).strip() + "\n")
    return Page(book, tuple(headings), markdown, tuple(_paragraphs(headings, lines)))


def _paragraphs(headings: Sequence[Heading], lines: Sequence[str]) -> Iterator[Paragraph]:
    left = list(headings)
    anchor = ""
    for kind, text in _blocks(lines):
        if kind == "heading":
            heading = left.pop(0)
            anchor = heading.anchor
            yield Paragraph(anchor, heading.title, heading.title, is_heading=True)
        elif kind == "row":
            cells = [plain(cell) for cell in re.split(r"(?<!\\)\|", text.strip().strip("|"))]
            yield Paragraph(anchor, next(filter(None, cells), ""), " ".join(filter(None, cells)))
        elif kind == "code":
            first = next(filter(None, map(str.strip, text.splitlines())), "")
            if first:
                yield Paragraph(anchor, " ".join(first.split()), " ".join(text.split()))
        elif plain(text):
            yield Paragraph(anchor, plain(text), plain(text))


def _blocks(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each block of Markdown and its kind: heading, row, code, or text."""
    kind, block = "", list[str]()
    fenced = False
    for line in [*lines, ""]:
        fence = line.startswith("```")
        fenced ^= fence
        is_item = _ITEM.match(line) is not None
        if fenced or fence:
            now = "code"
        elif not line.strip():
            now = kind if kind == "code" else ""
        elif _HEADING.fullmatch(line):
            now = "heading"
        elif line.startswith("|"):
            now = "row"
        elif line.startswith("    ") and kind in {"", "code"}:
            now = "code"
        else:
            now = "text"
        begins = fence if "code" in {now, kind} else is_item or kind in {"heading", "row"}
        if block and (now != kind or begins):
            yield kind, "\n".join(block)
            block = []
        kind = now
        if now and not fence and not (now == "row" and _RULE_OF_TABLE.fullmatch(line.strip())):
            block.append(_ITEM.sub("", line, count=1) if is_item and now == "text" else line)
    if block:
        yield kind, "\n".join(block)
