"""What a process has allocated and not freed, by the count of the C library (mallinfo2(3)).

Memory that is held by the process is more, and by chance: the library keeps what was freed behind something small. With
the environment variable PYTHONMALLOC set to `malloc`, Python's own objects are counted, too.
"""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Final

# in the order in which the library tells them
_FIELDS: Final = (
    *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
    *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
)


class _Counts(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in _FIELDS]


def count_all() -> None:
    """Start this program again, as it was called, if Python's objects are not counted.

    Call it before anything is begun.
    """
    if os.environ.get("PYTHONMALLOC") != "malloc":
        os.execve(sys.executable, sys.orig_argv, os.environ | {"PYTHONMALLOC": "malloc"})  # noqa: S606 - itself


def allocated_bytes() -> int:
    """Of all threads. Raises RuntimeError where the C library does not count it."""
    count = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if count is None:
        raise RuntimeError("this C library does not tell what is allocated: it takes glibc 2.33 or later")
    count.restype = _Counts
    counts = count()
    return int(counts.uordblks + counts.hblkhd)
