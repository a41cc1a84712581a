# What is a C number in the compiled rows.py.

cimport cython

from expendibots_notation.games.engine cimport Engine

cdef Py_ssize_t _ROWS, _TEXTS


@cython.final
cdef class Rows:
    cdef public bint keeps_finals
    cdef public Py_ssize_t size, texts_end
    cdef public long long[::1] lines, text_ends
    cdef public int[::1] plies, starts, claims
    cdef public signed char[::1] endings
    cdef public unsigned char[::1] texts

    cpdef bint is_full(self) noexcept

    @cython.locals(row=Py_ssize_t)
    cpdef add(self, Engine engine, int ending, Py_ssize_t line, int start, int claim)
