"""Memory of chunks: how to have it stay with the process from one to the next."""

from __future__ import annotations

import functools
from typing import Final

# more than a chunk and all that is made of it
_BLOCK_BYTES: Final = 8 << 20


# a second block would be one of those that are kept, and be cleared
@functools.cache
def keep_freed_memory() -> None:
    """Have the allocator keep up to about 16 MB that are freed, where the system would give them anew page by page.

    That took a third of the time of writing a chunk. The allocator of GNU learns the limit from the largest block that
    was ever freed; the memory of this one is never touched. To others it is nothing.
    """
    bytes(_BLOCK_BYTES)
