"""An IPython shell in this process, that leaves nothing behind."""

import atexit

import pytest


def new_shell(folder):
    """A shell that keeps no history and reads no settings of the user."""
    pytest.importorskip("IPython", reason="IPython comes with the extra 'notebooks'")
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    settings = Config()
    settings.HistoryManager.enabled = False
    shell = InteractiveShell(config=settings, ipython_dir=str(folder))
    atexit.unregister(shell.atexit_operations)
    return shell
