"""The demo robot as a ROS 1 robot: a master, and a node with publishers, services and a command subscriber."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final

from app.demo.ros1_master import HOST, DemoRosMaster
from app.demo.ros1_messages import (
    CMD_VEL,
    INFO,
    LOG,
    NODE,
    RESET,
    ROSOUT,
    SET_WANDER,
    TWIST,
    WARNING,
    DemoRosFeed,
    Ros1Messages,
    parameters,
)
from app.demo.ros1_node import DemoRosNode, DemoService, DemoSubscription
from app.demo.scenery import SceneObject
from app.demo.simulation import Simulation, is_due
from protocols.errors import ProtocolError
from protocols.ros1.messages.definitions import parse_service
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
from protocols.ros1.tcpros.publisher_link import RosPublication

_EMPTY: Final = "---\n"
_SET_BOOL: Final = "bool data\n---\nbool success\nstring message\n"


class DemoRosRobot:
    """The demo robot on ROS 1.

    Args:
        simulation: advanced by its owner, who calls `on_tick` after every tick.
    """

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._messages = Ros1Messages(simulation, time.time_ns)
        self.master = DemoRosMaster(parameters())
        self._schemas: dict[str, Ros1Schema] = {}
        self.node = DemoRosNode(
            NODE,
            self.master,
            (
                DemoService(RESET, parse_service("std_srvs/Empty", _EMPTY, {}), self._reset),
                DemoService(SET_WANDER, parse_service("std_srvs/SetBool", _SET_BOOL, {}), self._set_wander),
            ),
            (DemoSubscription(CMD_VEL, self._schema(TWIST), self._drive),),
        )
        self._feeds = [(feed, self._publication(feed)) for feed in self._messages.feeds()]
        self._log = self._publication(DemoRosFeed(ROSOUT, LOG, 1, dict))
        self._touched: SceneObject | None = None
        self._commanded = False

    @property
    def uri(self) -> str:
        """The address of the robot."""
        return f"ros1://{HOST}:{self.master.port}"

    async def start(self, port: int = 0) -> None:
        """Serve the master at `port`, the node at any free ones; any free ports for 0. Raises LinkError."""
        await self.master.start(port)
        try:
            await self.node.start()
        except ProtocolError:
            await self.close()
            raise
        for feed, publication in self._feeds:
            if feed.latched:
                self._publish(feed, publication)
        self._say(INFO, "The rover is ready")

    async def close(self) -> None:
        """End the node and the master."""
        await self.node.close()
        await self.master.close()

    def on_tick(self) -> None:
        """Publish the messages that are due after a tick, and have subscribers."""
        tick = self._simulation.ticks
        for feed, publication in self._feeds:
            if publication.links and not feed.latched and is_due(tick, feed.rate_hz):
                self._publish(feed, publication)
        touched = self._simulation.touched
        if touched is not None and touched is not self._touched:
            self._say(WARNING, f"The rover has run into the {touched.name.replace('_', ' ')}")
        self._touched = touched

    def publish_pending(self) -> None:
        """Send all published messages."""
        self.node.flush()

    def _publication(self, feed: DemoRosFeed) -> RosPublication:
        message = self._schema(feed.msg_type).message_type
        publication = RosPublication(feed.topic, message.name, message.md5, message.definition, latching=feed.latched)
        self.node.advertise(publication)
        return publication

    def _publish(self, feed: DemoRosFeed, publication: RosPublication) -> None:
        publication.publish(self, self._schema(feed.msg_type).encode(feed.make()))

    def _schema(self, type_name: str) -> Ros1Schema:
        if type_name not in self._schemas:
            message = find_message(type_name)
            if message is None:
                raise ValueError(f"{type_name} is no standard type")
            self._schemas[type_name] = Ros1Schema(message)
        return self._schemas[type_name]

    def _say(self, level: int, text: str) -> None:
        """Publish a line on /rosout."""
        topics = [topic for topic, _ in self.node.publications()]
        self._log.publish(self, self._schema(LOG).encode(self._messages.log(level, text, topics)))

    # commands

    def _drive(self, twist: Mapping[str, Any]) -> None:
        if self._simulation.wanders or not self._commanded:
            self._commanded = True
            self._say(INFO, f"Following {CMD_VEL}")
        self._simulation.drive(twist["linear"]["x"], twist["angular"]["z"])

    def _reset(self, _request: Mapping[str, Any]) -> Mapping[str, Any]:
        self._simulation.reset(time=False)
        self._say(INFO, "Back at the start")
        return {}

    def _set_wander(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        wander = bool(request["data"])
        self._simulation.wander(on=wander)
        message = "wandering" if wander else "standing"
        self._say(INFO, f"The rover is {message}")
        return {"success": True, "message": message}
