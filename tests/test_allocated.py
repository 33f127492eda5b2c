"""What is allocated, as the C library counts it."""

from __future__ import annotations

import json
import os
import subprocess
import sys

MANY = """
import json
from tests.tools.allocated import allocated_bytes, count_all
count_all()
begun = allocated_bytes()
objects = [object() for _ in range(100_000)]
more = allocated_bytes() - begun
block = bytes(8_000_000)
most = allocated_bytes() - begun
del objects, block
print(json.dumps([more, most, allocated_bytes() - begun]))
"""


def test_objects_of_python_and_large_blocks_are_counted_as_long_as_they_are_there() -> None:
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONMALLOC"}
    done = subprocess.run([sys.executable, "-c", MANY], env=environ, capture_output=True, check=True, timeout=60)
    more, most, left = json.loads(done.stdout)

    # an object and its place in the list
    assert more >= 100_000 * (16 + 8)
    assert most >= more + 8_000_000
    assert left < 200_000
