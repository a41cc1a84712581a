"""Formats that are read, one file each."""
