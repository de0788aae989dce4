"""Messages to players by e-mail and in chat rooms: addresses, texts, and delivery."""
