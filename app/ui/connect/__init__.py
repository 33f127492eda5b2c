"""Connecting to robots: addresses, discovery, tokens, names."""
