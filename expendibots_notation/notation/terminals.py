"""The terminals of the grammars as numbers, and what the driver says instead of one.

Not in the driver, where they would be C numbers, which other modules cannot import.
"""

from __future__ import annotations

TERMINALS = (
    "ACTION",
    "ATTRIBUTES",
    "COMMENT",
    "GLYPH",
    "ITEM",
    "LINE_COMMENT",
    "LPAR",
    "NAG",
    "REJECTED",
    "RESULT",
    "RPAR",
    "RSQB",
    "STRING",
    "TAG_NAME",
    "TURN",
    "WHITE_SPACE",
    "$END",
)
"""The terminals of the frame in alphabetical order, and the end of the text. The numbers of events are places in this list."""

(
    ACTION,
    ATTRIBUTES,
    COMMENT,
    GLYPH,
    ITEM,
    LINE_COMMENT,
    LPAR,
    NAG,
    REJECTED,
    RESULT,
    RPAR,
    RSQB,
    STRING,
    TAG_NAME,
    TURN,
    WHITE_SPACE,
    END,
) = range(len(TERMINALS))

# What the driver may find in the place of a token.
NO_TOKEN = -1
CUT_OFF = -2
"""A token may go on beyond the data."""

# Why it stops reading.
RECORD = 0
"""The record is complete, or the data ends where it may."""
MORE = 1
"""The data ends before the record does."""
TROUBLE = 2
"""No token begins here, or it cannot stand here."""
