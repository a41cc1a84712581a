# What is a C number in the compiled engine.py. Without this file, or without a compiler, the same code runs as Python.

cimport cython

from expendibots_notation.games.engine cimport ActionReader, Engine as AnyEngine

cdef int AFTER_END, ALLOWED, CASCADE, CLAIM, CLEARS, CROWD, DEAD, FORBIDDEN_CELL, GOING_ON, KILLS, MISSING_SPAWN, MOST_SAFE_TELEPORTS
cdef int NOWHERE, OFF_BOARD, ROBOTS_PER_LEVEL, ROW, SPAWN_CELLS, SPAWN_COUNT, SPAWN_EXPLOSION, SPAWN_EXPLOSIONS, SPAWN_HEIGHT
cdef int SPAWN_HUMAN, SPAWN_HUMAN_CELL, SPAWN_HUMANS, SPAWN_ROBOTS, SPAWN_SIZE, SPAWN_WIDTH, STEP, TELEPORT, TOO_FAR
cdef int UNEXPECTED_SPAWN, WON, WRONG_TELEPORT
cdef int _EXPLOSION, _UP, _X
cdef int _ENDING, _FIRES, _FIRST_FIRE, _FIRST_ROBOT, _HUMAN, _IS_PARTED, _LEFT, _LEVEL, _SAFE, _SCORE, _STATE, _TURN
cdef unsigned long long _GOLDEN, _FIRST_FACTOR, _SECOND_FACTOR, _MASK
cdef unsigned char _E, _H, _R, _SLASH, _SPACE, _ZERO


@cython.final
cdef class Conditions:
    cdef readonly int width, height, start, levels, other_start
    cdef readonly bint clamps, extinguishes, sidesteps, compares

    cpdef bint has(self, int x, int y) noexcept


cdef class Engine(AnyEngine):
    cdef public Conditions conditions
    cdef public bint is_in_doubt
    cdef int at
    cdef int[::1] states, robots, fires

    @cython.locals(other=Engine)
    cpdef Engine fork(self)

    @cython.locals(other=Engine, index=int, first=int)
    cpdef restart(self, AnyEngine start)

    @cython.final
    cdef void _be_at(self, int at) noexcept

    cpdef bint readings_part(self) except -1

    @cython.final
    @cython.locals(first=int)
    cdef bint _has_robot(self, int cell) noexcept

    @cython.final
    @cython.locals(first=int)
    cdef bint _has_fire(self, int cell) noexcept

    @cython.final
    @cython.locals(first=int)
    cdef bint _is_near_robot(self, int cell) noexcept

    @cython.final
    @cython.locals(first=int)
    cdef bint _is_near_fire(self, int cell) noexcept

    @cython.final
    cdef int _not_now(self) noexcept

    @cython.locals(refused=int, human=int)
    cpdef int refuse_step(self, int dx, int dy) noexcept

    @cython.locals(refused=int, here=int, following=int)
    cpdef int step(self, int dx, int dy) except -1

    @cython.locals(refused=int, has_safe=bint)
    cpdef int refuse_teleport(self, bint is_safe, int x, int y) except -1

    @cython.locals(refused=int)
    cpdef int refuse_teleport_choice(self, bint is_safe) except -1

    cpdef list destinations(self)

    @cython.final
    cdef bint _is_destination(self, int cell) except -1

    @cython.final
    @cython.locals(width=int, height=int, border=int, taken="unsigned char[::1]", cell=int, reach=int, row=int,
                   column=int, x=int, y=int)
    cdef list _cells_apart(self, int from_robots, int from_fires)

    cpdef bint readings_part_at(self, int cell) noexcept

    @cython.locals(refused=int, here=int, following=int)
    cpdef int teleport(self, bint is_safe, int x, int y) except -1

    cpdef int refuse_cascade(self) noexcept

    @cython.locals(refused=int, before=int, following=int, earned=int)
    cpdef int cascade(self) except -1

    cpdef int spawn_size(self) noexcept

    @cython.locals(is_at_start=bint)
    cpdef int refuse_spawn(self, long long[::1] numbers) except -1

    cpdef bint starts_elsewhere(self, long long[::1] numbers) except -1

    @cython.locals(refused=int, size=int, before=int, following=int, first=int, index=int)
    cpdef int spawn(self, long long[::1] numbers) except -1

    cpdef undo(self)

    @cython.final
    @cython.locals(following=int, index=int)
    cdef int _following(self, int human) except -1

    @cython.final
    cdef int _reserve(self, Py_ssize_t states, Py_ssize_t robots, Py_ssize_t fires) except -1

    @cython.final
    @cython.locals(left=int, first=int, fire=int, kept=int, index=int, cell=int, is_met=bint)
    cdef int _robots_step(self, int at, bint sidesteps) except -1

    @cython.final
    @cython.locals(human=int, x=int, y=int, left=int, first=int, index=int, cell=int, robot_x=int, robot_y=int, place=int)
    cdef int _arrive(self, int at, bint sidesteps) except -1

    @cython.final
    @cython.locals(first=int, place=int)
    cdef int _light(self, int at, int fire, int cell) except -1

    @cython.final
    @cython.locals(number=int, shared=int, first=int, kept=int, index=int)
    cdef int _own_fires(self, int at, int without) except -1

    @cython.locals(kind=int)
    cpdef int play(self, ActionReader action) except -1

    @cython.locals(kind=int, refused=int)
    cpdef int refuse(self, ActionReader action) except -1

    @cython.locals(claim=cython.longlong, left=int)
    cpdef bint has_effect(self, ActionReader action) except -1

    @cython.locals(states=int, human=int, first_robot=int, first_fire=int, robot=int, fire=int, y=int, row=int, number=int)
    cpdef Py_ssize_t write_text(self, unsigned char[::1] out, Py_ssize_t at) except -1

    @cython.final
    @cython.locals(last_robot=int, last_fire=int, place=int, end=int, cell=int, letter="unsigned char")
    cdef Py_ssize_t _write_row(self, unsigned char[::1] out, Py_ssize_t at, int row, int robot, int fire, int human) noexcept

    @cython.locals(human=int, total=cython.ulonglong, number=int, first=int, index=int)
    cpdef unsigned long long position_hash(self)


@cython.locals(after=int, middle=int)
cdef bint _holds(int[::1] cells, int first, int end, int cell) noexcept

@cython.locals(x=int, y=int, index=int)
cdef bint _has_near(int[::1] cells, int first, int end, int cell) noexcept

@cython.locals(there=Py_ssize_t)
cdef int[::1] _with_room(int[::1] numbers, Py_ssize_t size)

@cython.locals(end=Py_ssize_t, rest=int, place=Py_ssize_t)
cdef Py_ssize_t _write_number(unsigned char[::1] out, Py_ssize_t at, int number) noexcept

@cython.locals(mixed=cython.ulonglong)
cdef unsigned long long _mixed(unsigned long long number) noexcept
