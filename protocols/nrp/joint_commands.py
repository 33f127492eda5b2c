"""Commands to joints: a position, a velocity or an effort, each without touching the other two.

On both wires all three numbers are sent. A quantity that is not commanded is NaN in the protobuf message, and null in
JSON: a zero would be a command. A payload is the protobuf message, whatever the engine speaks.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from google.protobuf.message import DecodeError as LibraryError

from protocols.errors import EncodeError
from protocols.names import printable_name
from protocols.nrp.packs import EFFORT, POSITION, VELOCITY
from protocols.nrp.wording import NrpWireWording
from protocols.schema import Payload
from protos.nrp import gazebo_packs_pb2 as pb

QUANTITIES: Final = (POSITION, VELOCITY, EFFORT)
# the quantities that set a joint in motion until the next command
_MOTIONS: Final = (VELOCITY, EFFORT)
# a message of three numbers, with room for fields of a later version
_MAX_BYTES: Final = 256
# the largest number of 32 bits
_MAX_FLOAT: Final = 3.4028234663852886e38


def encode_command(value: Mapping[str, Any] | Payload) -> bytes:
    """Encode a command from its one quantity, or check a payload that is encoded already. Raises EncodeError."""
    if isinstance(value, Mapping):
        for name in value:
            if name not in QUANTITIES:
                raise EncodeError(
                    NrpWireWording.NO_QUANTITY_NAMED(name=printable_name(str(name))),
                    NrpWireWording.NO_QUANTITY_NAMED_TIP(names=", ".join(QUANTITIES)),
                )
        return _payload({name: number for name, number in value.items() if number is not None})
    if len(value) > _MAX_BYTES:
        raise EncodeError(NrpWireWording.COMMAND_BYTES(length_bytes=len(value)))
    try:
        message = pb.Joint.FromString(bytes(value))
    except LibraryError as error:
        raise EncodeError(NrpWireWording.COMMAND_INVALID(reason=str(error))) from error
    return _payload({name: number for name in QUANTITIES if not math.isnan(number := getattr(message, name))})


def decode_command(payload: Payload) -> tuple[str, float]:
    """Return the quantity that a payload of ours commands, and its value."""
    message = pb.Joint.FromString(bytes(payload))
    return next((name, number) for name in QUANTITIES if not math.isnan(number := getattr(message, name)))


def is_stop(payload: Payload) -> bool:
    """Whether a payload of ours is a stop message: a velocity or an effort of zero."""
    name, number = decode_command(payload)
    return name in _MOTIONS and number == 0.0


def stop_message_for(value: Mapping[str, Any]) -> dict[str, float] | None:
    """Return the stop message for a command; None where the command sets nothing in motion that goes on."""
    for name in _MOTIONS:
        if value.get(name):
            return {name: 0.0}
    return None


def _payload(given: Mapping[str, object]) -> bytes:
    if len(given) != 1:
        names = ", ".join(QUANTITIES)
        reason = (
            NrpWireWording.SEVERAL_QUANTITIES(names=names, given=", ".join(given))
            if given
            else NrpWireWording.NO_QUANTITY(names=names)
        )
        raise EncodeError(reason, NrpWireWording.QUANTITY_TIP())
    ((name, number),) = given.items()
    if isinstance(number, bool) or not isinstance(number, int | float) or not abs(number) <= _MAX_FLOAT:
        raise EncodeError(NrpWireWording.COMMAND_NOT_FINITE(field=name))
    # the sum turns a negative zero into zero
    payload: bytes = pb.Joint(**{**dict.fromkeys(QUANTITIES, math.nan), name: float(number) + 0.0}).SerializeToString()
    return payload
