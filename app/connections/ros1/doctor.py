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
LONG_ANSWER_TIP = "The network is far, slow or lossy, or the node is busy: pictures and commands will come late."
# so many nodes are checked; a large robot has a hundred
MAX_NODES = 100
# clocks are compared by whole seconds, and tf gives up on what is older than ten
MAX_CLOCK_DIFFERENCE_S = 2.0

WAY_BACK_TOPIC, WAY_BACK_TYPE = "/rosout", "rosgraph_msgs/Log"
BACK_TIP = (
    "A firewall on this machine may refuse links from the robot: open a port and name it with --publisher-port. Behind "
    "NAT, set ROS_IP on this machine to the address by which the robot reaches it."
)


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
            self._say("master", False, f"the ROS master can't be reached: {error.reason}", error.tip)
            return
        self._say("master", True, f"a ROS master answers at {self._master}")
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
            waited = isinstance(error, TimeoutError)
            why = f"could not be resolved within {REACH_TIMEOUT_S:g} s" if waited else "can't be resolved"
            tip = f"Check the spelling, use the robot's IP address, or add ?alias={host}=ADDRESS."
            self._say("name", False, f"the name “{host}” {why}", tip)
            return False
        text = f"“{host}” is {address}" if address != host else f"{host} is an address, no name has to be resolved"
        self._say("name", True, text)
        return True

    def _look_at_topics(self, look: MasterSnapshot) -> None:
        infos = look.topics()
        published = sum(1 for info in infos if info.publishers)
        tip = "" if published else "Its nodes may not run yet."
        self._say("topics", published > 0, f"there are {len(infos)} topics, {published} of them published", tip)

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
                self._say("publisher", False, f"{node} can't be reached: {error.reason}", self._tip(error))
        return types

    async def _look_at_node(self, node: str, topic: str) -> Mapping[str, str]:
        api = parse_api(await self._node.master.look_up_node(node))
        await self._check_name(node, api.host)
        caller = self._node.caller
        publications = await caller.call(api, "getPublications", timeout_s=REACH_TIMEOUT_S)
        answer = as_list("where a topic is served", await self._request(api, topic))
        if len(answer) < 3 or not isinstance(answer[1], str) or not isinstance(answer[2], int):
            raise LinkError(f"it does not say where it serves {topic}", "Its node is at fault.")
        host, port = answer[1] or api.host, answer[2]
        if host != api.host:
            await self._check_name(node, host)
        began = asyncio.get_running_loop().time()
        told = await self._greet(RosEndpoint(host, port), topic)
        took_ms = (asyncio.get_running_loop().time() - began) * 1000
        text = f"{node} at {host}:{port} can be reached, and answers in {took_ms:.0f} ms"
        if took_ms < LONG_ANSWER_MS:
            self._say("publisher", True, text)
        else:
            self._say("publisher", None, f"{text}, which is long", LONG_ANSWER_TIP)
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
            raise NoAnswerError(f"{where} takes links and does not answer within {REACH_TIMEOUT_S:g} s") from error
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
                f"{node} says that it is at “{host}”, which does not lead there from here; it is dialled at {found[0]}",
                f"Say where it is: add ?alias={host}=ADDRESS to the robot's address, or set ROS_IP on the robot.",
            )

    @staticmethod
    def _tip(error: ProtocolError) -> str:
        died = "It may have died without a word to the master: `rosnode cleanup` forgets such nodes."
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
                known.setdefault(look.type_of(topic), ["the master"])
            if len(known) > 1:
                conflicts += 1
                words = "; ".join(f"{type_name} says {', '.join(who[:3])}" for type_name, who in known.items())
                tip = "Two programs use one name for different things: rename one of the topics."
                self._say("type", False, f"{topic} has more than one type: {words}", tip)
        if not conflicts:
            self._say("type", True, f"all publishers agree on the types of {len(by_topic)} topics")

    # clocks

    def _look_at_clocks(self) -> None:
        clocks = self._node.clocks
        worst = max(clocks.items(), key=lambda item: abs(item[1]), default=None)
        if worst is None:
            self._say("clock", None, "the clocks can't be compared: neither master nor nodes say what time it is")
            return
        where, ahead_s = worst
        if abs(ahead_s) <= MAX_CLOCK_DIFFERENCE_S:
            self._say("clock", True, f"the clocks of {len(clocks)} programs differ by no more than a second or two")
            return
        words = "ahead of" if ahead_s > 0 else "behind"
        text = f"the clock of {where} is {abs(ahead_s):,.0f} s {words} ours"
        tip = "Ages and transforms of messages will be wrong: set both clocks by NTP (chrony)."
        self._say("clock", False, text, tip)

    async def _look_at_sim_time(self, look: MasterSnapshot) -> None:
        check = "sim time"
        if await self._node.master.parameter_or_none("/use_sim_time") is not True:
            self._say(check, True, "the robot keeps the time of its own machine (/use_sim_time is not set)")
            return
        if not look.state.publishers.get("/clock"):
            tip = "Start the simulator or `rosbag play --clock`, or delete /use_sim_time and restart the nodes."
            self._say(check, False, "/use_sim_time is set and nobody publishes /clock: time stands still", tip)
            return
        heard = await self._wait(lambda: self._robot.clock is not None and self._robot.clock.now_ns, CLOCK_TIMEOUT_S)
        if heard:
            self._say(check, True, "the robot goes by simulated time, and /clock tells it")
        else:
            text = f"/use_sim_time is set and /clock was silent for {CLOCK_TIMEOUT_S:g} s: time stands still"
            self._say(check, False, text, "The simulator may be paused.")

    # the way back

    async def _look_at_way_back(self, look: MasterSnapshot) -> None:
        check, address = "way back", self._node.address
        assert address is not None  # noqa: S101 - the master was reached
        where = f"{address.host} ({address.reason})"
        readers = set(look.state.subscribers.get(WAY_BACK_TOPIC, ())) - {self._node.name}
        try:
            own = parse_api(self._node.api)
            await probe_port((await self._node.hosts.look_up(own.host))[0], own.port, REACH_TIMEOUT_S)
        except ProtocolError as error:
            text = f"others are told to reach us at {where}, where not even this machine reaches itself: {error.reason}"
            self._say(check, False, text, "Correct ROS_IP or ROS_HOSTNAME on this machine, or unset them.")
            return
        if not readers:
            text = f"whether the robot reaches us at {where} can't be told: nobody there reads {WAY_BACK_TOPIC}"
            self._say(check, None, text, "Start rosout, as roscore does, and try again.")
            return
        self._citizen.requested_topics.clear()
        try:
            publisher = await self._robot.advertise(WAY_BACK_TOPIC, WAY_BACK_TYPE, MASTER_TIMEOUT_S)
        except ProtocolError as error:
            self._say(check, None, f"the robot could not be told of us: {error.reason}", error.tip)
            return
        try:
            dialled = await publisher.wait_for_subscriber(DIAL_TIMEOUT_S)
        finally:
            await publisher.close()
        who = min(readers)
        if dialled:
            text = f"{who} dialled us at {where}: what we publish reaches the robot (nothing was published)"
            self._say(check, True, text)
        elif WAY_BACK_TOPIC in self._citizen.requested_topics:
            text = f"{who} calls us at {where} and does not reach the port where topics are served"
            self._say(check, False, text, BACK_TIP)
        else:
            text = f"the robot does not reach us at {where}: what we publish does not arrive, new publishers come late"
            self._say(check, False, text, BACK_TIP)

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
