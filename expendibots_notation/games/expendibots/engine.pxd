# What is a C number in the compiled engine.py. Without this file, or without a compiler, the same code runs as Python.

cimport cython

from expendibots_notation.games.engine cimport ActionReader, Engine as AnyEngine

cdef int COUNT, FIRST, IS_MOVE, SECOND, TO_X, TO_Y, X, Y
cdef int AFTER_END, ALLOWED, BLACK, BLACK_WINS, EMPTY_SQUARE, GOING_ON, MUTUAL_DESTRUCTION, NO_DISTANCE, NOT_IN_LINE
cdef int NOT_YOUR_STACK, OFF_BOARD, ONTO_ENEMY, REPETITION, REPETITIONS, SQUARES, TOO_FAR, TOO_MANY_TOKENS, TURN_LIMIT
cdef int TURNS_USED_UP, WHITE, WHITE_WINS, WIDTH, ZERO_TOKENS
cdef int _OFF_BOARD, _SLOTS
cdef unsigned long long _MASK, _BLACK_TO_MOVE
cdef short[::1] NEIGHBOUR_STARTS, NEIGHBOURS
cdef unsigned char _W, _B, _DOT, _SLASH, _SPACE, _ZERO

@cython.locals(square=int, stack=cython.longlong, total=cython.ulonglong)
cpdef unsigned long long board_hash(long long[::1] cells, unsigned long long[::1] keys=*)

cdef Py_ssize_t _write_run(unsigned char[::1] out, Py_ssize_t at, unsigned char letter, long long number) noexcept

@cython.locals(end=Py_ssize_t, rest=cython.longlong, place=Py_ssize_t)
cdef Py_ssize_t _write_number(unsigned char[::1] out, Py_ssize_t at, long long number) noexcept

cdef int _check_square(int square) except -1


cdef class Engine(AnyEngine):
    cdef public long long[::1] cells
    cdef public unsigned long long[::1] keys
    cdef public int side
    cdef public long long quiet
    cdef public bint referee
    cdef public long long white, black
    cdef public unsigned long long hash
    cdef public int boards_seen, positions_seen, fourth_board, capacity, window, removed_total
    cdef public unsigned long long[::1] hashes
    cdef public short[::1] sources, targets, windows, removed_starts, removed_squares, newest, older, blast, wave_of
    cdef public long long[::1] counts, quiets, removed_stacks, net

    @cython.locals(height=cython.longlong, way=int)
    cpdef int refuse_move(self, long long count, int x, int y, int to_x, int to_y) noexcept

    @cython.locals(height=cython.longlong)
    cpdef int refuse_boom(self, int x, int y) noexcept

    cpdef unsigned long long position_hash(self)
    cpdef int refuse(self, ActionReader action) except -1
    cpdef int play(self, ActionReader action) except -1
    cpdef bint has_effect(self, ActionReader action) except -1
    cpdef bint readings_part(self) except -1

    @cython.locals(square=int, height=cython.longlong)
    cpdef count_actions(self)

    @cython.locals(size=int, done=int, centre=int, wave=int, index=int, other=int, one=cython.ulonglong, reached=cython.ulonglong)
    cpdef int explode(self, int square) except -1

    @cython.locals(refused=int, source=int, target=int, moved=cython.longlong, ply=int)
    cpdef int move(self, long long count, int x, int y, int to_x, int to_y) except -1

    @cython.locals(refused=int, ply=int, source=int, index=int, square=int, stack=cython.longlong)
    cpdef int boom(self, int x, int y) except -1

    @cython.locals(ply=int, moved=cython.longlong)
    cpdef undo(self)

    @cython.locals(other=Engine, start=int, past=int, index=int)
    cpdef Engine fork(self, int capacity=*)

    @cython.locals(other=Engine, position=int, square=int)
    cpdef restart(self, AnyEngine start)

    @cython.locals(height=cython.longlong)
    cpdef long long reached_height(self) except *

    @cython.locals(total=cython.longlong, index=int, stack=cython.longlong)
    cpdef long long removed_tokens(self, int side) except *

    @cython.locals(y=int, empty=int, square=int, stack=cython.longlong)
    cpdef Py_ssize_t write_text(self, unsigned char[::1] out, Py_ssize_t at) except -1

    @cython.final
    cdef int _check_ply(self) except -1

    @cython.final
    cdef void _lift(self, int square, long long stack) noexcept

    @cython.final
    @cython.locals(ply=int, key=cython.ulonglong, slot=int, earlier=int)
    cdef void _pass_the_turn(self) noexcept

    @cython.final
    @cython.locals(slot=int)
    cdef void _file(self, int position, unsigned long long key) noexcept

    @cython.final
    cdef void _count_occurrences(self, int earlier) noexcept

    @cython.final
    @cython.locals(ply=int, same=bint)
    cdef bint _is_same_board(self, int earlier) noexcept

    @cython.final
    @cython.locals(repeated=int)
    cdef void _judge(self) noexcept
