"""Conformance vectors: questions about the rules with their answers, by which any engine can be proved.

A file (`samples/vectors/GAME.jsonl`) begins with a header; each further line is one vector. `making` makes them from hand-written
`scenes` and random games, `answering` is what the project's own engines say, `serving` says it to others, `foreign` is somebody
else's engine at the other end of two pipes, and `checking` asks it everything: up to the first difference, or all.
"""
