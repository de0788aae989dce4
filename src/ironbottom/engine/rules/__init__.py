"""What a game defines, and its rules in force: states, procedures, choices and restrictions."""
