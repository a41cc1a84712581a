# What is a C number in the compiled transcripts.py.

cimport cython

from expendibots_notation.notation.events cimport Events

cdef int ACTION, ATTRIBUTES, ITEM, LPAR, REJECTED, RESULT, RPAR, TAG_NAME, TURN
cdef Py_ssize_t ROWS, _TEXTS
cdef int _MOST_PLAYERS, _NOBODY
cdef int _TAB, _FEED, _RETURN, _BLANK, _DOT, _DASH, _PLUS, _ZERO, _NINE
cdef bytes _TIME_USED


@cython.final
cdef class Transcriber:
    cdef public Py_ssize_t size, texts_end
    cdef public tuple players
    cdef public bint varies
    cdef public unsigned char[::1] texts
    cdef public long long[::1] action_ends, name_ends
    cdef public double[::1] seconds
    cdef public int[::1] timed
    cdef const unsigned char *data

    cpdef bint is_full(self) noexcept

    @cython.locals(players=int, base=Py_ssize_t, seat=int, before=Py_ssize_t, depth=int, actor=int, is_acting=bint, index=Py_ssize_t,
                   kind=int)
    cpdef bint add(self, bytes data, Events events, int first) except -1

    cdef make_room(self, Py_ssize_t size)

    @cython.locals(data="const unsigned char *", at=Py_ssize_t)
    cdef void copy(self, Py_ssize_t start, Py_ssize_t end) noexcept

    @cython.locals(data="const unsigned char *", index=Py_ssize_t, start=Py_ssize_t)
    cdef copy_name(self, Events events, bytes name)

    @cython.locals(data="const unsigned char *", offset=Py_ssize_t)
    cdef bint is_there(self, Py_ssize_t start, bytes text) noexcept

    @cython.locals(data="const unsigned char *")
    cdef bint take_time(self, Py_ssize_t p, Py_ssize_t end, Py_ssize_t base, int seat) except -1

    @cython.locals(data="const unsigned char *", is_negative=bint, digits=double, scale=double, has_point=bint)
    cdef take_number(self, Py_ssize_t p, Py_ssize_t end, Py_ssize_t place)
