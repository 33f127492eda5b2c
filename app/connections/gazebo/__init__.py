"""Gazebo Classic: one connection to a master and to the publishers of what is wanted."""
