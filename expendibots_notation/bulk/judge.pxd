# What is a C number in the compiled judge.py. Without this file, or without a compiler, the same code runs as Python.

cimport cython

from expendibots_notation.games.engine cimport ActionReader, Engine
from expendibots_notation.bulk.rows cimport Rows
from expendibots_notation.bulk.transcripts cimport Transcriber
from expendibots_notation.notation.driver cimport Driver
from expendibots_notation.notation.events cimport Events, Visitor, walk

cdef int READ, ALLOWED, GOING_ON, ACTION, ATTRIBUTES, ITEM, LPAR, MORE, RECORD, RPAR
cdef int _FORMAT, _GAME, _RULES, _SETUP, _RESULT, _TERMINATION, _OTHER
cdef int _MOST_TAGS, _MOST_NAMES, _MOST_FINDINGS, _DEEPEST, _MOST_DIGITS, _LONGEST_ACTION, _FAILED
cdef int _TAB, _FEED, _RETURN, _BLANK, _DOT, _DASH, _PLUS, _ZERO, _NINE, _EQUALS, _HIGH
cdef int _KEY_START, _KEY, _BARE, _PLAIN
cdef bytes _KINDS_OF_BYTES
cdef const unsigned char *_KINDS
cdef tuple _RESULT_BYTES, _FRAME_NAMES, _NUMBER_KEYS
cdef bytes _FORMAT_VALUE


cdef class Judge(Visitor):
    cdef public Driver driver
    cdef public list starts
    cdef public object find_register, register
    cdef public Engine engine, other
    cdef public ActionReader reader
    cdef public Rows rows
    cdef public Transcriber transcriber
    cdef public Py_ssize_t at, begin, begin_line, end, line
    cdef public bint is_doubtful, is_bare, is_leaving, parts
    cdef public int ending, start, claim, result_number, loose, refused
    cdef public Py_ssize_t refused_start, refused_end
    cdef public long long[::1] loose_starts, loose_ends, value_starts, value_ends
    cdef bint is_started, has_mark, has_rejected, is_ascii, is_default
    cdef tuple tag_names, last_own
    cdef bytes game_name
    cdef int first_derived, players, forfeits
    cdef int last_ending, last_result
    cdef bytes last_rules, last_setup, last_termination
    cdef int depth, played, player, names, most_names, deepest
    cdef Py_ssize_t variations, most_variations
    cdef long long turn_number
    cdef int[::1] bases, first_names
    cdef public Py_ssize_t action_start, action_end
    cdef long long[::1] replaced_starts, replaced_ends, name_starts, name_ends
    cdef Py_ssize_t longest
    cdef bytes held
    cdef const unsigned char *data

    @cython.locals(limit=Py_ssize_t, driver=Driver, why=int)
    cpdef int judge_all(self, bytes data, Py_ssize_t at, bint is_final, Py_ssize_t most=*) except -1

    @cython.locals(data="const unsigned char *", byte=int)
    cdef Py_ssize_t skip_space(self, Py_ssize_t at, Py_ssize_t limit) noexcept

    cdef bint judge(self, Py_ssize_t begin, Py_ssize_t end) except -1

    @cython.locals(result=int, start=Py_ssize_t, is_known=bint)
    cdef bint is_claimed_rightly(self) except -1

    cdef bint are_derived(self) except -1
    cpdef bint missing(self)
    @cython.locals(start=Py_ssize_t)
    cpdef bytes value(self, int tag)

    @cython.locals(start=Py_ssize_t)
    cdef bint is_value(self, int tag, bytes value) noexcept

    @cython.locals(data="const unsigned char *", lines=Py_ssize_t, p=Py_ssize_t)
    cdef void count_lines(self, Py_ssize_t start, Py_ssize_t end) noexcept

    @cython.locals(tag=int)
    cpdef begin_record(self)
    @cython.locals(data="const unsigned char *", tag=int, is_canonical=bint)
    cpdef tag(self, Py_ssize_t start, Py_ssize_t name_end, Py_ssize_t value_start, Py_ssize_t value_end, Py_ssize_t end)
    @cython.locals(data="const unsigned char *", number=cython.longlong, p=Py_ssize_t, player=int, expected=cython.longlong)
    cpdef turn(self, Py_ssize_t start, Py_ssize_t end)
    @cython.locals(read=ActionReader)
    cpdef action(self, Py_ssize_t start, Py_ssize_t end)
    cpdef note(self, int kind, Py_ssize_t start, Py_ssize_t end)
    @cython.locals(read=ActionReader)
    cpdef item(self, Py_ssize_t start, Py_ssize_t end)
    cpdef rejected(self, Py_ssize_t start, Py_ssize_t action_start, Py_ssize_t end, bint is_raw)
    @cython.locals(depth=int)
    cpdef begin_variation(self, Py_ssize_t start, Py_ssize_t end)
    @cython.locals(depth=int)
    cpdef end_variation(self, Py_ssize_t start, Py_ssize_t end)
    @cython.locals(number=int, index=int)
    cpdef result(self, Py_ssize_t start, Py_ssize_t end)

    @cython.locals(events=Events, engine=Engine, other=Engine, read=ActionReader, number=int, depth=int, index=Py_ssize_t, kind=int)
    cdef compare_readings(self)

    cdef void require(self, bint holds) noexcept
    @cython.locals(index=int)
    cdef change_game(self, bytes value)
    cpdef take_up(self, object register)
    @cython.locals(is_known=bint)
    cdef begin_game(self)
    @cython.locals(tag=int)
    cdef bint are_own(self) except -1
    @cython.locals(engine=Engine, read=ActionReader)
    cdef bint is_legal(self, Py_ssize_t start, Py_ssize_t end, bint is_raw) except -1
    cdef refuse(self, Py_ssize_t start, Py_ssize_t end)
    cdef void pass_turn(self) noexcept
    cdef void note_loose(self, Py_ssize_t start, Py_ssize_t end) noexcept

    @cython.locals(data="const unsigned char *", p=Py_ssize_t)
    cdef bint is_plain(self, Py_ssize_t start, Py_ssize_t end) noexcept
    @cython.locals(data="const unsigned char *", index=Py_ssize_t)
    cdef bint equals(self, Py_ssize_t start, Py_ssize_t end, bytes literal) noexcept
    @cython.locals(data="const unsigned char *", index=int, other=Py_ssize_t, offset=Py_ssize_t)
    cdef bint is_new(self, int first, Py_ssize_t start, Py_ssize_t end) noexcept
    @cython.locals(data="const unsigned char *", start=Py_ssize_t, value=Py_ssize_t)
    cdef bint are_attributes(self, Py_ssize_t p, Py_ssize_t end) noexcept
    @cython.locals(index=int)
    cdef bint is_number_key(self, Py_ssize_t start, Py_ssize_t end) noexcept
    cdef Py_ssize_t bare(self, Py_ssize_t p, Py_ssize_t end) noexcept
    @cython.locals(data="const unsigned char *", p=Py_ssize_t, digits=int, points=int)
    cdef Py_ssize_t number(self, Py_ssize_t start, Py_ssize_t end) noexcept
