"""Gazebo Classic transport (9.x to 11.x): framing, packets, the master session and topic links."""
