"""Answers calls as the real rosmaster does, without its server; run by the Python that has rosmaster.

A line of standard input is a method and its arguments, `reset` for a new master; a line of standard output is the
answer, and the notifications that it would send.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import sys
from typing import Any

from rosmaster.master_api import ROSMasterHandler  # type: ignore[import-not-found]


class Pool:
    """Stands for the threads that notify: keeps what they would send."""

    def __init__(self) -> None:
        self.told: list[list[Any]] = []

    def queue_task(self, marker: str, task: Any, arguments: tuple[Any, ...]) -> None:
        """See rosmaster.threadpool."""
        name = task.__name__
        if name == "publisher_update_task":
            self.told.append([marker, "publisherUpdate", ["/master", *arguments[1:]]])
        elif name == "shutdown_node_task":
            _, node, reason = arguments
            self.told.append([marker, "shutdown", ["/master", f"[{node}] Reason: {reason}"]])
        else:
            self.told.append([marker, "paramUpdate", ["/master", *arguments[2:]]])


def main() -> None:
    """Answer until there are no more calls."""
    logging.disable(logging.CRITICAL)
    handler, pool = ROSMasterHandler(), Pool()
    for line in sys.stdin:
        method, arguments = json.loads(line)
        if method == "reset":
            handler, pool = ROSMasterHandler(), Pool()
            handler.thread_pool = handler.reg_manager.thread_pool = pool
            answer: Any = []
        else:
            with contextlib.redirect_stdout(io.StringIO()):
                answer = getattr(handler, method)(*arguments)
        sys.stdout.write(json.dumps([list(answer), pool.told]) + "\n")
        sys.stdout.flush()
        pool.told = []


if __name__ == "__main__":
    main()
