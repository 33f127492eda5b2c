"""What the numbers of curves and topics say: spectra, figures, timing, how two curves belong together.

All of it is plain numpy on arrays, without threads and clocks, to be called from a thread beside the window.
"""
