"""Independent plain-Python engines: written for clarity, sharing no rules code with the package.

They may import names (``layout.py``) from the package and nothing else of it.
"""
