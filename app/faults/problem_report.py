"""Problem reports that a user can send to the developers: texts that are gathered, redacted and zipped.

Nothing is sent from here. The user is shown the texts before, letter for letter as they are in the file.
"""

from __future__ import annotations

import contextlib
import enum
import importlib.metadata
import io
import os
import platform
import re
import time
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from app.config.atomic_file import write_atomically
from app.config.folders import SAFE_MODE_VARIABLE, config_folder, read_beginning, read_end, state_folder
from app.config.user_settings import parse_document
from app.faults.past_runs import LOGS
from app.faults.redaction import Redactor
from app.faults.run_file import runs_folder
from app.version import VERSION, build, identity

# limits of one file, and of all files; the newest parts are kept
MAX_TEXT_BYTES: Final = 256 * 1024
MAX_TOTAL_BYTES: Final = 4 * 1024 * 1024
MAX_RUN_FILES: Final = 12
MAX_AUDIT_FILES: Final = 4
MAX_SETTINGS_FILES: Final = 60
# of the settings file, which is never larger
MAX_NAMES_BYTES: Final = 4 * 1024 * 1024

# named, for the folder may hold other files, too: `--config` takes any folder
_SETTINGS: Final = (
    *("settings.json", "pads.json"),
    *("profiles/*.teledeck-profile.json", "layouts/*.teledeck-layout.json"),
)
# the name of each robot, in settings that are no JSON any more
_NAME: Final = re.compile(r'"name"\s*:\s*"((?:[^"\\]|\\.)*)')
_TOLD: Final = re.compile(r"(?i)^(QT_|QSG_|XDG_SESSION_TYPE|XDG_CURRENT_DESKTOP|WAYLAND_DISPLAY|LANG$|LC_|SDL_)")
_SECRET_NAME: Final = re.compile(r"(?i)TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY")
# ends of variables that begin as `ReportFacts.variables` say
_ROBOT: Final = "MASTER_URI"
_OWN_NAMES: Final = ("HOSTNAME", "IP")
_USERS: Final = ("USER", "LOGNAME", "USERNAME", "SUDO_USER")

_ZIP_BEGINS: Final = (1980, 1, 1, 0, 0, 0)

_README: Final = """\
A report of a problem with Teledeck {version}.

It was put together on the user's machine. Teledeck itself sends nothing anywhere.
Replaced in all files, by the same word wherever the same thing is meant: addresses and names of robots and other hosts,
names of users, their folders. Taken out: tokens and passwords ("…").
{picture}
{left_out}"""


class ReportGroup(enum.Enum):
    """A group of texts that can be left out of a report."""

    VERSIONS = "versions"
    LOGS = "logs"
    DOCTOR = "doctor"
    SETTINGS = "settings"


@dataclass(frozen=True, slots=True)
class ReportText:
    """A file of a report.

    Attributes:
        name: its path within the report.
    """

    name: str
    text: str
    group: ReportGroup | None = None


@dataclass(frozen=True, slots=True)
class ReportFacts:
    """Facts for a report that only the running program knows.

    Attributes:
        schemes: the schemes of robots' addresses.
        variables: the beginnings of the variables of the environment that are about robots.
        robots: addresses of robots that were or are connected.
        names: the operator's names for them.
        secrets: tokens.
        log: the lines of the window's log.
        findings: text of the findings for each connected robot, with its address.
        about: more entries for the versions: screens, plug-ins.
        incident: the text of the run that is reported.
    """

    schemes: Collection[str]
    variables: tuple[str, ...]
    robots: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    secrets: tuple[str, ...] = field(default=(), repr=False)
    log: str = field(default="", repr=False)
    findings: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    about: tuple[tuple[str, str], ...] = ()
    incident: str = field(default="", repr=False)


