# What is a C number in the compiled events.py. Without this file, or without a compiler, the same code runs as Python.

cimport cython

cdef int ACTION, ITEM, LPAR, REJECTED, RESULT, RPAR, STRING, TAG_NAME, TURN
cdef int _ROOM


@cython.final
cdef class Events:
    cdef public Py_ssize_t size
    cdef public signed char[::1] kinds
    cdef public int[::1] starts, ends

    cpdef make_room(self)

    @cython.locals(size=Py_ssize_t)
    cpdef int add(self, int kind, Py_ssize_t start, Py_ssize_t end) except -1


cdef class Visitor:
    cpdef begin_record(self)
    cpdef tag(self, Py_ssize_t start, Py_ssize_t name_end, Py_ssize_t value_start, Py_ssize_t value_end, Py_ssize_t end)
    cpdef turn(self, Py_ssize_t start, Py_ssize_t end)
    cpdef action(self, Py_ssize_t start, Py_ssize_t end)
    cpdef item(self, Py_ssize_t start, Py_ssize_t end)
    cpdef rejected(self, Py_ssize_t start, Py_ssize_t action_start, Py_ssize_t end, bint is_raw)
    cpdef note(self, int kind, Py_ssize_t start, Py_ssize_t end)
    cpdef begin_variation(self, Py_ssize_t start, Py_ssize_t end)
    cpdef end_variation(self, Py_ssize_t start, Py_ssize_t end)
    cpdef result(self, Py_ssize_t start, Py_ssize_t end)
    cpdef error(self, Py_ssize_t start)
    cpdef end_record(self)


@cython.locals(kinds="signed char[::1]", starts="int[::1]", ends="int[::1]", size=Py_ssize_t, index=Py_ssize_t, kind=int,
               start=Py_ssize_t, end=Py_ssize_t)
cpdef walk(Events events, Visitor visitor)
