"""The rules in the order of the clauses."""