def gather_texts(told: ReportFacts, environ: Mapping[str, str] = os.environ) -> list[ReportText]:
    """Read and redact all texts for a report. May take a second; for a file that can't be read, the text says so."""
    texts = [*_gathered(told, environ)]
    redactor = _redactor(told, environ)
    for entry in texts:
        redactor.learn(entry.text)
        redactor.learn(entry.name)
    return [ReportText(_safe(redactor.redact(entry.name)), redactor.redact(entry.text), entry.group) for entry in texts]


def choose_texts(
    texts: Iterable[ReportText], groups: Collection[ReportGroup], *, picture: bool = False
) -> list[ReportText]:
    """The files of a report with these groups, up to MAX_TOTAL_BYTES, after a README."""
    kept: list[ReportText] = []
    left_out = []
    room = MAX_TOTAL_BYTES
    for entry in texts:
        if entry.group is not None and entry.group not in groups:
            continue
        nbytes = len(entry.text.encode(errors="replace"))
        if nbytes <= room:
            room -= nbytes
            kept.append(entry)
        else:
            left_out.append(entry.name)
    readme = _README.format(
        version=VERSION,
        picture="The picture of the window shows what stood there: nothing in it is replaced.\n" if picture else "",
        left_out=f"Left out, as it would be too much: {', '.join(left_out)}.\n" if left_out else "",
    )
    return [ReportText("README.txt", readme.rstrip() + "\n"), *kept]


def save_report(path: Path, texts: Iterable[ReportText], picture: bytes | None = None) -> None:
    """Write the report, completely or not at all. Raises OSError."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for entry in texts:
            file.writestr(_zip_head(entry.name), entry.text.encode(errors="backslashreplace"))
        if picture is not None:
            file.writestr(_zip_head("window.png"), picture)
    write_atomically(path, [packed.getvalue()])


def robot_names(text: str) -> Iterator[str]:
    """The operator's names for robots, from the text of the settings."""
    read = parse_document(text.encode("utf-8", "replace"))
    names = [robot.name for robot in read.document.robots.values()]
    # what is no settings file any more may still have names
    yield from filter(None, _NAME.findall(text) if read.faults and not names else names)


# inside


def _gathered(told: ReportFacts, environ: Mapping[str, str]) -> Iterator[ReportText]:
    if told.incident:
        yield ReportText("incident.txt", told.incident, ReportGroup.LOGS)
    yield ReportText("versions.txt", _versions(told, environ), ReportGroup.VERSIONS)
    for number, (robot, text) in enumerate(told.findings, 1):
        yield ReportText(f"doctor/{number}.txt", f"{robot}\n{text}\n", ReportGroup.DOCTOR)
    if told.log:
        yield ReportText("logs/window.log", told.log[-MAX_TEXT_BYTES:], ReportGroup.LOGS)
    runs = _newest(runs_folder(), "*.log", MAX_RUN_FILES)
    for path in runs:
        yield ReportText(f"logs/runs/{path.name}", _end(path), ReportGroup.LOGS)
    for name in LOGS:
        path = state_folder() / name
        if path.exists():
            yield ReportText(f"logs/{name}", _end(path), ReportGroup.LOGS)
    for path in _newest(state_folder() / "drive", "*.jsonl", MAX_AUDIT_FILES):
        yield ReportText(f"logs/drive/{path.name}", _end(path), ReportGroup.LOGS)
    folder = _users_folder(environ)
    for path in _settings_files(folder):
        yield ReportText(f"settings/{path.relative_to(folder).as_posix()}", _beginning(path), ReportGroup.SETTINGS)


def _users_folder(environ: Mapping[str, str]) -> Path:
    """The user's own settings folder, in safe mode, too, for logs of earlier runs mention the same robots."""
    return config_folder({name: value for name, value in environ.items() if name != SAFE_MODE_VARIABLE})


def _settings(environ: Mapping[str, str]) -> str:
    file = _users_folder(environ) / "settings.json"
    try:
        return _text(read_beginning(file, MAX_NAMES_BYTES)) if file.is_file() else ""
    except OSError:
        return ""


