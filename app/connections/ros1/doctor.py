"""The doctor of a ROS 1 connection: it checks everything that the connection needs and reports what is wrong.

The way back, by which the robot reaches us, is what firewalls, NAT and names break most: without it nothing that we
publish arrives, and new publishers are found late. Only the robot can show that it works: its log node dials every
publisher of /rosout. So /rosout is advertised for a moment, and nothing is published.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from app.connections.base import Connection
from app.connections.ros1.addresses import RosHosts
from app.connections.ros1.master import as_list
from app.connections.ros1.master_watch import MasterSnapshot, MasterWatch
from app.connections.ros1.node import OwnNode
from app.connections.ros1.slave_api_handler import SlaveApiHandler
from app.model.doctor import DoctorCheck
from app.net.errors import LinkError, LinkRefusedError, NoAnswerError
from app.net.tcp import Address, connect, probe_port
from app.wording.connections import LinkWording, Ros1Wording
from app.wording.doctor import DoctorWording, Ros1DoctorWording
from protocols.errors import ProtocolError
from protocols.ros1.names import RosEndpoint, parse_api
from protocols.ros1.tcpros.topic_links import RosInboundTopicLink, RosPublisherGreeted

REACH_TIMEOUT_S = 3.0
MASTER_TIMEOUT_S = 10.0
# a node dials some milliseconds after it was told of a publisher
DIAL_TIMEOUT_S = 5.0
CLOCK_TIMEOUT_S = 3.0
POLL_S = 0.05
# an answer takes two ways there and back, and a driver notices half of it
LONG_ANSWER_MS = 300
# so many nodes are checked; a large robot has a hundred
MAX_NODES = 100
# clocks are compared by whole seconds, and tf gives up on what is older than ten
MAX_CLOCK_DIFFERENCE_S = 2.0

WAY_BACK_TOPIC, WAY_BACK_TYPE = "/rosout", "rosgraph_msgs/Log"


class RosDoctor:
    """The checks of a connection that has been started.

    Args:
        watch: the watch over the master.
        citizen: our node, as others see it.
        take_snapshot: asks the master for its present registrations, within a time.
        report: called with each finding.
    """

    def __init__(
        self,
        robot: Connection,
        watch: MasterWatch,
        citizen: SlaveApiHandler,
        take_snapshot: Callable[[float], Awaitable[MasterSnapshot]],
        master: RosEndpoint,
        node: OwnNode,
        report: Callable[[DoctorCheck], None],
    ) -> None:
        self._robot = robot
        self._watch = watch
        self._citizen = citizen
        self._take_snapshot = take_snapshot
        self._master = master
        self._node = node
        self._report = report

    async def run(self) -> None:
        """Check the master's name and port, topics, nodes, types, clocks, and the way back."""
        if not await self._look_up():
            return
        # there is no use in waiting for a master that refuses
        await self._wait(lambda: self._watch.snapshot or self._watch.failure, MASTER_TIMEOUT_S)
        try:
            look = await self._take_snapshot(MASTER_TIMEOUT_S if self._watch.snapshot is not None else POLL_S)
        except ProtocolError as error:
            self._say("master", False, Ros1DoctorWording.MASTER_UNREACHABLE(reason=error.reason), error.tip)
            return
        self._say("master", True, Ros1DoctorWording.MASTER_ANSWERS(master=self._master))
        self._look_at_topics(look)
        types = await self._look_at_nodes(look)
        self._look_at_types(look, types)
        self._look_at_clocks()
        await self._look_at_sim_time(look)
        await self._look_at_way_back(look)

    def _say(self, check: str, ok: bool | None, text: str, tip: str = "") -> None:  # noqa: FBT001 - a finding's own
        self._report(DoctorCheck(check, ok, text, tip))

    async def _look_up(self) -> bool:
        host, hosts = self._master.host, self._node.hosts
        try:
            async with asyncio.timeout(REACH_TIMEOUT_S):
                address = await hosts.find_master()
        except (OSError, ValueError) as error:
            text = (
                DoctorWording.NAME_NOT_IN_TIME(host=host, timeout_s=REACH_TIMEOUT_S)
                if isinstance(error, TimeoutError)
                else Ros1Wording.NAME_UNRESOLVED(host=host)
            )
            self._say("name", False, text, Ros1DoctorWording.MASTER_NAME_TIP(host=host))
            return False
        if address == host:
            self._say("name", True, DoctorWording.NAME_IS_ADDRESS(host=host))
        else:
            self._say("name", True, DoctorWording.NAME_RESOLVED(host=host, address=address))
        return True

    def _look_at_topics(self, look: MasterSnapshot) -> None:
        infos = look.topics()
        published = sum(1 for info in infos if info.publishers)
        tip = "" if published else Ros1DoctorWording.NONE_PUBLISHED_TIP()
        self._say("topics", published > 0, Ros1DoctorWording.TOPICS(count=len(infos), published=published), tip)

    # nodes

    async def _look_at_nodes(self, look: MasterSnapshot) -> Mapping[str, Mapping[str, str]]:
        """Check the address of each publisher, and whether it can be dialled; returns each one's topics and types."""
        topics: dict[str, str] = {}
        for topic, nodes in look.state.publishers.items():
            for node in nodes:
                topics.setdefault(node, topic)
        topics.pop(self._node.name, None)
        types: dict[str, Mapping[str, str]] = {}
        for node in sorted(topics)[:MAX_NODES]:
            try:
                types[node] = await self._look_at_node(node, topics[node])
            except ProtocolError as error:
                text = Ros1DoctorWording.NODE_UNREACHABLE(node=node, reason=error.reason)
                self._say("publisher", False, text, self._tip(error))
        return types

    async def _look_at_node(self, node: str, topic: str) -> Mapping[str, str]:
        api = parse_api(await self._node.master.look_up_node(node))
        await self._check_name(node, api.host)
        caller = self._node.caller
        publications = await caller.call(api, "getPublications", timeout_s=REACH_TIMEOUT_S)
        answer = as_list(Ros1Wording.WHERE_SERVED(), await self._request(api, topic))
        if len(answer) < 3 or not isinstance(answer[1], str) or not isinstance(answer[2], int):
            raise LinkError(Ros1DoctorWording.SERVED_NOWHERE(topic=topic), Ros1DoctorWording.SERVED_NOWHERE_TIP())
        host, port = answer[1] or api.host, answer[2]
        if host != api.host:
            await self._check_name(node, host)
        began = asyncio.get_running_loop().time()
        told = await self._greet(RosEndpoint(host, port), topic)
        took_ms = (asyncio.get_running_loop().time() - began) * 1000
        told_of = {"node": node, "host": host, "port": port, "took_ms": took_ms}
        if took_ms < LONG_ANSWER_MS:
            self._say("publisher", True, Ros1DoctorWording.NODE_REACHED(**told_of))
        else:
            self._say("publisher", None, Ros1DoctorWording.NODE_SLOW(**told_of), Ros1DoctorWording.NODE_SLOW_TIP())
        return {**dict(_pairs(publications)), topic: told.type_name}

    async def _greet(self, where: RosEndpoint, topic: str) -> RosPublisherGreeted:
        """Subscribe for a moment, with a whole handshake: nodes complain of links that end without one."""
        greeted: asyncio.Future[RosPublisherGreeted] = asyncio.get_running_loop().create_future()

        def make_core(_local: Address, _peer: Address, now: float) -> RosInboundTopicLink:
            return RosInboundTopicLink(topic, self._node.name, now, peer=str(where))

        def on_event(event: object, _now: float) -> None:
            if isinstance(event, RosPublisherGreeted) and not greeted.done():
                greeted.set_result(event)

        def on_closed(error: ProtocolError) -> None:
            if not greeted.done():
                greeted.set_exception(error)

        look_up = self._node.hosts.look_up
        link = await connect(where.host, where.port, make_core, on_event, on_closed, REACH_TIMEOUT_S, look_up)
        try:
            async with asyncio.timeout(REACH_TIMEOUT_S):
                return await greeted
        except TimeoutError as error:
            text = LinkWording.NO_ANSWER_ON_OPEN_LINK(where=where, timeout_s=REACH_TIMEOUT_S)
            raise NoAnswerError(text) from error
        finally:
            link.close()

    async def _request(self, api: RosEndpoint, topic: str) -> Any:
        caller = self._node.caller
        return await caller.call(api, "requestTopic", topic, [["TCPROS"]], timeout_s=REACH_TIMEOUT_S)

    async def _check_name(self, node: str, host: str) -> None:
        substituted: list[str] = []
        hosts: RosHosts = self._node.hosts
        found = await hosts.look_up(host, lambda name, _: substituted.append(name))
        if substituted:
            self._say(
                "host",
                None,
                Ros1DoctorWording.HOST_REPLACED(node=node, host=host, address=found[0]),
                Ros1Wording.NAME_REPLACED_TIP(name=host),
            )

    @staticmethod
    def _tip(error: ProtocolError) -> str:
        died = Ros1Wording.PUBLISHER_DEAD_TIP()
        return died if isinstance(error, LinkRefusedError) else error.tip or died

    def _look_at_types(self, look: MasterSnapshot, types: Mapping[str, Mapping[str, str]]) -> None:
        by_topic: dict[str, dict[str, list[str]]] = {}
        for node, publications in types.items():
            for topic, type_name in publications.items():
                by_topic.setdefault(topic, {}).setdefault(type_name, []).append(node)
        conflicts = 0
        for topic, told in sorted(by_topic.items()):
            known = dict(told)
            if look.type_of(topic):
                known.setdefault(look.type_of(topic), [Ros1Wording.THE_MASTER()])
            if len(known) > 1:
                conflicts += 1
                types_told = "; ".join(f"{type_name} ({', '.join(who[:3])})" for type_name, who in known.items())
                text = Ros1DoctorWording.TYPES_DIFFER(topic=topic, types=types_told)
                self._say("type", False, text, Ros1DoctorWording.TYPES_DIFFER_TIP())
        if not conflicts:
            self._say("type", True, Ros1DoctorWording.TYPES_AGREE(count=len(by_topic)))

    # clocks

    def _look_at_clocks(self) -> None:
        clocks = self._node.clocks
        worst = max(clocks.items(), key=lambda item: abs(item[1]), default=None)
        if worst is None:
            self._say("clock", None, Ros1DoctorWording.CLOCKS_UNKNOWN())
            return
        where, ahead_s = worst
        if abs(ahead_s) <= MAX_CLOCK_DIFFERENCE_S:
            self._say("clock", True, Ros1DoctorWording.CLOCKS_AGREE(count=len(clocks)))
            return
        code = Ros1DoctorWording.CLOCK_AHEAD if ahead_s > 0 else Ros1DoctorWording.CLOCK_BEHIND
        self._say("clock", False, code(where=where, by_s=abs(ahead_s)), Ros1DoctorWording.CLOCKS_DIFFER_TIP())

    async def _look_at_sim_time(self, look: MasterSnapshot) -> None:
        check = "sim time"
        if await self._node.master.parameter_or_none("/use_sim_time") is not True:
            self._say(check, True, Ros1DoctorWording.NO_SIM_TIME())
            return
        if not look.state.publishers.get("/clock"):
            tip = Ros1Wording.TIME_STANDS_STILL_TIP(parameter="/use_sim_time")
            self._say(check, False, Ros1DoctorWording.CLOCK_UNPUBLISHED(), tip)
            return
        heard = await self._wait(lambda: self._robot.clock is not None and self._robot.clock.now_ns, CLOCK_TIMEOUT_S)
        if heard:
            self._say(check, True, Ros1DoctorWording.SIM_TIME())
        else:
            text = Ros1DoctorWording.CLOCK_SILENT(waited_s=CLOCK_TIMEOUT_S)
            self._say(check, False, text, Ros1DoctorWording.CLOCK_SILENT_TIP())

    # the way back

    async def _look_at_way_back(self, look: MasterSnapshot) -> None:
        check, address = "way back", self._node.address
        assert address is not None  # noqa: S101 - the master was reached
        where = Ros1DoctorWording.OWN_ADDRESS(host=address.host, reason=address.reason)
        readers = set(look.state.subscribers.get(WAY_BACK_TOPIC, ())) - {self._node.name}
        try:
            own = parse_api(self._node.api)
            await probe_port((await self._node.hosts.look_up(own.host))[0], own.port, REACH_TIMEOUT_S)
        except ProtocolError as error:
            text = DoctorWording.OWN_ADDRESS_UNREACHABLE(address=where, reason=error.reason)
            self._say(check, False, text, Ros1DoctorWording.OWN_NAME_TIP())
            return
        if not readers:
            text = Ros1DoctorWording.WAY_BACK_UNKNOWN(address=where, topic=WAY_BACK_TOPIC)
            self._say(check, None, text, Ros1DoctorWording.WAY_BACK_UNKNOWN_TIP())
            return
        self._citizen.requested_topics.clear()
        try:
            publisher = await self._robot.advertise(WAY_BACK_TOPIC, WAY_BACK_TYPE, MASTER_TIMEOUT_S)
        except ProtocolError as error:
            self._say(check, None, DoctorWording.ROBOT_NOT_TOLD(reason=error.reason), error.tip)
            return
        try:
            dialled = await publisher.wait_for_subscriber(DIAL_TIMEOUT_S)
        finally:
            await publisher.close()
        who = min(readers)
        if dialled:
            self._say(check, True, Ros1DoctorWording.DIALLED_BY(node=who, address=where))
        elif WAY_BACK_TOPIC in self._citizen.requested_topics:
            text = Ros1DoctorWording.TOPICS_UNREACHED(node=who, address=where)
            self._say(check, False, text, Ros1DoctorWording.WAY_BACK_TIP())
        else:
            text = Ros1DoctorWording.NOT_DIALLED(address=where)
            self._say(check, False, text, Ros1DoctorWording.WAY_BACK_TIP())

    @staticmethod
    async def _wait(condition: Callable[[], object], timeout_s: float) -> bool:
        deadline = asyncio.get_running_loop().time() + timeout_s
        while not condition():
            if asyncio.get_running_loop().time() > deadline:
                return False
            await asyncio.sleep(POLL_S)
        return True


def _pairs(publications: Any) -> Iterable[tuple[str, str]]:
    """Read the topics and types that a node says it publishes; an entry that is no pair of texts is left out."""
    for pair in publications if isinstance(publications, list) else ():
        if isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair):
            yield pair[0], pair[1]
