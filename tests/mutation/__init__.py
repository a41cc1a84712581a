"""Mutation testing: small faults are put into the rules, the replay and the checks, and the tests must notice each of them.

    operators       the faults: a comparison, a sum, a condition, a constant, a statement that is forgotten
    surgery         a fault put into the running program
    forks           what may crash or never end, in a process of its own
    theatre         a pytest plugin: tests are collected once, and each mutant is a fork of that process
    __main__        which mutants, and the table of what became of them: `make mutate`
    survivors.toml  mutants that no test can kill, each with the reason
    census          the conformance vectors put to mutants of the plain umpires, as to engines of others
    equivalent.toml mutants of those that no vector can catch, each with the reason

Why not a library: mutmut 3 sends each call of a function that has mutants through a trampoline that looks at the environment. That
makes the engines (as sources, not compiled) so slow that its first pass over the tests took more than ten minutes; and it leaves
out properties and cached functions. cosmic-ray starts Python and collects the tests anew for each mutant. Here a mutant costs a
fork, and the tests that call its function, the quickest first.
"""
