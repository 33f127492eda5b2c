"""What a recording holds when, before anybody has looked."""

from __future__ import annotations

from app.model.time_contents import NO_CONTENTS


def test_nothing_is_known_before_somebody_has_looked() -> None:
    assert NO_CONTENTS.density is None
    assert (NO_CONTENTS.marks, NO_CONTENTS.events) == ((), ())
