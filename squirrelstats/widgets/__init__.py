"""Panels for notebooks. They need ipywidgets, from the extra ``notebooks``."""
