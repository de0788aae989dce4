"""The compiled build: the engine and the rules by mypyc, from the same source, for those who ask for it."""
