"""Checks of this computer: everything that the program needs, apart from robots."""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import platform
import shutil
import socket
import tempfile
import time
from pathlib import Path
from typing import Final

from app.cli.selftest.demo_bench import DemoBench
from app.config.folders import config_folder, state_folder
from app.connections.schemes import SCHEMES
from app.drive.inputs.gamepad.sdl import Sdl
from app.net.addresses import is_local_address
from app.net.boot_clock import boot_time
from app.program.check import CheckFailed, CheckSkipped
from app.session.key_store import TokenStore
from app.version import VERSION, build
from app.wording.names import in_a_row
from app.wording.program import ProgramWording
from app.wording.selftest import SelftestWording

# packages, and the module of each that is imported first
_LIBRARIES: Final = {
    "protobuf": "google.protobuf",
    "grpcio": "grpc",
    "numpy": "numpy",
    "aiohttp": "aiohttp",
    "aiomqtt": "aiomqtt",
    "rosbags": "rosbags.typesys",
    "keyring": "keyring",
}

# default ports of robots and simulators
_USUAL_PORTS: Final = {scheme.port: scheme.server for scheme in SCHEMES.values() if scheme.port}
_DISCOVERIES: Final = tuple(scheme.discovery for scheme in SCHEMES.values() if scheme.discovery is not None)

LEAST_FREE_BYTES: Final = 100 * 1000 * 1000
_LOOPBACK: Final = "127.0.0.1"
_SOCKET_TIMEOUT_S: Final = 3.0
_CLOCK_S: Final = 0.1
# a busy computer wakes a sleeping process this much later
_CLOCK_TOLERANCE_S: Final = 0.05


def versions() -> str:
    """Check that all libraries can be loaded; the versions of the program and its libraries."""
    found = []
    for package, module in _LIBRARIES.items():
        try:
            loaded = importlib.import_module(module)
        except (ImportError, OSError) as error:
            raise CheckFailed(
                SelftestWording.LIBRARY_MISSING(package=package, error=error), ProgramWording.INSTALL_AGAIN_TIP()
            ) from error
        found.append(f"{package} {_version(package) or getattr(loaded, '__version__', '')}".rstrip())
    made = build()
    how = (
        SelftestWording.BUILD(package=made.package, commit=made.commit[:12], date=made.date)
        if made.commit
        else SelftestWording.FROM_SOURCES()
    )
    libraries = in_a_row(found)
    return SelftestWording.VERSIONS(
        version=VERSION, how=how, python=platform.python_version(), system=platform.platform(), libraries=libraries
    )


def clock() -> str:
    """Check the clock that driving uses."""
    began, began_boot = time.monotonic(), boot_time()
    time.sleep(_CLOCK_S)
    passed, passed_boot = time.monotonic() - began, boot_time() - began_boot
    if abs(passed - passed_boot) > _CLOCK_TOLERANCE_S:
        raise CheckFailed(
            SelftestWording.CLOCK_DIFFERS(counted_s=passed_boot, passed_s=passed),
            SelftestWording.CLOCK_DIFFERS_TIP(),
        )
    if hasattr(time, "CLOCK_BOOTTIME"):
        return SelftestWording.CLOCK()
    return SelftestWording.SYSTEM_CLOCK()


def folders() -> str:
    """Check that the folders of the program are writable, without changing files in them."""
    told = []
    for purpose, folder in (
        (SelftestWording.SETTINGS(), config_folder()),
        (SelftestWording.LOGS(), state_folder()),
        (SelftestWording.TEMPORARY_FILES(), _temporary()),
    ):
        there = next(parent for parent in (folder, *folder.parents) if parent.exists())
        try:
            # the file has no name, if the system supports that
            with tempfile.TemporaryFile(dir=there) as file:
                file.write(b"teledeck")
        except OSError as error:
            raise CheckFailed(
                SelftestWording.NOT_WRITTEN(purpose=purpose, folder=folder, error=error.strerror or error),
                SelftestWording.NOT_WRITTEN_TIP(),
            ) from error
        free = shutil.disk_usage(there).free
        if free < LEAST_FREE_BYTES:
            raise CheckFailed(
                SelftestWording.LITTLE_ROOM(free_mb=free / 1e6, purpose=purpose, folder=folder),
                SelftestWording.LITTLE_ROOM_TIP(),
            )
        told.append(SelftestWording.PLACE(purpose=purpose, folder=folder))
    return SelftestWording.ROOM(places=in_a_row(told))


def loopback() -> str:
    """Check TCP and UDP from this computer to itself, which the demo robot needs."""
    try:
        came = _by_tcp() + _by_udp()
    except OSError as error:
        raise CheckFailed(
            SelftestWording.LOOPBACK_FAILED(address=_LOOPBACK, error=error.strerror or error),
            SelftestWording.LOOPBACK_TIP(),
        ) from error
    if came != b"tcpudp":
        raise CheckFailed(
            SelftestWording.LOOPBACK_SILENT(address=_LOOPBACK),
            SelftestWording.LOOPBACK_TIP(),
        )
    return SelftestWording.LOOPBACK(address=_LOOPBACK)


