"""Tables derived from a state, updated where the state has changed.

A rule says what holds for one hex, base or stack; these modules cache the results. ``tables`` makes a table from such a
rule. Nothing here decides what is legal.
"""
