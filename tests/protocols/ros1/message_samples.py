"""What tests of the codec share."""

from __future__ import annotations

from typing import Any

import pytest

from protocols.errors import DecodeError
from protocols.ros1.messages import codec
from protocols.ros1.messages.definitions import MessageType, parse_message
from protocols.ros1.wording import RosMessageWording
from protocols.sentence import Sentence
from protocols.wording import FieldWording
from tests.protocols.ros1 import definitions
from tests.protocols.ros1.definitions import HEADER, definition
from tests.protocols.ros1.generated import plain

EVERYTHING = definition(
    "bool a\nbyte b\nchar c\nint16 d\nuint16 e\nint32 f\nuint32 g\nint64 h\nuint64 i\nfloat32 j\nfloat64 k\nstring l\n"
    "time m\nduration n\nbool[2] o\nstring[] p\nduration[] q\nuint8[] r\nchar[2] s\nfloat32[] t\nint16[2] u\n"
    "Vector3[] v\nVector3[2] w\nHeader[] x\nHeader y\nEmpty[] z",
    test_msgs__Vector3=definitions.VECTOR3,
    std_msgs__Header=HEADER,
    test_msgs__Empty="",
)


def everything() -> MessageType:
    return parse_message("test_msgs/Everything", EVERYTHING)


def decoded(message: MessageType, payload: bytes) -> Any:
    return plain(codec.decoder(message)(payload))


def fault(message: MessageType, payload: bytes) -> Sentence:
    with pytest.raises(DecodeError) as caught:
        codec.decoder(message)(payload)
    reason = caught.value.reason
    assert isinstance(reason, Sentence)
    # without a reason the decoder would have refused what the walk finds nothing wrong with
    assert reason.code in {
        FieldWording.INVALID_AT,
        FieldWording.INVALID_BECAUSE,
        RosMessageWording.TOO_MANY_TO_SHOW,
    }
    assert reason.values["type_name"] == message.name
    return reason
