"""What the long run of the window calls a fault."""

from __future__ import annotations

from dataclasses import replace

from tests.benchmarks.views_load import Counts
from tests.benchmarks.views_window import Taken
from tests.tools.soak_window import Memory, growth_bytes

GOOD = Taken((5, 7), (5, 7), 0, 12, 12, 20, 15, 5, 0)
SENT = Counts((5, 7), 20)


def test_what_was_all_counted_and_told_is_no_fault() -> None:
    assert GOOD.faults(SENT) == []


def test_a_message_that_was_not_counted_is_a_fault() -> None:
    assert GOOD.faults(Counts((5, 8), 20)) == [
        "+1 of 13 messages were not counted",
        "the newest message of a topic is not the last that was sent",
    ]


def test_messages_that_make_up_for_each_other_are_a_fault() -> None:
    assert GOOD.faults(Counts((6, 6), 20))


def test_a_sample_that_is_in_no_plot_is_a_fault() -> None:
    assert replace(GOOD, plotted=11).faults(SENT) == ["+1 of 12 samples are not in the plots"]


def test_a_picture_that_no_counter_tells_of_is_a_fault() -> None:
    assert replace(GOOD, passed=4).faults(SENT) == ["+1 of 20 pictures were neither painted nor counted as passed over"]
    assert replace(GOOD, painted=16).faults(SENT)


def test_a_picture_that_was_not_counted_is_a_fault() -> None:
    assert "+1 of 21 pictures were not counted" in GOOD.faults(Counts((5, 7), 21))


def test_a_picture_under_another_number_is_a_fault() -> None:
    assert replace(GOOD, misnumbered=1).faults(SENT)


def test_memory_is_compared_after_the_first_tenth_and_without_samples() -> None:
    memory = [Memory(100, 0), Memory(300, 10), *(Memory(310 + n, 10 + n) for n in range(17)), Memory(500, 50)]

    # from 300 (310 - 10) to 450, though it was only 100 at the very first
    assert growth_bytes(memory) == 150


def test_memory_that_was_given_back_did_grow() -> None:
    memory = [Memory(100, 0)] * 10 + [Memory(180, 0)] + [Memory(100, 0)] * 9

    assert growth_bytes(memory) == 80
