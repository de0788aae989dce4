"""Messages to players by email and in chat rooms: addresses, texts, and delivery."""
