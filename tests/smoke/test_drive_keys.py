"""Driving by keys from outside, whatever they stand for: run under xvfb-run with QT_QPA_PLATFORM=xcb."""

from __future__ import annotations

import asyncio
import functools
import signal
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QLineEdit

from app.config.profile import FreeAxis, Profile
from app.config.profile_folder import save_profile
from app.drive.control.values import DriveSource, Pace, Reason, Stage, Stick
from app.ui.drive.drive_mode import DriveMode
from app.ui.drive.keyboard import XKeyboard
from app.ui.drive.panel import DrivePanel
from app.ui.window.main_window import MainWindow
from tests.app.ui.drive.conftest import ROBOT
from tests.fakes.driving_view import FakeHandle
from tests.fakes.lost_keys import LOST_KEYS, LostKey
from tests.fakes.session import FakeSession
from tests.fakes.waiting import eventually
from tests.fakes.x11 import ALT, ALT_GR, CONTROL, LEFT, PAD_8, SHIFT, SPACE, A, D, K, S, Screen, W, own_server

AHEAD, BACK = Stick(1, 0, radial=False), Stick(-1, 0, radial=False)
TO_THE_LEFT, TO_THE_RIGHT = Stick(0, 1, radial=False), Stick(0, -1, radial=False)
ASIDE, ASIDE_RIGHT = Stick(radial=False, lateral=1), Stick(radial=False, lateral=-1)
# of J, L, X and B on a US keyboard
J, L, X, B = 44, 46, 53, 56
# of those of free axes
R, F, T, G, Y = 27, 41, 28, 42, 29


class Seat:
    """The window that has the keys, and a robot that is armed."""

    def __init__(self, window: MainWindow, handle: FakeHandle, panel: DrivePanel, screen: Screen) -> None:
        self.window = window
        self.handle = handle
        self.panel = panel
        self.screen = screen

    @property
    def asked(self) -> Stick | None:
        """What the keys ask for; None where none is held."""
        return self.handle.moves.get(DriveSource.KEYBOARD)

    def asks_for(self, stick: Stick) -> bool:
        """Whether keys do."""
        return self.asked == stick


@pytest.fixture
async def seat(screen: Screen, window: tuple[MainWindow, FakeSession]) -> AsyncIterator[Seat]:
    main, session = window
    handle = session.driving.handle
    screen.set_layout("us")
    screen.give_focus(int(main.winId()))
    await eventually(main.isActiveWindow, "the focus")
    main.command_switch.allow(ROBOT, allowed=True)
    panel = main.docks.drive.show_panel()
    await eventually(lambda: main.docks.drive.client.selection, "a robot that is driven")
    handle.tell(stage=Stage.ARMED)
    panel.refresh(0.0)
    panel.ui.surface.setFocus()
    yield Seat(main, handle, panel, screen)
    screen.set_layout("us")


@pytest.mark.parametrize("lost", LOST_KEYS.values(), ids=LOST_KEYS)
async def test_nothing_is_held_that_was_let_go_whatever_the_window_heard_of_it(seat: Seat, lost: LostKey) -> None:
    seat.screen.set_layout(*lost.layout)
    seat.screen.press(lost.key)
    await eventually(lambda: seat.asks_for(AHEAD), "a key that is held")

    lost.let_go(seat.screen)

    # what was lost before was lost for ever
    await eventually(lambda: seat.asked is None, "a key that was let go", 3)
    assert Reason.UNFOCUSED not in seat.handle.said


@pytest.mark.parametrize("layout", [("us", ""), ("ru", ""), ("fr", ""), ("fr", "bepo"), ("us", "dvorak")], ids=str)
async def test_keys_drive_by_their_place_on_every_layout(seat: Seat, layout: tuple[str, str]) -> None:
    seat.screen.set_layout(*layout)
    ways = {
        W: AHEAD,
        A: TO_THE_LEFT,
        S: BACK,
        D: TO_THE_RIGHT,
        LEFT: TO_THE_LEFT,
        PAD_8: AHEAD,
        J: ASIDE,
        L: ASIDE_RIGHT,
    }
    for key, way in ways.items():
        seat.screen.press(key)
        await eventually(functools.partial(seat.asks_for, way), f"key {key}")
        seat.screen.release(key)
        await eventually(lambda: seat.asked is None, f"key {key} up")


@pytest.mark.parametrize("layout", [("us", ""), ("ru", ""), ("fr", "bepo")], ids=str)
async def test_the_keys_of_free_axes_move_those_that_the_profile_has_by_their_place(
    seat: Seat, layout: tuple[str, str]
) -> None:
    seat.screen.set_layout(*layout)
    client = seat.window.docks.drive.client
    assert client.selection is not None
    axes = FreeAxis("lift", topic="/lift"), FreeAxis("tilt", field="linear.z")
    client.select(replace(client.selection, profile=Profile(axes=axes)))
    await eventually(lambda: len(seat.panel.ui.axes.sliders) == len(axes), "their sliders")
    seat.panel.ui.surface.setFocus()
    ways = {R: (1, 0), F: (-1, 0), T: (0, 1), G: (0, -1)}
    for key, free in ways.items():
        seat.screen.press(key)
        await eventually(functools.partial(seat.asks_for, Stick(radial=False, free=free)), f"key {key}")
        seat.screen.release(key)
        await eventually(lambda: seat.asked is None, f"key {key} up")
    # there is no third axis: what is held is let go of, as by any other key
    seat.screen.press(R)
    await eventually(lambda: seat.asked is not None, "the first axis")
    seat.screen.press(Y)
    await eventually(lambda: seat.asked is None, "nothing that is held")
    seat.screen.release(Y)
    seat.screen.release(R)


