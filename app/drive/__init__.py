"""Driving: the operator's inputs become commands within limits, and the robot stops when anything at all goes wrong."""
