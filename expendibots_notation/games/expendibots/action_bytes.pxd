# What is a C number in the compiled action_bytes.py. Without this file, or without a compiler, the same code runs as Python.

cimport cython

from expendibots_notation.games.engine cimport ActionReader

cdef int NOT_AN_ACTION, READ, TOO_LARGE, COUNT, FIRST, IS_MOVE, SECOND, TO_X, TO_Y, X, Y
cdef int _MOST_DIGITS, _FARTHEST, _FAILED
cdef int _TAB, _BLANK, _ZERO, _NINE, _A, _CROSS, _B, _O, _M, _DASH, _ANGLE, _OPEN, _CLOSE, _EQUALS, _COLON, _CASE
cdef int _E2, _80, _EN, _EM, _86, _ARROW


cdef class ActionBytes(ActionReader):
    cdef bint is_large
    cdef long long value
    cdef const unsigned char *data
    cdef Py_ssize_t end

    @cython.locals(p=Py_ssize_t, numbers="long long[::1]")
    cpdef int read(self, bytes data, Py_ssize_t start, Py_ssize_t end) except -1

    @cython.final
    @cython.locals(data="const unsigned char *", length=Py_ssize_t, count=int, x=int, y=int, to_x=int, to_y=int,
                   numbers="long long[::1]")
    cdef bint is_plain_move(self, Py_ssize_t p) noexcept

    @cython.final
    @cython.locals(letter=int, has_bracket=bint)
    cdef Py_ssize_t boom(self, Py_ssize_t p) noexcept

    @cython.final
    cdef Py_ssize_t move(self, Py_ssize_t p) noexcept

    @cython.final
    @cython.locals(before=Py_ssize_t, after=Py_ssize_t, is_dash=bint)
    cdef Py_ssize_t dash(self, Py_ssize_t p) noexcept

    @cython.final
    @cython.locals(letter=int)
    cdef Py_ssize_t square(self, Py_ssize_t p) noexcept

    @cython.final
    cdef void keep_source(self) noexcept
    @cython.final
    cdef Py_ssize_t claim(self, Py_ssize_t p) noexcept

    @cython.final
    @cython.locals(start=Py_ssize_t, value=cython.longlong)
    cdef Py_ssize_t number(self, Py_ssize_t p) noexcept

    @cython.final
    @cython.locals(start=Py_ssize_t)
    cdef Py_ssize_t blanks(self, Py_ssize_t p) noexcept

    @cython.final
    cdef bint is_word(self, Py_ssize_t p) noexcept

    @cython.final
    cdef int byte(self, Py_ssize_t p) noexcept

    @cython.final
    cdef void expect(self, bint canonical) noexcept
