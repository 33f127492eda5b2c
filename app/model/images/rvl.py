"""Depth images compressed by RVL: runs of zeros, and differences of measured pixels, in nibbles.

After the description of the algorithm: A. D. Wilson, "Fast Lossless Depth Image Compression", ISS 2017. A stream is a
list of numbers: the count of zeros, the count of other pixels, then for each of these its difference from the one
before, folded (0, -1, 1, -2, ...); and so on until all pixels are given. A number is its bits, three to a nibble, the
lowest first; the nibble's highest bit says that more follow. Eight nibbles, the first the highest, are a word of 32
bits, its lowest byte first.
"""

from __future__ import annotations

from array import array
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from app.wording.model import MessageWording
from protocols.errors import DecodeError

# pixels of a depth camera; half of them can be runs of their own, each a step of Python
MAX_PIXELS: Final = 1 << 23
# nibbles of a difference of 16 bits with its sign; a pixel takes no more, except for its run
_MAX_NIBBLES: Final = 6
# nibbles for the counts of a run of zeros and a run of others, which two pixels at least share
_RUN_NIBBLES: Final = 2
# nibbles of a number: 24 bits are more than any valid number has
_MAX_NUMBER_NIBBLES: Final = 8
# numbers that a pixel takes at most, and numbers that fill the last word
_MAX_NUMBERS: Final = 3
_FILLING: Final = 2 * 4
# bytes that are unpacked at a time: this bounds the memory, whatever a stream holds
_CHUNK: Final = 1 << 18

_WORD: Final = 4
_MAX_VALUE: Final = 0xFFFF

Numbers = NDArray[np.uint32]


def unpack_rvl(data: memoryview, count: int) -> NDArray[np.uint16]:
    """Unpack the pixels of a stream.

    Args:
        data: all of it, and nothing else.
        count: of the pixels, up to `MAX_PIXELS`.

    Raises:
        DecodeError: the stream is too short or too long, or holds something that no packer writes.
    """
    if not 0 <= count <= MAX_PIXELS:
        raise DecodeError(
            MessageWording.DEPTH_TOO_LARGE(count=count), MessageWording.DEPTH_TOO_LARGE_TIP(limit=MAX_PIXELS)
        )
    if len(data) % _WORD or len(data) > count * (_MAX_NIBBLES + _RUN_NIBBLES) // 2 + 2 * _WORD:
        raise DecodeError(MessageWording.DEPTH_BYTES(count=count, length_bytes=len(data)))
    numbers = _numbers(data, count * _MAX_NUMBERS + _FILLING)
    starts, end = _runs(numbers, count)
    zeros, others = numbers[starts], numbers[starts + 1]
    # the last word is filled with at most seven zeros
    if len(numbers) - end >= _FILLING or numbers[end:].any():
        raise DecodeError(MessageWording.DEPTH_GOES_ON(count=count))
    folded = np.ones(end, np.bool_)
    folded[starts] = folded[starts + 1] = False
    return _filled(zeros, others, numbers[:end][folded], count)


def _filled(zeros: Numbers, others: Numbers, folded: Numbers, count: int) -> NDArray[np.uint16]:
    differences = (folded >> np.uint32(1)).astype(np.int64)
    differences ^= -(folded & np.uint32(1)).astype(np.int64)
    values = np.cumsum(differences)
    if len(values) and (int(values.min()) < 0 or int(values.max()) > _MAX_VALUE):
        raise DecodeError(MessageWording.DEPTH_NO_DISTANCE())
    lengths = np.column_stack((zeros, others)).ravel().astype(np.int64)
    measured = np.repeat(np.arange(len(lengths)) % 2 == 1, lengths)
    pixels = np.zeros(count, np.uint16)
    pixels[measured] = values
    return pixels


def _numbers(data: memoryview, limit: int) -> Numbers:
    """All numbers of a stream; a last number that is incomplete is left out."""
    found: list[Numbers] = []
    rest = np.empty(0, np.uint8)
    for first in range(0, len(data), _CHUNK):
        words = np.frombuffer(data[first : first + _CHUNK], np.uint8).reshape(-1, _WORD)[:, ::-1]
        nibbles = np.empty((*words.shape, 2), np.uint8)
        nibbles[..., 0], nibbles[..., 1] = words >> 4, words & 15
        stream = np.concatenate((rest, nibbles.ravel()))
        ends = np.flatnonzero(stream < 8) + 1
        last = int(ends[-1]) if len(ends) else 0
        found.append(_joined(stream[:last], ends))
        limit -= len(ends)
        if limit < 0:
            raise DecodeError(MessageWording.DEPTH_TOO_MANY_NUMBERS())
        rest = stream[last:]
        if len(rest) > _MAX_NUMBER_NIBBLES:
            raise DecodeError(MessageWording.DEPTH_ENDLESS_NUMBER())
    return np.concatenate(found) if found else np.empty(0, np.uint32)


def _joined(nibbles: NDArray[np.uint8], ends: NDArray[Any]) -> Numbers:
    begins = np.concatenate(([0], ends[:-1])).astype(np.intp)
    lengths = ends - begins
    if not len(ends):
        return np.empty(0, np.uint32)
    if int(lengths.max()) > _MAX_NUMBER_NIBBLES:
        raise DecodeError(MessageWording.DEPTH_ENDLESS_NUMBER())
    numbers = (nibbles[begins] & 7).astype(np.uint32)
    # most numbers are short: each further nibble belongs to fewer of them
    longer = np.arange(len(ends))
    for digit in range(1, int(lengths.max())):
        longer = longer[lengths[longer] > digit]
        numbers[longer] |= (nibbles[begins[longer] + digit] & 7).astype(np.uint32) << np.uint32(3 * digit)
    return numbers


def _runs(numbers: Numbers, count: int) -> tuple[NDArray[np.uint32], int]:
    """The indices of the runs, each beginning with its counts of zeros and of others; and the end of the last run."""
    counts, starts = numbers.data, array("I")
    index, left, end = 0, count, len(numbers)
    while left:
        if index + 2 > end:
            raise DecodeError(MessageWording.DEPTH_ENDS_EARLY(missing=left))
        zeros, others = counts[index], counts[index + 1]
        if not zeros and not others:
            raise DecodeError(MessageWording.DEPTH_EMPTY_RUN())
        starts.append(index)
        left -= zeros + others
        index += 2 + others
        if left < 0:
            raise DecodeError(MessageWording.DEPTH_TOO_MANY_PIXELS(count=count))
        if index > end:
            raise DecodeError(MessageWording.DEPTH_ENDS_EARLY(missing=left + index - end))
    return np.frombuffer(starts, np.uint32) if starts else np.empty(0, np.uint32), index
