from __future__ import annotations

from app.wording.help import HelpWording
from tests.tools.sentences import unsaid


def test_no_sentence_is_left_that_nobody_says() -> None:
    assert unsaid(HelpWording) == []
