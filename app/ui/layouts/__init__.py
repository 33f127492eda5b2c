"""Layouts: which views there are, what they show and where they stand, kept under names and shared as files."""
