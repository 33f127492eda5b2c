"""What a run and a robot may be told to do differently, and what is remembered: values, and their files."""
