"""45 Leyte, as it was and with its Free Deployment."""
