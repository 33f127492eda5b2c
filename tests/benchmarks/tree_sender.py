"""A Gazebo-like server in a process of its own that publishes many topics at a rate: prints its port.

python -m tests.benchmarks.tree_sender TOPICS HZ
"""

from __future__ import annotations

import asyncio
import sys

from protocols.gazebo.packets import encode_frame
from protos.gazebo import sensors_pb2
from tests.fakes.gazebo_server import GazeboServer

# one turn of the loop sends a share of the topics, as many processes would
_SHARES = 5


async def _serve(topics: int, rate_hz: float) -> None:
    loop = asyncio.get_running_loop()
    payload = sensors_pb2.IMU(
        stamp={"sec": 1, "nsec": 2},
        entity_name="rover::base::imu",
        orientation={"x": 0.1, "y": 0.2, "z": 0.3, "w": 0.9},
        angular_velocity={"x": 0.01, "y": 0.02, "z": 0.03},
        linear_acceleration={"x": 0.1, "y": 0.2, "z": 9.8},
    ).SerializeToString()
    frame = encode_frame(payload)
    async with GazeboServer() as server:
        process = await server.process()
        names = [f"/gazebo/default/robot{number % 20}/sensor{number}" for number in range(topics)]
        for name in names:
            process.advertise(name, "gazebo.msgs.IMU")
        sys.stdout.write(f"{server.port}\n")
        sys.stdout.flush()
        began, turn = loop.time(), 0
        while True:
            for link in process.core.links[turn % _SHARES :: _SHARES]:
                if link.subscription is not None:
                    link.queue(frame)
            process.flush()
            turn += 1
            # what was held up is made up for, but not for ever
            due = began + turn / (rate_hz * _SHARES)
            if due < loop.time() - 2.0:
                began += loop.time() - due
            await asyncio.sleep(max(0.0, due - loop.time()))


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1]), float(sys.argv[2])))
