"""Calculations on curves and topics: spectra, figures, timing, and the comparison of two curves.

They are plain numpy on arrays, without threads and clocks, to be called from a thread beside the window.
"""
