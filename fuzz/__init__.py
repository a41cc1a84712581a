"""Fuzzing: what is tried (`targets.py`), what it begins with (`seeds.py`), and `python -m fuzz`, which tries it."""
