"""The command line: games, rules, data, play, replay, verify, export, bench, drive."""
