"""The file of pads that were set up here: mapping and calibration by the device's GUID."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from app.config.atomic_file import locked_file, set_aside, write_atomically
from app.config.folders import config_folder, read_beginning
from app.drive.inputs.gamepad.mapping.calibration import AxisCalibration, CalibrationError
from app.drive.inputs.gamepad.mapping.layout import PadLayoutError, parse_layout, split_mapping
from app.model.errors import UserFacingError
from app.model.json_document import JsonError, convert_json, decode_json
from app.wording.drive import PadWording

VERSION: Final = 1

# a page for each of a few hundred devices
MAX_BYTES: Final = 1 << 20
MAX_DEVICES: Final = 256

_MAX_AXES: Final = 64
_LONGEST_NAME: Final = 255
_GUID: Final = re.compile(r"[0-9a-f]{32}")


class PadFileError(UserFacingError):
    """The file of pads can't be used."""


@dataclass(frozen=True, slots=True)
class KnownPad:
    """The settings of one model of pad. Raises PadFileError for settings that can't be.

    Attributes:
        mapping: SDL's mapping string; empty to take SDL's own.
        axes: the calibration of the first axes; the other axes are as SDL gives them.
    """

    guid: str
    name: str = ""
    mapping: str = ""
    axes: tuple[AxisCalibration, ...] = ()

    def __post_init__(self) -> None:
        if not _GUID.fullmatch(self.guid):
            raise PadFileError(PadWording.NO_GUID(guid=self.guid[:40]))
        if len(self.name) > _LONGEST_NAME or not self.name.isprintable():
            raise PadFileError(PadWording.BAD_NAME(guid=self.guid))
        if len(self.axes) > _MAX_AXES:
            raise PadFileError(PadWording.TOO_MANY_AXES(guid=self.guid))
        try:
            mapped = split_mapping(self.mapping)[0] if self.mapping and parse_layout(self.mapping) else self.guid
        except PadLayoutError as error:
            raise PadFileError(PadWording.BAD_MAPPING(guid=self.guid, error=str(error))) from error
        if mapped != self.guid:
            raise PadFileError(PadWording.MAPPING_OF_ANOTHER(guid=self.guid))


class _SavedPad(msgspec.Struct, forbid_unknown_fields=True):
    """A pad as it stands in the file, under its GUID."""

    name: str = ""
    mapping: str = ""
    axes: list[tuple[int, int, int, int]] = []


class _File(msgspec.Struct, forbid_unknown_fields=True):
    version: int = VERSION
    pads: Annotated[dict[str, Any], msgspec.Meta(max_length=MAX_DEVICES)] = {}


@dataclass(slots=True)
class PadStore:
    """The store of pads in a file. A file that can't be read is not overwritten before the operator saves something.

    Attributes:
        path: the file; None for a store that reads and writes none.
        trouble: why the file could not be read; empty if it could, or is not there.
    """

    path: Path | None
    trouble: str = ""
    pads: dict[str, KnownPad] = field(default_factory=dict)

    @classmethod
    def open(cls, path: Path | None) -> PadStore:
        """Open the store. Never raises: without the file pads are used as SDL has them."""
        store = cls(path)
        if path is not None:
            try:
                store.pads = {pad.guid: pad for pad in load_pads(path)}
            except PadFileError as error:
                store.trouble = PadWording.FILE_NOT_USED(reason=error.reason)
        return store

    def known(self, guid: str) -> KnownPad:
        """Return the settings of a device; defaults where none were saved."""
        return self.pads.get(guid) or KnownPad(guid)

    def knows(self, guid: str) -> bool:
        """Return whether settings of a device were saved."""
        pad = self.known(guid)
        return bool(pad.mapping or pad.axes)

    def save(self, pad: KnownPad) -> None:
        """Save a device's settings, beside the devices that are in the file by now.

        A file that can't be read is renamed first, not lost. Raises PadFileError: then the settings hold until the end
        of the program only.
        """
        self.pads[pad.guid] = pad
        if self.path is None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with locked_file(self.path):
                self._save(self.path, pad)
        except OSError as error:
            raise PadFileError(
                PadWording.FILE_NOT_WRITTEN(path=self.path, error=error.strerror or str(error))
            ) from error
        self.trouble = ""

    def _save(self, path: Path, pad: KnownPad) -> None:
        try:
            self.pads = {known.guid: known for known in load_pads(path)} | {pad.guid: pad}
        except PadFileError:
            set_aside(path, "broken", to_be_replaced=True)
        save_pads(path, tuple(self.pads.values()))


def pads_path() -> Path:
    """Return the path of the file of pads."""
    return config_folder() / "pads.json"


def load_pads(path: Path) -> tuple[KnownPad, ...]:
    """Load the pads of a file; none where there is no file. Raises PadFileError."""
    try:
        data = read_beginning(path, MAX_BYTES + 1)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise PadFileError(PadWording.FILE_NOT_READ(path=path, error=error.strerror or str(error))) from error
    try:
        return parse_pads(data)
    except PadFileError as error:
        raise PadFileError(PadWording.FILE_FAULT(path=path, reason=error.reason), error.tip) from error


def save_pads(path: Path, pads: tuple[KnownPad, ...]) -> None:
    """Write the file atomically. Raises OSError."""
    write_atomically(path, [format_pads(pads)])


def format_pads(pads: tuple[KnownPad, ...]) -> bytes:
    """Format pads as the bytes of their file."""
    devices = {
        pad.guid: {
            "name": pad.name,
            "mapping": pad.mapping,
            "axes": [[axis.low, axis.centre, axis.high, axis.noise] for axis in pad.axes],
        }
        for pad in pads
    }
    return f"{json.dumps({'version': VERSION, 'pads': devices}, indent=2, ensure_ascii=False)}\n".encode()


def parse_pads(data: bytes) -> tuple[KnownPad, ...]:
    """Parse the bytes of a file of pads. Raises PadFileError."""
    if len(data) > MAX_BYTES:
        raise PadFileError(PadWording.FILE_TOO_LONG(limit_kib=MAX_BYTES >> 10))
    try:
        file = convert_json(decode_json(data), _File)
    except JsonError as error:
        raise PadFileError(PadWording.FILE_NO_JSON(error=error.args[0])) from error
    if not 1 <= file.version <= VERSION:
        raise PadFileError(PadWording.FILE_OF_ANOTHER_VERSION(), PadWording.TAKE_NEWER())
    return tuple(_pad(guid, pad) for guid, pad in file.pads.items())


def _pad(guid: str, value: object) -> KnownPad:
    try:
        saved = convert_json(value, _SavedPad)
        return KnownPad(guid, saved.name, saved.mapping, tuple(AxisCalibration(*axis) for axis in saved.axes))
    except JsonError as error:
        raise PadFileError(PadWording.BAD_PAD(guid=guid[:40], error=error.args[0])) from error
    except CalibrationError as error:
        raise PadFileError(
            PadWording.IMPOSSIBLE_AXIS(guid=guid[:40], reason=error.reason), PadWording.CALIBRATE_AGAIN()
        ) from error
