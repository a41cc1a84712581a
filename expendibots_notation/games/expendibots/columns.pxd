# What is a C number in the compiled columns.py.

cimport cython

from expendibots_notation.games.expendibots.engine cimport Engine

cdef int WHITE, WIDTH, PLY_LIMIT, LONGEST_TEXT
cdef int _A, _ONE, _DASH, _X, _ZERO


@cython.final
cdef class PlyColumns:
    cdef Engine engine
    cdef public int size
    cdef public long long[::1] turns, counts, removed_own, removed_enemy
    cdef public signed char[::1] players, sources, targets
    cdef public int[::1] waves, action_ends, position_ends
    cdef public unsigned long long[::1] hashes
    cdef public unsigned char[::1] actions, positions

    cpdef bint is_full(self)

    @cython.locals(engine=Engine, ply=int, row=int, source=int, target=int, count=cython.longlong, side=int, size=int)
    cpdef add(self, Engine played, Engine start)

    @cython.locals(end=int, rest=cython.longlong, place=int)
    cdef int _write_action(self, int at, long long count, int source, int target) noexcept
