"""Docks that tell what numbers mean: spectrum, spectrogram, histogram, timing and pairs of curves."""
