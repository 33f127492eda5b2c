from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from app.connections.scheme import Probe
from app.connections.schemes import SCHEMES
from app.demo.demo_process import DEMO_SCHEMES, DemoProcess
from app.model.discovery import FoundServer
from app.net.link_thread import LinkThread
from app.session.errors import SessionError
from app.session.host_probe import probe_host
from app.session.robot_finder import RobotFinder
from app.session.typed_addresses import KINDS, split_address
from app.wording.connections import LinkWording
from tests.tools.sentences import tells

LOCALHOST = "127.0.0.1"


@pytest.fixture(scope="module")
def demo() -> Iterator[dict[str, str]]:
    """The addresses of a demo robot, which has a real server of most kinds."""
    process = DemoProcess()
    yield process.wait_for_uris()
    process.close()


async def found_on(host: str, port: int | None) -> list[FoundServer | None]:
    reports: list[FoundServer | None] = []
    await probe_host(host, port, reports.append)
    return reports


@pytest.mark.parametrize("scheme", DEMO_SCHEMES)
async def test_each_server_is_recognised_among_all_kinds_by_its_own_answer(demo: dict[str, str], scheme: str) -> None:
    port = int(split_address(demo[scheme]).port)
    reports = await found_on(LOCALHOST, port)

    assert len(reports) == len(KINDS)
    label = SCHEMES[scheme].label
    assert [found for found in reports if found is not None] == [FoundServer(f"{scheme}://{LOCALHOST}:{port}", label)]


async def test_where_nothing_listens_every_kind_is_reported_as_missing(unused_tcp_port: int) -> None:
    assert await found_on(LOCALHOST, unused_tcp_port) == [None] * len(KINDS)


async def test_the_ports_that_are_asked_are_the_usual_ones_of_each_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []

    async def answers(probe: Probe, address: str, port: int, timeout_s: float) -> bool:
        del probe, timeout_s
        asked.append((address, port))
        return port == 11345

    monkeypatch.setattr("app.session.host_probe._answers", answers)
    reports = await found_on("localhost", None)

    assert sorted(asked) == sorted((LOCALHOST, kind.port) for kind in KINDS)
    assert [found for found in reports if found is not None] == [FoundServer("gazebo://localhost:11345", "Gazebo")]


async def test_a_server_that_takes_links_and_says_nothing_holds_the_probe_up_for_its_time_only() -> None:
    async def sit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(1000):
            pass
        writer.close()

    serving = await asyncio.start_server(sit, LOCALHOST, 0)
    async with serving, asyncio.timeout(5.0):
        reports: list[FoundServer | None] = []
        await probe_host(LOCALHOST, serving.sockets[0].getsockname()[1], reports.append, timeout_s=0.2)
    assert reports == [None] * len(KINDS)


async def test_a_host_that_is_none_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def resolve(host: str) -> tuple[str, ...]:
        raise ValueError(host)

    monkeypatch.setattr("app.session.host_probe.resolve_host", resolve)
    with pytest.raises(SessionError) as caught:
        await found_on("no host", None)
    assert tells(caught.value.reason, LinkWording.HOST_INVALID) or tells(
        caught.value.reason, LinkWording.NAME_UNRESOLVED
    )


async def test_nothing_is_sent_by_datagram_to_an_address_of_the_internet(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []

    async def ask(address: str, *_: object) -> bytes:
        sent.append(address)
        return b"yes"

    for name in ("ask_port", "ask_datagram_port"):
        monkeypatch.setattr(f"app.session.host_probe.{name}", ask)
    reports: list[FoundServer | None] = []
    galileo = [SCHEMES["galileo"]]
    await probe_host("8.8.8.8", None, reports.append, galileo)
    await probe_host("192.168.1.20", None, reports.append, galileo)

    assert sent == ["192.168.1.20"]
    assert reports == [None, FoundServer("galileo://192.168.1.20:3547", "Galileo")]


async def test_a_probe_of_the_finder_runs_in_the_link_thread_and_ends_when_it_is_cancelled() -> None:
    async def sit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(1000):
            pass
        writer.close()

    link = LinkThread()
    link.start()
    serving = await asyncio.start_server(sit, LOCALHOST, 0)
    try:
        async with serving:
            port = serving.sockets[0].getsockname()[1]
            finder = RobotFinder(link)
            task = asyncio.get_running_loop().create_task(
                finder.probe_host(LOCALHOST, port, lambda _: None), name="probe"
            )
            await asyncio.sleep(0.1)
            task.cancel()
            async with asyncio.timeout(1.0):
                with pytest.raises(asyncio.CancelledError):
                    await task
    finally:
        link.stop()
