# What is a C number in the compiled player.py.

cimport cython

from expendibots_notation.games.expendibots.engine cimport Engine

cdef int ALLOWED, WHITE, _ANY_SIDE


@cython.final
cdef class Player:
    cdef public object read
    cdef public dict numbers
    cdef public Engine engine

    @cython.locals(spelling=bytes)
    cpdef bint play(self, list spellings) except -1

    @cython.locals(number=cython.longlong, colour=int, to_y=int, to_x=int, y=int, x=int, count=cython.longlong)
    cdef int _play(self, bytes spelling) except -2
