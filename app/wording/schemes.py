"""The words for the servers and robots of each protocol: few, since help needs them before anything else is loaded."""

from __future__ import annotations

from protocols.sentence import Catalogue


class SchemeWording(Catalogue):
    """The words for servers and robots, and for how their topics differ."""

    GAZEBO = "Gazebo"
    ROS1 = "ROS 1"
    GALILEO = "Galileo"
    NRP_GRPC = "NRP-core (gRPC)"
    NRP_JSON = "NRP-core (JSON)"
    NRP_MQTT = "NRP-core (MQTT)"
    PACKS = "DataPacks"
    GAZEBO_MASTER = "a Gazebo master"
    GAZEBO_TOPICS = "Gazebo: ~/… for the world's own"
    ROS1_MASTER = "a ROS 1 master"
    GALILEO_PROXY = (
        "Everything goes to a proxy on the Internet ({host}, UDP port {port}). "
        "For a robot in this network type its IP address, or add ?wan=no."
    )
    GALILEO_ROBOTS = "Galileo robots"
    GALILEO_TOPICS = "Galileo: optional if the address has one"
    GRPC_ENGINE = "an NRP-core engine (gRPC)"
    JSON_ENGINE = "an NRP-core engine (JSON)"
    BROKER = "an MQTT broker"
    RECORDING = "Recording"