@pytest.mark.parametrize("layout", [("us", ""), ("ru", ""), ("fr", "bepo")], ids=str)
async def test_shift_is_turbo_and_x_slow_as_long_as_the_system_has_them_down(
    seat: Seat, layout: tuple[str, str]
) -> None:
    seat.screen.set_layout(*layout)
    beats = seat.handle.beats
    seat.screen.press(SHIFT)
    seat.screen.press(W)
    await eventually(lambda: seat.handle.beats > beats + 10, "half a second")
    assert seat.asks_for(replace(AHEAD, pace=Pace.TURBO))
    seat.screen.press(X)
    await eventually(lambda: seat.asks_for(replace(AHEAD, pace=Pace.SLOW)), "slow")
    seat.screen.release(X)
    await eventually(lambda: seat.asks_for(replace(AHEAD, pace=Pace.TURBO)), "turbo")
    seat.screen.release(SHIFT)
    await eventually(lambda: seat.asks_for(AHEAD), "neither")


async def test_a_key_that_is_held_stays_held(seat: Seat) -> None:
    beats = seat.handle.beats
    seat.screen.press(W)
    await eventually(lambda: seat.handle.beats > beats + 20, "a second")
    assert seat.asks_for(AHEAD)
    seat.screen.press(D)
    await eventually(lambda: seat.asks_for(Stick(1, -1, radial=False)), "a bend")


@pytest.mark.parametrize("layout", [("us", ""), ("ru", ""), ("fr", "bepo")], ids=str)
async def test_the_deadman_is_the_key_in_its_place_on_every_layout(seat: Seat, layout: tuple[str, str]) -> None:
    save_profile(Profile("heavy", deadman="k"))
    seat.panel.reload_profiles()
    seat.panel.selector.use_profile("heavy")
    seat.handle.tell(stage=Stage.ARMED)
    await eventually(lambda: seat.panel.ui.surface.deadman, "the profile")
    seat.screen.set_layout(*layout)
    seat.screen.press(K)
    seat.screen.press(W)
    await eventually(lambda: seat.asks_for(replace(AHEAD, deadman=True)), "a key and the deadman")
    beats = seat.handle.beats
    await eventually(lambda: seat.handle.beats > beats + 10, "half a second")
    assert seat.asks_for(replace(AHEAD, deadman=True))
    # another program has the keys while it goes up
    with seat.screen.grabbed():
        seat.screen.release(K)
        # shorter than Qt waits before it believes that the focus is gone
        time.sleep(0.08)  # noqa: ASYNC251 - the window hears nothing meanwhile
    await eventually(lambda: not seat.asks_for(replace(AHEAD, deadman=True)), "the deadman up", 3)


@pytest.fixture
def mode(seat: Seat) -> Iterator[DriveMode]:
    """Drive mode, while a text field has the keys."""
    mode = seat.window.docks.drive.mode
    mode.switch(True)
    seat.window.topics.filter.setFocus()
    assert mode.is_on
    yield mode
    mode.leave()


async def test_in_drive_mode_the_keys_drive_also_in_a_view_that_floats_and_after_a_click(
    seat: Seat, mode: DriveMode
) -> None:
    view = QDockWidget("View", seat.window)
    view.setWidget(QLineEdit())
    seat.window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, view)
    view.setFloating(True)
    view.show()
    await eventually(lambda: seat.screen.find("View"), "a window of its own")
    seat.screen.press(W)
    await eventually(lambda: seat.asks_for(AHEAD), "a key that is held")
    seat.screen.give_focus(int(view.winId()))
    await eventually(view.isActiveWindow, "the focus")
    beats = seat.handle.beats
    await eventually(lambda: seat.handle.beats > beats + 10, "half a second")
    assert (mode.is_on, seat.asked) == (True, AHEAD)
    seat.screen.release(W)
    await eventually(lambda: seat.asked is None, "the key up")
    seat.screen.click(A, S)
    assert view.widget() is not None
    assert Reason.UNFOCUSED not in seat.handle.said
    seat.screen.take_focus()
    await eventually(lambda: not mode.is_on and Reason.UNFOCUSED in seat.handle.said, "the end")
    view.deleteLater()


