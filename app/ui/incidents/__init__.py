"""Notices and reports of incidents: errors in this run, and previous runs that did not end in order."""
