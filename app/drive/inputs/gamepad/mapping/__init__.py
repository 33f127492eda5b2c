"""Mapping and calibration of pads: pure."""
