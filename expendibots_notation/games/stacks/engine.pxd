# What is a C number in the compiled engine.py. Without this file, or without a compiler, the same code runs as Python.

cimport cython

from expendibots_notation.games.engine cimport ActionReader, Engine as AnyEngine

cdef int MOVEMENTS, FIRST, SECOND, KIND, COUNT, SOURCE, TARGET, RETREAT, HELPERS, SIZE, ATTACK, OUTSIDE, NOWHERE
cdef int HELPER_BITS, SQUARE_BITS, MOST_PIECES, _SQUARE
cdef int HIGHEST, LARGEST_GROUP, PAIR_STEPS, FEWEST, BREAKTHROUGH, RED, WIDTH, HEIGHT, NEIGHBOURS, _SQUARES
cdef int ALLOWED, AFTER_END, NEEDLESS_PASS, COUNTED_PAIR, FOUR_MUST_MOVE, OFF_BOARD, ZERO_PIECES, NO_DISTANCE
cdef int NOT_YOUR_STACK, EMPTY_SQUARE, LOCKED, TOO_MANY_PIECES, ALREADY_MOVED, GROUP_TOO_LARGE
cdef int ONTO_ENEMY, STACK_TOO_HIGH, TOO_FAR, BARRED_DIAGONAL, THROUGH_HOME, THROUGH_PIECES
cdef int ATTACK_ON_OWN, ATTACK_ON_EMPTY, ATTACK_ON_LOCKED, SECOND_ATTACK, FOUR_ATTACKS, ATTACK_TOO_STRONG
cdef int ATTACK_TOO_WEAK, ATTACKERS_APART, REPEATED_ATTACKER, NO_HELPER, HELPER_NOT_ADJACENT, HELPER_UNABLE
cdef int HELPER_IN_PART, NEEDLESS_RETREAT, RETREAT_MISSING, NO_RETREAT, NOT_A_RETREAT, RETREAT_BLOCKED
cdef int GOING_ON, ELIMINATED, BROKEN_THROUGH, NO_ACTION
cdef int MUTUAL, WHOLE, MUST_RETREAT, ANY_HOME, EACH_FOUR, FORFEIT, ONE_ATTACK, NO_MOVE_LOSES
cdef int _STATE, _ROOM, _COMPANIES, _MANY
cdef long long _ONE, ALL, EAST, WEST
cdef long long[::1] HOME, FIELD, RETREATS
cdef signed char[::1] AROUND, NUMBER_OF
cdef unsigned long long _MASK, _MULTIPLIER
cdef unsigned char _SLASH, _SPACE, _ZERO, _B, _R
cdef bytes _LETTERS

cdef int number_of(long long squares) noexcept

@cython.locals(size=int)
cdef int size_of(long long squares) noexcept

@cython.locals(west=cython.longlong, east=cython.longlong)
cdef long long steps_from(long long squares, long long foe) noexcept

@cython.locals(stands=cython.longlong, _=int)
cdef long long stands_from(long long start, int steps, long long way, long long foe) noexcept

@cython.locals(places=cython.longlong, rest=cython.longlong, grown=cython.longlong, group=cython.longlong, near=cython.longlong)
cdef long long meeting_places(long long helpers, bint mutual) noexcept

cdef unsigned long long _mixed(unsigned long long key, unsigned long long part) noexcept


