"""44 Burma, as it was and with its Free Deployment."""
