"""The optional compiled build: compiles the engine and the rules with mypyc, from the same source."""
