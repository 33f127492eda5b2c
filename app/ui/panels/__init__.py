"""What the window is made of, a file each."""
