"""Docks that analyse numbers: spectrum, spectrogram, histogram, timing and pairs of curves."""
