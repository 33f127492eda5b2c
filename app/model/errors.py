"""The base of all errors that are shown to the operator."""

from __future__ import annotations


class UserFacingError(Exception):
    """An error for the operator: something can't be done, or can't be read.

    Attributes:
        reason: a sentence.
        tip: what the operator can do; may be empty.
    """

    def __init__(self, reason: str, tip: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.tip = tip
