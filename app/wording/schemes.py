"""The words for the servers and robots of each protocol: few, since help needs them before anything else is loaded."""

from __future__ import annotations

import enum

from protocols.sentence import Catalogue


@enum.unique
class SchemeWording(Catalogue):
    """The words for servers and robots, and for how their topics differ."""

    GAZEBO_MASTER = "a Gazebo master"
    GAZEBO_TOPICS = "Gazebo: ~/… for the world's own"
    ROS1_MASTER = "a ROS 1 master"
    GALILEO_ROBOTS = "Galileo robots"
    GALILEO_TOPICS = "Galileo: may be left out, for that of the URI"
    GRPC_ENGINE = "an NRP-core engine (gRPC)"
    JSON_ENGINE = "an NRP-core engine (JSON)"
    BROKER = "a broker of MQTT"
