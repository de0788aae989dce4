"""Reviews a recorded match: the chance of winning by decision, mistakes, turning points, and luck.

``tasks`` reads the decisions of a record, ``examine`` compares the choice made with a better one in states drawn from
the side's view, ``report`` puts the results together, and ``text`` and ``page`` present them.
"""
