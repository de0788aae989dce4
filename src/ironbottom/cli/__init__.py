"""The ``ironbottom`` command line."""
