# What is a C number in the compiled action_bytes.py. Without this file, or without a compiler, the same code runs as Python.

cimport cython

cdef int _MOST_DIGITS, _FARTHEST, _FAILED
cdef int _TAB, _BLANK, _ZERO, _NINE, _A, _X, _B, _O, _M, _DASH, _ANGLE, _OPEN, _CLOSE, _EQUALS, _COLON, _CASE
cdef int _E2, _80, _EN, _EM, _86, _ARROW


@cython.final
cdef class ActionBytes:
    cdef readonly bint is_move, is_canonical
    cdef readonly long long count, first, second
    cdef readonly int x, y, to_x, to_y, claims
    cdef bint is_large
    cdef long long value
    cdef const unsigned char *data
    cdef Py_ssize_t end

    @cython.locals(p=Py_ssize_t)
    cpdef int read(self, bytes data, Py_ssize_t start, Py_ssize_t end) noexcept

    cdef void keep(self, long long[::1] numbers, Py_ssize_t at) noexcept
    cdef void recall(self, long long[::1] numbers, Py_ssize_t at) noexcept

    @cython.locals(data="const unsigned char *", length=Py_ssize_t, count=int, x=int, y=int, to_x=int, to_y=int)
    cdef bint is_plain_move(self, Py_ssize_t p) noexcept

    @cython.locals(letter=int, has_bracket=bint)
    cdef Py_ssize_t boom(self, Py_ssize_t p) noexcept

    cdef Py_ssize_t move(self, Py_ssize_t p) noexcept

    @cython.locals(before=Py_ssize_t, after=Py_ssize_t, is_dash=bint)
    cdef Py_ssize_t dash(self, Py_ssize_t p) noexcept

    @cython.locals(letter=int)
    cdef Py_ssize_t square(self, Py_ssize_t p) noexcept

    cdef Py_ssize_t claim(self, Py_ssize_t p) noexcept

    @cython.locals(start=Py_ssize_t, value=cython.longlong)
    cdef Py_ssize_t number(self, Py_ssize_t p) noexcept

    @cython.locals(start=Py_ssize_t)
    cdef Py_ssize_t blanks(self, Py_ssize_t p) noexcept

    cdef bint is_word(self, Py_ssize_t p) noexcept

    cdef int byte(self, Py_ssize_t p) noexcept

    cdef void expect(self, bint canonical) noexcept
