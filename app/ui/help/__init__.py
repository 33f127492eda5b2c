"""Help: the guide, which page of it is about what, and the tour."""
