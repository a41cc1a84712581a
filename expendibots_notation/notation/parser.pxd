# What the compiled parser.py keeps as C fields. Without this file, or without a compiler, the same code runs as Python.

cimport cython

from expendibots_notation.notation.grammars cimport Node, Word


@cython.final
cdef class _Builder:
    cdef object source, game
    cdef list findings
    cdef object counts

    @cython.locals(plies=list)
    cdef line(self, list children)
    @cython.locals(word=Word, at=Py_ssize_t, end=Py_ssize_t)
    cdef ply(self, list children)
    cdef tuple action(self, Word word)


cdef _turn_mark(Word word)
