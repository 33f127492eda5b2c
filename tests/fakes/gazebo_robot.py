"""A robot of a Gazebo server for tests: subscribes to one topic and dials whoever publishes it."""

from __future__ import annotations

import asyncio

from protocols.gazebo import packets
from protocols.gazebo.packets import PublisherRecord, SubscriberRecord
from tests.fakes.gazebo import packet, read_packets, subscribe_body
from tests.fakes.gazebo_server import GazeboServer


class Robot:
    """Takes every message of a topic.

    Attributes:
        received, times: the messages, and when each came.
        offered: the publishers that the master told of.
        listens: whether it dials them.
        leaves_after: hang up for good after so many messages.
    """

    def __init__(self, server: GazeboServer, topic: str, msg_type: str, port: int = 1) -> None:
        self.received: list[bytes] = []
        self.times: list[float] = []
        self.offered: list[PublisherRecord] = []
        self.listens = True
        self.leaves_after: int | None = None
        self._writers: list[asyncio.StreamWriter] = []
        self._server = server
        self._link = server.master.accept()
        self._link.data_to_send()
        self.record = SubscriberRecord(topic, msg_type, "127.0.0.1", port)
        self._told = self._link.receive(packet("subscribe", subscribe_body(self.record)))
        self._tasks = [asyncio.get_running_loop().create_task(self._watch())]

    async def leave(self) -> None:
        """End it."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._link in self._server.master.links:
            self._server.master.links.remove(self._link)

    def hang_up(self) -> None:
        """End all links to publishers."""
        for writer in self._writers:
            writer.close()

    def dial(self) -> None:
        """Dial the publisher that the master told of last."""
        self._tasks.append(asyncio.get_running_loop().create_task(self._read(self.offered[-1])))

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(0.005)
            told, self._told = self._told + self._link.data_to_send(), b""
            for kind, body in read_packets(told):
                if kind in {"publisher_subscribe", "publisher_advertise"}:
                    record = packets.parse_publisher(body, kind)
                    self.offered.append(record)
                    if self.listens:
                        self.dial()

    async def _read(self, record: PublisherRecord) -> None:
        reader, writer = await asyncio.open_connection(record.host, record.port)
        self._writers.append(writer)
        writer.write(packet("sub", subscribe_body(self.record)))
        frames = packets.frame_reader()
        try:
            while data := await reader.read(65536):
                for batch in frames.feed(data):
                    for payload in batch:
                        self.received.append(bytes(payload))
                        self.times.append(asyncio.get_running_loop().time())
                if self.leaves_after is not None and len(self.received) >= self.leaves_after:
                    self.listens = False
                    return
        finally:
            writer.close()
