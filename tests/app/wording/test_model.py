from __future__ import annotations

import pytest

from app.wording.model import CurveWording, LayoutWording, MessageWording
from protocols.sentence import Catalogue
from tests.tools.sentences import unsaid


@pytest.mark.parametrize("catalogue", [CurveWording, LayoutWording, MessageWording])
def test_no_sentence_is_left_that_nobody_says(catalogue: type[Catalogue]) -> None:
    assert unsaid(catalogue) == []
