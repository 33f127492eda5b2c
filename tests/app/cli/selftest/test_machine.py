"""What of this computer the program needs: as it is here, and with faults made on purpose."""

from __future__ import annotations

import importlib
import socket
import time
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from app.cli.selftest import machine
from app.cli.selftest.demo_bench import DemoBench
from app.drive.inputs.gamepad.sdl import PadsUnavailable
from app.program.check import Check, CheckFailed, CheckSkipped, run_check
from app.version import VERSION
from app.wording.selftest import SelftestWording
from protocols.sentence import Catalogue, code_of
from tests.tools.sentences import says, tells


class Usage(NamedTuple):
    """As `shutil.disk_usage` tells it."""

    total: int
    used: int
    free: int


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


def test_versions_are_those_of_the_program_and_of_all_that_it_stands_on() -> None:
    told = machine.versions()

    assert VERSION in told
    assert all(f"{package} " in told for package in ("protobuf", "grpcio", "numpy", "aiohttp", "rosbags"))


def test_versions_are_told_where_nothing_is_known_of_installed_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(package: str) -> str:
        raise importlib.metadata.PackageNotFoundError(package)

    monkeypatch.setattr("importlib.metadata.version", unknown)

    assert "numpy " in machine.versions()


def test_a_library_that_can_not_be_loaded_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = importlib.import_module

    def broken(name: str) -> object:
        if name == "grpc":
            raise ImportError("libstdc++.so.6 is too old")
        return whole(name)

    monkeypatch.setattr("importlib.import_module", broken)

    with pytest.raises(CheckFailed, check=says(SelftestWording.LIBRARY_MISSING, package="grpcio")):
        machine.versions()


def test_a_clock_that_runs_too_fast_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    machine.clock()
    monkeypatch.setattr(machine, "boot_time", lambda: 3 * time.monotonic())

    with pytest.raises(CheckFailed, check=says(SelftestWording.CLOCK_DIFFERS)):
        machine.clock()


def test_folders_that_are_not_there_yet_can_be_made_and_are_not(home: Path) -> None:
    told = machine.folders()

    assert str(home / "config" / "teledeck") in told
    assert list(home.iterdir()) == []


def test_nothing_is_left_in_folders_that_are_there(home: Path) -> None:
    folder = home / "config" / "teledeck"
    folder.mkdir(parents=True)

    machine.folders()

    assert list(folder.iterdir()) == []


def test_a_folder_that_can_not_be_written_is_a_fault_that_names_it(home: Path) -> None:
    # root may write everywhere but into a file
    (home / "state").write_text("in the way", encoding="utf-8")

    folder = home / "state" / "teledeck"
    with pytest.raises(CheckFailed, check=says(SelftestWording.NOT_WRITTEN, folder=folder)) as caught:
        machine.folders()
    assert tells(caught.value.tip, SelftestWording.NOT_WRITTEN_TIP)


def test_a_disk_that_is_nearly_full_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: Usage(10**9, 10**9, 5 * 10**6))

    with pytest.raises(CheckFailed, check=says(SelftestWording.LITTLE_ROOM, free_mb=5.0)):
        machine.folders()


def test_this_computer_reaches_itself() -> None:
    assert tells(machine.loopback(), SelftestWording.LOOPBACK, address="127.0.0.1")


def test_a_loopback_that_is_down_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*_arguments: object) -> socket.socket:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr("socket.create_connection", down)

    with pytest.raises(CheckFailed, check=says(SelftestWording.LOOPBACK_FAILED, error="Network is unreachable")):
        machine.loopback()


def test_a_name_of_this_computer_that_is_its_own_address_is_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "localhost")

    assert tells(machine.host_name(), SelftestWording.NAME, name="localhost", address="127.0.0.1")


@pytest.mark.parametrize(
    ("name", "code"),
    [("no-such-host.invalid", SelftestWording.NAME_UNRESOLVED), ("192.0.2.7", SelftestWording.NAME_FOREIGN)],
)
def test_a_name_of_this_computer_that_leads_nowhere_is_worth_a_look(
    monkeypatch: pytest.MonkeyPatch, name: str, code: Catalogue
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: name)

    with pytest.raises(CheckSkipped, check=says(code, name=name)):
        machine.host_name()


def test_what_the_environment_says_for_ros_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROS_IP", "127.0.0.1")
    assert tells(machine.host_name(), SelftestWording.VARIABLE, variable="ROS_IP", given="127.0.0.1")

    monkeypatch.setenv("ROS_IP", "192.0.2.7")
    with pytest.raises(
        CheckSkipped, check=says(SelftestWording.VARIABLE_FOREIGN, variable="ROS_IP", given="192.0.2.7")
    ):
        machine.host_name()

    monkeypatch.setenv("ROS_HOSTNAME", "no-such-host.invalid")
    with pytest.raises(CheckFailed, check=says(SelftestWording.VARIABLE_UNRESOLVED, variable="ROS_HOSTNAME")):
        machine.host_name()


def test_ports_in_use_are_named_and_free_ones_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, socket.create_server(("127.0.0.1", 0)) as other:
        numbers = [int(server.getsockname()[1]) for server in (taken, other)]
        other.close()
        monkeypatch.setattr(machine, "_USUAL_PORTS", {numbers[0]: "this", numbers[1]: "that"})
        monkeypatch.setattr(machine, "_DISCOVERIES", ())

        told = machine.ports()

    assert tells(told, SelftestWording.PORTS_TAKEN, ports=f"{numbers[0]} (this)")


def test_a_port_of_discovery_that_another_has_is_worth_a_look(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("127.0.0.1", 0))
        moved = [replace(discovery, port=taken.getsockname()[1]) for discovery in machine._DISCOVERIES]
        monkeypatch.setattr(machine, "_DISCOVERIES", moved)

        with pytest.raises(CheckSkipped, check=says(SelftestWording.DISCOVERY_TAKEN)):
            machine.ports()


async def test_without_a_key_store_tokens_are_asked_for() -> None:
    finding = await run_check(Check("key store", machine.key_store), DemoBench())

    assert finding.ok is None
    assert tells(finding.tip, SelftestWording.NO_KEY_STORE_TIP)


def test_the_library_for_pads_is_loaded_and_let_go_of() -> None:
    assert code_of(machine.pads()) in {SelftestWording.PADS, SelftestWording.NO_PADS}


def test_a_library_for_pads_that_is_not_there_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> object:
        raise PadsUnavailable("SDL can't be loaded")

    monkeypatch.setattr(machine, "Sdl", missing)

    with pytest.raises(PadsUnavailable):
        machine.pads()
