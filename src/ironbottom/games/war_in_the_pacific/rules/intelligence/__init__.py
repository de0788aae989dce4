"""Intelligence: the modules in the order of the rulebook.

23.1, 23.2, 23.3  Cards  cards
"""
