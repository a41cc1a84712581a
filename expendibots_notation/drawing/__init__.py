"""Drawings: what one picture shows (`scene`), as text for a terminal (`text`), as SVG (`svg`, `sheet`), and in motion (`film`).

A drawing knows no game, only a position's `Diagram` and an action's `Trace`. Each makes hostile words from records harmless.
"""
