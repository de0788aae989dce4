"""44 Burma, historical and with Free Deployment."""
