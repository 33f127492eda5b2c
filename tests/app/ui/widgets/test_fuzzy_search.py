from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ui.widgets.fuzzy_search import FuzzyIndex

TEXTS = ["Connect", "Disconnect…", "/a/rover/camera/image", "/a/rover/imu", "/a/scan", "Theme: dark"]
TEXTS += ["rover::chassis", "rover::left_hinge"]


def found(query: str, texts: list[str] = TEXTS, limit: int = 10) -> list[str]:
    return [texts[index] for index in FuzzyIndex(texts).search(query, limit)]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("conn", "Connect"),
        ("disc", "Disconnect…"),
        ("imu", "/a/rover/imu"),
        ("rovim", "/a/rover/imu"),
        ("camera rover", "/a/rover/camera/image"),
        ("DARK", "Theme: dark"),
        ("thd", "Theme: dark"),
        ("hinge", "rover::left_hinge"),
        ("rovchas", "rover::chassis"),
        ("rover::c", "rover::chassis"),
    ],
)
def test_what_is_meant_comes_first(query: str, first: str) -> None:
    assert found(query)[0] == first


def test_the_beginning_of_a_word_is_better_than_its_middle() -> None:
    assert found("can", ["/scan", "/candle"]) == ["/candle", "/scan"]


def test_letters_in_another_order_are_not_found() -> None:
    assert found("umi") == []


def test_without_a_query_the_first_are_shown() -> None:
    assert found("  ", limit=2) == TEXTS[:2]


def test_no_more_than_asked_for_are_found() -> None:
    assert len(found("a", limit=3)) == 3


def test_there_may_be_nothing_to_search() -> None:
    assert FuzzyIndex([]).search("a", 5) == []


def test_signs_of_patterns_mean_themselves() -> None:
    assert found(".*", ["abc", "a.*b", ".x*"]) == ["a.*b", ".x*"]
    assert found("^]", ["a^]", "b"]) == ["a^]"]


@given(st.lists(st.text(max_size=12), max_size=6), st.text(max_size=4))
def test_it_finds_exactly_what_has_the_letters_in_order(texts: list[str], query: str) -> None:
    def has(text: str, word: str) -> bool:
        rest = iter(text.casefold().replace("\n", " "))
        return all(letter in rest for letter in word)

    expected = {index for index, text in enumerate(texts) if all(has(text, w) for w in query.casefold().split())}

    assert set(FuzzyIndex(texts).search(query, 10)) == expected


def test_ten_thousand_topics_are_searched_between_two_keys() -> None:
    haystack = FuzzyIndex(
        f"/gazebo/default/robot_{number}/sensor/image_{number % 7} ImageStamped" for number in range(10_000)
    )
    best = 10.0
    for _ in range(3):
        began = time.thread_time()
        haystack.search("rb77img", 60)
        best = min(best, time.thread_time() - began)

    assert best < 0.1
