# What is a C number in the compiled plain_json.py.

cimport cython

from expendibots_notation.games.expendibots.columns cimport PlyColumns

cdef int WIDTH, LONGEST_TEXT
cdef int _A, _ONE, _ZERO, _LONGEST_PLY
cdef bytes _PLY, _TURN, _WHITE, _BLACK, _MOVE, _FROM, _TO, _BOOM, _NOTES, _POSITION, _END


@cython.final
cdef class PlyWriter:
    cdef public unsigned char[::1] out
    cdef public Py_ssize_t end

    @cython.locals(row=Py_ssize_t, source=int, count=cython.longlong, effect=bytes)
    cpdef str write(self, PlyColumns columns, Py_ssize_t first, Py_ssize_t number, str start)

    cdef _make_room(self, Py_ssize_t size)

    @cython.locals(index=Py_ssize_t)
    cdef void _put(self, bytes piece) noexcept

    @cython.locals(index=Py_ssize_t)
    cdef void _copy(self, unsigned char[::1] data, Py_ssize_t start, Py_ssize_t end) noexcept

    cdef void _put_square(self, int square) noexcept

    @cython.locals(size=Py_ssize_t, rest=cython.longlong, place=Py_ssize_t)
    cdef void _put_number(self, long long number) noexcept
