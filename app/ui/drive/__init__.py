"""Driving in the window: the panel, its inputs, and the client of the drive process."""
