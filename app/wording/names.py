"""Names and other texts that stand in a row within a sentence."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from protocols.sentence import Catalogue


class NamesWording(Catalogue):
    """The row in which names stand, which is another one than that of texts in languages other than English."""

    ROW = "{first}, {second}"


def in_a_row(texts: Iterable[str], code: Catalogue = NamesWording.ROW) -> str:
    """Return texts as a sentence in which they stand in a row, names unless another code is given; empty for none."""
    parts = list(texts)
    return functools.reduce(lambda first, second: code(first=first, second=second), parts) if parts else ""
