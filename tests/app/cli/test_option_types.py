from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import pytest

from app.cli import option_types as types


@pytest.mark.parametrize(
    ("take", "text", "value"),
    [
        (types.positive_float, "0.5", 0.5),
        (types.positive_int, "3", 3),
        (types.whole_number, "-3", -3),
        (types.share, "0", 0.0),
        (types.share, "1", 1.0),
        (types.delay_ms, "200", 200.0),
        (types.mebibytes, "2", 2 * 1024 * 1024),
        (types.port, "65535", 65535),
        (types.port_base, "65530", 65530),
        (types.size, "160x120", (160, 120)),
    ],
)
def test_what_is_right_is_taken(take: Callable[[str], Any], text: str, value: object) -> None:
    assert take(text) == value


@pytest.mark.parametrize(
    ("take", "text"),
    [
        (types.positive_float, "0"),
        (types.positive_float, "inf"),
        (types.positive_float, "nan"),
        (types.positive_float, "x"),
        (types.positive_int, "0"),
        (types.positive_int, "-1"),
        (types.positive_int, "²"),
        (types.whole_number, "1.5"),
        (types.share, "1.01"),
        (types.share, "-0.1"),
        (types.share, "nan"),
        (types.share, "half"),
        (types.delay_ms, "-1"),
        (types.delay_ms, "10001"),
        (types.mebibytes, "0"),
        (types.port, "0"),
        (types.port, "65536"),
        (types.port_base, "65531"),
        (types.size, "160"),
        (types.size, "8x8"),
    ],
)
def test_what_is_wrong_is_refused_with_what_was_written(take: Callable[[str], Any], text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=text.replace(".", r"\.")):
        take(text)
