from __future__ import annotations

import pytest

from app.ui.joints.painting import is_near, split_name


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("rover::antenna::mast", ("rover::antenna::", "mast")),
        ("/arm/joint_states", ("/arm/", "joint_states")),
        ("elbow_joint", ("", "elbow_joint")),
        ("odd::", ("", "odd::")),
        ("", ("", "")),
    ],
)
def test_the_last_part_of_a_name_stands_out(name: str, parts: tuple[str, str]) -> None:
    assert split_name(name) == parts


def test_near_to_a_limit_is_near_to_either() -> None:
    assert [is_near(share) for share in (-0.1, 0.0, 0.04, 0.06, 0.5, 0.94, 0.96, 1.0)] == [
        *(True, True, True),
        *(False, False, False),
        *(True, True),
    ]
