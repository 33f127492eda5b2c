"""What the window says when something broke: in this run, or in one before."""
