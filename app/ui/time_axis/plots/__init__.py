"""Plots of numbers over time and of one number over another."""
