"""ROS 1: one connection to a master, and to the nodes of what is wanted."""
