"""The demo robot: a small simulated rover behind real servers."""
