"""Drawings: what one picture shows (`scene`), as text for a terminal (`text`), as SVG (`svg`, `sheet`), and in motion (`film`).

A drawing knows no game. Everything that it shows comes from a position's `Diagram` and an action's `Trace`. Words that come from a
record (names, actions) are hostile: each drawing makes them harmless in its own way before it shows them.
"""
