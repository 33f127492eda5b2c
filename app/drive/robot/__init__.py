"""The robot that is driven: its link, its targets, its odometry."""
