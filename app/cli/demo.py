"""`teledeck demo`: a simulated robot, alone or with the window."""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import Callable, Mapping
from typing import Final

from app.cli.command import DONE, NOT_REACHED, CommandError, print_error, print_line
from app.demo.demo_process import BAD_NETWORK_SCHEME, CHANGING_FIELD, DEMO_SCHEMES, DemoProcess, DemoProcessError
from app.demo.galileo_network import GalileoOptions
from app.demo.serve import DemoOptions, serve
from app.model.value_text import json_line
from app.program.startup import has_display
from app.wording.commands import CommandWording
from protocols.errors import ProtocolError
from protocols.sentence import sentence_of

DEFAULT_AFTER_S = 5.0
# a common desktop size, for a screenshot without --size
PICTURE_SIZE = (1440, 900)

_NETWORK_OPTIONS: Final = (
    "galileo_token",
    "galileo_loss",
    "galileo_delay_ms",
    "galileo_reorder",
    "galileo_silent_after",
)

RunWindow = Callable[..., int]


def run(arguments: argparse.Namespace) -> int:
    """Serve the demo robot until a signal ends it."""

    def announce(uris: dict[str, str]) -> None:
        print_line(json_line(uris))
        if not arguments.json:
            print_line(CommandWording.DEMO_IS_THERE())

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
        # not the proactor loop of Windows, on which no library can watch sockets, as the one for MQTT does
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            runner.run(serve(options, announce, until_stdin_ends=arguments.until_stdin_ends))
    except ProtocolError as error:
        raise CommandError(NOT_REACHED, error.reason, error.tip) from error
    return DONE


def show(arguments: argparse.Namespace, load_window: Callable[[], RunWindow | None]) -> int:
    """Open the window on a demo robot in a process of its own; returns the exit code.

    Args:
        arguments: of the command.
        load_window: gives the function that runs the window; None, after a notice, if no window can be opened.
    """
    if arguments.screenshot is not None and not has_display():
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    process = DemoProcess(_arguments_of_child(arguments))
    try:
        # the robot starts meanwhile, and is waited for only when the window is shown
        run_window = load_window()
        if run_window is None:
            return NOT_REACHED
        return run_window(
            [],
            later=lambda: _uris_to_show(arguments, process.wait_for_uris()),
            trial=True,
            theme=arguments.theme,
            size=arguments.size or (PICTURE_SIZE if arguments.screenshot is not None else None),
            look_at=CHANGING_FIELD,
            picture=None
            if arguments.screenshot is None
            else (arguments.screenshot, arguments.after or DEFAULT_AFTER_S),
        )
    except DemoProcessError as error:
        print_error(sentence_of(error))
        return NOT_REACHED
    finally:
        process.close()


def _uris_to_show(arguments: argparse.Namespace, uris: Mapping[str, str]) -> tuple[str, ...]:
    """The address that the window's own demo robot is shown by, and those that are asked for."""
    if arguments.all_protocols:
        return tuple(uris.values())
    schemes = [DEMO_SCHEMES[0]]
    if any(getattr(arguments, name) for name in _NETWORK_OPTIONS):
        schemes.append(BAD_NETWORK_SCHEME)
    return tuple(uris[scheme] for scheme in schemes if scheme in uris)


def _arguments_of_child(arguments: argparse.Namespace) -> list[str]:
    width, height = arguments.camera
    child = ["--seed", str(arguments.seed), "--camera", f"{width}x{height}"]
    if arguments.port_base:
        child += ["--port-base", str(arguments.port_base)]
    for option in ("broker", *_NETWORK_OPTIONS):
        value = getattr(arguments, option)
        if value:
            child.append(f"--{option.replace('_', '-')}={value}")
    # a robot that stands still has little to show; the first command ends the wandering for good
    return [*child, "--no-wander" if arguments.wander is False else "--wander"]
