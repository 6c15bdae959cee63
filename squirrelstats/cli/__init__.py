"""The command line: ``squirrelstats simulate | replay | policies | rules | bench``."""

from squirrelstats.cli.app import main

__all__ = ["main"]
