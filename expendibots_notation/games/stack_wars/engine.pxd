# What is a C number in the compiled engine.py. Without this file, or without a compiler, the same code runs as Python.

cimport cython

from expendibots_notation.games.engine cimport ActionReader, Engine as AnyEngine

cdef int AFTER_END, ALLOWED, ATTACK, ATTACK_ON_OWN, BLACK, BROKEN_IN, DOUBLE_PASS, ELIMINATION, EMPTY_TERRITORY, FORTIFIED, FORTIFY, GOING_ON, HIT, KIND, MOVE, MOVED, MOVED_IN, NEEDLESS_PASS, NOTHING_TO_ATTACK, NOT_ADJACENT, NOT_CONTROLLED, NOT_YOURS, NO_DISTANCE, NO_PASSING, NO_RESERVE, OFF_BOARD, ONTO_ENEMY, ONTO_OWN, PASSED, STACK_ATTACKS, TAKEN, TO_X, TO_Y, WHITE, X, Y
cdef int _ROOM, _MOST_DIGITS
cdef unsigned char _B, _W, _CELL, _COMMA, _SLASH, _SPACE, _ZERO

cdef int _apart(int a, int b) noexcept

cdef Py_ssize_t _write_run(unsigned char[::1] out, Py_ssize_t at, unsigned char letter, long long number) noexcept

@cython.locals(end=Py_ssize_t, rest=cython.longlong, place=Py_ssize_t)
cdef Py_ssize_t _write_number(unsigned char[::1] out, Py_ssize_t at, long long number) noexcept


cdef class Engine(AnyEngine):
    cdef public int size, side, passes, parting, refused
    cdef public bint joins, passing
    cdef public long long[::1] cells, reserves, points, armies
    cdef int capacity
    cdef signed char[::1] effects, past_passes
    cdef short[::1] sources, targets

    @cython.final
    cdef _be_of_size(self, int size)

    @cython.final
    cdef _make_room(self)

    @cython.locals(size=int, armies=cython.longlong)
    cpdef int refuse_fortify(self, int x, int y) noexcept

    @cython.locals(refused=int, there=cython.longlong)
    cpdef int refuse_move(self, int x, int y, int to_x, int to_y) noexcept

    @cython.locals(refused=int, there=cython.longlong)
    cpdef int refuse_attack(self, int x, int y, int to_x, int to_y) noexcept

    cpdef int refuse_pass(self) noexcept

    @cython.final
    @cython.locals(size=int, distance=int, armies=cython.longlong)
    cdef int _refuse_step(self, int x, int y, int to_x, int to_y) noexcept

    @cython.locals(way=int, target=int)
    cpdef list steps_from(self, int territory, bint joins)

    @cython.locals(territory=int, way=int, target=int)
    cpdef bint has_choice(self, bint joins) noexcept

    @cython.final
    @cython.locals(size=int)
    cdef int _neighbour(self, int territory, int way) noexcept

    @cython.final
    @cython.locals(there=cython.longlong)
    cdef bint _is_open(self, int territory, int target, bint joins) noexcept

    cpdef bint readings_part(self) except -1

    @cython.locals(kind=int)
    cpdef int refuse(self, ActionReader action) except -1

    @cython.locals(kind=int)
    cpdef int play(self, ActionReader action) except -1

    @cython.locals(refused=int, territory=int)
    cpdef int fortify(self, int x, int y) except -1

    @cython.locals(refused=int, side=int, source=int, target=int)
    cpdef int move(self, int x, int y, int to_x, int to_y) except -1

    @cython.locals(refused=int, side=int, source=int, target=int, effect=int)
    cpdef int attack(self, int x, int y, int to_x, int to_y) except -1

    @cython.locals(refused=int)
    cpdef int give_up_turn(self) except -1

    @cython.locals(ply=int, effect=int, source=int, target=int, side=int)
    cpdef undo(self)

    @cython.locals(other=Engine, territory=int, player=int)
    cpdef restart(self, AnyEngine start)

    cpdef int effect(self) except -1

    @cython.locals(effect=int)
    cpdef bint has_effect(self, ActionReader action) except -1

    @cython.locals(y=int, empty=int, territory=int, armies=cython.longlong)
    cpdef Py_ssize_t write_text(self, unsigned char[::1] out, Py_ssize_t at) except -1

    @cython.final
    cdef Py_ssize_t _write_pair(self, unsigned char[::1] out, Py_ssize_t at, long long black, long long white) noexcept

    @cython.final
    cdef void _score(self, int points) noexcept

    @cython.final
    @cython.locals(ply=int)
    cdef int _end_turn(self, int effect, int source, int target) except -1

    cdef int _check_ply(self) except -1

    @cython.final
    cdef void _judge(self) noexcept
