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
            raise CheckFailed(f"the library {package} can't be loaded: {error}", "Install Teledeck again.") from error
        found.append(f"{package} {_version(package) or getattr(loaded, '__version__', '')}".rstrip())
    made = build()
    how = f"{made.package}, commit {made.commit[:12]} of {made.date}" if made.commit else "from sources"
    own = f"Teledeck {VERSION} ({how}), Python {platform.python_version()} on {platform.platform()}"
    return f"{own}; {', '.join(found)}"


def clock() -> str:
    """Check the clock that driving uses."""
    began, began_boot = time.monotonic(), boot_time()
    time.sleep(_CLOCK_S)
    passed, passed_boot = time.monotonic() - began, boot_time() - began_boot
    if abs(passed - passed_boot) > _CLOCK_TOLERANCE_S:
        raise CheckFailed(
            f"the clock that driving goes by counted {passed_boot:.3f} s in {passed:.3f} s",
            "A virtual machine may need the clock of its host; driving would stop again and again.",
        )
    counts = "CLOCK_BOOTTIME counts" if hasattr(time, "CLOCK_BOOTTIME") else "this system's clock counts"
    return f"{counts} the time in which this computer sleeps, too"


def folders() -> str:
    """Check that the folders of the program are writable, without changing files in them."""
    told = []
    for purpose, folder in (("settings", config_folder()), ("logs", state_folder()), ("temporary files", _temporary())):
        there = next(parent for parent in (folder, *folder.parents) if parent.exists())
        try:
            # the file has no name, if the system supports that
            with tempfile.TemporaryFile(dir=there) as file:
                file.write(b"teledeck")
        except OSError as error:
            raise CheckFailed(
                f"{purpose} can't be written to {folder}: {error.strerror or error}",
                "Have the folder belong to you and its disk not be full or read-only, or name another by --config.",
            ) from error
        free = shutil.disk_usage(there).free
        if free < LEAST_FREE_BYTES:
            raise CheckFailed(
                f"only {free / 1e6:.0f} MB are free for {purpose}, in {folder}", "Make room on that disk."
            )
        told.append(f"{purpose} in {folder}")
    return f"there is room for {', '.join(told)}"


def loopback() -> str:
    """Check TCP and UDP from this computer to itself, which the demo robot needs."""
    try:
        came = _by_tcp() + _by_udp()
    except OSError as error:
        came, why = b"", f": {error.strerror or error}"
    else:
        why = ""
    if came != b"tcpudp":
        raise CheckFailed(
            f"this computer does not reach itself at {_LOOPBACK}{why}",
            "Bring the interface “lo” up (ip link set lo up), and have the firewall leave it alone.",
        )
    return f"TCP and UDP reach this computer at {_LOOPBACK}"


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
            f"the name of this computer, {name}, can't be resolved, and programs of ROS 1 announce themselves by it",
            "Name it in /etc/hosts, or set ROS_IP, if such run here; Teledeck itself goes by addresses.",
        ) from None
    if not is_local_address(address):
        raise CheckSkipped(
            f"the name of this computer, {name}, means {address}, which is none of its addresses",
            "Mend /etc/hosts or the name server, or set ROS_IP, if other programs of ROS 1 run here.",
        )
    return f"this computer is {name}, which means {address}, as programs of ROS 1 need it"


def ports() -> str:
    """Check which of the usual ports are in use, without connecting to them."""
    taken = [f"{number} ({usual})" for number, usual in _USUAL_PORTS.items() if _is_taken(number)]
    used = f"in use on this computer: {', '.join(taken)}" if taken else "none of the usual ports is in use here"
    for discovery in _DISCOVERIES:
        if _is_taken(discovery.port, socket.SOCK_DGRAM):
            raise CheckSkipped(
                f"another program listens at UDP {discovery.port}, where {discovery.robots} make themselves known; "
                f"{used}",
                "It may be another Teledeck, which shares it. Else such robots are not offered: type their address.",
            )
        used += f"; UDP {discovery.port} is free for {discovery.robots} to make themselves known"
    return used


async def key_store(bench: DemoBench) -> str:
    """Check that there is a key store for tokens, without reading from it or writing to it."""
    del bench
    name = await TokenStore().store_name()
    if not name:
        raise CheckSkipped(
            "there is no key store, so tokens of robots are not kept",
            "They are asked for each time. GNOME Keyring or KWallet is one, on a desktop.",
        )
    return f"tokens of robots are kept in {name}"


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
    seen = f"it sees {', '.join(names)}" if names else "no pad is connected"
    return f"SDL {version.major}.{version.minor}.{version.patch} is loaded, and {seen}"


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
            f"there is no folder for temporary files: {error.strerror or error}", "Set TMPDIR to one."
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
            f"{variable} says {given}, which can't be resolved", f"Unset {variable}, or mend it."
        ) from None
    if not is_local_address(address):
        raise CheckSkipped(
            f"{variable} says {given}, and {address} is none of this computer's addresses",
            f"Robots of ROS 1 are told to call there. Unless it leads here, unset {variable}.",
        )
    return f"{variable} says {given}, which is an address of this computer"


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
