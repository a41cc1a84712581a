# What is a C number in the compiled action_bytes.py. Without this file, or without a compiler, the same code runs as Python.

cimport cython

from expendibots_notation.games.engine cimport ActionReader

cdef int NOT_AN_ACTION, READ, TOO_LARGE, MOVEMENTS, FIRST, SECOND, KIND, COUNT, SOURCE, TARGET, RETREAT, HELPERS
cdef int MOVE, ATTACK, OUTSIDE, NOWHERE, MOST_HELPERS, MOST_PIECES, HELPER_BITS, SQUARE_BITS, WIDTH, HEIGHT
cdef int _MOST_DIGITS, _FAILED, _TAB, _BLANK, _ZERO, _NINE, _A, _P, _S, _CROSS, _DASH, _ANGLE, _PLUS, _AND, _CASE
cdef int _E2, _80, _EN, _EM, _86, _ARROW, _C3, _97


cdef class ActionBytes(ActionReader):
    cdef bint is_large, is_outside
    cdef long long value, count, y
    cdef int x, place
    cdef const unsigned char *data
    cdef Py_ssize_t end

    @cython.locals(p=Py_ssize_t)
    cpdef int read(self, bytes data, Py_ssize_t start, Py_ssize_t end) except -1

    @cython.final
    @cython.locals(is_word=bint)
    cdef Py_ssize_t no_action(self, Py_ssize_t p) noexcept

    @cython.final
    @cython.locals(after=Py_ssize_t)
    cdef Py_ssize_t movement(self, Py_ssize_t p, int row) noexcept

    @cython.final
    @cython.locals(data="const unsigned char *", count=int, x=int, y=int, to_x=int, to_y=int, is_outside=bint)
    cdef Py_ssize_t plain_move(self, Py_ssize_t p, int row) noexcept

    @cython.final
    @cython.locals(helpers=int, x=int, y=cython.longlong, count=cython.longlong, helper=cython.longlong)
    cdef Py_ssize_t company(self, Py_ssize_t p, int row) noexcept

    @cython.final
    cdef Py_ssize_t group(self, Py_ssize_t p) noexcept

    @cython.final
    @cython.locals(letter=int)
    cdef Py_ssize_t square(self, Py_ssize_t p) noexcept

    @cython.final
    @cython.locals(after=Py_ssize_t)
    cdef Py_ssize_t dash(self, Py_ssize_t p) noexcept

    @cython.final
    @cython.locals(after=Py_ssize_t, is_letter=bint)
    cdef Py_ssize_t cross(self, Py_ssize_t p) noexcept

    @cython.final
    @cython.locals(after=Py_ssize_t)
    cdef Py_ssize_t arrow(self, Py_ssize_t p) noexcept

    @cython.final
    @cython.locals(start=Py_ssize_t, value=cython.longlong)
    cdef Py_ssize_t number(self, Py_ssize_t p) noexcept

    @cython.final
    cdef Py_ssize_t blanks(self, Py_ssize_t p) noexcept
    @cython.final
    cdef inline Py_ssize_t gap(self, Py_ssize_t p) noexcept
    @cython.final
    cdef inline bint is_letter(self, Py_ssize_t p, int letter) noexcept
    @cython.final
    cdef bint is_long_dash(self, Py_ssize_t p) noexcept
    @cython.final
    cdef bint is_arrow(self, Py_ssize_t p) noexcept
    @cython.final
    cdef inline int byte(self, Py_ssize_t p) noexcept
    @cython.final
    cdef inline void expect(self, bint canonical) noexcept
