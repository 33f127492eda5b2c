from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from app.ui.drive.keys import BACKWARD, FORWARD, FREE_WAYS, LEFT, RIGHT, KeyDirection, read_stroke

NO = Qt.KeyboardModifier.NoModifier
CYRILLIC_TSE = 0x426


def key(symbol: int, scan_code: int = 0, virtual_key: int = 0, modifiers: Qt.KeyboardModifier = NO) -> QKeyEvent:
    return QKeyEvent(QEvent.Type.KeyPress, symbol, modifiers, scan_code, virtual_key, 0)


@pytest.mark.parametrize(
    ("platform", "codes"),
    [
        ("xcb", {25: FORWARD, 38: LEFT, 39: BACKWARD, 40: RIGHT, 80: FORWARD, 83: LEFT, 88: BACKWARD, 85: RIGHT}),
        ("wayland", {25: FORWARD, 38: LEFT, 39: BACKWARD, 40: RIGHT}),
        ("wayland-egl", {25: FORWARD}),
        (
            "windows",
            {
                0x11: FORWARD,
                0x1E: LEFT,
                0x1F: BACKWARD,
                0x20: RIGHT,
                0x48: FORWARD,
                0x4B: LEFT,
                0x50: BACKWARD,
                0x4D: RIGHT,
            },
        ),
    ],
)
def test_a_key_drives_by_its_place_whatever_it_writes(platform: str, codes: dict[int, KeyDirection]) -> None:
    for code, way in codes.items():
        stroke = read_stroke(key(CYRILLIC_TSE, code), platform)
        assert (stroke.direction, stroke.code) == (way, code)


def test_the_places_of_macos_are_its_virtual_keys_of_which_one_is_0() -> None:
    codes = {13: FORWARD, 0: LEFT, 1: BACKWARD, 2: RIGHT, 0x5B: FORWARD}
    for code, way in codes.items():
        stroke = read_stroke(key(CYRILLIC_TSE, virtual_key=code), "cocoa")
        assert (stroke.direction, stroke.code) == (way, code)


def test_the_letter_in_another_place_drives_nothing() -> None:
    assert read_stroke(key(Qt.Key.Key_W, 52), "xcb").direction is None


def test_arrows_are_known_by_what_they_stand_for_for_their_numbers_differ() -> None:
    assert read_stroke(key(Qt.Key.Key_Up, 111), "xcb").direction == FORWARD
    assert read_stroke(key(Qt.Key.Key_Up, 98), "xcb").direction == FORWARD
    assert read_stroke(key(Qt.Key.Key_Print, 111), "xcb").direction is None


@pytest.mark.parametrize(("platform", "code"), [("xcb", 0), ("offscreen", 0), ("offscreen", 52)])
def test_where_nothing_is_told_of_places_letters_and_arrows_drive(platform: str, code: int) -> None:
    ways = {Qt.Key.Key_W: FORWARD, Qt.Key.Key_D: RIGHT, Qt.Key.Key_Down: BACKWARD, Qt.Key.Key_Q: None}
    for symbol, way in ways.items():
        stroke = read_stroke(key(symbol, code), platform)
        assert (stroke.direction, stroke.code) == (way, None)


@pytest.mark.parametrize(("platform", "code"), [("xcb", 65), ("wayland", 65), ("windows", 0x39)])
def test_space_is_the_key_in_its_place_whatever_it_writes(platform: str, code: int) -> None:
    assert read_stroke(key(Qt.Key.Key_Underscore, code), platform).is_space
    assert not read_stroke(key(Qt.Key.Key_Underscore, code + 1), platform).is_space
    assert read_stroke(key(Qt.Key.Key_Underscore, virtual_key=0x31), "cocoa").is_space


@pytest.mark.parametrize("symbol", [Qt.Key.Key_Space, Qt.Key.Key_nobreakspace, 0x202F, 0x3000], ids=hex)
def test_space_is_what_writes_one_wherever_it_is(symbol: int) -> None:
    assert read_stroke(key(symbol, 66), "xcb").is_space
    assert read_stroke(key(symbol), "offscreen").is_space


@pytest.mark.parametrize(
    ("platform", "places"),
    [("xcb", (27, 41, 28, 42, 29, 43)), ("windows", (0x13, 0x21, 0x14, 0x22, 0x15, 0x23))],
)
def test_the_keys_of_free_axes_are_known_by_their_places(platform: str, places: tuple[int, ...]) -> None:
    assert tuple(read_stroke(key(CYRILLIC_TSE, code), platform).direction for code in places) == FREE_WAYS


def test_so_they_are_on_macos() -> None:
    places = (0x0F, 0x03, 0x11, 0x05, 0x10, 0x04)
    assert tuple(read_stroke(key(CYRILLIC_TSE, virtual_key=code), "cocoa").direction for code in places) == FREE_WAYS


@pytest.mark.parametrize(
    ("platform", "codes"),
    [("xcb", (55, 45, 24, 33)), ("wayland", (55, 45, 24, 33)), ("windows", (0x2F, 0x25, 0x10, 0x19))],
)
def test_the_keys_of_a_deadman_and_those_that_arm_are_known_by_their_place(
    platform: str, codes: tuple[int, ...]
) -> None:
    assert [read_stroke(key(CYRILLIC_TSE, code), platform).letter for code in codes] == ["v", "k", "q", "p"]
    assert read_stroke(key(Qt.Key.Key_Q, 52), platform).letter == ""


def test_so_they_are_on_macos_and_by_their_letters_where_nothing_is_told_of_places() -> None:
    codes = (0x09, 0x28, 0x0C, 0x23)
    symbols = (Qt.Key.Key_V, Qt.Key.Key_K, Qt.Key.Key_Q, Qt.Key.Key_P)

    assert [read_stroke(key(CYRILLIC_TSE, virtual_key=code), "cocoa").letter for code in codes] == [*"vkqp"]
    assert [read_stroke(key(symbol), "offscreen").letter for symbol in symbols] == [*"vkqp"]
