# What is a C number in the compiled action_bytes.py. Without this file, or without a compiler, the same code runs as Python.

cimport cython

from expendibots_notation.games.square_bytes cimport SquareReader

cdef int NOT_AN_ACTION, READ, TOO_LARGE, COUNT, FIRST, IS_MOVE, SECOND, TO_X, TO_Y, X, Y
cdef int FAILED, _ZERO, _NINE, _A, _CROSS, _DASH, _OPEN, _CLOSE, _EQUALS, _COLON, _CASE
cdef bytes _BOOM


cdef class ActionBytes(SquareReader):
    @cython.locals(p=Py_ssize_t, numbers="long long[::1]")
    cpdef int read(self, bytes data, Py_ssize_t start, Py_ssize_t end) except -1

    @cython.final
    @cython.locals(data="const unsigned char *", length=Py_ssize_t, count=int, x=int, y=int, to_x=int, to_y=int,
                   numbers="long long[::1]")
    cdef bint is_plain_move(self, Py_ssize_t p) noexcept

    @cython.final
    @cython.locals(has_bracket=bint)
    cdef Py_ssize_t boom(self, Py_ssize_t p) noexcept

    @cython.final
    cdef Py_ssize_t move(self, Py_ssize_t p) noexcept

    @cython.final
    @cython.locals(before=Py_ssize_t, after=Py_ssize_t)
    cdef Py_ssize_t dash(self, Py_ssize_t p) noexcept

    @cython.final
    cdef Py_ssize_t source(self, Py_ssize_t p) noexcept

    @cython.final
    cdef Py_ssize_t target(self, Py_ssize_t p) noexcept

    @cython.final
    cdef Py_ssize_t claim(self, Py_ssize_t p) noexcept
