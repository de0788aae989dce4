"""Text for people and files: sentences, TOML, and limits on input."""
