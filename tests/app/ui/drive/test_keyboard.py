from __future__ import annotations

import asyncio
from typing import Any

import pytest
from typing_extensions import override

from app.drive.control.values import DriveSource, Stage, Stick
from app.ui.drive.keyboard import (
    KeyboardMonitor,
    KeyReport,
    MacKeyboard,
    SystemKeyboard,
    WindowsKeyboard,
    system_keyboard,
)
from tests.app.ui.drive.conftest import CHOICE, Cockpit

UNKNOWN = "does not tell which keys are down"
HELD = Stick(1.0, 0.0, radial=False)


class Keys(SystemKeyboard):
    """A keyboard by hand.

    Attributes:
        down: the places of the keys that are down.
        looks: how often it was looked at.
        answers: whether it says anything.
        error: why nothing will ever be known any more.
    """

    def __init__(self) -> None:
        self.down: set[int] = set()
        self.looks = 0
        self.answers = True
        self.error: OSError | None = None
        self.closed = False

    @override
    def query(self, tell: KeyReport) -> None:
        if self.error is not None:
            raise self.error
        self.looks += 1
        if self.answers:
            tell(frozenset(self.down))

    @override
    def close(self) -> None:
        self.closed = True


class Table:
    """A robot that can be driven, and what was seen of the keys."""

    def __init__(self, cockpit: Cockpit, *, there: bool = True) -> None:
        self.cockpit = cockpit
        self.keys = Keys()
        self.asked_for: list[str] = []
        self.seen: list[frozenset[int]] = []
        self.watch = KeyboardMonitor(cockpit.pilot, self._keyboard if there else lambda _: None)
        self.watch.keys_reported.connect(self.seen.append)

    def _keyboard(self, platform: str) -> Keys:
        self.asked_for.append(platform)
        return self.keys

    def beat(self, times: int = 1) -> None:
        for _ in range(times):
            self.cockpit.pilot.beat()


@pytest.fixture
async def table(cockpit: Cockpit) -> Table:
    table = Table(cockpit)
    cockpit.pilot.select(CHOICE)
    await asyncio.sleep(0)
    cockpit.handle.tell()
    return table


async def test_it_is_looked_at_with_every_beat_while_a_key_is_held_and_at_no_other_time(table: Table) -> None:
    table.beat(3)
    assert table.keys.looks == 0
    table.cockpit.pilot.move(DriveSource.KEYBOARD, HELD)
    table.keys.down = {25}
    table.beat(3)
    assert table.keys.looks == 3
    assert table.seen == [frozenset({25})] * 3
    table.cockpit.pilot.move(DriveSource.KEYBOARD, None)
    table.beat(3)
    assert table.keys.looks == 3


async def test_so_it_is_while_a_space_would_stop_something(table: Table) -> None:
    table.cockpit.handle.tell(stage=Stage.ARMED)
    table.beat(2)
    assert table.keys.looks == 2


async def test_it_is_asked_for_once_and_before_anything_is_held(table: Table) -> None:
    assert table.asked_for == []
    table.beat()
    assert table.asked_for == ["offscreen"]
    table.beat()
    assert table.asked_for == ["offscreen"]


async def test_one_that_says_nothing_any_more_knows_of_no_key(table: Table) -> None:
    table.cockpit.pilot.move(DriveSource.KEYBOARD, HELD)
    table.keys.down = {25}
    table.beat()
    table.keys.answers = False
    table.beat(4)
    assert table.seen == [frozenset({25})]
    table.beat()
    assert table.seen == [frozenset({25}), frozenset()]
    table.keys.answers = True
    table.beat(2)
    assert table.seen[-1] == frozenset({25})


async def test_silence_while_nobody_asks_is_none(table: Table) -> None:
    table.keys.answers = False
    for _ in range(3):
        table.cockpit.pilot.move(DriveSource.KEYBOARD, HELD)
        table.beat(3)
        table.cockpit.pilot.move(DriveSource.KEYBOARD, None)
        table.beat()
    assert table.seen == []


