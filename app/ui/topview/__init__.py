"""The top view: where the robot is and what it sees, from above."""
