"""The count of sent bytes that the far side has not confirmed, as the system keeps it."""

from __future__ import annotations

import array
import contextlib
import socket

try:
    import fcntl
    import termios
except ImportError:  # Windows
    _COUNT = None
else:
    # on Linux this is the count of unacknowledged bytes; elsewhere it is something else
    _COUNT = getattr(termios, "TIOCOUTQ", None) if not hasattr(socket, "SO_USELOOPBACK") else None

# macOS: bytes in the send buffer, which keeps them until they are acknowledged
_SO_NWRITE = 0x1024


def unacknowledged_bytes(sock: socket.socket) -> int | None:
    """Count the bytes of a TCP link that are not acknowledged; None where that can't be known.

    Acknowledged bytes have reached the far system; its program may not have read them.
    """
    with contextlib.suppress(OSError, ValueError):
        if _COUNT is not None:
            count = array.array("i", (0,))
            fcntl.ioctl(sock.fileno(), _COUNT, count)
            return count[0]
        if hasattr(socket, "TCP_KEEPALIVE") and hasattr(socket, "SO_USELOOPBACK"):
            return sock.getsockopt(socket.SOL_SOCKET, _SO_NWRITE)
    return None
