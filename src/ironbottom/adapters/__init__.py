"""Environments of reinforcement learning libraries, and what they are made of."""
