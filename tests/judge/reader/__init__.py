"""A second reader of XBN, written from grammar/SPEC.md and the grammar files alone. The program is held against it.

    characters      bytes, lines, places, tag lines
    tokens          the terminals of all grammars
    borders         where records begin and end
    values          strings, comments and attributes
    actions         actions and items in their canonical spelling
    rules           games, readings, options, terminations
    positions       position strings
    tree, parser    what a record says; recursive descent
    numbers         turn numbers
    writing         canonical text
    judging         all of it together: `read_file`

It replays nothing, so it knows only the findings that need no replay. It shares no code with the project.
"""

from judge.reader.judging import Finding, Reading, read_file

__all__ = ["Finding", "Reading", "read_file"]
