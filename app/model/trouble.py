"""What an operator is told when something that he asked for can't be done."""

from __future__ import annotations


class Trouble(Exception):  # noqa: N818 - the base of errors, and of states that are told and no fault of ours
    """Something can't be done, or can't be read.

    Attributes:
        reason: a sentence.
        tip: what the operator can do, or nothing.
    """

    def __init__(self, reason: str, tip: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.tip = tip
