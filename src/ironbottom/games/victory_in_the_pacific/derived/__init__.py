"""Values derived from a state, cached: the modules in the order of the rulebook. They import no rules.

6.2, 6.3, 6.5  The areas that units reach      reach
7.7, 9.41      Damaged units and sunken ships  damage
"""
