"""The black box: what came and what was done, in files of MCAP."""
