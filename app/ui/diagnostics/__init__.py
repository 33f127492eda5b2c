"""The diagnostics of a robot: a dock with the state of each of its parts, and what got worse."""
