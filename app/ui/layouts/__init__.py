"""Layouts: the views, their states and their arrangement, saved under names and shared as files."""
