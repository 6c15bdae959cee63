"""Statistics on runs."""
