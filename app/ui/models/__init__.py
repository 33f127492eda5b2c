"""Qt models over the store and over decoded messages."""
