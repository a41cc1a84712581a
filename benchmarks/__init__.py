"""How fast this project is, beside programs that do the same kind of work. Run it with `python -m benchmarks`."""
