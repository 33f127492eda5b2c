from __future__ import annotations

import pytest

from app.drive.control.values import LEASE_S
from app.ui.base.theme import Themes
from app.ui.drive.lease_bar import LeaseBar


@pytest.mark.parametrize(("left_s", "share"), [(0.0, 0.0), (LEASE_S / 2, 0.5), (LEASE_S, 1.0), (9.0, 1.0), (-1.0, 0.0)])
def test_it_is_as_full_as_the_command_still_holds(themes: Themes, left_s: float, share: float) -> None:
    bar = LeaseBar(themes)
    bar.show_lease(left_s)
    assert bar.fraction == share


def test_empty_half_and_full_look_different(themes: Themes) -> None:
    bar = LeaseBar(themes)
    bar.resize(80, 8)
    pictures = []
    for left_s in (0.0, LEASE_S / 2, LEASE_S):
        bar.show_lease(left_s)
        pictures.append(bar.grab().toImage())
    assert pictures[0] != pictures[1] != pictures[2] != pictures[0]
