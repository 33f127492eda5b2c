from __future__ import annotations

import dataclasses

import pytest

from app.model.finding import Finding


def test_a_finding_is_a_value_that_needs_no_tip() -> None:
    finding = Finding("port", ok=True, text="it is open")

    assert finding.tip == ""
    assert finding == Finding("port", True, "it is open")
    with pytest.raises(dataclasses.FrozenInstanceError):
        finding.ok = False  # type: ignore[misc]
