from __future__ import annotations

import pytest

from app.wording.doctor import (
    DoctorWording,
    GalileoDoctorWording,
    GazeboDoctorWording,
    NrpDoctorWording,
    Ros1DoctorWording,
)
from protocols.sentence import Catalogue
from tests.tools.sentences import unsaid


@pytest.mark.parametrize(
    "catalogue", [DoctorWording, GalileoDoctorWording, GazeboDoctorWording, NrpDoctorWording, Ros1DoctorWording]
)
def test_no_sentence_is_left_that_nobody_says(catalogue: type[Catalogue]) -> None:
    assert unsaid(catalogue) == []
