from __future__ import annotations

import pytest

from app.wording.selftest import SelftestWording, WindowCheckWording
from protocols.sentence import Catalogue
from tests.tools.sentences import unsaid


@pytest.mark.parametrize("catalogue", [SelftestWording, WindowCheckWording])
def test_no_sentence_is_left_that_nobody_says(catalogue: type[Catalogue]) -> None:
    assert unsaid(catalogue) == []
