from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.program.guide import BOOKS, MAX_HITS, Guide, address_of, installed_guide, plain, read_book
from app.resources import resource
from tests.tools.tracked_files import ROOT

_PICTURE = re.compile(r"!\[[^\]]*\]\(([^)\s]+)\)")

_BOOK = """\
# The book

Before all chapters, with a [link](other.md#there), and one to [nowhere](development.md).

## One

Text over
two lines with `code` and **bold**.

- first item
  goes on
- second item

### Inner

| Key | What it does |
|---|---|
| `Ctrl+F` | find `a | b` |
| | nothing |

## One

    # no heading
    teledeck echo

```
## none either
```
"""


@pytest.fixture(scope="module")
def guide() -> Guide:
    return installed_guide()


@pytest.fixture(scope="module")
def chinese() -> Guide:
    return installed_guide("zh_CN")


def test_a_document_is_split_at_its_title_and_chapters() -> None:
    pages = read_book("book", _BOOK)

    assert [page.title for page in pages] == ["The book", "One", "One"]
    assert [page.address for page in pages] == ["book#the-book", "book#one", "book#one-1"]
    assert [page.opens_book for page in pages] == [True, False, False]
    assert [heading.anchor for heading in pages[1].headings] == ["one", "inner"]


def test_headings_items_rows_and_code_are_found_each_for_itself() -> None:
    pages = read_book("book", _BOOK)

    assert [paragraph.text for paragraph in pages[1].paragraphs] == [
        "One",
        "Text over two lines with code and bold.",
        "first item goes on",
        "second item",
        "Inner",
        "Key What it does",
        "Ctrl+F find a | b".replace("a | b", "`a b`"),
        "nothing",
    ]
    assert pages[1].paragraphs[-1].start == "nothing"
    assert pages[1].paragraphs[-1].anchor == "inner"
    assert [paragraph.text for paragraph in pages[2].paragraphs][1:] == [
        "# no heading teledeck echo",
        "## none either",
    ]


def test_links_to_what_is_not_in_the_guide_are_plain_text() -> None:
    page = read_book("user-guide", "# A\n\n[x](safety.md#the-rules) [y](development.md) [z](https://a.b/c)\n")[0]

    assert page.markdown == "# A\n\n[x](safety.md#the-rules) y [z](https://a.b/c)\n"


@pytest.mark.parametrize(
    ("book", "link", "address"),
    [
        ("user-guide", "#driving", "user-guide#driving"),
        ("user-guide", "safety.md", "safety"),
        ("protocols/nrp", "../safety.md#engines", "safety#engines"),
        ("user-guide", "protocols/nrp.md", "protocols/nrp"),
    ],
)
def test_a_link_means_a_place_as_seen_from_its_document(book: str, link: str, address: str) -> None:
    assert address_of(book, link) == address


def test_marks_are_taken_out_of_a_text_but_not_out_of_code() -> None:
    assert plain("see [**the** rules](a.md), `+ - * /`\n  and *that*") == "see the rules, + - * / and that"


def test_all_documents_are_bundled_and_open_with_the_user_guide(guide: Guide) -> None:
    assert list(dict.fromkeys(page.book for page in guide.pages)) == list(BOOKS)
    assert guide.pages[0].book == "user-guide"
    assert guide.pages[0].opens_book


def test_every_link_of_the_guide_leads_somewhere(guide: Guide) -> None:
    links = [
        (page, link)
        for page in guide.pages
        for link in re.findall(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)", page.markdown)
        if "://" not in link
    ]

    assert len(links) > 20
    assert [(page.address, link) for page, link in links if guide.follow(page, link) is None] == []


def test_every_picture_of_the_guide_is_bundled(guide: Guide) -> None:
    pictures = [(page, name) for page in guide.pages for name in re.findall(r"!\[[^\]]*\]\(([^)\s]+)\)", page.markdown)]

    assert len(pictures) > 1
    assert all(resource("guide", address_of(page.book, name)).is_file() for page, name in pictures)
    tracked = {path.name for path in resource("guide", "images").iterdir()}
    assert tracked == {Path(name).name for _, name in pictures}


def test_what_is_bundled_is_the_document_of_the_sources() -> None:
    docs = Path(__file__).parents[3] / "docs"

    for book in (*BOOKS, "zh_CN/user-guide", "zh_CN/safety", "zh_CN/profiles"):
        assert resource("guide", f"{book}.md").resolve() == (docs / f"{book}.md").resolve()


def test_a_search_wants_all_words_and_begins_with_headings_of_the_user_guide(guide: Guide) -> None:
    hits = guide.search("TOP view")

    assert hits[0].paragraph.is_heading
    assert hits[0].page.address == "user-guide#top-view"
    assert all({"top", "view"} <= set(re.findall("top|view", hit.paragraph.text.casefold())) for hit in hits)
    assert guide.search("  ") == ()
    assert guide.search("no-such-word-anywhere") == ()
    assert len(guide.search("a")) == MAX_HITS


def test_a_document_that_is_missing_is_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "safety.md").write_text("# Safety\n")
    monkeypatch.setattr("app.program.guide.resource", lambda _folder, name: tmp_path / name)

    assert [page.address for page in installed_guide().pages] == ["safety#safety"]


