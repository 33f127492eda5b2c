"""A session with a robot that has more than topics, for pictures of the window and for tests of what shows it."""

from __future__ import annotations

from typing import Any

from app.model.graph import Action, Graph, GraphNode, NodeReport, Parameters, ServiceInfo, ServiceSignature
from app.model.messages.values import Goal, Goals, GoalState, LogLevel, LogLine
from app.model.schema import Field, FieldKind, Payload, Role
from app.model.status import ConnectionState
from app.wording.connections import Ros1Wording
from tests.fakes.session import FakeSession, JsonSchema

ROBOT = "ros1://rover:11311"
ROSOUT = "/rosout_agg"
STATUS = "/move_base/status"
STAMP_NS = 1_763_719_200_000_000_000


class MeaningSchema(JsonSchema):
    """Reads log lines and goals from JSON that is laid out as they are."""

    def read(self, role: Role, payload: Payload) -> object:
        value = self.decode(payload)
        if role is Role.LOG_LINE and role in self.roles():
            return LogLine(value["stamp_ns"], LogLevel(value["level"]), value["node"], value["text"], value["place"])
        if role is Role.GOALS and role in self.roles():
            return Goals(tuple(Goal(**goal | {"state": GoalState(goal["state"])}) for goal in value["goals"]))
        return super().read(role, payload)


def log_line(
    text: str, level: LogLevel = LogLevel.INFO, node: str = "/base", at_ns: int = STAMP_NS
) -> dict[str, object]:
    """A line as the schema reads it."""
    return {"stamp_ns": at_ns, "level": int(level), "node": node, "text": text, "place": "base.cpp:41 (on_twist)"}


_SPAWN = {
    "rover/SpawnRequest": (
        Field("name", FieldKind.STRING, "string"),
        Field("pose", FieldKind.MESSAGE, "geometry_msgs/Pose2D"),
        Field("way_points", FieldKind.MESSAGE, "geometry_msgs/Point", repeated=True),
        Field("covariance", FieldKind.FLOAT, "float64", repeated=True, length=3),
        Field("max_speed_mps", FieldKind.FLOAT, "float32"),
        Field("retries", FieldKind.INTEGER, "uint8"),
        Field("at_once", FieldKind.BOOLEAN, "bool"),
    ),
    "geometry_msgs/Pose2D": tuple(Field(name, FieldKind.FLOAT, "float64") for name in ("x", "y", "theta")),
    "geometry_msgs/Point": tuple(Field(name, FieldKind.FLOAT, "float64") for name in "xyz"),
    "rover/SpawnResponse": (Field("success", FieldKind.BOOLEAN, "bool"), Field("message", FieldKind.STRING, "string")),
}

SPAWN = ServiceSignature(
    "/spawn",
    "rover/Spawn",
    JsonSchema("rover/SpawnRequest", _SPAWN),
    JsonSchema("rover/SpawnResponse", _SPAWN),
    "rosrpc://rover:40123",
)
STRING = JsonSchema("std_msgs/String", {"std_msgs/String": (Field("data", FieldKind.STRING, "string"),)})

MOVE_BASE = Action(
    "/move_base",
    "move_base_msgs/MoveBaseGoal",
    STATUS,
    "/move_base/goal",
    "/move_base/cancel",
    "/move_base/feedback",
    "/move_base/result",
)

GOALS = {
    "goals": [
        {"goal_id": f"goal {number}", "state": state, "text": text, "stamp_ns": STAMP_NS + number * 10**9}
        for number, (state, text) in enumerate(
            (
                ("succeeded", "Goal reached."),
                ("aborted", "Failed to find a valid plan."),
                ("cancelled", ""),
                ("active", "This goal has been accepted by the simple action server"),
            )
        )
    ]
}

NODES = (
    GraphNode("/base", ("/odom", "/imu", ROSOUT), ("/cmd_vel",), ("/base/get_loggers", "/spawn")),
    GraphNode("/move_base", ("/cmd_vel", STATUS), ("/odom", "/move_base/goal", "/move_base/cancel"), ()),
    GraphNode("/teledeck_1", (), (ROSOUT,), (), ours=True),
)

TREE: dict[str, Any] = {
    "base": {"wheel_radius": 0.08, "ports": ["/dev/ttyUSB0", "/dev/ttyUSB1"], "ticks": 4096, "debug": False},
    "move_base": {"planner": {"max_vel_x": 0.5, "yaw_goal_tolerance": 0.1}, "map": b"\x00\x01"},
    "robot_description": "<robot name='rover'/>",
    "use_sim_time": False,
}


def ros_session() -> FakeSession:
    """Connected to a rover that speaks ROS 1, with a console, parameters, services, nodes and an action."""
    session = FakeSession()
    session.set_state(ConnectionState.CONNECTED, "ROS 1 noetic", connection=ROBOT, description="ROS 1 noetic")
    session.links.log_topic = ROSOUT
    session.topics.schemas["std_msgs/String"] = STRING
    session.topics.schemas["geometry_msgs/Twist"] = JsonSchema("geometry_msgs/Twist")
    session.topics.motion_types.add("geometry_msgs/Twist")
    session.add_topics(ROSOUT, connection=ROBOT, schema=MeaningSchema("rosgraph_msgs/Log", roles=(Role.LOG_LINE,)))
    session.add_topics(STATUS, connection=ROBOT, schema=MeaningSchema("Goals", roles=(Role.GOALS,)))
    session.add_topics("/chatter", connection=ROBOT, schema=STRING)
    session.add_topics("/cmd_vel", connection=ROBOT, schema=JsonSchema("geometry_msgs/Twist"), publishers=0)
    session.add_topics("/odom", "/imu", connection=ROBOT)
    graphs = session.graphs
    graphs.graphs[ROBOT] = Graph(
        1,
        NODES,
        (ServiceInfo("/base/get_loggers", ("/base",)), ServiceInfo("/spawn", ("/base",))),
        (MOVE_BASE,),
        (("/odom", "nav_msgs/Odometry"), ("/cmd_vel", "geometry_msgs/Twist")),
    )
    graphs.trees[ROBOT] = Parameters(1, TREE)
    graphs.shapes["/spawn"] = SPAWN
    session.commands.answers["/spawn"] = {"success": True, "message": "rover_2 stands at 1.0, 2.0"}
    graphs.reports["/base"] = NodeReport(
        "/base",
        "http://rover:41689",
        4711,
        0.0023,
        (
            Ros1Wording.LINK_SENDS(topic="/odom", peer="/move_base", transport="TCPROS"),
            Ros1Wording.LINK_READS(topic="/cmd_vel", peer="/move_base", transport="TCPROS"),
        ),
    )
    return session
