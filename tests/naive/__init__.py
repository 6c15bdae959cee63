"""Independent plain-Python engines: written for clarity, sharing no rules code with the package.

They may import names (``layout.py``) and the fields of rules (``rules.py``), and nothing else.
"""