@pytest.mark.expects_log(UNKNOWN)
async def test_one_that_is_gone_is_left_alone_and_that_is_said_once(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    table.cockpit.pilot.move(DriveSource.KEYBOARD, HELD)
    table.keys.error = OSError("no server")
    table.beat(20)
    assert sum("no server" in record.getMessage() for record in caplog.records) == 1
    assert table.keys.closed
    assert table.seen == []


async def test_after_the_end_nobody_looks(table: Table) -> None:
    table.cockpit.pilot.move(DriveSource.KEYBOARD, HELD)
    table.beat()
    table.watch.close()
    table.beat(3)
    assert table.keys.looks == 1
    assert table.keys.closed


async def test_where_the_system_tells_nobody_nothing_is_seen(cockpit: Cockpit) -> None:
    table = Table(cockpit, there=False)
    cockpit.pilot.select(CHOICE)
    cockpit.pilot.move(DriveSource.KEYBOARD, HELD)
    table.beat(20)
    assert table.seen == []


@pytest.mark.parametrize("platform", ["wayland", "offscreen"])
def test_some_systems_tell_nobody(platform: str) -> None:
    assert system_keyboard(platform) is None


@pytest.mark.expects_log(UNKNOWN)
@pytest.mark.parametrize("platform", ["windows", "cocoa"])
def test_a_system_that_is_not_this_one_tells_nothing_and_raises_nothing(platform: str) -> None:
    assert system_keyboard(platform) is None


@pytest.mark.expects_log(UNKNOWN)
def test_an_x_server_that_is_not_there_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":54321")
    assert system_keyboard("xcb") is None


class _User32:
    """The two calls of Windows, with the layout fr: Z is where W is on others."""

    def __init__(self, *down: int) -> None:
        self.down = down

    def MapVirtualKeyW(self, code: int, kind: int) -> int:  # noqa: N802 - of Windows
        assert kind == 3
        letters = {0x11: "Z", 0x1E: "Q", 0x1F: "S", 0x20: "D", 0x2D: "X", 0x24: "J", 0x26: "L"}
        letters |= {0x13: "R", 0x21: "F", 0x14: "T", 0x22: "G", 0x15: "Y", 0x23: "H"}
        letters |= {0x2F: "V", 0x25: "K", 0x10: "A", 0x19: "P"}
        return ord(letters[code])

    def GetAsyncKeyState(self, key: int) -> int:  # noqa: N802 - of Windows
        # a short, with a sign; the lowest bit is for those that are up, too
        return -0x8000 if key in self.down else 1


@pytest.mark.parametrize(
    ("virtual_key", "places"),
    [
        (ord("Z"), {0x11}),
        (ord("W"), set()),
        (0x20, {0x39}),
        (ord("X"), {0x2D}),
        # the left and the right Shift
        (0xA0, {0x2A}),
        (0xA1, {0x36}),
        (ord("J"), {0x24}),
        (ord("R"), {0x13}),
        (ord("K"), {0x25}),
        (ord("A"), {0x10}),
        # the arrow, and 8 of the number block without Num Lock
        (0x26, {0x48, 0x148}),
        (0x68, {0x48}),
    ],
)
def test_windows_is_asked_by_virtual_keys(virtual_key: int, places: set[int]) -> None:
    told: list[frozenset[int]] = []
    WindowsKeyboard(_User32(virtual_key)).query(told.append)
    assert told == [places]


def test_macos_is_asked_by_place() -> None:
    asked: list[tuple[int, int]] = []

    class _CoreGraphics:
        @staticmethod
        def CGEventSourceKeyState(source: int, key: int) -> bool:  # noqa: N802 - of macOS
            asked.append((source, key))
            return key in {0, 13}

    told: list[Any] = []
    MacKeyboard(_CoreGraphics()).query(told.append)
    assert told == [frozenset({0, 13})]
    assert {source for source, _ in asked} == {0}
