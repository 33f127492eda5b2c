from __future__ import annotations

import pytest

from protocols.galileo.wording import GalileoWireWording
from protocols.gazebo.wording import GazeboWireWording
from protocols.nrp.wording import NrpWireWording
from protocols.proto_files.wording import ProtoFileWording
from protocols.protobuf.wording import ProtobufWording
from protocols.ros1.wording import RosGraphWording, RosMessageWording, TcprosWording
from protocols.sentence import Catalogue
from protocols.wording import FieldWording, ProtocolWording
from tests.tools.sentences import ill_made, missaid, unsaid

CATALOGUES: tuple[type[Catalogue], ...] = (
    *(ProtocolWording, FieldWording, ProtobufWording, ProtoFileWording),
    *(GalileoWireWording, GazeboWireWording, NrpWireWording),
    *(RosGraphWording, TcprosWording, RosMessageWording),
)


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_every_sentence_can_be_made_with_its_values(catalogue: type[Catalogue]) -> None:
    assert ill_made(catalogue) == []


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_no_sentence_is_left_that_nobody_says(catalogue: type[Catalogue]) -> None:
    assert unsaid(catalogue) == []


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_every_sentence_is_made_with_the_values_that_it_names(catalogue: type[Catalogue]) -> None:
    assert missaid(catalogue) == []
