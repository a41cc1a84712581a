"""Conformance vectors: questions about the rules with their answers, by which any engine can be proved.

A file (`samples/vectors/GAME.jsonl`) begins with a header; each further line is a vector. `making` makes them from `scenes` and
random games, `answering` is what the project's engines say, `serving` says it to others, and `checking` asks a `foreign` engine.
"""
