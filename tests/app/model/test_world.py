from __future__ import annotations

import pytest

from app.model.world import WorldAction, WorldCommand


@pytest.mark.parametrize("steps", [0, -1, 2**32])
def test_a_step_has_as_many_iterations_as_can_be_said(steps: int) -> None:
    with pytest.raises(ValueError, match=str(steps)):
        WorldCommand(WorldAction.STEP, steps)


def test_a_step_is_one_unless_more_are_asked_for() -> None:
    assert WorldCommand(WorldAction.STEP).steps == 1