def _redactor(told: ReportFacts, environ: Mapping[str, str]) -> Redactor:
    # as it is if the system knows no home folder
    home = os.path.expanduser("~")  # noqa: PTH111
    settings = _settings(environ)
    redactor = Redactor(
        secret_values=[*told.secrets, *(value for name, value in environ.items() if _SECRET_NAME.search(name))],
        robots=[*told.robots, *(environ[name] for start in told.variables if (name := start + _ROBOT) in environ)],
        names=[*told.names, *robot_names(settings)],
        users=[*(environ[name] for name in _USERS if environ.get(name)), Path(home).name],
        homes=[home, *(environ[name] for name in ("HOME", "USERPROFILE") if environ.get(name))],
        machines=[platform.node(), platform.node().partition(".")[0]],
        schemes=told.schemes,
    )
    # settings that are left out of a report name robots that its other texts may mention
    redactor.learn(settings)
    for name in ("HOSTNAME", "COMPUTERNAME", *(start + end for start in told.variables for end in _OWN_NAMES)):
        if environ.get(name):
            redactor.learn(f"host://{environ[name]}")
    return redactor


def _versions(told: ReportFacts, environ: Mapping[str, str]) -> str:
    lines = [
        f"Teledeck: {identity()} {build().package}".rstrip(),
        f"Python: {platform.python_version()} ({platform.python_implementation()})",
        f"System: {platform.platform()}",
        *(f"{name}: {value}" for name, value in told.about),
        "",
    ]
    found = {
        dist.metadata["Name"]: dist.version for dist in importlib.metadata.distributions() if dist.metadata["Name"]
    }
    lines += [f"{name} v{version}" for name, version in sorted(found.items(), key=lambda pair: pair[0].lower())]
    variables = [
        f"{name}={value}"
        for name, value in sorted(environ.items())
        if (_TOLD.search(name) or name.upper().startswith(told.variables)) and not _SECRET_NAME.search(name)
    ]
    lines += ["", *variables]
    return "\n".join(lines) + "\n"


def _settings_files(folder: Path) -> list[Path]:
    found: list[Path] = []
    for pattern in _SETTINGS:
        with contextlib.suppress(OSError):
            found += sorted(path for path in folder.glob(pattern) if path.is_file())
    return found[:MAX_SETTINGS_FILES]


def _newest(folder: Path, pattern: str, most: int) -> list[Path]:
    try:
        return sorted(folder.glob(pattern))[-most:]
    except OSError:
        return []


def _end(path: Path) -> str:
    try:
        data, whole = read_end(path, MAX_TEXT_BYTES)
    except OSError as error:
        return f"[can't be read: {error.strerror}]\n"
    return ("" if whole else "[the beginning is left out]\n") + _text(data)


def _beginning(path: Path) -> str:
    try:
        data = read_beginning(path, MAX_TEXT_BYTES + 1)
    except OSError as error:
        return f"[can't be read: {error.strerror}]\n"
    return _text(data[:MAX_TEXT_BYTES]) + ("\n[the rest is left out]\n" if len(data) > MAX_TEXT_BYTES else "")


def _text(data: bytes) -> str:
    # binary data could hide names from the redaction
    return "[no text]\n" if b"\0" in data else data.decode(errors="replace")


def _zip_head(name: str) -> zipfile.ZipInfo:
    """The header of a file, also if the clock was never set: on computers without a battery it begins in 1970."""
    head = zipfile.ZipInfo(name, max(time.localtime()[:6], _ZIP_BEGINS))
    head.compress_type = zipfile.ZIP_DEFLATED
    head.external_attr = 0o600 << 16
    return head


def _safe(name: str) -> str:
    """A path that no program unpacks outside of its folder."""
    parts = (re.sub(r"[^\w.~ -]", "_", part) for part in name.split("/"))
    return "/".join(part for part in parts if part.strip(". "))
