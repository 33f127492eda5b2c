"""`teledeck demo`: the robot alone, and with the window."""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from app.__main__ import main
from app.cli import demo, parser
from app.demo.demo_process import DemoProcessError
from app.faults import WINDOW
from tests.fakes.command import Command, run_command
from tests.fakes.ports import free_ports

STATS = "/gazebo/default/world_stats"


def _parse(*argv: str) -> argparse.Namespace:
    return parser.parse(["demo", *argv])


# alone


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_serving_announces_itself_in_the_first_line_and_ends_well(number: signal.Signals) -> None:
    command = await Command.start("demo", "--serve", "--json")
    uris = json.loads(await command.line())
    echoed = await run_command("echo", uris["gazebo"], STATS, "-n", "1", "--json")
    outcome = await command.end(number)

    assert re.fullmatch(r"gazebo://127\.0\.0\.1:\d+", uris["gazebo"])
    assert echoed.code == 0
    assert echoed.lines[0]["value"]["iterations"] > 0
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")


async def test_without_json_a_line_for_humans_follows() -> None:
    command = await Command.start("demo", "--serve")
    first, second = await command.line(), await command.line()
    await command.end(signal.SIGTERM)

    assert "gazebo" in json.loads(first)
    assert "Ctrl-C" in second


async def test_a_base_for_the_ports_is_kept_and_one_that_is_taken_is_said() -> None:
    base = free_ports(6)
    command = await Command.start("demo", "--serve", "--json", "--port-base", str(base))
    first = await command.line()
    refused = await run_command("demo", "--serve", "--port-base", str(base))
    await command.end(signal.SIGTERM)

    where = {protocol: uri.partition("?")[0] for protocol, uri in json.loads(first).items()}
    assert where == {
        "gazebo": f"gazebo://127.0.0.1:{base}",
        "ros1": f"ros1://127.0.0.1:{base + 2}",
        "galileo": f"galileo://127.0.0.1:{base + 3}/galileo/status",
        "nrp+grpc": f"nrp+grpc://127.0.0.1:{base + 4}",
        "nrp+json": f"nrp+json://127.0.0.1:{base + 5}",
    }
    assert refused.code == 1
    assert refused.err.startswith("teledeck: ")
    assert "in use" in refused.err


async def test_nobody_who_reads_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    command = await Command.start("demo", "--serve", stdout=write)
    os.close(write)

    assert (await command.end()).code == 0


