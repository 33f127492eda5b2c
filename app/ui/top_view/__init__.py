"""The top view: maps, scans, poses and trails from above."""
