# What is a C number in the compiled engine.py. Without this file, or without a compiler, the same code runs as Python.


cdef class ActionReader:
    cdef public long long[::1] numbers
    cdef public bint is_canonical
    cdef public int claims

    cpdef int read(self, bytes data, Py_ssize_t start, Py_ssize_t end) except -1


cdef class Engine:
    cdef public int ply, player, ending
    cdef public long long turn
    cdef public Py_ssize_t longest_text

    cpdef restart(self, Engine start)
    cpdef int play(self, ActionReader action) except -1
    cpdef int refuse(self, ActionReader action) except -1
    cpdef undo(self)
    cpdef bint has_effect(self, ActionReader action) except -1
    cpdef bint readings_part(self) except -1
    cpdef Py_ssize_t write_text(self, unsigned char[::1] out, Py_ssize_t at) except -1
