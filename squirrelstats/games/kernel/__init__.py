"""What the kernels of several games do alike; a game's own kernel is in its folder."""
