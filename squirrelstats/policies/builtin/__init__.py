"""Built-in policies, a file per game."""
