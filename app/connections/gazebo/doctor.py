"""The doctor of a Gazebo connection: it checks everything that the connection needs and reports what is wrong.

The way back, by which the robot reaches the topics that we publish, is what firewalls and NAT break most. Only the
robot itself can show that it works: it dials every publisher of a topic that it subscribes to. So such a topic is
advertised for a moment, and nothing is published.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable, Sequence

from app.config.run_settings import Settings
from app.connections.gazebo.directory import TopicDirectory
from app.connections.gazebo.master import MasterLink
from app.connections.gazebo.publisher import GazeboPublisher, GazeboPublisherServer
from app.connections.gazebo.subscription import addresses_to_dial
from app.model.doctor import DoctorCheck
from app.model.topics import TopicInfo
from app.net.addresses import resolve_host
from app.net.errors import LinkError
from app.net.tcp import probe_port
from app.wording.connections import ConnectionWording, GazeboWording, LinkWording
from app.wording.doctor import DoctorWording, GazeboDoctorWording
from protocols.errors import LocalProtocolError, ProtocolError
from protocols.gazebo.names import GazeboEndpoint

NAME_TIMEOUT_S = 5.0
# the time of the master to greet, beside the time to connect
GREETING_TIMEOUT_S = 6.0
TOPICS_TIMEOUT_S = 10.0
REACH_TIMEOUT_S = 3.0
# a robot dials 10 to 200 ms after it was told of a publisher
DIAL_TIMEOUT_S = 5.0
POLL_S = 0.02
# to make a link takes one way there and back: a driver notices half of it
LONG_ANSWER_MS = 300
# so many programs are checked; a robot has a few
MAX_PUBLISHERS = 32

# Topics that every gzserver subscribes to, for which one publisher more or less has no effect; best first.
QUIET_TOPICS = ("/log/control", "/playback_control", "/undo_redo", "/user_cmd", "/factory", "/request")
KNOWN_VERSIONS = range(9, 12)


class GazeboDoctor:
    """The checks of a connection that has been started.

    Args:
        list_topics: asks for all topics, with the longest time to wait.
        report: called with each finding.
    """

    def __init__(
        self,
        endpoint: GazeboEndpoint,
        settings: Settings,
        master: MasterLink,
        directory: TopicDirectory,
        publishers: GazeboPublisherServer,
        list_topics: Callable[[float], Awaitable[tuple[TopicInfo, ...]]],
        report: Callable[[DoctorCheck], None],
    ) -> None:
        self._endpoint = endpoint
        self._settings = settings
        self._master = master
        self._directory = directory
        self._publishers = publishers
        self._list_topics = list_topics
        self._report = report

    async def run(self, describe: Callable[[], str]) -> None:
        """Check the name, the port, the greeting, the version, the topics, their publishers, and the way back.

        It ends early where there is no use in going on. `describe` returns the name of the Gazebo that has greeted.
        """
        if not await self._look_up() or not await self._wait_for_greeting():
            return
        self._look_at_version(describe())
        try:
            infos = await self._list_topics(TOPICS_TIMEOUT_S)
        except ProtocolError as error:
            self._say("topics", False, GazeboDoctorWording.TOPICS_NOT_LISTED(reason=error.reason), error.tip)
            return
        self._look_at_topics(infos)
        await self._look_at_publishers(infos)
        await self._look_at_way_back(infos)

    def _look_at_topics(self, infos: Sequence[TopicInfo]) -> None:
        published = sum(1 for info in infos if info.publishers)
        self._say(
            "topics",
            published > 0,
            GazeboDoctorWording.TOPICS_OF_WORLD(count=len(infos), published=published, world=self._world),
            "" if published else GazeboDoctorWording.NONE_PUBLISHED_TIP(),
        )

    def _say(self, check: str, ok: bool | None, text: str, tip: str = "") -> None:  # noqa: FBT001 - a finding's own
        self._report(DoctorCheck(check, ok, text, tip))

    async def _look_up(self) -> bool:
        host = self._endpoint.host
        try:
            async with asyncio.timeout(NAME_TIMEOUT_S):
                address = (await resolve_host(host))[0]
        except (OSError, ValueError) as error:
            text = (
                DoctorWording.NAME_NOT_IN_TIME(host=host, timeout_s=NAME_TIMEOUT_S)
                if isinstance(error, TimeoutError)
                else LinkWording.NAME_UNRESOLVED(host=host)
            )
            self._say("name", False, text, LinkWording.NAME_TIP())
            return False
        if address == host:
            self._say("name", True, DoctorWording.NAME_IS_ADDRESS(host=host))
        else:
            self._say("name", True, DoctorWording.NAME_RESOLVED(host=host, address=address))
        return True

    async def _wait_for_greeting(self) -> bool:
        master = self._master

        def is_open() -> bool:
            return not master.is_greeted and (master.failure is None or master.is_doubtful)

        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._settings.connect_timeout_s + GREETING_TIMEOUT_S):
                while is_open():  # noqa: ASYNC110 - one of two, seldom asked
                    await asyncio.sleep(POLL_S)
        failure = master.failure
        if not master.is_greeted and isinstance(failure, LinkError):
            self._say("port", False, failure.reason, failure.tip)
            return False
        self._say("port", True, GazeboDoctorWording.TAKES_LINKS(endpoint=self._endpoint))
        if not master.is_greeted:
            reason = failure.reason if failure is not None else GazeboDoctorWording.NOT_GREETED()
            self._say("greeting", False, reason, failure.tip if failure is not None else ConnectionWording.BUSY_TIP())
            return False
        self._say("greeting", True, GazeboDoctorWording.GREETED())
        return True

    def _look_at_version(self, description: str) -> None:
        number = re.search(r"\d+", description)
        if number is not None and int(number[0]) in KNOWN_VERSIONS:
            self._say("version", True, GazeboDoctorWording.VERSION(description=description))
        else:
            first, last = KNOWN_VERSIONS[0], KNOWN_VERSIONS[-1]
            text = GazeboDoctorWording.VERSION_UNKNOWN(description=description)
            self._say("version", None, text, GazeboDoctorWording.VERSION_UNKNOWN_TIP(first=first, last=last))

    @property
    def _world(self) -> str:
        return self._directory.namespaces[0] if self._directory.namespaces else "?"

    async def _look_at_publishers(self, infos: Sequence[TopicInfo]) -> None:
        topics: dict[GazeboEndpoint, int] = {}
        for info in infos:
            for record in self._directory.publishers(info.name):
                if not self._publishers.is_ours(record):
                    topics[record.endpoint] = topics.get(record.endpoint, 0) + 1
        for endpoint in sorted(topics)[:MAX_PUBLISHERS]:
            await self._look_at_publisher(endpoint, topics[endpoint])

    async def _look_at_publisher(self, endpoint: GazeboEndpoint, count: int) -> None:
        first: LinkError | None = None
        loop = asyncio.get_running_loop()
        for host in addresses_to_dial(endpoint.host, self._master.address):
            began = loop.time()
            try:
                await probe_port(host, endpoint.port, REACH_TIMEOUT_S)
            except LinkError as error:
                first = first or error
                continue
            took_ms = (loop.time() - began) * 1000
            if took_ms >= LONG_ANSWER_MS:
                text = GazeboDoctorWording.PUBLISHER_SLOW(endpoint=endpoint, count=count, host=host, took_ms=took_ms)
                self._say("publisher", None, text, GazeboDoctorWording.PUBLISHER_SLOW_TIP())
            elif host == endpoint.host:
                self._say("publisher", True, GazeboDoctorWording.PUBLISHER_REACHED(endpoint=endpoint, count=count))
            else:
                text = GazeboDoctorWording.PUBLISHER_ELSEWHERE(endpoint=endpoint, count=count, host=host)
                self._say("publisher", True, text, GazeboWording.HOST_REPLACED_TIP())
            return
        assert first is not None  # noqa: S101 - there is always an address
        text = GazeboDoctorWording.PUBLISHER_UNREACHABLE(endpoint=endpoint, count=count, reason=first.reason)
        self._say("publisher", False, text, GazeboDoctorWording.PUBLISHER_UNREACHABLE_TIP())

    # the way back

    async def _look_at_way_back(self, infos: Sequence[TopicInfo]) -> None:
        check = "way back"
        try:
            ours = await self._publishers.listen()
        except ProtocolError as error:
            self._say(check, False, ConnectionWording.NOTHING_PUBLISHED(reason=error.reason), error.tip)
            return
        fault = self._publishers.address_fault
        if fault:
            text = GazeboDoctorWording.OWN_NAME_REPLACED(fault=fault, host=ours.host)
            self._say("own name", False, text, GazeboDoctorWording.OWN_NAME_TIP())
        try:
            # gzserver waits up to a minute for an address that does not answer: it must not be told of such an address
            await probe_port(ours.host, ours.port, REACH_TIMEOUT_S)
        except LinkError as error:
            text = DoctorWording.OWN_ADDRESS_UNREACHABLE(address=ours, reason=error.reason)
            self._say(check, False, text, GazeboDoctorWording.OWN_NAME_TIP())
            return
        for info in self._candidates(infos):
            try:
                publisher = await self._publishers.advertise(info.name, info.type_name, TOPICS_TIMEOUT_S)
            except LocalProtocolError:
                continue
            except ProtocolError as error:
                self._say(check, None, DoctorWording.ROBOT_NOT_TOLD(reason=error.reason), error.tip)
                return
            try:
                await self._wait_to_be_dialled(ours, publisher)
            finally:
                await publisher.close()
            return
        text = GazeboDoctorWording.WAY_BACK_UNKNOWN(address=ours)
        self._say(check, None, text, GazeboDoctorWording.WAY_BACK_UNKNOWN_TIP())

    async def _wait_to_be_dialled(self, ours: GazeboEndpoint, publisher: GazeboPublisher) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        if not await publisher.wait_for_subscriber(DIAL_TIMEOUT_S):
            failure = publisher.failure
            if failure is not None:
                text = GazeboDoctorWording.NOT_TOLD_OF_TOPIC(topic=publisher.topic, reason=failure.reason)
                self._say("way back", None, text, failure.tip)
                return
            text = GazeboDoctorWording.NOT_DIALLED(topic=publisher.topic, address=ours, timeout_s=DIAL_TIMEOUT_S)
            self._say("way back", False, text, GazeboDoctorWording.WAY_BACK_TIP())
            return
        took_ms = (loop.time() - began) * 1000
        # a subscriber that has left again is no less proof
        robot = next(iter(publisher.subscribers), None)
        text = (
            GazeboDoctorWording.DIALLED(address=ours, took_ms=took_ms, topic=publisher.topic)
            if robot is None
            else GazeboDoctorWording.DIALLED_BY(robot=robot, address=ours, took_ms=took_ms, topic=publisher.topic)
        )
        self._say("way back", True, text)

    def _candidates(self, infos: Sequence[TopicInfo]) -> list[TopicInfo]:
        subscribed = {info.name: info for info in infos if info.subscribers and info.type_name}
        names = [name for suffix in QUIET_TOPICS for name in subscribed if name.endswith(suffix)]
        return [subscribed[name] for name in names]
