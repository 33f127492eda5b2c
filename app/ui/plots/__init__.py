"""Plots: curves over time, over each other (XY), and lists over their indices."""
