"""Packs depth pictures by RVL, number by number, as its description tells it; nothing here is the program's own."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence


class Nibbles:
    """Words of eight nibbles, the first one the highest."""

    def __init__(self) -> None:
        self._nibbles: list[int] = []

    def put(self, value: int) -> None:
        """A number, three bits at a time."""
        while True:
            low, value = value & 7, value >> 3
            self._nibbles.append(low | (8 if value else 0))
            if not value:
                return

    def data(self) -> bytes:
        """All words, the last one filled with zeros."""
        filled = self._nibbles + [0] * (-len(self._nibbles) % 8)
        words = ["".join(f"{nibble:x}" for nibble in filled[place : place + 8]) for place in range(0, len(filled), 8)]
        return b"".join(struct.pack("<I", int(word, 16)) for word in words)


def numbers_packed(numbers: Iterable[int]) -> bytes:
    """Any numbers, sense or none."""
    nibbles = Nibbles()
    for number in numbers:
        nibbles.put(number)
    return nibbles.data()


def packed_by_rvl(pixels: Sequence[int]) -> bytes:
    """The stream of some pixels."""
    nibbles, place, before = Nibbles(), 0, 0
    while place < len(pixels):
        begin = place
        while place < len(pixels) and pixels[place] == 0:
            place += 1
        nibbles.put(place - begin)
        begin = place
        while place < len(pixels) and pixels[place] != 0:
            place += 1
        nibbles.put(place - begin)
        for value in pixels[begin:place]:
            difference, before = value - before, value
            nibbles.put(2 * difference if difference >= 0 else -2 * difference - 1)
    return nibbles.data()
