"""Match records: their lines, formats and files, and the log of each audience."""
