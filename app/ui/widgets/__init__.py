"""Small widgets that know no robot."""
