"""Models of Qt over the store and over decoded messages."""
