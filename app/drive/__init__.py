"""Driving: what a hand asks for becomes a command within limits, and stops when anything at all goes wrong."""
