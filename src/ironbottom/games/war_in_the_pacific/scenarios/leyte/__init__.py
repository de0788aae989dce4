"""45 Leyte, historical and with Free Deployment."""
