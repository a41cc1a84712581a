# What is a C number in the compiled player.py.

cimport cython

from expendibots_notation.games.expendibots.engine cimport Engine

cdef int ALLOWED, WHITE, STOPPED, _MOST_DIGITS, _ZERO, _NINE


@cython.final
cdef class Spelling:
    cdef tuple white_move, white_boom, black_move, black_boom
    cdef bytes between


@cython.final
cdef class Player:
    cdef public Engine engine
    cdef const unsigned char *data
    cdef Py_ssize_t end
    cdef long long number

    @cython.locals(after=Py_ssize_t)
    cpdef Py_ssize_t play(self, Spelling spelling, bytes text, Py_ssize_t at, Py_ssize_t end) except -2

    @cython.locals(engine=Engine, is_white=bint, words=tuple, p=Py_ssize_t,
                   count=cython.longlong, x=cython.longlong, y=cython.longlong, to_x=cython.longlong)
    cdef Py_ssize_t _play(self, Spelling spelling, Py_ssize_t at) except -2

    @cython.locals(number=cython.longlong, p=Py_ssize_t, length=Py_ssize_t)
    cdef Py_ssize_t _number(self, Py_ssize_t start, bytes words) except -2

    @cython.locals(index=Py_ssize_t, length=Py_ssize_t, data="const unsigned char *", wanted="const unsigned char *")
    cdef Py_ssize_t _behind(self, Py_ssize_t p, bytes words) except -2
