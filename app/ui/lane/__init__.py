"""State rows: enumerations, booleans and texts over time, in line with plots."""
