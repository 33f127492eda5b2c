"""What genpy reads from serialized messages, given in lines of hexadecimal, a line of JSON each.

values.py TYPE
"""

from __future__ import annotations

import json
import math
import sys
from typing import Any

import genpy
import roslib.message


def value_of(item: Any) -> Any:
    """The item as JSON has it: bytes are numbers, times have secs and nsecs, what isn't finite is a text."""
    if isinstance(item, genpy.Message):
        return {name: value_of(getattr(item, name)) for name in item.__slots__}
    if isinstance(item, (genpy.Time, genpy.Duration)):
        return {"secs": item.secs, "nsecs": item.nsecs}
    if isinstance(item, (bytes, list, tuple)):
        return [value_of(part) for part in item]
    if isinstance(item, float) and not math.isfinite(item):
        return str(item)
    return item


if __name__ == "__main__":
    message_class = roslib.message.get_message_class(sys.argv[1])
    for line in sys.stdin:
        sys.stdout.write(json.dumps(value_of(message_class().deserialize(bytes.fromhex(line)))) + "\n")
