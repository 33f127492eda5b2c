"""Layouts of the window: made, saved, restored."""
