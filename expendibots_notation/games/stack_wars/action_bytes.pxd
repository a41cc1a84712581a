# What is a C number in the compiled action_bytes.py.

cimport cython

from expendibots_notation.games.square_bytes cimport SquareReader

cdef int NOT_AN_ACTION, READ, TOO_LARGE, FAILED, ATTACK, FORTIFY, KIND, MOVE, PASS, TO_X, TO_Y, X, Y
cdef int _PLUS, _DASH, _CROSS, _CARET, _A, _ZERO, _CASE, _C3, _97, _E2, _80, _EN, _EM
cdef bytes _FORTIFY, _PASS


cdef class ActionBytes(SquareReader):
    @cython.locals(p=Py_ssize_t)
    cpdef int read(self, bytes data, Py_ssize_t start, Py_ssize_t end) except -1

    @cython.final
    @cython.locals(data="const unsigned char *", x=int, y=int, sign=int, to_x=int, to_y=int, numbers="long long[::1]")
    cdef bint is_plain_step(self, Py_ssize_t p) noexcept

    @cython.final
    cdef Py_ssize_t fortification(self, Py_ssize_t p) noexcept

    @cython.final
    @cython.locals(sign=Py_ssize_t)
    cdef Py_ssize_t step(self, Py_ssize_t p) noexcept

    @cython.final
    cdef Py_ssize_t cross(self, Py_ssize_t p) noexcept

    @cython.final
    @cython.locals(was_canonical=bint)
    cdef Py_ssize_t after_blanks(self, Py_ssize_t p) noexcept

    @cython.final
    cdef Py_ssize_t passing(self, Py_ssize_t p) noexcept
