"""43 Guadalcanal."""
