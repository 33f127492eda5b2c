from __future__ import annotations

from typing_extensions import override

from app.model.timeseries.budget import MemoryUser, SeriesBudget


class _Kept(MemoryUser):
    def __init__(self, held: int) -> None:
        self.held = held

    @property
    @override
    def nbytes(self) -> int:
        return self.held


def test_what_is_used_is_the_sum_of_what_is_kept_now() -> None:
    budget = SeriesBudget(100)
    one, other = _Kept(30), _Kept(50)
    budget.add(one)
    budget.add(other)
    one.held = 40

    assert budget.used_bytes == 90
    assert budget.may_grow(10)
    assert not budget.may_grow(11)


def test_what_was_removed_takes_nothing() -> None:
    budget = SeriesBudget(100)
    one, other = _Kept(30), _Kept(30)
    budget.add(one)
    budget.add(other)
    budget.remove(one)

    assert budget.used_bytes == 30
    budget.remove(one)
    assert budget.used_bytes == 30
