"""Simulate the squirrel card games and say what the numbers mean."""