async def test_in_drive_mode_letters_are_not_typed_on_any_layout_and_keys_with_control_work(
    seat: Seat, mode: DriveMode
) -> None:
    field, side_bar = seat.window.topics.filter, seat.window.actions_of_window.docks.side_bar
    shown = side_bar.isChecked()
    for layout in (("us", ""), ("ru", ""), ("de", "")):
        seat.screen.set_layout(*layout)
        # with AltGr, too
        seat.screen.click(24)
        seat.screen.click(ALT_GR, 24)
    seat.screen.set_layout("us")
    seat.screen.click(CONTROL, SHIFT, B)
    await eventually(lambda: side_bar.isChecked() != shown, "a shortcut")
    seat.screen.click(CONTROL, L)
    await eventually(seat.window.log_dock.isVisible, "a shortcut with Ctrl")

    assert field.text() == ""
    # the log came before the panel, which nobody sees now
    await eventually(lambda: not mode.is_on, "the end")


SPACES = [
    (("us", ""), ()),
    (("us", ""), (SHIFT,)),
    (("us", ""), (CONTROL,)),
    (("us", ""), (ALT,)),
    (("de", ""), (ALT_GR,)),
    (("fr", ""), (SHIFT,)),
    (("fr", "bepo"), (SHIFT,)),
    (("fr", "bepo"), (ALT_GR,)),
    (("fr", "bepo"), (ALT_GR, SHIFT)),
    (("ru", ""), ()),
]


@pytest.mark.parametrize(("layout", "beside"), SPACES, ids=str)
@pytest.mark.parametrize("focus", ["stick", "text"])
async def test_space_stops_whatever_it_writes_and_whatever_is_down_beside_it(
    seat: Seat, layout: tuple[str, str], beside: tuple[int, ...], focus: str
) -> None:
    seat.screen.set_layout(*layout)
    if focus == "text":
        seat.window.topics.filter.setFocus()
    seat.screen.click(*beside, SPACE)
    await eventually(lambda: "stop" in seat.handle.said, "STOP", 3)
    assert seat.window.topics.filter.text() == ""


class Greedy(QObject):
    """Keeps keys for itself, as an input method does that composes."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - of Qt
        del watched
        return event.type() in {QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.ShortcutOverride}


@pytest.fixture
def greedy(seat: Seat, qapp: QApplication) -> Callable[[], None]:
    """Begins to keep them."""
    filtering = Greedy(seat.window)
    return lambda: qapp.installEventFilter(filtering)


async def test_a_space_that_an_input_method_keeps_for_itself_stops_once(seat: Seat, greedy: Callable[[], None]) -> None:
    seat.window.topics.filter.setFocus()
    greedy()
    seat.screen.press(SPACE)
    await eventually(lambda: "stop" in seat.handle.said, "STOP", 3)
    beats = seat.handle.beats
    await eventually(lambda: seat.handle.beats > beats + 5, "some beats")
    assert seat.handle.said.count("stop") == 1
    seat.screen.release(SPACE)
    await eventually(lambda: seat.handle.beats > beats + 10, "some beats")
    seat.screen.press(SPACE)
    await eventually(lambda: seat.handle.said.count("stop") == 2, "STOP again", 3)


async def test_a_space_for_another_program_stops_nothing(seat: Seat) -> None:
    seat.screen.take_focus()
    await eventually(lambda: Reason.UNFOCUSED in seat.handle.said, "disarmed")
    assert seat.window.docks.drive.client.in_danger
    beats = seat.handle.beats
    seat.screen.press(SPACE)
    await eventually(lambda: seat.handle.beats > beats + 5, "some beats")
    assert "stop" not in seat.handle.said


async def test_while_nothing_can_move_space_is_typed(seat: Seat) -> None:
    seat.handle.tell(stage=Stage.DISARMED)
    field = seat.window.topics.filter
    field.setFocus()
    seat.screen.click(SPACE)
    await eventually(lambda: field.text() == " ", "a space")
    assert "stop" not in seat.handle.said


@pytest.fixture
def other_screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Screen, subprocess.Popen[bytes]]]:
    """A server of our own, which may be stopped and killed."""
    with own_server() as (server, name):
        monkeypatch.setenv("DISPLAY", name)
        yield Screen(), server


@pytest.mark.usefixtures("qapp")
async def test_nobody_waits_for_a_server_that_hangs_and_one_that_is_gone_is_told_of(
    other_screen: tuple[Screen, subprocess.Popen[bytes]],
) -> None:
    screen, server = other_screen
    keyboard, told = XKeyboard(), list[frozenset[int]]()
    screen.press(W, SPACE)
    keyboard.query(told.append)
    await eventually(lambda: told, "an answer")
    assert told == [{W, SPACE}]

    server.send_signal(signal.SIGSTOP)
    for _ in range(1000):
        keyboard.query(told.append)
    await asyncio.sleep(0)
    assert len(told) == 1
    server.send_signal(signal.SIGCONT)
    # one question was asked, however often that was
    await eventually(lambda: len(told) == 2, "an answer")

    screen.close()
    server.kill()
    server.wait()

    def is_told_of() -> bool:
        try:
            keyboard.query(told.append)
        except OSError as error:
            return "has ended" in str(error)
        return False

    await eventually(is_told_of, "its end")
    keyboard.close()
    assert len(told) == 2
