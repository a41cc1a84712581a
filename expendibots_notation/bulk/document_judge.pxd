# What is a C number in the compiled document_judge.py. Without this file, or without a compiler, the same code runs as Python.

cimport cython

from expendibots_notation.games.expendibots.engine cimport Engine

cdef int ALLOWED, BLACK, SQUARES, WHITE, WIDTH, LONGEST_TEXT
cdef int _MOST_ACTIONS, _TEXTS, _UNTOUCHED, _FEED, _KEYS
cdef object _UNSET
cdef str _WHITE_NAME, _BLACK_NAME
cdef dict _SQUARE_NUMBERS


@cython.final
cdef class DocumentJudge:
    cdef public Engine engine
    cdef public object know, weigh
    cdef Py_ssize_t colons
    cdef dict actions
    cdef unsigned char[::1] texts
    cdef int[::1] wave_at

    @cython.locals(end=int, positions=list)
    cpdef Py_ssize_t play(self, Engine start, list plies) except -2

    @cython.locals(
        engine=Engine, known=tuple, player=str, count=cython.longlong, x=int, y=int, to_x=int, to_y=int, part_keys=int, is_noted=bint
    )
    cdef bint is_true(self, object ply) except -1

    cdef tuple learn(self, str text)
    cdef bint are_positions(self, list positions, int end) except -1
    @cython.locals(engine=Engine, index=int, size=int, number=int, last=int, other=int, wave=list)
    cdef bint are_waves(self, int square, object waves) except -1
    cdef bint is_removed(self, object removed) except -1
