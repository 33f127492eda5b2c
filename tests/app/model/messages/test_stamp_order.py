from __future__ import annotations

from app.model.messages.stamps import StampOrder


def _taken(*messages: tuple[float, float]) -> list[float]:
    """Of messages by stamp and time of receipt, the stamps of those that are taken."""
    order = StampOrder()
    taken = [stamp_s for stamp_s, received_s in messages if order.accepts(stamp_s, received_s)]
    assert order.late == len(messages) - len(taken)
    return taken


def test_what_is_in_order_or_a_little_late_is_taken() -> None:
    assert _taken((1.0, 0.0), (2.0, 0.1), (1.95, 0.2), (2.0, 0.3)) == [1.0, 2.0, 1.95, 2.0]


def test_late_ones_are_left_out_however_many_there_are_as_long_as_others_are_not() -> None:
    messages = [((10.0 + n / 100) - (0.25 if n % 2 else 0.0), n / 100) for n in range(100)]

    assert _taken(*messages) == [10.0 + n / 100 for n in range(0, 100, 2)]


def test_the_third_in_a_row_is_of_a_clock_that_was_set_back() -> None:
    assert _taken((100.0, 0.0), (1.0, 0.1), (1.1, 0.2), (1.2, 0.3), (1.3, 0.4)) == [100.0, 1.2, 1.3]


def test_of_a_slow_topic_the_second_is_if_it_comes_a_second_later() -> None:
    assert _taken((100.0, 0.0), (1.0, 5.0), (6.0, 10.0)) == [100.0, 6.0]


def test_a_stamp_far_ahead_holds_up_two_messages() -> None:
    assert _taken((1.0, 0.0), (9e9, 0.1), (1.2, 0.2), (1.3, 0.3), (1.4, 0.4)) == [1.0, 9e9, 1.4]
