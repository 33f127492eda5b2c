"""ROS 1: the XML-RPC of master and nodes, TCPROS, and messages by their definition texts."""