cdef class Engine(AnyEngine):
    cdef public int options, moved, moved_count, ready, helper
    cdef public bint attacked, is_second
    cdef public long long own, foe, ones, twos, fours, stuck, duty, left, targets
    cdef public long long[::1] past, attacks, companies

    cpdef int play(self, ActionReader action) except -1
    cpdef int refuse(self, ActionReader action) except -1
    cpdef undo(self)

    cpdef restart(self, AnyEngine start)
    cpdef Engine fork(self)
    cpdef tuple state(self)

    cpdef bint has_effect(self, ActionReader action) except -1

    @cython.final
    @cython.locals(at=int)
    cdef _become(self, int options, tuple state)

    @cython.final
    @cython.locals(at=Py_ssize_t)
    cdef int _keep(self) except -1

    @cython.locals(at=Py_ssize_t)
    cpdef void give_up(self) noexcept

    @cython.final
    cdef void _open_turn(self) noexcept
    @cython.final
    cdef void _change_sides(self) noexcept
    @cython.final
    cdef int _begin_turn(self) except -1

    @cython.final
    @cython.locals(stuck=cython.longlong)
    cdef void _remove_stuck_fours(self) noexcept

    @cython.final
    @cython.locals(stuck=cython.longlong, rest=cython.longlong, four=cython.longlong)
    cdef long long _stuck_fours(self) noexcept

    @cython.final
    cdef inline int _height(self, int square) noexcept
    cpdef long long squares_of(self, int player) noexcept
    cpdef int pieces(self, long long squares) noexcept

    @cython.final
    @cython.locals(bit=cython.longlong)
    cdef inline void _put(self, int square, int height) noexcept

    @cython.locals(black=cython.longlong, y=int, empty=int, square=int, height=int, end=Py_ssize_t, rest=cython.longlong,
                   place=Py_ssize_t)
    cpdef Py_ssize_t write_text(self, unsigned char[::1] out, Py_ssize_t at) except -1

    @cython.locals(key=cython.ulonglong)
    cpdef unsigned long long position_hash(self)

    @cython.locals(why=int)
    cpdef int attempt(self, ActionReader action) except -1

    cpdef bint fulfils_duty(self, long long left) noexcept
    cpdef int movable(self, int square) noexcept

    @cython.locals(squares=cython.longlong)
    cpdef long long sources(self) noexcept

    @cython.locals(kind=int, count=int, source=int, target=int, why=int)
    cpdef int move(self, ActionReader action, int at, int steps) except -1

    @cython.final
    cdef int _cannot_leave(self, int count, int source, bint goes) noexcept

    @cython.final
    @cython.locals(start=cython.longlong, goal=cython.longlong, height=int)
    cdef int _walk(self, int count, int source, int target, int steps) noexcept

    @cython.final
    cdef inline long long stands(self, long long start, int steps) noexcept

    @cython.final
    @cython.locals(start=cython.longlong, goal=cython.longlong, empty=cython.longlong)
    cdef int _no_way(self, int source, int target, int steps) noexcept

    @cython.final
    @cython.locals(why=int, strength=int, squares=cython.longlong, rest=cython.longlong, square=int, pieces=int, defenders=int,
                   places=cython.longlong, survivors=int)
    cdef int _strike(self, int count, int source, int target, int retreat, long long helpers, int steps) noexcept

    @cython.final
    cdef int _cannot_attack(self, int source, int target) noexcept
    @cython.final
    cdef int _cannot_help(self, int square, int pieces, int target, long long others) noexcept
    cpdef int able_to_help(self, int square) noexcept

    @cython.locals(rule=int)
    cpdef long long exits(self, int target) noexcept

    @cython.locals(exits=cython.longlong, free=cython.longlong, held=cython.longlong, lowest=cython.longlong)
    cpdef long long free_retreats(self, int source, int count, int target, int survivors) noexcept

    @cython.final
    @cython.locals(free=cython.longlong)
    cdef int _cannot_retreat(self, int count, int source, int target, int retreat, int survivors, long long places) noexcept

    @cython.final
    cdef bint may_vanish(self, long long free, long long places) noexcept

    @cython.final
    @cython.locals(strength=int, defenders=int, rest=cython.longlong, pieces=int)
    cdef void _take(self, int count, int source, int target, int retreat, long long helpers) noexcept

    @cython.final
    @cython.locals(left=int)
    cdef inline void _lift(self, int square, int count) noexcept

    @cython.final
    cdef inline void _arrive(self, int target, int count) noexcept

    @cython.locals(total=int, sources=cython.longlong, rest=cython.longlong, start=cython.longlong, source=int, count=int,
                   attacks=int, targets=cython.longlong, target=cython.longlong, at=int, retreat=int, helpers=cython.longlong)
    cpdef int count_actions(self, int most=*) except -1

    @cython.final
    @cython.locals(total=int, sources=cython.longlong, start=cython.longlong)
    cdef int _count_seconds(self, int row) except -1

    @cython.locals(start=cython.longlong, stands=cython.longlong, reach=cython.longlong, held=cython.longlong,
                   lowest=cython.longlong, first=int, struck=cython.longlong)
    cpdef int survey(self, int source, int count, int steps, int row=*) except -1

    @cython.final
    @cython.locals(defenders=int, company=int, strength=int, meeting=cython.longlong, helpers=cython.longlong, survivors=int,
                   free=cython.longlong, rest=cython.longlong, lowest=cython.longlong)
    cdef int _survey_attacks(self, int source, int count, int target, long long places, int row) except -1

    @cython.final
    @cython.locals(found=int, near=int, square=int, able=int, least=int, other=int, helping=int, pieces=int, helper=cython.longlong)
    cdef int _gather(self, int source, int target) noexcept

    @cython.final
    @cython.locals(at=int)
    cdef int _note(self, int row, int count, int source, int target, int retreat, long long helpers) except -1


    @cython.locals(at=int, place=int)
    cpdef list noted(self, int attacks)


@cython.locals(engine=Engine)
cpdef Engine restored(int options, tuple state)
