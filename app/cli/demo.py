"""`teledeck demo`: a simulated robot, alone or with the window."""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import Callable

from app.cli.display import has_display
from app.cli.run import DONE, NOT_REACHED, CommandError, emit, report
from app.demo.child import DemoProcess, DemoProcessError
from app.demo.galileo_network import GalileoOptions
from app.demo.serve import DemoOptions, serve
from app.model.json_text import json_line
from protocols.errors import ProtocolError

# what there is to see at once: numbers that change, with names that say what they are
LOOK_AT = ("/gazebo/default/rover/chassis/imu/imu", "angular_velocity.z")
DEFAULT_AFTER_S = 5.0
# as on the screen of a desk: where nothing is said, and where there is no screen to ask
PICTURE_SIZE = (1440, 900)

RunWindow = Callable[..., int]


def run(arguments: argparse.Namespace) -> int:
    """Serve the robot until a signal ends it."""

    def announce(uris: dict[str, str]) -> None:
        emit(json_line(uris))
        if not arguments.json:
            emit("The demo robot is there. Ctrl-C ends it.")

    options = DemoOptions(
        seed=arguments.seed,
        port_base=arguments.port_base,
        camera_size=arguments.camera,
        wander=bool(arguments.wander),
        broker=arguments.broker,
        galileo=GalileoOptions(
            token=arguments.galileo_token,
            loss=arguments.galileo_loss,
            delay_s=arguments.galileo_delay_ms / 1000,
            reorder=arguments.galileo_reorder,
            silent_after_s=arguments.galileo_silent_after,
        ),
    )
    try:
        # what Windows has instead lets no library watch sockets, as that for a broker does
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            runner.run(serve(options, announce, until_stdin_ends=arguments.until_stdin_ends))
    except ProtocolError as error:
        raise CommandError(NOT_REACHED, error.reason, error.tip) from error
    return DONE


def show(arguments: argparse.Namespace, load_window: Callable[[], RunWindow | None]) -> int:
    """Open the window on a robot in a process of its own; the exit code.

    Args:
        arguments: of the command.
        load_window: gives what runs the window, None where it has said that there can't be one.
    """
    if arguments.screenshot is not None and not has_display():
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    process = DemoProcess(_arguments_of_child(arguments))
    try:
        # meanwhile the robot starts, and is waited for only by a window that is there
        run_window = load_window()
        if run_window is None:
            return NOT_REACHED
        return run_window(
            [],
            later=lambda: tuple(process.wait_for_uris().values()),
            trial=True,
            theme=arguments.theme,
            size=arguments.size or (PICTURE_SIZE if arguments.screenshot is not None else None),
            look_at=LOOK_AT,
            picture=None
            if arguments.screenshot is None
            else (arguments.screenshot, arguments.after or DEFAULT_AFTER_S),
        )
    except DemoProcessError as error:
        report(str(error))
        return NOT_REACHED
    finally:
        process.close()


def _arguments_of_child(arguments: argparse.Namespace) -> list[str]:
    width, height = arguments.camera
    child = ["--seed", str(arguments.seed), "--camera", f"{width}x{height}"]
    if arguments.port_base:
        child += ["--port-base", str(arguments.port_base)]
    for option in (
        "broker",
        "galileo_token",
        "galileo_loss",
        "galileo_delay_ms",
        "galileo_reorder",
        "galileo_silent_after",
    ):
        value = getattr(arguments, option)
        if value:
            child.append(f"--{option.replace('_', '-')}={value}")
    # a robot that stands still has little to show; the first command ends it for good
    return [*child, "--no-wander" if arguments.wander is False else "--wander"]
