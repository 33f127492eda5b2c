"""A ROS 1 master and a node that logs, in a process of their own: prints its port.

python -m tests.benchmarks.rosout_sender LINES_A_SECOND

It logs as long as the last line that it read is `on`.
"""

from __future__ import annotations

import asyncio
import sys

from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
from tests.fakes.ros1_station import FakeMaster, FakeTalker

# a node that logs this much does so from many places; bursts as a loop of 200 Hz makes them
_BURSTS_HZ = 200
_LINES = 10_000
_LEVELS = (2, 2, 2, 2, 1, 2, 2, 4, 2, 8)


def _frames() -> list[bytes]:
    """Different lines, as they go over the wire."""
    found = find_message("rosgraph_msgs/Log")
    assert found is not None
    schema = Ros1Schema(found)
    frames = []
    for number in range(_LINES):
        value = {
            "header": {"seq": number, "stamp": {"secs": 1_795_235_760 + number // 1000, "nsecs": number * 99_991}},
            "level": _LEVELS[number % 10],
            "name": f"/robot/node_{number % 23}",
            "msg": f"line {number}: joint {number % 7} is at {number / 97:.4f} rad, wanted {number / 89:.4f} rad",
            "file": "/opt/robot/catkin_ws/src/arm_control/src/controller.cpp",
            "function": "Controller::update",
            "line": 100 + number % 50,
            "topics": ["/rosout", "/joint_states", "/arm/command"],
        }
        payload = schema.encode(value)
        frames.append(len(payload).to_bytes(4, "little") + payload)
    return frames


class _Switch:
    """Whether to log, as told on the standard input."""

    def __init__(self) -> None:
        self.on = False

    def read(self) -> None:
        line = sys.stdin.readline()
        if not line:
            raise SystemExit
        self.on = line.strip() == "on"


async def _serve(rate_hz: int) -> None:
    loop = asyncio.get_running_loop()
    frames, per_burst, position = _frames(), rate_hz // _BURSTS_HZ, 0
    switch = _Switch()
    loop.add_reader(sys.stdin, switch.read)
    found = find_message("rosgraph_msgs/Log")
    assert found is not None
    talker = FakeTalker("/rosout", "/robot/node", found.name)
    talker.header = {
        "callerid": talker.name,
        "md5sum": found.md5,
        "type": found.name,
        "message_definition": found.definition,
    }
    talker.frames = []
    async with FakeMaster() as master, talker:
        talker.register(master)
        sys.stdout.write(f"{master.port}\n")
        sys.stdout.flush()
        due = loop.time()
        while True:
            if switch.on:
                talker.send(b"".join(frames[position : position + per_burst]))
                position = (position + per_burst) % _LINES
            # what was held up is made up for, but not for ever
            due = max(due + 1 / _BURSTS_HZ, loop.time() - 1.0)
            await asyncio.sleep(max(0.0, due - loop.time()))


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1])))
