"""Driving in the window: what the operator's hands are on, and what is known of the robot that is driven."""
