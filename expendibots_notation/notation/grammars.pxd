# What the compiled grammars.py keeps as C fields. Without this file, or without a compiler, the same code runs as Python.

cimport cython


@cython.final
cdef class Word:
    cdef public str kind, text
    cdef public Py_ssize_t start, end


@cython.final
cdef class Node:
    cdef public str kind
    cdef public list parts


@cython.final
cdef class _Reduction:
    cdef public Py_ssize_t size
    cdef public str name
    cdef public list kept
    cdef public bint is_inlined, is_plain, is_series


cdef class Grammar:
    cdef object _skip, _match
    cdef list _rows

    @cython.locals(stack=_Stack, position=Py_ssize_t, word=Word)
    cpdef Node read(self, str text)
    @cython.locals(stack=_Stack, word=Word)
    cpdef Node parse(self, words)
    @cython.locals(start=Py_ssize_t, end=Py_ssize_t)
    cdef Word _word(self, str text, Py_ssize_t position)


@cython.final
cdef class _Stack:
    cdef list rows, states, values

    @cython.locals(reduction=_Reduction, kind=str, rows=list, states=list, values=list, parts=list, size=Py_ssize_t)
    cdef take(self, Word word)
    cdef Node end(self)
