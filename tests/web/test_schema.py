"""The API keeps what its OpenAPI document promises, judged by schemathesis: no 5xx, no undocumented answer."""

from __future__ import annotations

import subprocess
import sys

import pytest
from web_site import HUMAN, OPEN, running

from tabuleiro.web.settings import Limits

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


@pytest.mark.slow
@pytest.mark.parametrize("seated", [False, True])
def test_no_answer_is_undocumented(database, tmp_path, seated):
    with running(database, limits=Limits(requests=0, sockets=0, games=10**9)) as site:
        ana, *_ = site.site.create("meerkats:players=3", [HUMAN, HUMAN, OPEN])
        config = tmp_path / "schemathesis.toml"
        known = f'[parameters]\n"path.id" = "{ana.id}"\n[headers]\nAuthorization = "Bearer {ana.token}"\n'
        config.write_text(known if seated else "")
        words = ["run", f"{site.url}/api/v1/openapi.json", "--checks", CHECKS, "--max-examples", "100"]
        more = ["--exclude-path-regex", "events$", "--request-timeout", "30"]  # events never end
        done = subprocess.run(
            [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), *words, *more],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
        )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert "passed" in done.stdout
