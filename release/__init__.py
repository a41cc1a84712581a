"""What is needed to make a release, and nothing that a release holds: `make dist`."""
