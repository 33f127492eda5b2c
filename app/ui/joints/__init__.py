"""The joints of a robot: how each stands and moves, and between which limits."""
