# What is a C number in the compiled worded_bytes.py. Without this file, or without a compiler, the same code runs as Python.

cimport cython

from expendibots_notation.games.engine cimport ActionReader, Engine

cdef int ALLOWED, FAILED, COUNT, IS_MOVE, X, _ZERO, _NINE, _LARGEST

@cython.locals(after=Py_ssize_t, read=WordedBytes)
cpdef Py_ssize_t play(Engine engine, tuple readers, bytes between, bytes data, Py_ssize_t at, Py_ssize_t end) except -2


cdef class WordedBytes(ActionReader):
    cdef tuple move_words, boom_words
    cdef const unsigned char *data
    cdef Py_ssize_t end

    @cython.final
    cdef Py_ssize_t action(self, Py_ssize_t at) except -2

    @cython.final
    @cython.locals(index=Py_ssize_t, start=Py_ssize_t, number=int, data="const unsigned char *", numbers="long long[::1]")
    cdef Py_ssize_t numbers_among(self, tuple words, Py_ssize_t p, int first) except -2

    @cython.final
    @cython.locals(index=Py_ssize_t, length=Py_ssize_t, data="const unsigned char *", wanted="const unsigned char *")
    cdef Py_ssize_t literal(self, Py_ssize_t p, bytes words) noexcept
