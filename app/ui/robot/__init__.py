"""Panels of one robot: console, log, parameters, nodes, calls, goals, world, status."""
