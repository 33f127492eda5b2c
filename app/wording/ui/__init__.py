"""Sentences of the window, by its rooms."""
