"""JupyterLab for tests: a server of its own, with settings of its own, and nothing from outside."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import nbformat
import pytest
from nbformat.sign import NotebookNotary

TOKEN = "for-tests-only"
#: Seconds in which a server or a page must be there; both take a few where nothing else runs.
PATIENCE = 90
SETTINGS = {"notification": {"fetchNews": "false", "checkForUpdates": False}}


class Lab:
    """A server that runs.

    Attributes
    ----------
    url : str
    folder : Path
        Its notebooks.
    """

    def __init__(self, url, folder, settings):
        self.url, self.folder, self._settings = url, folder, settings

    def choose(self, theme):
        """Set the theme of pages opened from now on: ``"Light"`` or ``"Dark"``."""
        settings = {**SETTINGS, "themes": {"theme": f"JupyterLab {theme}"}}
        place = self._settings / "@jupyterlab" / "apputils-extension"
        place.mkdir(parents=True, exist_ok=True)
        for name, content in settings.items():
            (place / f"{name}.jupyterlab-settings").write_text(json.dumps(content), "utf-8")

    def put(self, name, notebook):
        """Put a notebook there that is trusted, so that all its outputs are shown."""
        nbformat.write(notebook, self.folder / name)
        notary = NotebookNotary(data_dir=str(self.folder.parent / "data"))
        notary.sign(notebook)
        notary.store.close()

    def open(self, page, notebook):
        """Open a notebook in a page and wait until its kernel is ready."""
        page.goto(f"{self.url}/lab/tree/{notebook}?token={TOKEN}&reset")
        page.wait_for_selector(".jp-NotebookPanel .jp-Cell", timeout=PATIENCE * 1000)
        ready = page.locator("#jp-main-statusbar", has_text="| Idle")
        ready.wait_for(timeout=PATIENCE * 1000)

    def run_all(self, page):
        """Have all cells of the open notebook run."""
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_text("Run All Cells", exact=True).click()


@contextlib.contextmanager
def running(top):
    """A server below the folder ``top``, which is gone when the context is left."""
    pytest.importorskip("jupyterlab", reason="jupyterlab is not installed")
    notebooks, settings = top / "notebooks", top / "settings"
    environment = {**os.environ, "JUPYTERLAB_SETTINGS_DIR": str(settings)}
    environment |= {"JUPYTERLAB_WORKSPACES_DIR": str(top / "workspaces")}
    environment |= {"IPYTHONDIR": str(top / "ipython"), "SQUIRRELSTATS_NOTEBOOKS": "small"}
    for kind in ("CONFIG", "DATA", "RUNTIME"):
        environment[f"JUPYTER_{kind}_DIR"] = str(top / kind.lower())
    for folder in (notebooks, settings, top / "data"):
        folder.mkdir(exist_ok=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "jupyter", "lab", "--no-browser", "--allow-root"]
    command += ["--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}"]
    command += ["--ServerApp.port_retries=0", f"--IdentityProvider.token={TOKEN}"]
    command += [f"--ServerApp.root_dir={notebooks}", "--LabApp.extension_manager=readonly"]
    log = top / "server.log"
    with log.open("wb") as written:
        server = subprocess.Popen(command, cwd=top, env=environment, stdout=written, stderr=written)
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_for(f"{url}/api?token={TOKEN}", server, log)
            yield Lab(url, notebooks, settings)
        finally:
            server.send_signal(signal.SIGTERM)  # it ends its kernels first
            try:
                server.wait(15)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _wait_for(address, server, log):
    """Until a server answers."""
    end = time.monotonic() + PATIENCE
    while True:
        with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=5):
            return
        said = log.read_text("utf-8", "replace")
        assert server.poll() is None, f"JupyterLab ended: {said}"
        assert time.monotonic() < end, f"JupyterLab does not answer: {said}"
        time.sleep(0.2)
