from __future__ import annotations

import itertools

import pytest

from app.model.timeseries.states import FALSE_WORD, TRUE_WORD
from app.ui.base.theme import DARK, LIGHT, Theme
from app.ui.time_axis.states.colors import WordColors, ink_of
from app.ui.time_axis.states.state import MAX_WORDS
from tests.tools.contrast import contrast

WORDS = [f"word {number}" for number in range(14)]


@pytest.mark.parametrize("theme", [DARK, LIGHT])
@pytest.mark.parametrize("old", [False, True])
def test_every_word_can_be_read_in_its_block(theme: Theme, *, old: bool) -> None:
    inks = [ink_of(theme, number, old=old) for number in range(16)]

    assert min(contrast(ink.fill.name(), ink.text.name()) for ink in inks) >= 4.5


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_the_first_words_have_colors_that_differ_and_stand_out(theme: Theme) -> None:
    colors = WordColors()
    fills = [colors.ink(theme, word).fill for word in [TRUE_WORD, FALSE_WORD, *WORDS[:4]]]
    names = [fill.name() for fill in fills]

    assert len(set(names)) == len(names)
    for one, other in itertools.combinations(fills, 2):
        apart = zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)  # type: ignore[index] # it is a tuple
        assert sum(abs(a - b) for a, b in apart) >= 70


def test_a_word_keeps_its_color_whatever_comes_after() -> None:
    colors = WordColors()
    before = [colors.number(word) for word in WORDS]

    assert [colors.number(word) for word in reversed(WORDS)] == list(reversed(before))
    assert [WordColors(colors.words).number(word) for word in WORDS] == before


def test_truth_has_colors_of_its_own_whenever_it_comes() -> None:
    early, late = WordColors([TRUE_WORD, FALSE_WORD]), WordColors(WORDS)

    assert early.number(TRUE_WORD) == late.number(TRUE_WORD)
    assert early.number(FALSE_WORD) == late.number(FALSE_WORD)
    assert late.number(FALSE_WORD) not in {late.number(word) for word in WORDS}
    assert early.words == ()


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_levels_have_the_colors_of_their_meaning_in_any_order_and_case(theme: Theme) -> None:
    early, late = WordColors(["ERROR", "OK"]), WordColors([*WORDS, "ok", "Warn", "error", "Stale"])
    levels = ["OK", "WARN", "ERROR", "STALE"]
    fills = [early.ink(theme, word).fill for word in levels]

    assert [late.ink(theme, word.lower()).fill for word in levels] == fills
    hues = [fill.hsvHue() for fill in fills[:3]]
    assert 100 <= hues[0] <= 180
    assert hues[2] < hues[1] < hues[0]
    assert early.words == ()


def test_words_beyond_all_colors_are_not_remembered() -> None:
    colors = WordColors(str(number) for number in range(500))

    assert len(colors.words) == MAX_WORDS
    assert colors.ink(DARK, None).fill == colors.ink(DARK, FALSE_WORD).fill
