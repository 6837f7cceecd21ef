"""Settings and games of the person who runs the tests stay as they are."""

import pytest

from tabuleiro.home import folders


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    folders.folder.cache_clear()
    yield
    folders.folder.cache_clear()
