"""The drive controller and its values: pure."""
