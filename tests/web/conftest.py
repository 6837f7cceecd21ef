"""Fixtures of the web tests."""

from web_site import database, site

__all__ = ["database", "site"]
