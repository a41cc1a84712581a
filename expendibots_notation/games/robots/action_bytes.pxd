# What is a C number in the compiled action_bytes.py. Without this file, or without a compiler, the same code runs as Python.

cimport cython

from expendibots_notation.games.engine cimport ActionReader

cdef int CASCADE, CLAIM, CLEARS, KILLS, LARGEST, LONGEST_ACTION, LONGEST_SPAWN, NOT_AN_ACTION, NOWHERE, READ, ROW, SPAWN, SPAWN_CELLS
cdef int SPAWN_EXPLOSIONS, SPAWN_HEIGHT, SPAWN_HUMANS, SPAWN_HUMAN_CELL, SPAWN_ROBOTS, SPAWN_WIDTH, STEP, TELEPORT, TOO_LARGE
cdef int _MOST_DIGITS, _FAILED, _CASE, _TAB, _RETURN, _BLANK, _ZERO, _NINE
cdef int _C, _D, _E, _H, _L, _R, _T, _U, _X, _CAPITAL_T
cdef int _OPEN, _CLOSE, _COMMA, _AT, _EQUALS, _PLUS, _HASH, _SLASH, _LESS, _GREATER


cdef class ActionBytes(ActionReader):
    cdef bint is_large
    cdef long long value
    cdef const unsigned char *data
    cdef Py_ssize_t end

    @cython.locals(p=Py_ssize_t, is_whole=bint)
    cpdef int read(self, bytes data, Py_ssize_t start, Py_ssize_t end) except -1

    @cython.final
    @cython.locals(first=int, second=int, dx=int, dy=int)
    cdef Py_ssize_t step(self, Py_ssize_t p) noexcept

    @cython.final
    @cython.locals(has_bracket=bint)
    cdef Py_ssize_t teleport(self, Py_ssize_t p) noexcept

    @cython.final
    @cython.locals(letter=int, claimed=cython.longlong)
    cdef Py_ssize_t claim(self, Py_ssize_t p) noexcept

    @cython.final
    @cython.locals(start=Py_ssize_t, value=cython.longlong)
    cdef Py_ssize_t number(self, Py_ssize_t p) noexcept

    @cython.final
    @cython.locals(start=Py_ssize_t)
    cdef Py_ssize_t blanks(self, Py_ssize_t p) noexcept

    @cython.final
    @cython.locals(index=int, y=int, width=int, p=Py_ssize_t, end=Py_ssize_t)
    cdef bint spawn(self, Py_ssize_t start) except -1

    @cython.final
    @cython.locals(width=int, byte=int, letter=int, cell=int)
    cdef int row(self, Py_ssize_t p, Py_ssize_t end, int first) noexcept

    @cython.final
    @cython.locals(value=cython.longlong, following=Py_ssize_t, is_broken=bint)
    cdef Py_ssize_t run(self, Py_ssize_t p, Py_ssize_t end) noexcept

    @cython.final
    cdef int byte(self, Py_ssize_t p) noexcept

    @cython.final
    cdef void expect(self, bint canonical) noexcept
