"""The list of coordinate frames: a dock with the transforms of a robot, and what is wrong with them."""
