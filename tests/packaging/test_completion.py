"""Completion as it is met: a line and a tab in a real shell, and what the shell then calls."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from completion import SHELLS, completion

from app.cli.parser import COMMANDS

LAYOUT = "of a colleague.teledeck-layout.json"
HELPERS = "/usr/share/bash-completion/bash_completion"
# bash is everywhere that tests run; the others where somebody has added them
PRESENT = [shell for shell in SHELLS if shutil.which(shell)]

# what is typed, with a tab at its end, and the arguments that come of it
LINES = [
    ("ec", ["echo"]),
    ("doc", ["doctor"]),
    ("demo --theme d", ["demo", "--theme", "dark"]),
    ("echo --prot", ["echo", "--proto-path"]),
    ("param ros1 g", ["param", "ros1", "get"]),
    ("of", [LAYOUT]),
    ("demo --screenshot pic", ["demo", "--screenshot", "picture.png"]),
    ("echo galileo", ["echo", "galileo://"]),
]
# only bash parts words at colons, and only its helpers put them together again
COLONS = [
    ("param ros1://robot:11311 g", ["param", "ros1://robot:11311", "get"]),
    ("echo ros1:", ["echo", "ros1://"]),
]


class Terminal:
    """A shell in a terminal of its own, in a folder with the program's completion and a few files.

    In place of the program stands a function that writes its arguments to a file.
    """

    def __init__(self, command: list[str], folder: Path) -> None:
        self._folder = folder
        mine, its = pty.openpty()
        home = {"HOME": str(folder), "TERM": "dumb", "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
        self._process = subprocess.Popen(
            command, cwd=folder, env=home, stdin=its, stdout=its, stderr=its, close_fds=True
        )
        os.close(its)
        self._input = mine

    def run(self, line: str, result: str) -> str:
        """Type a line, and give what it writes to the file of that name."""
        file = self._folder / result
        file.unlink(missing_ok=True)
        os.write(self._input, f"{line}\n".encode())
        end = time.monotonic() + 60
        while not file.exists() or not file.read_text().endswith("\n"):
            assert time.monotonic() < end, f"{line!r} has written nothing"
            # who shows much waits for somebody to look at it
            if select.select([self._input], [], [], 0.01)[0]:
                os.read(self._input, 65536)
        return file.read_text().rstrip("\n")

    def close(self) -> None:
        """End the shell."""
        self._process.kill()
        self._process.wait()
        os.close(self._input)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What is there to complete, and the scripts."""
    for name in (LAYOUT, "picture.png", "notes.txt"):
        (tmp_path / name).touch()
    for shell in SHELLS:
        (tmp_path / f"{shell}.script").write_text(completion(shell), encoding="utf-8")
    return tmp_path


@contextlib.contextmanager
def terminal(shell: str, folder: Path, *, with_helpers: bool) -> Iterator[Terminal]:
    """The shell, set up as its packages do it."""
    function = "teledeck() { printf '%s|' \"$@\" >said.part; echo >>said.part; mv said.part said; }"
    if shell == "zsh":
        (folder / "functions").mkdir()
        (folder / "zsh.script").rename(folder / "functions" / "_teledeck")
        command = ["zsh", "-f", "-i"]
        load = "fpath=($PWD/functions $fpath); autoload -U compinit; compinit -D -u"
    else:
        command = ["bash", "--norc", "--noprofile", "-i"]
        load = f"{f'source {HELPERS}; ' if with_helpers else ''}source ./bash.script"
    made = Terminal(command, folder)
    try:
        made.run(f"{load}; {function}; echo >ready", "ready")
        yield made
    finally:
        made.close()


def typed(terminal: Terminal, line: str) -> list[str]:
    """The arguments that come of a line and a tab."""
    return terminal.run(f"teledeck {line}\t", "said").rstrip("|").split("|")


def offered_by_fish(folder: Path, line: str) -> list[str]:
    """The words of a line, the last one as fish would complete it: it tells that without a terminal."""
    command = ["fish", "--no-config", "-c", "source ./fish.script; complete -C $argv[1]", f"teledeck {line}"]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=60)
    return [*line.split(" ")[:-1], done.stdout.partition("\n")[0].partition("\t")[0]]


def test_bash_completes_without_the_helpers_that_it_usually_has(folder: Path) -> None:
    with terminal("bash", folder, with_helpers=False) as made:
        assert [(line, typed(made, line)) for line, _ in LINES] == LINES


@pytest.mark.parametrize("shell", PRESENT)
def test_a_shell_completes_what_is_typed(shell: str, folder: Path) -> None:
    if shell == "fish":
        assert [(line, offered_by_fish(folder, line)) for line, _ in LINES + COLONS] == LINES + COLONS
        return
    lines = LINES if shell == "bash" and not Path(HELPERS).exists() else LINES + COLONS
    with terminal(shell, folder, with_helpers=Path(HELPERS).exists()) as made:
        assert [(line, typed(made, line)) for line, _ in lines] == lines


@pytest.mark.parametrize("shell", PRESENT)
def test_a_shell_takes_its_script(shell: str, folder: Path) -> None:
    subprocess.run([shell, "-n", folder / f"{shell}.script"], check=True, timeout=60)


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_is_known_and_no_hidden_option_is(shell: str) -> None:
    script = completion(shell)

    assert [name for name in COMMANDS if name not in script] == []
    assert "watchdog" not in script
    assert "until-stdin-ends" not in script
