"""Text to syntax tree and back. Nothing here knows a position: a reader reads, the rules judge."""