@pytest.mark.parametrize(
    "argv",
    [
        ["--port-base", "0"],
        ["--port-base", "65531"],
        ["--galileo-loss", "1.5"],
        ["--galileo-loss", "nan"],
        ["--galileo-reorder", "-0.1"],
        ["--galileo-delay-ms", "1e6"],
        ["--galileo-silent-after", "0"],
        ["--camera", "160"],
        ["--camera", "8x8"],
        ["--size", "0x600"],
        ["--theme", "pink"],
        ["--after", "-1"],
        ["--after", "2"],
        ["--seed", "x"],
        ["--json"],
        ["--serve", "--screenshot", "x.png"],
        ["--serve", "--theme", "dark"],
        ["--serve", "--size", "800x600"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_told(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        _parse(*argv)

    assert exit_info.value.code == 2
    assert capsys.readouterr().err.startswith("teledeck: ")


# with the window


class Process:
    """Stands for the robot's process."""

    made: list[Process]

    def __init__(self, arguments: list[str]) -> None:
        self.arguments = arguments
        self.closed = False
        Process.made.append(self)

    def wait_for_uris(self) -> dict[str, str]:
        return {"gazebo": "gazebo://127.0.0.1:1"}

    def close(self) -> None:
        self.closed = True


class Window:
    """Stands for what runs the window."""

    def __init__(self) -> None:
        self.uris: list[str] = []
        self.options: dict[str, Any] = {}
        self.robot_ran = False

    def run(self, uris: list[str], *, later: Callable[[], Sequence[str]], **options: object) -> int:
        self.options = options
        self.uris = [*uris, *later()]
        self.robot_ran = not Process.made[0].closed
        return 5

    def load(self) -> Callable[..., int]:
        return self.run


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Window:
    Process.made = []
    monkeypatch.setattr(demo, "DemoProcess", Process)
    return Window()


def test_the_window_runs_on_a_robot_that_ends_with_it(window: Window) -> None:
    code = demo.show(_parse("--theme", "light", "--size", "800x600", "--port-base", "4000", "--seed", "9"), window.load)

    assert code == 5
    assert window.robot_ran
    assert Process.made[0].closed
    assert window.uris == ["gazebo://127.0.0.1:1"]
    assert window.options["theme"] == "light"
    assert window.options["size"] == (800, 600)
    assert window.options["picture"] is None
    assert window.options["trial"] is True
    child = parser.parse(["demo", "--serve", *Process.made[0].arguments])
    assert (child.port_base, child.seed, child.camera) == (4000, 9, (160, 120))


URIS: Final = {scheme: f"{scheme}://127.0.0.1:1" for scheme in ("gazebo", "ros1", "galileo", "nrp+grpc")}


@pytest.mark.parametrize(
    ("options", "schemes"),
    [
        ([], ["gazebo"]),
        (["--galileo-loss", "0.3"], ["gazebo", "galileo"]),
        (["--all-protocols"], ["gazebo", "ros1", "galileo", "nrp+grpc"]),
    ],
)
def test_the_window_shows_the_robot_once_unless_more_is_asked_for(
    window: Window, monkeypatch: pytest.MonkeyPatch, options: list[str], schemes: list[str]
) -> None:
    monkeypatch.setattr(Process, "wait_for_uris", lambda _self: URIS)
    demo.show(_parse(*options), window.load)

    assert window.uris == [URIS[scheme] for scheme in schemes]


def test_how_bad_its_network_shall_be_reaches_the_robots_own_process(window: Window) -> None:
    bad = ["--galileo-token=-abc def", "--galileo-loss", "0.3", "--galileo-delay-ms", "200"]
    demo.show(_parse(*bad, "--galileo-reorder", "0.1", "--galileo-silent-after", "5"), window.load)
    child = parser.parse(["demo", "--serve", *Process.made[0].arguments])

    assert (child.galileo_token, child.galileo_silent_after) == ("-abc def", 5)
    assert (child.galileo_loss, child.galileo_delay_ms, child.galileo_reorder) == (0.3, 200.0, 0.1)


@pytest.mark.parametrize(("argv", "wanders"), [([], True), (["--no-wander"], False), (["--wander"], True)])
def test_with_the_window_the_robot_wanders_unless_told_not_to(
    window: Window,
    argv: list[str],
    wanders: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    demo.show(_parse(*argv), window.load)

    assert parser.parse(["demo", "--serve", *Process.made[0].arguments]).wander is wanders


def test_served_alone_it_stands_unless_told_to_wander() -> None:
    assert not _parse("--serve").wander
    assert _parse("--serve", "--wander").wander


@pytest.mark.parametrize(
    ("environ", "platform"),
    [({}, "offscreen"), ({"DISPLAY": ":0"}, None), ({"WAYLAND_DISPLAY": "wayland-0"}, None)],
)
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_a_picture_needs_no_display(
    window: Window, monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], platform: str | None
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    demo.show(_parse("--screenshot", "x.png", "--after", "2.5"), window.load)
    chosen = os.environ.pop("QT_QPA_PLATFORM", None)

    assert window.options["picture"] == ("x.png", 2.5)
    assert window.options["size"] == (1440, 900)
    assert chosen == platform


def test_where_there_can_be_no_window_the_robot_is_ended(window: Window) -> None:
    del window

    assert demo.show(_parse(), lambda: None) == 1
    assert Process.made[0].closed


def test_a_robot_that_does_not_start_is_told(
    window: Window, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_self: Process) -> dict[str, str]:
        raise DemoProcessError("the demo robot could not start")

    monkeypatch.setattr(Process, "wait_for_uris", fail)

    assert demo.show(_parse(), window.load) == 1
    assert "could not start" in capsys.readouterr().err
    assert Process.made[0].closed


def test_the_program_takes_demo_for_a_window(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    roles: list[str] = []

    def load(role: str) -> Callable[..., int]:
        roles.append(role)
        return window.run

    monkeypatch.setattr("app.__main__._load_window", load)

    assert main(["demo"]) == 5
    assert roles == [WINDOW]


async def test_it_draws_itself_leaves_the_users_settings_alone_and_no_folder_behind(tmp_path: Path) -> None:
    picture, settings, temporary = tmp_path / "shot.png", tmp_path / "settings", tmp_path / "temporary"
    temporary.mkdir()
    outcome = await run_command(
        "demo",
        *("--screenshot", str(picture), "--after", "1.5", "--size", "1000x640", "--theme", "dark"),
        environ={"XDG_CONFIG_HOME": str(settings), "TMPDIR": str(temporary), "QT_QPA_PLATFORM": "offscreen"},
    )

    assert outcome.code == 0, outcome.err
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")) == (1000, 640)
    assert not settings.exists()
    assert not list(temporary.iterdir())
