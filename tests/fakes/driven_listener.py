"""A program beside the demo robot that takes the same commands, in a process of its own, with a note of each.

    python -m tests.fakes.driven_listener ros1|gazebo ADDRESS NAME

It notes what it gets as `driven_robot` does. The word `leave` on standard input has it end its subscription and go.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any
from xmlrpc.client import ServerProxy

from app.demo.gazebo import DemoGazeboNode
from app.demo.ros1 import DemoRosNode, DemoSubscription
from protocols.gazebo.names import GazeboEndpoint
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
from tests.fakes.driven_robot import DrivenRobot, note_commands, started
from tests.fakes.ports import free_port

TOPICS = {"gazebo": "/gazebo/default/rover/vel_cmd", "ros1": "/cmd_vel"}


@asynccontextmanager
async def driven_listener(robot: DrivenRobot, name: str = "/second") -> AsyncIterator[DrivenRobot]:
    """Such a process beside a robot, which has begun to listen when the block begins; it ends with the block."""
    protocol = robot.uri.partition(":")[0]
    async with started("tests.fakes.driven_listener", protocol, robot.uri, name) as listener:
        yield listener


# in the process


class _Master:
    """A master of ROS that is another program; see `app.demo.ros1_master.DemoRosMaster`."""

    def __init__(self, uri: str) -> None:
        self.uri = uri
        self._proxy = ServerProxy(uri)

    def call(self, method: str, caller: str, *arguments: Any) -> Any:
        """See Ros1Master."""
        _, _, value = getattr(self._proxy, method)(caller, *arguments)
        return value


async def _listen_ros1(where: str, name: str) -> Callable[[], Awaitable[None]]:
    master: Any = _Master(f"http://{where}/")
    message = find_message("geometry_msgs/Twist")
    assert message is not None
    node = DemoRosNode(name, master, (), (DemoSubscription(TOPICS["ros1"], Ros1Schema(message), lambda _: None),))
    await node.start()

    async def leave() -> None:
        master.call("unregisterSubscriber", name, TOPICS["ros1"], node.uri)
        await node.close()

    return leave


async def _listen_gazebo(where: str, _name: str) -> Callable[[], Awaitable[None]]:
    host, _, port = where.partition(":")
    own = GazeboEndpoint("127.0.0.1", free_port())
    node = DemoGazeboNode(
        GazeboEndpoint(host, int(port)), own, {}, {TOPICS["gazebo"]: ("gazebo.msgs.Pose", lambda _: None)}
    )
    node.start()
    return node.close


async def _serve(protocol: str, uri: str, name: str) -> None:
    note_commands()
    listen = _listen_ros1 if protocol == "ros1" else _listen_gazebo
    leave = await listen(uri.partition("//")[2].rstrip("/"), name)
    os.write(1, f"{uri}\n".encode())
    loop = asyncio.get_running_loop()
    told = asyncio.Event()
    loop.add_reader(0, told.set)
    await told.wait()
    loop.remove_reader(0)
    await leave()


if __name__ == "__main__":
    asyncio.run(_serve(*sys.argv[1:4]))
