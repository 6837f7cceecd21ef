"""How fast Tabuleiro is. ``python -m benchmarks`` measures and prints; no figure ever decides a test.

A topic is a module here that says in its first line what it measures and has ``TASKS``, a tuple of ``Task``. To add one,
write the module and add its name to ``TOPICS`` in ``__main__``.
"""
