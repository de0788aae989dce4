"""The definitions of a game, and its rules in force: states, procedures, choices and restrictions."""