class TestTranslation:
    @pytest.fixture
    def translated(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Guide:
        (tmp_path / "zh_CN").mkdir()
        (tmp_path / "user-guide.md").write_text("# User guide\n\n## Topics\n\n### Rates\n\n## Keys\n")
        (tmp_path / "safety.md").write_text("# Safety\n\n## The rules\n")
        text = "# 用户指南\n\n## 话题\n\n### 频率\n\n[安全](../safety.md#the-rules), [按键](#按键)\n\n## 按键\n"
        (tmp_path / "zh_CN" / "user-guide.md").write_text(text, encoding="utf-8")
        monkeypatch.setattr("app.program.guide.resource", lambda _folder, name: tmp_path / name)
        return installed_guide("zh_CN")

    def test_takes_the_place_of_its_document_and_others_stay_english(self, translated: Guide) -> None:
        assert [page.title for page in translated.pages] == ["用户指南", "话题", "按键", "Safety", "The rules"]

    def test_is_opened_by_the_english_addresses_too(self, translated: Guide) -> None:
        topics = translated.place("user-guide#话题")

        assert topics is not None
        assert translated.place("user-guide#topics") == topics
        rates = translated.place("user-guide#rates")
        assert rates is not None
        assert (rates.page.title, rates.anchor) == ("话题", "频率")

    def test_leads_to_its_own_headings_and_to_documents_that_are_english(self, translated: Guide) -> None:
        page = translated.pages[1]
        links = re.findall(r"\]\(([^)\s]+)\)", page.markdown)

        places = [translated.follow(page, link) for link in links]
        assert [place.page.title for place in places if place is not None] == ["The rules", "按键"]

    def test_may_have_fewer_headings_while_it_is_behind(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        (tmp_path / "zh_CN").mkdir()
        (tmp_path / "user-guide.md").write_text("# User guide\n\n## Topics\n\n## Keys\n")
        (tmp_path / "zh_CN" / "user-guide.md").write_text("# 用户指南\n\n## 话题\n", encoding="utf-8")
        monkeypatch.setattr("app.program.guide.resource", lambda _folder, name: tmp_path / name)

        guide = installed_guide("zh_CN")

        assert guide.place("user-guide#topics") == guide.place("user-guide#话题")
        assert guide.place("user-guide#keys") is None


class TestInChinese:
    @pytest.mark.parametrize("book", ["user-guide", "safety", "profiles"])
    def test_documents_have_the_headings_tables_and_code_of_the_english_ones(self, book: str) -> None:
        english, chinese = (resource("guide", *folder, f"{book}.md").read_text("utf-8") for folder in ((), ("zh_CN",)))

        for pattern in (r"(?m)^#+ ", r"(?m)^\|", r"(?m)^```", r"!?\[[^\]]*\]\("):
            assert len(re.findall(pattern, chinese)) == len(re.findall(pattern, english)), pattern
        assert re.findall(r"(?m)^(#+) ", chinese) == re.findall(r"(?m)^(#+) ", english)

    def test_every_link_leads_somewhere_and_every_picture_is_there(self, chinese: Guide) -> None:
        links = [
            (page, mark, link)
            for page in chinese.pages
            for mark, link in re.findall(r"(!?)\[[^\]]*\]\(([^)\s]+)\)", page.markdown)
            if "://" not in link
        ]

        assert [link for page, mark, link in links if not mark and chinese.follow(page, link) is None] == []
        pictures = [address_of(page.book, link) for page, mark, link in links if mark]
        assert all(resource("guide", picture).is_file() for picture in pictures)

    @pytest.mark.parametrize(
        ("english", "chinese"),
        [
            ("README.md", "README.zh-CN.md"),
            *((f"docs/{name}.md", f"docs/zh_CN/{name}.md") for name in ("user-guide", "safety", "profiles")),
        ],
    )
    def test_every_picture_of_an_english_page_has_one_with_chinese_words(self, english: str, chinese: str) -> None:
        shown, translated = (_PICTURE.findall((ROOT / page).read_text(encoding="utf-8")) for page in (english, chinese))

        assert [Path(name).name for name in translated] == [Path(name).name for name in shown]
        for name in translated:
            file = (ROOT / chinese).parent / name
            assert file.resolve() == ROOT / "docs" / "zh_CN" / "images" / file.name
            assert file.is_file()

    def test_what_the_program_opens_is_there(self, guide: Guide, chinese: Guide) -> None:
        addresses = [f"{page.book}#{heading.anchor}" for page in guide.pages for heading in page.headings]

        assert len(addresses) > 100
        assert [address for address in addresses if chinese.place(address) is None] == []
        safety = chinese.place("safety#the-rules")
        assert safety is not None
        assert safety.page.title != "The rules"


def test_lines_of_chinese_follow_each_other_without_a_blank() -> None:
    text = (
        "## 布局",
        "布局说明有哪些",
        "视图、前九个有",
        "`Ctrl+1`。",
        "**保存**。",
        "  其间",
        "- 一",
        "- 二。",
        "Teledeck",
    )
    code = ("```", "一。", "二", "```")
    page = read_book("user-guide", "\n".join((*text, *code)))[0]

    assert page.markdown.splitlines() == [
        *("## 布局", "布局说明有哪些视图、前九个有", "`Ctrl+1`。**保存**。其间", "- 一", "- 二。Teledeck"),
        *code,
    ]
