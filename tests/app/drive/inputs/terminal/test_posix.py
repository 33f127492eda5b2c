"""A real pseudo-terminal, taken over and given back whatever happens."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from app.drive.inputs.terminal import posix, protocol
from app.drive.inputs.terminal.posix import PosixTerminal
from app.drive.inputs.terminal.protocol import FocusChange, KeyEvent, KeyReporting, TerminalUnavailable
from app.wording.drive import DriveWording
from tests.fakes.terminal import FarEnd
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says

MakeFarEnd = Callable[..., FarEnd]


@pytest.fixture
def make_far_end() -> Iterator[MakeFarEnd]:
    made: list[FarEnd] = []

    def make(*, kitty: bool = True, silent: bool = False) -> FarEnd:
        made.append(FarEnd(kitty=kitty, silent=silent))
        return made[-1]

    yield make
    for far_end in made:
        far_end.close()


@pytest.fixture
def far_end(make_far_end: MakeFarEnd, monkeypatch: pytest.MonkeyPatch) -> FarEnd:
    """One that answers, on a busy machine at some time."""
    monkeypatch.setattr(protocol, "ANSWER_S", TIMEOUT_S)
    return make_far_end()


def _until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + TIMEOUT_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.002)


class Reader:
    """Reads a terminal as often as it takes."""

    def __init__(self, terminal: PosixTerminal) -> None:
        self.terminal = terminal
        self.found: list[KeyEvent | FocusChange] = []

    def until(self, condition: Callable[[], object]) -> None:
        def read_and_look() -> bool:
            if condition():
                return True
            self.found += self.terminal.read(time.monotonic())
            return False

        _until(read_and_look)

    def taken(self) -> None:
        self.until(lambda: self.terminal.key_reporting is not KeyReporting.ASKED)


@pytest.fixture
def reader(far_end: FarEnd) -> Iterator[Reader]:
    reader = Reader(PosixTerminal(far_end.path))
    yield reader
    reader.terminal.close()


def test_a_terminal_with_kittys_protocol_tells_of_releases_and_is_given_back_as_it_was(
    far_end: FarEnd, reader: Reader
) -> None:
    before = far_end.attributes()
    assert not far_end.is_raw()
    reader.taken()
    assert reader.terminal.key_reporting is KeyReporting.RELEASES
    assert far_end.is_raw()
    assert (far_end.stack, far_end.modes) == ([0, 15], {"1004", "2004"})
    reader.terminal.close()

    assert far_end.attributes() == before
    reader.until(far_end.is_as_found)


def test_a_plain_terminal_tells_of_repeats_and_is_given_back_as_it_was(make_far_end: MakeFarEnd) -> None:
    far_end = make_far_end(kitty=False)
    reader = Reader(PosixTerminal(far_end.path))
    before = far_end.attributes()
    reader.taken()
    keys = reader.terminal.key_reporting
    reader.terminal.close()

    assert keys is KeyReporting.REPEATS
    assert far_end.attributes() == before
    reader.until(far_end.is_as_found)


def test_a_terminal_that_answers_nothing_is_a_plain_one_and_is_given_back(make_far_end: MakeFarEnd) -> None:
    far_end = make_far_end(silent=True)
    reader = Reader(PosixTerminal(far_end.path))
    reader.taken()
    keys = reader.terminal.key_reporting
    reader.terminal.close()

    assert keys is KeyReporting.REPEATS
    assert not far_end.is_raw()
    reader.until(far_end.is_as_found)


def test_it_is_taken_over_by_the_first_read_only(far_end: FarEnd, reader: Reader) -> None:
    assert not far_end.is_raw()
    assert not reader.terminal.is_there
    reader.terminal.read(0.0)

    assert far_end.is_raw()
    assert reader.terminal.is_there


def test_keys_come_in_their_order_whatever_they_would_do_elsewhere(far_end: FarEnd, reader: Reader) -> None:
    reader.taken()
    far_end.type(b"w\x03\x1a\x1c\x04\r\n\x13\x1b[A")
    reader.until(lambda: len(reader.found) == 9)

    assert [key.name for key in reader.found if isinstance(key, KeyEvent)] == [
        *("w", "c", "z", "\\", "d", "enter", "enter", "s", "up")
    ]


def test_what_was_typed_before_nobody_meant_for_us(far_end: FarEnd, reader: Reader) -> None:
    far_end.type(b"\r\rwww")
    _until(far_end.waiting)
    reader.taken()
    far_end.type(b"d")
    reader.until(lambda: reader.found)

    assert reader.found == [KeyEvent("d")]


def test_reading_never_waits_and_leaves_the_descriptors_of_others_alone(far_end: FarEnd, reader: Reader) -> None:
    reader.taken()

    assert reader.terminal.read(time.monotonic()) == []
    assert os.get_blocking(far_end.near)


def test_while_a_key_is_held_the_far_end_is_asked_whether_it_is_there(far_end: FarEnd, reader: Reader) -> None:
    reader.taken()
    begun = time.monotonic()
    reader.terminal.alive_at(begun, held=False)
    assert reader.terminal.alive_at(begun + 0.001, held=True) == begun
    reader.until(lambda: reader.terminal.alive_at(time.monotonic(), held=True) > begun)
    far_end.silent = True
    reader.until(lambda: reader.terminal.alive_at(time.monotonic(), held=True) < time.monotonic() - 0.5)


def test_a_terminal_that_is_hung_up_is_gone(make_far_end: MakeFarEnd) -> None:
    far_end = make_far_end()
    terminal = PosixTerminal(far_end.path)
    reader = Reader(terminal)
    reader.taken()
    far_end.hang_up()
    reader.until(lambda: not terminal.is_there)

    assert terminal.read(time.monotonic()) == []
    terminal.leave()
    terminal.close()
    terminal.close()


def test_a_terminal_that_takes_nothing_any_more_blocks_nobody(far_end: FarEnd, reader: Reader) -> None:
    """As when its window hangs: at some time there is no room for questions."""
    reader.taken()
    far_end.pause()
    while True:
        try:
            os.write(reader.terminal._fd, b"x" * 4096)
        except BlockingIOError:
            break
    now = time.monotonic()
    reader.terminal.alive_at(now, held=False)
    for step in range(100):
        reader.terminal.alive_at(now + step * 0.06, held=True)
        reader.terminal.read(now + step * 0.06)

    assert reader.terminal.alive_at(now + 6, held=True) == now
    far_end.resume()


def test_it_can_be_given_back_and_taken_again(far_end: FarEnd, reader: Reader) -> None:
    reader.taken()
    reader.terminal.leave()
    assert not far_end.is_raw()
    assert not reader.terminal.is_there
    # not by the reader, which would take it again
    _until(far_end.is_as_found)
    reader.taken()

    assert far_end.is_raw()
    assert far_end.stack == [0, 15]


def test_taken_anew_it_is_still_given_back_as_it_was_at_first(far_end: FarEnd, reader: Reader) -> None:
    before = far_end.attributes()
    reader.taken()
    reader.terminal.retake()
    reader.terminal.read(time.monotonic())
    reader.taken()
    assert far_end.stack == [0, 15]
    reader.terminal.close()

    assert far_end.attributes() == before
    reader.until(far_end.is_as_found)


def test_its_last_answers_do_not_end_up_in_the_shell(
    far_end: FarEnd, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posix, "_GOODBYE_S", TIMEOUT_S)
    reader.taken()
    now = time.monotonic()
    for step in range(10):
        reader.terminal.alive_at(now + step * 0.06, held=True)
    reader.terminal.read(now)
    reader.terminal.close()
    os.set_blocking(far_end.near, False)

    with pytest.raises(BlockingIOError):
        os.read(far_end.near, 100)


def test_what_is_no_terminal_is_said_in_words(tmp_path: Path) -> None:
    for path in (tmp_path / "missing", tmp_path):
        with pytest.raises(TerminalUnavailable, check=says(DriveWording.NO_TERMINAL)) as caught:
            PosixTerminal(str(path))
        assert caught.value.tip == DriveWording.START_IN_TERMINAL()
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(TerminalUnavailable, check=says(DriveWording.NOT_A_TERMINAL, path=str(tmp_path / "file"))):
        PosixTerminal(str(tmp_path / "file"))


# a program of its own, in a session of its own


class Job:
    """`tests.fakes.keyboard_job` on a terminal."""

    def __init__(self, far_end: FarEnd, process: asyncio.subprocess.Process) -> None:
        self.far_end = far_end
        self.process = process
        self.said: list[str] = []
        self._reading = asyncio.create_task(self._read())  # noqa: TID251 - awaited by `close`

    async def _read(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            self.said.append(line.decode().strip())

    @property
    def pid(self) -> int:
        return int(self.said[0].removeprefix("pid="))

    async def says(self, words: str, *, since: int = 0) -> None:
        await eventually(lambda: any(words in line for line in self.said[since:]), f"{words} in {self.said}")

    async def press(self, data: bytes, words: str, *, since: int = 0) -> int:
        """Press keys until the program says `words`: what it reads late, on a busy machine, it takes for old.

        How much it had said by then.
        """
        for _ in range(60):
            self.far_end.type(data)
            for _ in range(50):
                for number, line in enumerate(self.said[since:], since + 1):
                    if words in line:
                        return number
                await asyncio.sleep(0.01)
        pytest.fail(f"{words} in {self.said}")

    async def is_ready(self) -> None:
        await self.says("seen=[True]")

    def continue_in(self, where: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{where}\n".encode())

    async def close(self) -> None:
        if self.process.returncode is None:
            if self.said and not self.said[-1].startswith("ended"):
                os.kill(self.pid, signal.SIGKILL)
            assert self.process.stdin is not None
            self.process.stdin.close()
        await self.process.wait()
        await self._reading


@pytest.fixture
async def job(far_end: FarEnd) -> AsyncIterator[Job]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "tests.fakes.keyboard_job", "shell", far_end.path),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )
    job = Job(far_end, process)
    await job.is_ready()
    yield job
    await job.close()


W_DOWN, W_UP = b"\x1b[119;1:1u", b"\x1b[119;1:3u"
DRIVES = "wish=[Stick(forward=1.0"


async def test_keys_drive_through_a_real_terminal(job: Job) -> None:
    # a busy machine may have let go of it by now
    since = await job.press(W_UP + W_DOWN, DRIVES)
    job.far_end.type(W_UP)
    await job.says("wish=[]", since=since)


@pytest.mark.parametrize(
    ("end", "code"),
    [
        (b"\x1b[113;1:1u", 0),
        (b"\x1b[99;5u", 0),
        (b"\x03", 0),
        (signal.SIGTERM, 0),
        (signal.SIGINT, 0),
        (signal.SIGHUP, 0),
        (signal.SIGUSR1, 1),
    ],
    ids=["q", "ctrl-c", "ctrl-c-plain", "SIGTERM", "SIGINT", "SIGHUP", "exception"],
)
async def test_the_terminal_is_given_back_however_the_program_ends(
    job: Job, end: bytes | signal.Signals, code: int
) -> None:
    assert job.far_end.is_raw()
    if isinstance(end, bytes):
        job.far_end.type(end)
    else:
        os.kill(job.pid, end)
    await job.says(f"ended={code}")

    assert not job.far_end.is_raw()
    await eventually(job.far_end.is_as_found)


@pytest.mark.parametrize("how", ["ctrl-z", "SIGTSTP"])
async def test_a_suspended_program_has_let_go_before_and_gives_the_terminal_back_and_takes_it_again(
    job: Job, how: str
) -> None:
    await job.press(W_UP + W_DOWN, DRIVES)
    if how == "ctrl-z":
        job.far_end.type(b"\x1b[122;5u")
    else:
        os.kill(job.pid, signal.SIGTSTP)
    await job.says("stopped")
    assert any("BY_OPERATOR" in line for line in job.said[: job.said.index("stopped")])
    assert not job.far_end.is_raw()
    await eventually(job.far_end.is_as_found)
    since = len(job.said)
    job.continue_in("fg")
    await job.says("seen=[True]", since=since)

    assert any("BY_OPERATOR" in line for line in job.said[since:])
    # held all the time: it must be pressed anew
    assert not any(DRIVES in line for line in job.said[since:])
    assert job.far_end.is_raw()
    await job.press(b"\x1b[119;1:2u" + W_UP + W_DOWN, DRIVES, since=since)


async def test_after_a_stop_that_nobody_hears_of_the_terminal_is_set_up_anew(job: Job) -> None:
    """SIGSTOP; the shell has set the terminal for itself meanwhile."""
    import termios

    os.kill(job.pid, signal.SIGSTOP)
    await job.says("stopped")
    cooked = termios.tcgetattr(job.far_end.near)
    cooked[3] |= termios.ICANON | termios.ECHO | termios.ISIG
    termios.tcsetattr(job.far_end.near, termios.TCSANOW, cooked)
    since = len(job.said)
    job.continue_in("fg")
    await job.says("seen=[True]", since=since)
    await eventually(job.far_end.is_raw)
    os.kill(job.pid, signal.SIGTERM)
    await job.says("ended=0")

    assert not job.far_end.is_raw()
    await eventually(job.far_end.is_as_found)


async def test_in_the_background_there_is_no_keyboard_and_the_terminal_is_left_alone(job: Job) -> None:
    os.kill(job.pid, signal.SIGTSTP)
    await job.says("stopped")
    since = len(job.said)
    job.continue_in("bg")
    await job.says("seen=[]", since=since)
    assert not job.far_end.is_raw()
    os.kill(job.pid, signal.SIGTERM)
    await job.says("ended=0")

    assert not job.far_end.is_raw()
