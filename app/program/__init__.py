"""The program on this computer: its installation, its licences and release notes, its start."""
