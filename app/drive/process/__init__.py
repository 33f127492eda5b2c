"""The drive process."""
