"""The scenarios of the booklet, a folder each: what its cases set where the general rules leave a question open."""
