"""An independent judge: the rulebook of each game once more, written as plainly as it reads, against which the engines are held.

    cases           a game to be judged, as texts; an umpire, which judges one; opinions
    records         XBN read and written the plain way
    expendibots, robots, stack_wars, stacks   the plain umpires, one file a game, named as in the registry
    engine          the project as an umpire: the only file of these that imports it
    differences     two umpires on the same case: where they part
    shrinking       a difference as a minimal record
    playouts        random games, with legal and illegal actions tried on the way
    reader          XBN read once more, from the specification alone
    program         the project as such a reader
    mutations       records to which something has happened
    disagreements   both readers on the same bytes: where they part, as a minimal text
    __main__        as much of that as there is time: `make test-deep`

The plain umpires and the reader share no code with the project: no bitboards, no hashing, no Lark, nothing remembered but the
past itself.
"""
