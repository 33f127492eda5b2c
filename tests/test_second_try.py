"""What CI makes of tests that fail once, and of those that fail again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

TEST = """
import os
from pathlib import Path
import pytest

@pytest.mark.parametrize("number", range({tests}))
def test_it(number, request):
    with Path("runs").open("a") as runs:
        runs.write(f"{{number}} {{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}}\\n")
    tries = Path("runs").read_text().split().count(str(number))
    if number in {crashes}:
        os._exit(1)
    assert number not in {always} and (number not in {once} or tries > 1) and (number not in {twice} or tries > 2)
"""


def run(
    folder: Path,
    *options: str,
    bound: tuple[str, ...] = (),
    tests: int = 4,
    once: tuple[int, ...] = (),
    twice: tuple[int, ...] = (),
    always: tuple[int, ...] = (),
    crashes: tuple[int, ...] = (),
) -> tuple[int, str, list[str]]:
    """The exit code, what was printed, and which tests ran, each with the process that ran it."""
    (folder / "test_it.py").write_text(TEST.format(tests=tests, once=once, twice=twice, always=always, crashes=crashes))
    done = subprocess.run(
        [
            ROOT / ".ci" / "second_try",
            *bound,
            sys.executable,
            "-q",
            "-c",
            "/dev/null",
            "--rootdir=.",
            *options,
            "test_it.py",
        ],
        cwd=folder,
        # Qt and others take their time to load; that this process may be one of several is nothing to those below it
        env={name: value for name, value in os.environ.items() if name != "PYTEST_XDIST_WORKER"}
        | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist.plugin"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, (folder / "runs").read_text().splitlines()


@pytest.mark.parametrize("options", [(), ("-n", "2", "--dist=loadfile")], ids=["alone", "two files at a time"])
def test_what_fails_once_runs_again_alone_and_that_is_said(options: tuple[str, ...], tmp_path: Path) -> None:
    code, text, runs = run(tmp_path, *options, once=(1, 3))

    assert code == 0, text
    assert text.splitlines()[-3:] == ["again: test_it.py::test_it[1]", "again: test_it.py::test_it[3]", "AGAIN=2"]
    assert runs[4:] == ["1 alone", "3 alone"]


def test_where_nothing_fails_nothing_runs_again(tmp_path: Path) -> None:
    code, text, runs = run(tmp_path)

    assert code == 0
    assert "AGAIN" not in text
    assert len(runs) == 4


def test_what_fails_twice_has_failed(tmp_path: Path) -> None:
    code, text, runs = run(tmp_path, once=(1,), always=(2,))

    assert code == 1
    assert "AGAIN" not in text
    assert len(runs) == 6


def test_of_many_that_fail_once_a_few_may_fail_twice_and_that_is_said(tmp_path: Path) -> None:
    code, text, runs = run(tmp_path, tests=100, once=(1, 2, 3), twice=(4, 5))

    assert code == 0, text
    assert text.splitlines()[-3:] == ["again: test_it.py::test_it[4]", "again: test_it.py::test_it[5]", "AGAIN=7"]
    assert len(runs) == 100 + 5 + 2


@pytest.mark.parametrize(
    ("once", "twice", "always"), [((1, 2, 3), (4,), (5,)), ((1, 2), (3, 4, 5), ()), ((1, 2), (4,), ())]
)
def test_what_fails_three_times_or_is_one_of_more_or_of_few_has_failed(
    once: tuple[int, ...], twice: tuple[int, ...], always: tuple[int, ...], tmp_path: Path
) -> None:
    code, text, _ = run(tmp_path, tests=100, once=once, twice=twice, always=always)

    assert code == 1
    assert "AGAIN" not in text


def test_where_a_process_crashed_nothing_runs_again_for_some_may_never_have_run(tmp_path: Path) -> None:
    code, text, runs = run(tmp_path, "-n", "2", "--dist=loadfile", "--max-worker-restart=0", crashes=(1,))

    assert code != 0
    assert "AGAIN" not in text
    assert len(runs) == 2


@pytest.mark.parametrize(("bound", "tests", "most"), [((), 4, 2), ((), 100, 5), (("--one-in=25",), 100, 4)])
def test_more_than_bad_luck_has_no_second_try(bound: tuple[str, ...], tests: int, most: int, tmp_path: Path) -> None:
    (tmp_path / "few").mkdir()
    assert run(tmp_path / "few", bound=bound, tests=tests, once=tuple(range(most)))[0] == 0

    code, text, runs = run(tmp_path, bound=bound, tests=tests, once=tuple(range(most + 1)))

    assert code == 1
    assert "AGAIN" not in text
    assert len(runs) == tests
