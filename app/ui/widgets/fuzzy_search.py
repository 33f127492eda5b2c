"""Fuzzy search: each word of the query must be in the text, or its letters in this order."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice

# the best of at most so many matches are ranked: with more, the next letter is typed before a result is read
_RANKED = 1000

# cost of a word whose letters are scattered, above that of any whole word
_SCATTERED = 10

_SEPARATORS = " /_.:-"


class FuzzyIndex:
    """Texts to search repeatedly: one pass over all of them in C for each query."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._lines = [text.casefold().replace("\n", " ") for text in texts]
        self._blob = "\n".join(self._lines)
        self._starts = [0, *accumulate(len(line) + 1 for line in self._lines)][: len(self._lines)]

    def search(self, query: str, limit: int) -> list[int]:
        """Return the indexes of the texts that match best, best first; the first texts for an empty query."""
        words = query.casefold().split()
        if not words:
            return list(range(min(limit, len(self._lines))))
        found = dict.fromkeys(islice(self._matches([re.escape(word) for word in words], "[^\n]*"), _RANKED))
        if len(found) < limit:
            found |= dict.fromkeys(islice(self._matches([_scattered(word) for word in words], ""), _RANKED))
        return sorted(found, key=lambda index: (_cost(words, self._lines[index]), index))[:limit]

    def _matches(self, patterns: Sequence[str], before: str) -> Iterator[int]:
        wanted = "".join(f"(?={before}{pattern})" for pattern in patterns)
        for match in re.finditer(f"^{wanted}", self._blob, re.MULTILINE):
            yield bisect_right(self._starts, match.start()) - 1


def _scattered(word: str) -> str:
    # each letter at its first occurrence: possessive, so that a line that fails is given up in one pass
    return "".join(f"[^{re.escape(letter)}\n]*+{re.escape(letter)}" for letter in word)


def _cost(words: Sequence[str], line: str) -> float:
    return sum(_cost_of_word(word, line) for word in words) + len(line) / 1000


def _cost_of_word(word: str, line: str) -> int:
    position = line.find(word)
    if position < 0:
        return _SCATTERED + _gaps(word, line)
    while position > 0 and line[position - 1] not in _SEPARATORS:
        position = line.find(word, position + 1)
    return 2 if position < 0 else int(position > 0)


def _gaps(word: str, line: str) -> int:
    gaps, position = 0, line.find(word[0])
    for letter in word[1:]:
        following = line.find(letter, position + 1)
        gaps += following > position + 1
        position = following
    return gaps
