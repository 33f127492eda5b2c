from __future__ import annotations

from app.model.steady_link import FIGURE_S, GOOD_AFTER_S, SLOW_AFTER_S, ShownLink, SteadyLink

GOOD, SLOW, POOR, LOST = range(4)


def levels(*spans: tuple[int, float], link: SteadyLink | None = None) -> list[int]:
    """The levels that are shown, one after another, of a link that has each level for some seconds."""
    link, now = link or SteadyLink(), 100.0
    shown: list[int] = []
    for level, seconds in spans:
        for _ in range(round(seconds * 20)):
            found = link.step(level, None, now).level
            shown += [found] if not shown or found != shown[-1] else []
            now += 0.05
    return shown


def test_the_first_that_is_known_is_shown() -> None:
    assert levels((SLOW, 0.1)) == [SLOW]
    assert levels((GOOD, 0.1)) == [GOOD]


def test_a_link_that_is_slow_for_a_moment_stays_good() -> None:
    assert levels((GOOD, 1.0), (SLOW, 1.0), (GOOD, 5.0), (SLOW, 1.0), (GOOD, 5.0)) == [GOOD]


def test_one_that_stays_slow_is_called_so_and_good_only_after_longer() -> None:
    assert levels((GOOD, 1.0), (SLOW, SLOW_AFTER_S + 0.2)) == [GOOD, SLOW]
    assert levels((SLOW, 1.0), (GOOD, GOOD_AFTER_S - 0.2)) == [SLOW]
    assert levels((SLOW, 1.0), (GOOD, GOOD_AFTER_S + 0.2)) == [SLOW, GOOD]


def test_one_that_is_good_and_slow_by_turns_changes_its_word_once() -> None:
    turns = ((SLOW, 1.0), (GOOD, 0.8)) * 30
    assert levels((GOOD, 1.0), *turns) == [GOOD, SLOW]
    seldom = ((SLOW, 0.1), (GOOD, 0.8)) * 30
    assert levels((GOOD, 1.0), *seldom) == [GOOD]


def test_what_is_urgent_is_shown_at_once_and_so_is_its_end() -> None:
    assert levels((GOOD, 1.0), (POOR, 0.1), (GOOD, 0.1), (LOST, 0.1), (SLOW, 0.1)) == [GOOD, POOR, GOOD, LOST, SLOW]


def test_a_long_pause_between_two_looks_counts_as_the_level_after_it() -> None:
    link = SteadyLink()
    link.step(SLOW, None, 10.0)
    assert link.step(GOOD, None, 60.0).level == GOOD
    # a clock that went back changes nothing
    assert link.step(SLOW, None, 5.0).level == GOOD


def test_figures_change_once_a_second_or_with_the_word() -> None:
    link = SteadyLink()
    assert link.step(GOOD, 0.010, 10.0) == ShownLink(GOOD, 0.010)
    assert link.step(GOOD, 0.020, 10.5) == ShownLink(GOOD, 0.010)
    assert link.step(GOOD, 0.030, 10.0 + FIGURE_S) == ShownLink(GOOD, 0.030)
    assert link.step(POOR, 0.400, 11.1) == ShownLink(POOR, 0.400)
    assert link.step(POOR, None, 11.2) == ShownLink(POOR, None)
    assert link.step(POOR, 0.5, 11.3) == ShownLink(POOR, 0.5)
