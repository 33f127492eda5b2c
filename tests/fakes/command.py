"""The program as other programs start it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
TIMEOUT_S = 60.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command left: its exit code and what it printed."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        """The lines of JSON that it printed."""
        return [json.loads(line) for line in self.out.splitlines()]


class Command:
    """A running command; ended and awaited by `end`."""

    def __init__(self, process: Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, *arguments: str, environ: Mapping[str, str] | None = None, stdout: int = PIPE) -> Command:
        """Start `teledeck ARGUMENTS`, in a process group of its own, as a shell does."""
        # what the tests run under must not leak into what users see
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GAZEBO", "QT_"))}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "app",
            *arguments,
            cwd=ROOT,
            env=clean | dict(environ or {}),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=stdout,
            stderr=PIPE,
            process_group=0,
        )
        return cls(process)

    async def line(self) -> str:
        """The next line of output."""
        assert self.process.stdout is not None
        async with asyncio.timeout(TIMEOUT_S):
            return (await self.process.stdout.readline()).decode().rstrip("\n")

    async def complaint(self) -> str:
        """The next line on standard error."""
        assert self.process.stderr is not None
        async with asyncio.timeout(TIMEOUT_S):
            return (await self.process.stderr.readline()).decode().rstrip("\n")

    async def end(self, with_signal: signal.Signals | None = None) -> Outcome:
        """Wait for its end, after a signal if one is given; what has not been read yet of its output."""
        if with_signal is not None:
            self.process.send_signal(with_signal)
        try:
            async with asyncio.timeout(TIMEOUT_S):
                out, err = await self.process.communicate()
        finally:
            if self.process.returncode is None:
                self.process.kill()
                await self.process.wait()
        assert self.process.returncode is not None
        return Outcome(self.process.returncode, (out or b"").decode(), err.decode())


async def run_command(*arguments: str, environ: Mapping[str, str] | None = None) -> Outcome:
    """Run `teledeck ARGUMENTS` to its end."""
    return await (await Command.start(*arguments, environ=environ)).end()
