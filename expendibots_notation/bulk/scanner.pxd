# What is a C number in the compiled scanner.py. Without this file, or without a compiler, the same code runs as Python.

cimport cython

from expendibots_notation.bulk.rows cimport Rows
from expendibots_notation.games.expendibots.engine cimport Engine

cdef int ALLOWED, WHITE, STOPPED
cdef int _MOST_NAMES, _DEEPEST, _MOST_DIGITS, _TURN_DIGITS
cdef int _NUL, _TAB, _FEED, _BLANK, _QUOTE, _BACKSLASH, _DELETE, _HIGH
cdef int _A, _H, _X, _ZERO, _ONE, _NINE, _RANK_1, _RANK_8
cdef int _DOT, _DASH, _SLASH, _STAR, _EQUALS, _COLON, _GOOD, _BAD, _NAG, _PERCENT
cdef int _OPEN, _CLOSE, _BRACE, _UNBRACE, _SQUARE, _UNSQUARE
cdef int _NAME_START, _NAME, _BARE, _PLAIN
cdef bytes _KINDS_OF_BYTES
cdef const unsigned char *_KINDS
cdef bytes _HEAD, _SETUP, _RESULT, _TERMINATION, _DRAW
cdef tuple _FRAME_NAMES, _NUMBER_KEYS


@cython.final
cdef class Scanner:
    cdef public list starts
    cdef public object find_start, find_claim
    cdef public Engine engine
    cdef public Rows rows
    cdef public Py_ssize_t at, line, begin, head_end
    cdef public bint is_bare
    cdef long long[::1] name_starts, name_ends
    cdef int names, result
    cdef bint has_high, is_final
    cdef bytes text
    cdef const unsigned char *data
    cdef Py_ssize_t limit, last_feed, longest
    cdef int most_names, deepest
    cdef Py_ssize_t rules_start, rules_end, setup_start, setup_end, result_start, result_end, termination_start, termination_end

    @cython.locals(line=Py_ssize_t, begin=Py_ssize_t, end=Py_ssize_t, needs_more=bint)
    cpdef int scan(self, bytes text, Py_ssize_t at, bint is_final, Py_ssize_t most=*) except -1

    @cython.locals(p=Py_ssize_t, start=int, claim=int, engine=Engine, line=Py_ssize_t)
    cdef Py_ssize_t _record(self, Py_ssize_t begin) except -2

    cdef object _slice(self, Py_ssize_t start, Py_ssize_t end)

    @cython.locals(following=Py_ssize_t, line=Py_ssize_t)
    cdef Py_ssize_t _closing(self, Py_ssize_t p) except -2

    @cython.locals(data="const unsigned char *")
    cdef Py_ssize_t _skip_blanks(self, Py_ssize_t p) noexcept

    cdef Py_ssize_t _stop(self, Py_ssize_t p) noexcept

    cdef Py_ssize_t _head(self, Py_ssize_t p) except -2

    @cython.locals(data="const unsigned char *", end=Py_ssize_t, name=bytes)
    cdef Py_ssize_t _other_tag(self, Py_ssize_t start) except -2

    @cython.locals(data="const unsigned char *", index=int, other=Py_ssize_t, offset=Py_ssize_t)
    cdef bint _is_new(self, int first, Py_ssize_t start, Py_ssize_t end) noexcept

    @cython.locals(data="const unsigned char *")
    cdef Py_ssize_t _value(self, Py_ssize_t p) noexcept

    @cython.locals(data="const unsigned char *", index=Py_ssize_t)
    cdef bint _matches(self, Py_ssize_t p, bytes literal) noexcept

    cdef bint _equals(self, Py_ssize_t start, Py_ssize_t end, bytes literal) noexcept

    @cython.locals(data="const unsigned char *", engine=Engine, is_first=bint, is_new_line=bint, white=bint, c=int, count=cython.longlong,
                   x=int, y=int, to_x=int, to_y=int, refused=int, start=Py_ssize_t)
    cdef Py_ssize_t _play(self, Py_ssize_t p, int depth) except -2

    @cython.locals(place=Py_ssize_t)
    cdef Py_ssize_t _first_nul(self, Py_ssize_t p) noexcept

    @cython.locals(data="const unsigned char *", number=cython.longlong, start=Py_ssize_t)
    cdef Py_ssize_t _mark(self, Py_ssize_t p) noexcept

    cdef bint _is_mark(self, Py_ssize_t p) noexcept

    @cython.locals(engine=Engine)
    cdef Py_ssize_t _effect(self, Py_ssize_t p, long long count) except -2

    @cython.locals(data="const unsigned char *", number=cython.longlong, start=Py_ssize_t)
    cdef Py_ssize_t _number(self, Py_ssize_t p, long long expected) noexcept

    @cython.locals(data="const unsigned char *", end=Py_ssize_t)
    cdef Py_ssize_t _finish(self, Py_ssize_t p, int depth) except -2

    @cython.locals(offset=Py_ssize_t)
    cdef bint _is_tagged_result(self, Py_ssize_t p, Py_ssize_t end) noexcept

    @cython.locals(data="const unsigned char *", engine=Engine, stage=int, c=int, end=Py_ssize_t, ply=int)
    cdef Py_ssize_t _notes(self, Py_ssize_t p, int depth, long long count, int x, int y, int to_x, int to_y) except -2

    cdef Py_ssize_t _variation(self, Py_ssize_t p, int depth) except -2

    cdef Py_ssize_t _comment_and_blank(self, Py_ssize_t p) noexcept

    @cython.locals(data="const unsigned char *", c=int, ahead=Py_ssize_t)
    cdef Py_ssize_t _comment(self, Py_ssize_t p) noexcept

    @cython.locals(data="const unsigned char *", first=int, start=Py_ssize_t)
    cdef Py_ssize_t _attributes(self, Py_ssize_t p) noexcept

    @cython.locals(data="const unsigned char *", p=Py_ssize_t, key=bytes)
    cdef Py_ssize_t _attribute_value(self, Py_ssize_t start, Py_ssize_t end) noexcept

    @cython.locals(data="const unsigned char *", start=Py_ssize_t, digits=Py_ssize_t, fraction=Py_ssize_t)
    cdef Py_ssize_t _plain_number(self, Py_ssize_t p) noexcept
