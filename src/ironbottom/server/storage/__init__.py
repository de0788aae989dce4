"""The SQLite database, its migrations, and matches in files."""
