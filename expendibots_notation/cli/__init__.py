"""The command line: `app` puts it together, a module for each command, and what they share."""
