"""What a command shows while it works, and how Ctrl-C ends it."""
