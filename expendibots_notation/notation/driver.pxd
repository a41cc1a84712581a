# What is a C number in the compiled driver.py. Without this file, or without a compiler, the same code runs as Python.

cimport cython

from expendibots_notation.notation.events cimport Events

cdef int DEAD, FIRST_RULE, START, CUT_OFF, MORE, NO_TOKEN, RECORD, TROUBLE
cdef int COMMENT, END, LINE_COMMENT, LPAR, RESULT, RPAR, RSQB, STRING, TAG_NAME, WHITE_SPACE
cdef int _DEEPEST, _TAB, _BLANK, _BRACE, _SEMICOLON
cdef bytes _GAME, _SPACE


@cython.final
cdef class Automaton:
    cdef tuple kept
    cdef const unsigned char *steps
    cdef const unsigned char *accepts
    cdef const unsigned char *guards
    cdef const unsigned char *forbidden


@cython.final
cdef class Driver:
    cdef public Automaton frame
    cdef public object find_game
    cdef public Events events
    cdef readonly Py_ssize_t start, end, line_end
    cdef readonly int kind, state
    cdef tuple kept
    cdef const unsigned char *actions
    cdef const unsigned char *gotos
    cdef const unsigned char *made
    cdef const unsigned char *sizes
    cdef int width, makes, last_state
    cdef bytearray stack
    cdef unsigned char *states
    cdef int room, top
    cdef readonly bytes held
    cdef const unsigned char *data
    cdef Py_ssize_t limit
    cdef readonly bint is_final

    @cython.locals(events=Events, automaton=Automaton, game=Automaton, is_head=bint, names_game=bint, depth=int, kind=int, value=int,
                   start=Py_ssize_t)
    cpdef int read(self, bytes data, Py_ssize_t at, Py_ssize_t limit, bint is_final) except -1

    cpdef begin(self, bytes data, Py_ssize_t limit, bint is_final)

    @cython.locals(events=Events, first=Py_ssize_t, index=Py_ssize_t, why=int)
    cdef int closed(self, Py_ssize_t at) except -1

    @cython.locals(data="const unsigned char *", events=Events, size=Py_ssize_t, is_on_line=bint, byte=int, kind=int)
    cpdef int close(self, Py_ssize_t at) except -1

    @cython.locals(data="const unsigned char *", steps="const unsigned char *", accepts="const unsigned char *",
                   guards="const unsigned char *", forbidden="const unsigned char *", limit=Py_ssize_t, p=Py_ssize_t, end=Py_ssize_t,
                   kind=int, state=int, accepted=int)
    cpdef int token(self, Automaton automaton, Py_ssize_t at) noexcept

    @cython.locals(states="unsigned char *", actions="const unsigned char *", gotos="const unsigned char *", made="const unsigned char *",
                   sizes="const unsigned char *", width=int, makes=int, top=int, action=int, rule=int, following=int)
    cdef bint shift(self, int kind) except -1
