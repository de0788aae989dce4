"""Tables derived from a state, and updated where it has changed.

Rules say what they find of one hex, base or stack; the modules here hold what was found. ``tables`` makes a table from
such a rule. Nothing here decides what may be played.
"""
