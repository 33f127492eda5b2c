"""The XML-RPC side of ROS 1: master, nodes, parameters."""
