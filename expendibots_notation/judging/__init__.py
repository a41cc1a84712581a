"""What the rules make of a record: its replay, and the timeline of those who show it."""
