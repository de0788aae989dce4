"""Environments for reinforcement learning libraries, and their parts."""
