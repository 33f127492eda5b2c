"""BWBot's own sample client, in JavaScript: taken out of their document and run by Node.

It is no part of this project: where the document isn't, there is nothing to run. `$GALILEO_DOCUMENT` says where it is.
"""

from __future__ import annotations

import json
import os
import queue
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parent.parent
DOCUMENT: Final = Path(os.environ.get("GALILEO_DOCUMENT") or ROOT.parent / "shared" / "sources" / "galileo-udp.txt")
TIMEOUT_S: Final = 30.0

_SAMPLE: Final = re.compile(r"^import UdpSocket .*?^export default UdpFastClient;$", re.DOTALL | re.MULTILINE)
# what makes TypeScript of JavaScript, as far as the sample has it; each has to be found
_TYPES: Final = (
    (r"^import (?!dgram).*\n", ""),
    (r"^import dgram from .*$", "import dgram from './datagrams.mjs';"),
    (r"^type \w+ = \{[^}]*\};$", ""),
    (r"^ {4}\w+: .*;$", ""),
    (r"(\w+): \{ address: string, port: number \}", r"\1"),
    (r"(\w+): \((?:\w+: \w+)?\) => void", r"\1"),
    (r"\b(\w+): (?:number|string|any|Uint8Array)\b", r"\1"),
    (r"new Promise<\w+>", "new Promise"),
    (r"let (\w+): \w+ =", r"let \1 ="),
)


def require_sample() -> None:
    """Skip where the document isn't; where Node isn't skip too, or fail if it must be there."""
    if not DOCUMENT.exists():
        pytest.skip(f"no document {DOCUMENT}")
    if shutil.which("node") is None:
        words = "no node: tests/peers/galileo_packages.sh install"
        if os.environ.get("CI") == "true":
            pytest.fail(words)
        pytest.skip(words)


def extract(folder: Path) -> None:
    """Write the sample as JavaScript into a folder, and what drives it."""
    found = _SAMPLE.search(DOCUMENT.read_text(encoding="utf-8").replace("\r\n", "\n"))
    assert found, f"{DOCUMENT} has no sample client"
    code = found[0]
    for pattern, instead in _TYPES:
        code, count = re.subn(pattern, instead, code, flags=re.MULTILINE)
        assert count, f"the sample has nothing like {pattern}"
    (folder / "client.mjs").write_text(code, encoding="utf-8")
    for name in ("datagrams.mjs", "driver.mjs"):
        shutil.copy(HERE / "galileo" / name, folder / name)


class SampleClient:
    """A running sample client.

    Attributes:
        events: what it told, the newest last; `wait_for` fills it.
    """

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.events: list[dict[str, Any]] = []
        self.process = process
        # None at its end
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, name="sample client", daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def tell(self, **wish: object) -> None:
        """Have it do something."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(wish) + "\n")
        self.process.stdin.flush()

    def wait_for(self, event: str, timeout_s: float = TIMEOUT_S) -> dict[str, Any]:
        """The next event of a kind."""
        deadline = time.monotonic() + timeout_s
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                pytest.fail(f"no “{event}” of the sample client within {timeout_s:g} s, but {self.events[-3:]}")
            if line is None:
                assert self.process.stderr is not None
                pytest.fail(f"the sample client has ended: {self.process.stderr.read()}")
            told = json.loads(line)
            self.events.append(told)
            if told["event"] == event:
                return dict(told)

    def wait_for_status(self, key: str, value: float, timeout_s: float = TIMEOUT_S) -> dict[str, Any]:
        """The next text in which a field has about a value."""
        deadline = time.monotonic() + timeout_s
        while True:
            text = json.loads(self.wait_for("text", deadline - time.monotonic())["text"])
            if abs(text[key] - value) < 0.05:
                return dict(text)

    def end(self) -> str:
        """End it; what it complained of."""
        assert self.process.stdin is not None
        assert self.process.stderr is not None
        self.process.stdin.close()
        try:
            self.process.wait(timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        finally:
            self._reader.join(timeout=TIMEOUT_S)
            with self.process.stderr as stream:
                complaints = stream.read()
            if self.process.stdout is not None:
                self.process.stdout.close()
        return complaints


@contextmanager
def sample_client(
    folder: Path, port: int, path: str, token: str = "", *, may_complain: bool = False
) -> Iterator[SampleClient]:
    """The sample client that was extracted into a folder, on a robot of this machine.

    It must not have complained at its end, unless it may: when it is stopped it closes its socket before what it sent
    last has gone out.
    """
    process = subprocess.Popen(
        ["node", folder / "driver.mjs", f"127.0.0.1:{port}", path, token],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    client = SampleClient(process)
    try:
        yield client
    except BaseException:
        process.kill()
        client.end()
        raise
    complaints = client.end()
    assert may_complain or not complaints
