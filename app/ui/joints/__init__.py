"""The panel of a robot's joints: their state, their limits, and moves to a position."""
