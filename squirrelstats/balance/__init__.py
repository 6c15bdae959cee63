"""Balance: how the rules of a table change who wins, how long it takes and how open it stays."""
