# What is a C number in the compiled square_bytes.py.

cimport cython

from expendibots_notation.games.engine cimport ActionReader

cdef int FAILED, _MOST_DIGITS, _FARTHEST
cdef int _TAB, _BLANK, _ZERO, _NINE, _A, _DASH, _ANGLE, _CASE, _E2, _80, _EN, _EM, _86, _ARROW


cdef class SquareReader(ActionReader):
    cdef bint is_large
    cdef long long value
    cdef int x, y
    cdef const unsigned char *data
    cdef Py_ssize_t end

    cdef void begin(self, bytes data, Py_ssize_t end) noexcept

    @cython.locals(is_dash=bint)
    cdef Py_ssize_t any_dash(self, Py_ssize_t p) noexcept

    @cython.locals(letter=int)
    cdef Py_ssize_t square(self, Py_ssize_t p) noexcept

    @cython.locals(start=Py_ssize_t, value=cython.longlong)
    cdef Py_ssize_t number(self, Py_ssize_t p) noexcept

    @cython.locals(start=Py_ssize_t)
    cdef Py_ssize_t blanks(self, Py_ssize_t p) noexcept

    @cython.locals(wanted="const unsigned char *", index=Py_ssize_t, length=Py_ssize_t)
    cdef Py_ssize_t word(self, Py_ssize_t p, bytes word) noexcept

    cdef int byte(self, Py_ssize_t p) noexcept

    cdef void expect(self, bint canonical) noexcept