def host_name() -> str:
    """Check the name or address by which ROS 1 programs on this computer announce themselves."""
    for variable in ("ROS_HOSTNAME", "ROS_IP"):
        given = os.environ.get(variable, "").strip()
        if given:
            return _announced(given, variable)
    name = socket.gethostname()
    try:
        address = socket.gethostbyname(name)
    except (OSError, ValueError):
        raise CheckSkipped(
            SelftestWording.NAME_UNRESOLVED(name=name),
            SelftestWording.NAME_UNRESOLVED_TIP(),
        ) from None
    if not is_local_address(address):
        raise CheckSkipped(
            SelftestWording.NAME_FOREIGN(name=name, address=address),
            SelftestWording.NAME_FOREIGN_TIP(),
        )
    return SelftestWording.NAME(name=name, address=address)


def ports() -> str:
    """Check which of the usual ports are in use, without connecting to them."""
    taken = [f"{number} ({usual})" for number, usual in _USUAL_PORTS.items() if _is_taken(number)]
    used = SelftestWording.PORTS_TAKEN(ports=in_a_row(taken)) if taken else SelftestWording.NO_PORTS_TAKEN()
    for discovery in _DISCOVERIES:
        if _is_taken(discovery.port, socket.SOCK_DGRAM):
            raise CheckSkipped(
                SelftestWording.DISCOVERY_TAKEN(port=discovery.port, robots=discovery.robots, ports=used),
                SelftestWording.DISCOVERY_TAKEN_TIP(),
            )
        used = SelftestWording.DISCOVERY_FREE(ports=used, port=discovery.port, robots=discovery.robots)
    return used


async def key_store(bench: DemoBench) -> str:
    """Check that there is a key store for tokens, without reading from it or writing to it."""
    del bench
    name = await TokenStore().store_name()
    if not name:
        raise CheckSkipped(
            SelftestWording.NO_KEY_STORE(),
            SelftestWording.NO_KEY_STORE_TIP(),
        )
    return SelftestWording.KEY_STORE(name=name)


def pads() -> str:
    """Check the library for game controllers, and list the connected ones."""
    sdl = Sdl()
    try:
        names = []
        for instance in sdl.update():
            device = sdl.open(instance)
            if device is not None:
                names.append(device.info.name)
                device.close()
        version = sdl.library.SDL_version()
        sdl.library.SDL_GetVersion(version)
    finally:
        sdl.close()
    number = f"{version.major}.{version.minor}.{version.patch}"
    if names:
        return SelftestWording.PADS(version=number, names=in_a_row(names))
    return SelftestWording.NO_PADS(version=number)


# inside


def _by_tcp() -> bytes:
    with socket.create_server((_LOOPBACK, 0)) as listening:
        listening.settimeout(_SOCKET_TIMEOUT_S)
        with (
            socket.create_connection(listening.getsockname(), _SOCKET_TIMEOUT_S) as calling,
            listening.accept()[0] as to,
        ):
            to.settimeout(_SOCKET_TIMEOUT_S)
            calling.sendall(b"tcp")
            return to.recv(16)


def _by_udp() -> bytes:
    inet, datagrams = socket.AF_INET, socket.SOCK_DGRAM
    with socket.socket(inet, datagrams) as taking, socket.socket(inet, datagrams) as sending:
        taking.bind((_LOOPBACK, 0))
        taking.settimeout(_SOCKET_TIMEOUT_S)
        sending.sendto(b"udp", taking.getsockname())
        return taking.recv(16)


def _temporary() -> Path:
    try:
        return Path(tempfile.gettempdir())
    except OSError as error:
        raise CheckFailed(
            SelftestWording.NO_TEMPORARY_FOLDER(error=error.strerror or error),
            SelftestWording.NO_TEMPORARY_FOLDER_TIP(),
        ) from error


def _version(package: str) -> str:
    """The installed version of a package; empty if unknown, as in a bundle."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _announced(given: str, variable: str) -> str:
    try:
        address = socket.gethostbyname(given)
    except (OSError, ValueError):
        raise CheckFailed(
            SelftestWording.VARIABLE_UNRESOLVED(variable=variable, given=given),
            SelftestWording.VARIABLE_UNRESOLVED_TIP(variable=variable),
        ) from None
    if not is_local_address(address):
        raise CheckSkipped(
            SelftestWording.VARIABLE_FOREIGN(variable=variable, given=given, address=address),
            SelftestWording.VARIABLE_FOREIGN_TIP(variable=variable),
        )
    return SelftestWording.VARIABLE(variable=variable, given=given)


def _is_taken(number: int, kind: socket.SocketKind = socket.SOCK_STREAM) -> bool:
    with socket.socket(socket.AF_INET, kind) as probe:
        if kind == socket.SOCK_STREAM and os.name == "posix":
            # sockets of links that have just ended don't count
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("" if kind == socket.SOCK_DGRAM else _LOOPBACK, number))
        except OSError:
            return True
    return False
