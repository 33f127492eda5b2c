"""A robot's topics: the tree and the list, their settings and rates."""
