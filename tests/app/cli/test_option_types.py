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
        (types.file_size, "500MB", 500_000_000),
        (types.file_size, "1.5G", 1_500_000_000),
        (types.file_size, "1000000", 1_000_000),
        (types.moment, "-1.5", (-1_500_000_000, False)),
        (types.moment, "1970-01-01T00:00:01.5", (1_500_000_000, True)),
        (types.moment, "1970-01-01T01:00:00+01:00", (0, True)),
    ],
)
def test_what_is_right_is_taken(take: Callable[[str], Any], text: str, value: object) -> None:
    assert take(text) == value


@pytest.mark.parametrize(
    ("take", "text"),
    [
        (types.file_size, "0.5MB"),
        (types.file_size, "-1GB"),
        (types.file_size, "9" * 40),
        (types.file_size, "much"),
        (types.moment, "soon"),
        (types.moment, "nan"),
        (types.moment, "1e300"),
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
