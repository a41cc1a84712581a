"""Many records, fast: what judges them without a syntax tree, for the formats that have a scan.

Actions go straight to the game's own engine; there is no second set of rules here. A record about which not everything can be said
is left to its tree. So this changes how long judging takes, and nothing else.
"""
