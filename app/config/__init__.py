"""Settings of a run, settings of the user, and robot profiles: values, and their files."""
