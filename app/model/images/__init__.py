"""Conversion of images to pixels that a screen can show."""
