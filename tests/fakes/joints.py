"""Robots that tell of their joints, for pictures of the window and for tests of what shows them."""

from __future__ import annotations

import math
from typing import Any, Final

from app.model.messages.values import UNLIMITED, JointKind, JointLimits, JointState, JointStates
from app.model.schema import DecodeError, Payload, Role
from app.model.status import ConnectionState
from app.wording.connections import Ros1Wording
from tests.fakes.session import FakeSession, JsonSchema

ARM: Final = "ros1://arm:11311"
ARM_STATES: Final = "/joint_states"
GRIPPER_STATES: Final = "/gripper/joint_states"
ENGINE: Final = "nrp+grpc://simulation:9004"
PACKS: Final = ("rover::left_hinge", "rover::right_hinge", "rover::antenna::mast_joint")

_ARM_JOINTS: Final = (
    ("shoulder_pan_joint", -3.142, 3.142),
    ("shoulder_lift_joint", -2.5, 2.5),
    ("elbow_joint", -2.6, 2.6),
    ("wrist_1_joint", -1.745, 1.745),
    ("wrist_2_joint", -1.745, 1.745),
    ("wrist_3_joint", None, None),
)


class JointSchema(JsonSchema):
    """Reads joints from JSON that is laid out as they are."""

    def __init__(self, name: str = "sensor_msgs/JointState") -> None:
        super().__init__(name, roles=(Role.JOINT,))

    def read(self, role: Role, payload: Payload) -> object:
        if role is not Role.JOINT:
            return super().read(role, payload)
        decoded = self.decode(payload)
        if "joints" not in decoded:
            fault = Ros1Wording.JOINT_LISTS_DIFFER(field="position", count=2, joints=3)
            raise DecodeError(fault, Ros1Wording.JOINT_LISTS_DIFFER_TIP())
        joints = tuple(_joint(number, joint) for number, joint in enumerate(decoded["joints"]))
        return JointStates(joints, None, decoded.get("skipped", 0))


def _joint(number: int, decoded: dict[str, Any]) -> JointState:
    names = ("position", "velocity", "effort")
    # one that is alone has fields without a list
    ending = f"[{number}]" if decoded.get("name") else ""
    position, velocity, effort = (f"{name}{ending}" if decoded.get(name) is not None else "" for name in names)
    return JointState(
        decoded.get("name", ""),
        decoded.get("position"),
        decoded.get("velocity"),
        decoded.get("effort"),
        kind=JointKind(decoded["kind"]) if "kind" in decoded else None,
        limits=JointLimits(*decoded["limits"]) if "limits" in decoded else UNLIMITED,
        fields=(position, velocity, effort),
    )


def told(name: str = "", position: float | None = None, **more: Any) -> dict[str, Any]:
    """A joint as the schema reads it."""
    return {"name": name, "position": position, **more}


def arm_session() -> FakeSession:
    """An arm of six joints and a gripper of its own, of which nothing was said yet."""
    session = FakeSession()
    session.set_state(ConnectionState.CONNECTED, "ROS 1", connection=ARM, description="ROS 1")
    session.add_topics(ARM_STATES, GRIPPER_STATES, connection=ARM, schema=JointSchema())
    session.add_topics("/rosout", connection=ARM, schema=JsonSchema("rosgraph_msgs/Log"))
    return session


def engine_session() -> FakeSession:
    """An engine that tells each joint by a DataPack, of which nothing was said yet."""
    session = FakeSession()
    session.set_state(ConnectionState.CONNECTED, "NRP-core", connection=ENGINE, description="NRP-core over gRPC")
    session.add_topics(*PACKS, connection=ENGINE, schema=JointSchema("Joint"))
    return session


def move_arm(session: FakeSession, at_s: float) -> None:
    """The arm and the gripper tell where they are by then."""
    joints = []
    for number, (name, lower, upper) in enumerate(_ARM_JOINTS):
        reach = 1.0 if upper is None else upper
        speed = 0.3 + 0.17 * number
        position = reach * (0.99 if number == 4 else 0.7) * math.sin(speed * at_s + number)
        more = {
            "velocity": reach * 0.7 * speed * math.cos(speed * at_s + number),
            "effort": 12.0 * math.sin(at_s + number),
            "kind": "revolute",
            "limits": (lower, upper, 2.0, 150.0),
        }
        joints.append(told(name, position, **more))
    session.receive(ARM_STATES, {"joints": joints}, connection=ARM)
    finger = 0.02 + 0.02 * math.sin(at_s)
    fingers = [told(f"finger_{side}", finger, kind="prismatic", limits=(0.0, 0.04)) for side in ("left", "right")]
    session.receive(GRIPPER_STATES, {"joints": fingers}, connection=ARM)


def move_rover(session: FakeSession, at_s: float) -> None:
    """The engine tells where its joints are by then."""
    for number, pack in enumerate(PACKS):
        position = (1.2, 1.1, 0.0)[number] * at_s + (0.4 * math.sin(at_s) if number == 2 else 0.0)
        joint = told("", position, velocity=(1.2, 1.1, 0.4 * math.cos(at_s))[number], effort=0.24)
        session.receive(pack, {"joints": [joint]}, connection=ENGINE)
