"""The demo robot of the self-test: real, and gone without a trace afterwards."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.cli.selftest.demo_bench import DemoBench
from app.config.folders import SAFE_MODE_VARIABLE, config_folder, state_folder
from app.demo.demo_process import DemoProcessError
from tests.fakes.ports import free_ports
from tests.fakes.waiting import eventually


@pytest.fixture
async def bench() -> AsyncIterator[DemoBench]:
    bench = DemoBench()
    yield bench
    await bench.close()


async def test_it_is_connected_by_all_protocols_and_read(bench: DemoBench) -> None:
    await bench.start()

    await eventually(lambda: all(bench.reading_time_s(scheme) > 0 for scheme in bench.uris))
    assert len(bench.uris) == 5
    assert bench.reading_time_s("gazebo") > 0
    assert all("127.0.0.1" in (bench.connection_name(scheme) or "") for scheme in bench.uris)
    bench.stop_reading()
    ros1 = bench.connection_name("ros1")
    await eventually(
        lambda: not any(topic.live for topic in bench.session.topics.store.topics if topic.key.connection == ros1)
    )


async def test_nothing_of_the_users_is_used_meanwhile_and_all_of_it_is_back_then(
    bench: DemoBench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("ROS_IP", "GAZEBO_MASTER_URI", "TELEDECK_GALILEO_TOKEN"):
        monkeypatch.setenv(name, "of the user")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv(SAFE_MODE_VARIABLE, str(tmp_path / "empty"))
    before = dict(os.environ)

    await bench.start()

    folders = (config_folder(), state_folder())
    assert not any(folder.is_relative_to(tmp_path) for folder in folders)
    assert not any(value == "of the user" for value in os.environ.values())
    await bench.close()
    assert dict(os.environ) == before
    assert not any(map(_is_there, folders))
    assert not any(_is_there(tmp_path / folder.name) for folder in folders)


async def test_a_port_that_is_taken_leaves_neither_robot_nor_environment(capfd: pytest.CaptureFixture[str]) -> None:
    before = dict(os.environ)
    base = free_ports(8)
    with socket.create_server(("127.0.0.1", base)):
        bench = DemoBench(["--port-base", str(base)])
        with pytest.raises(DemoProcessError):
            await bench.start()
        await bench.close()

    assert bench.uris == {}
    assert bench.connection_name("gazebo") is None
    assert dict(os.environ) == before
    assert str(base) in capfd.readouterr().err


async def test_a_folder_that_can_not_be_removed_yet_takes_no_result_away(monkeypatch: pytest.MonkeyPatch) -> None:
    before = dict(os.environ)
    bench = DemoBench()
    bench._put_user_aside()
    folder = os.environ["TMPDIR"]

    def busy(*_: object, **__: object) -> None:
        raise OSError(errno.ENOTEMPTY, "Directory not empty")

    with monkeypatch.context() as patched:
        patched.setattr(os, "rmdir", busy)
        await bench.close()

    assert dict(os.environ) == before
    await asyncio.to_thread(Path(folder).rmdir)


async def test_what_was_never_begun_can_be_closed() -> None:
    bench = DemoBench()
    await bench.close()

    assert bench.reading_time_s("ros1") == 0
    with pytest.raises(RuntimeError):
        _ = bench.session


def _is_there(folder: Path) -> bool:
    return folder.exists()
