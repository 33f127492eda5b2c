"""Input devices of the operator."""
