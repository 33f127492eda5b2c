"""How soon a robot stands, whatever ends driving: measured at the robot's end.

python -m tests.tools.drive_times [ROUNDS [PROTOCOL …]]
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from tests.fakes.drive_window import DriveWindow, drive_window
from tests.fakes.driven_robot import DrivenRobot, clock, driven_robot, go_first
from tests.fakes.driving import Driving, driving
from tests.fakes.waiting import eventually

ROUNDS = 5
PROTOCOLS = {
    "ros1": "ROS 1",
    "gazebo": "Gazebo",
    "galileo": "Galileo",
    "nrp+grpc": "NRP-core, gRPC",
    "nrp+json": "NRP-core, JSON",
}
Fault = Callable[[Driving], Awaitable[float]]


async def _release(drive: Driving) -> float:
    drive.feed(None)
    return drive.say(v=0, w=0, hold=False)


async def _stop(drive: Driving) -> float:
    return drive.say(stop=True)


async def _silence(drive: Driving) -> float:
    moment = drive.say(v=0.3, w=0, hold=True)
    drive.feed(None)
    return moment


async def _garbage(drive: Driving) -> float:
    drive.write(b"full speed ahead\n")
    return clock()


async def _end(drive: Driving) -> float:
    drive.feed(None)
    assert drive.process.stdin is not None
    moment = clock()
    drive.process.stdin.close()
    return moment


async def _terminate(drive: Driving) -> float:
    return drive.send_signal(signal.SIGTERM)


async def _freeze(drive: Driving) -> float:
    drive.feed(None)
    drive.send_signal(signal.SIGSTOP)
    # not so long that its watchdog ends it
    await asyncio.sleep(0.25)
    return drive.send_signal(signal.SIGCONT)


FAULTS: dict[str, Fault] = {
    "released": _release,
    "STOP": _stop,
    "set-points stop coming": _silence,
    "a line of garbage": _garbage,
    "frozen: from SIGCONT on": _freeze,
    "end of input": _end,
    "SIGTERM": _terminate,
}
ENDS = (_end, _terminate)


async def _kill_process(window: DriveWindow) -> float:
    moment = clock()
    os.kill(window.pid, signal.SIGKILL)
    return moment


async def _freeze_process(window: DriveWindow) -> float:
    moment = clock()
    os.kill(window.pid, signal.SIGSTOP)
    return moment


async def _kill_window(window: DriveWindow) -> float:
    moment = clock()
    window.process.kill()
    return moment


async def _kill_both(window: DriveWindow) -> float:
    pid, moment = window.pid, clock()
    window.process.kill()
    os.kill(pid, signal.SIGKILL)
    return moment


async def _kill_process_of_a_frozen_window(window: DriveWindow) -> float:
    pid, moment = window.pid, clock()
    window.process.send_signal(signal.SIGSTOP)
    os.kill(pid, signal.SIGKILL)
    return moment


async def _freeze_process_of_a_busy_window(window: DriveWindow) -> float:
    window.do("busy")
    await asyncio.sleep(0.5)
    return await _freeze_process(window)


async def _block_window(window: DriveWindow) -> float:
    return window.do("3")


async def _leave(window: DriveWindow) -> float:
    return window.do("leave")


WINDOW_FAULTS: dict[str, Callable[[DriveWindow], Awaitable[float]]] = {
    "drive process: SIGKILL": _kill_process,
    "drive process: SIGSTOP": _freeze_process,
    "drive process: SIGSTOP, links busy for 0.2 s at a time": _freeze_process_of_a_busy_window,
    "drive process: SIGKILL, window: SIGSTOP": _kill_process_of_a_frozen_window,
    "window and drive process: SIGKILL": _kill_both,
    "window: SIGKILL": _kill_window,
    "window: its thread stands still": _block_window,
    "window: another robot is chosen": _leave,
}


async def _again(drive: Driving) -> None:
    """Back to where one can arm."""
    drive.feed(lambda: {"v": 0, "w": 0, "hold": False})
    await asyncio.sleep(0.4)
    if drive.state["state"] == "stopped":
        drive.say(clear=True)
        drive.say(clear=True)
    elif drive.state["state"] == "armed":
        drive.say(arm=False)
    await eventually(lambda: drive.state["state"] == "disarmed", f"{drive.state}")


async def _measure(protocol: str, fault: Fault, rounds: int) -> list[float]:
    took: list[float] = []
    async with driven_robot(protocol) as robot:
        while len(took) < rounds:
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
                async with driving(robot.uri, Path(home)) as drive:
                    while len(took) < rounds:
                        took.append(await _round(robot, drive, fault))
                        if fault in ENDS:
                            break
                        await _again(drive)
    return took


async def _round(robot: DrivenRobot, drive: Driving, fault: Fault) -> float:
    await drive.drive(robot)
    moment = await fault(drive)
    return await robot.zero_after(moment)


async def _measure_window(protocol: str, fault: Callable[[DriveWindow], Awaitable[float]], rounds: int) -> list[float]:
    took: list[float] = []
    async with driven_robot(protocol) as robot:
        for _ in range(rounds):
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
                async with drive_window(robot.uri, Path(home)) as window:
                    await window.drive(robot)
                    took.append(await robot.zero_after(await fault(window)))
    return took


async def _main(rounds: int, protocols: Sequence[str]) -> None:
    go_first()
    heads = " | ".join(PROTOCOLS[protocol] for protocol in protocols)
    print(f"| To zero at the robot, longest of {rounds} | {heads} |\n|---{'|---' * len(protocols)}|")  # noqa: T201
    for name, fault in FAULTS.items():
        _print(name, [max(await _measure(protocol, fault, rounds)) for protocol in protocols])
    for name, window_fault in WINDOW_FAULTS.items():
        _print(name, [max(await _measure_window(protocol, window_fault, rounds)) for protocol in protocols])


def _print(name: str, longest: list[float]) -> None:
    cells = " | ".join(f"{seconds * 1000:.1f} ms" for seconds in longest)
    print(f"| {name} | {cells} |", flush=True)  # noqa: T201


if __name__ == "__main__":
    asyncio.run(_main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS, sys.argv[2:] or tuple(PROTOCOLS)))
