"""Wire schemas of the robots' protocols and the modules generated from them; nothing else lives here."""
