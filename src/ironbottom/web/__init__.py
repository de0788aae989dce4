"""The browser board as the server hands it out."""
