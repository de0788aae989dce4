"""The optional compiled build: the engine and the rules, compiled with mypyc from the same source."""
