"""Transforms of a ROS 1 robot with every fault that the list of frames tells of."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from app.model.graph import GraphNode
from app.model.messages.values import Pose, TransformFault, Transforms
from app.model.schema import Role
from app.model.topics import TopicKey
from app.wording.connections import Ros1Wording
from app.wording.model import MessageWording
from tests.fakes.deliveries import delivery
from tests.fakes.geometry import GeometrySchema, add_topic, pose
from tests.fakes.ros_robot import ROBOT
from tests.fakes.session import FakeSession

TF: Final = TopicKey(ROBOT, "/tf")
TF_STATIC: Final = TopicKey(ROBOT, "/tf_static")
SECOND_NS: Final = 1_000_000_000
SENDERS: Final = ("/robot_state_publisher", "/arm_driver", "/calibration", "/static_publisher", "/mast")


def add_frames(session: FakeSession) -> tuple[GeometrySchema, GeometrySchema]:
    """Let the robot have tf and tf_static."""
    moving, static = GeometrySchema(Role.TRANSFORMS), GeometrySchema(Role.TRANSFORMS)
    add_topic(session, TF.topic, moving, ROBOT)
    add_topic(session, TF_STATIC.topic, static, ROBOT)
    graph = session.graphs.graphs[ROBOT]
    nodes = (*graph.nodes, *(GraphNode(name, (TF.topic,)) for name in SENDERS))
    session.graphs.graphs[ROBOT] = replace(graph, revision=graph.revision + 1, nodes=nodes)
    return moving, static


def send(
    session: FakeSession, key: TopicKey, value: Transforms, received_ns: int, sender: str = "/robot_state_publisher"
) -> None:
    """Send transforms to all who listen."""
    topic = session.topics.store.get(key)
    assert topic is not None
    schema = topic.schema
    assert isinstance(schema, GeometrySchema)
    schema.values.append(value)
    payload = str(len(schema.values) - 1).encode()
    told = replace(delivery(payload, schema=schema, received_ns=received_ns), sender=sender)
    topic.receive(told)
    for (_, listened), sink in tuple(session.topics.sinks.items()):
        if listened == key:
            sink(told)


def stamped(poses: tuple[Pose, ...], stamp_ns: int) -> Transforms:
    """Transforms of one moment."""
    return Transforms(tuple(replace(each, stamp_ns=stamp_ns) for each in poses))


def send_frames(session: FakeSession, now_ns: int) -> None:
    """Send a second of transforms, and one of each fault."""
    good = pose(1.2, 0.4, 0.1, "map", "odom"), pose(2.5, 1.0, 0.7, "odom", "base_link")
    for number in range(10):
        moment_ns = now_ns - (10 - number) * SECOND_NS // 10
        send(session, TF, stamped(good, moment_ns), moment_ns)
        for parent, sender in (("base_link", "/arm_driver"), ("odom", "/calibration")):
            wheel = (pose(0.1, frame=parent, name="arm"),)
            send(session, TF, stamped(wheel, moment_ns + SECOND_NS // 50), moment_ns, sender)
    sensors = pose(0.2, 0.0, 0.0, "base_link", "laser"), pose(0.3, 0.1, 0.0, "base_link", "camera")
    slash = Ros1Wording.FRAME_SLASH(frame="/camera")
    odd = TransformFault("camera", "base_link", slash, is_left_out=False)
    send(session, TF_STATIC, Transforms(sensors, 0, (odd,)), now_ns, "/static_publisher")
    early = (pose(0.0, 0.1, 0.0, "base_link", "mast"),)
    send(session, TF, stamped(early, now_ns + 5 * SECOND_NS), now_ns, "/mast")
    late = (pose(0.0, 0.2, 0.0, "mast", "lamp"),)
    send(session, TF, stamped(late, now_ns - 60 * SECOND_NS), now_ns, "/mast")
    send(session, TF, stamped((pose(0.0, 0.0, 0.0, "base_link", "map"),), now_ns), now_ns, "/wrong")
    left_out = TransformFault("gripper", "arm", MessageWording.POSITION_NOT_FINITE())
    send(session, TF, Transforms((), 1, (left_out,)), now_ns, "/arm_driver")
    send(session, TF, stamped((pose(0.4, 0.0, 0.0, "dock", "beacon"),), now_ns), now_ns, "/dock")
