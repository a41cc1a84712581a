"""What is said about a record, and how: the table of codes, what a finding is, and how a terminal shows it."""
