from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys

import pytest

from app.demo import serve as serving
from app.demo.galileo import HOST as GALILEO_HOST
from app.demo.galileo_network import GalileoOptions
from app.demo.serve import DemoOptions, DemoServer, serve
from app.net.errors import LinkError
from app.wording.connections import LinkWording
from tests.fakes.ports import free_ports
from tests.fakes.waiting import eventually
from tests.tools.sentences import says


async def test_time_keeps_pace_with_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "MAX_LAG_S", 60.0)
    clock = asyncio.get_running_loop().time
    demo = DemoServer(DemoOptions(seed=1))
    before = clock()
    await demo.start()
    began = clock()
    ahead_s: list[float] = []

    def lag_s() -> float:
        passed_s = demo.simulation.ticks / 100
        ahead_s.append(passed_s - (clock() - before))
        return clock() - began - passed_s

    # a machine that has no time for it may hold it up, and nothing hurries it
    await eventually(lambda: lag_s() < 0.15 and clock() - began > 0.5)
    await demo.close()
    assert max(ahead_s) < 0.15


async def test_what_was_missed_while_nothing_ran_is_not_made_up_for(
    demo: DemoServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "MAX_LAG_S", 0.05)
    loop = asyncio.get_running_loop()
    await eventually(lambda: demo.simulation.ticks)
    behind = demo.simulation.ticks
    # a clock that jumps, as after a suspend that it counts
    real = loop.time
    monkeypatch.setattr(loop, "time", lambda: real() + 100.0)
    await asyncio.sleep(0.2)

    assert 0 < demo.simulation.ticks - behind < 100


async def test_ended_it_leaves_no_port_open(demo: DemoServer) -> None:
    endpoint = demo.gazebo.master.endpoint
    await demo.close()

    with pytest.raises(OSError, match=r"refused|Connect call failed"):
        await asyncio.open_connection(endpoint.host, endpoint.port)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_ends_it(number: signal.Signals) -> None:
    announced: list[dict[str, str]] = []
    before = signal.getsignal(number)
    running = asyncio.get_running_loop().create_task(
        serve(DemoOptions(), announced.append, until_stdin_ends=False), name="serve"
    )
    await eventually(lambda: announced)
    os.kill(os.getpid(), number)
    async with asyncio.timeout(60):
        await running

    assert list(announced[0]) == ["gazebo", "ros1", "galileo", "nrp+grpc", "nrp+json"]
    asyncio.get_running_loop().remove_signal_handler(number)
    signal.signal(number, before)


async def test_a_port_that_is_taken_is_said(demo: DemoServer) -> None:
    other = DemoServer(DemoOptions(port_base=demo.gazebo.master.endpoint.port))
    with pytest.raises(LinkError, check=says(LinkWording.PORT_IN_USE)):
        await other.start()
    await other.close()


async def test_a_taken_port_of_the_last_protocol_ends_those_that_had_started() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        base = free_ports(6)
        taken.bind((GALILEO_HOST, base + serving.GALILEO_OFFSET))
        other = DemoServer(DemoOptions(port_base=base))
        with pytest.raises(LinkError, check=says(LinkWording.PORT_IN_USE)):
            await other.start()

    with pytest.raises(OSError, match=r"refused|Connect call failed"):
        await asyncio.open_connection(GALILEO_HOST, base)


async def test_options_reach_the_robot() -> None:
    demo = DemoServer(DemoOptions(camera_size=(320, 200), wander=True, galileo=GalileoOptions(loss=1.0)))

    assert demo.simulation.image_size == (320, 200)
    assert demo.simulation.wanders
    assert demo.galileo.network.delay_s(0.0) is None


@pytest.mark.skipif(sys.platform == "win32", reason="by a POSIX shell")
def test_standard_input_that_was_never_open_has_ended() -> None:
    command = 'exec "$0" -m app demo --serve --json --until-stdin-ends <&-'
    ended = subprocess.run(
        ["/bin/sh", "-c", command, sys.executable], capture_output=True, text=True, timeout=120, check=False
    )

    assert (ended.returncode, ended.stderr) == (0, "")
