"""Plots: curves over time, over one another, and lists as they are now."""
