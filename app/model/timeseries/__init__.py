"""Numbers and states over time: series, curves, expressions."""
