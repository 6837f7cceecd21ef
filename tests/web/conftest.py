"""Fixtures of the web tests."""

import structlog
from web_site import database, site

__all__ = ["database", "site"]

structlog.configure(
    processors=[structlog.processors.KeyValueRenderer()], logger_factory=structlog.ReturnLoggerFactory()
)
