"""The application: its parts put together, and what becomes of errors."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute

from tabuleiro import __version__
from tabuleiro.core import say
from tabuleiro.core.words import brief
from tabuleiro.store.store import Store
from tabuleiro.web import api, pages, socket
from tabuleiro.web.guard import Guard
from tabuleiro.web.hub import Hub
from tabuleiro.web.limits import Gate
from tabuleiro.web.orders import NOT_LEGAL, TROUBLE, Refused
from tabuleiro.web.settings import Settings
from tabuleiro.web.thinkers import Thinkers

log = structlog.get_logger()


def create_app(settings: Settings, hub: Hub | None = None) -> FastAPI:
    """The site that *settings* describe; a test may bring a *hub* with a clock and luck of its own."""
    hub = hub or Hub(Store(settings.database), Thinkers(settings.thinkers), settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await hub.start()
        yield
        await hub.close()
        hub.store.close()

    app = FastAPI(
        title="Tabuleiro",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    gate = Gate(settings.limits, hub.clock)
    app.state.hub, app.state.settings, app.state.gate = hub, settings, gate
    app.state.salt = secrets.token_hex(16)  # what is kept of addresses tells nothing after the next start
    app.include_router(api.router)
    app.include_router(socket.router)
    app.router.routes.append(WebSocketRoute(socket.SOCKET, socket.socket))
    app.include_router(pages.router)
    app.add_api_route("/healthz", health, include_in_schema=False)
    _answer_errors(app)
    app.add_middleware(Guard, settings=settings, gate=gate)
    return app


async def health(request: Request) -> JSONResponse:
    """Is the site well? Asked by whatever watches over it."""
    import asyncio

    hub: Hub = request.app.state.hub
    try:
        games = await asyncio.to_thread(hub.store.count)
    except (SQLAlchemyError, OSError):
        return JSONResponse({"ok": False}, TROUBLE)
    return JSONResponse({"ok": not hub.closing, "games": games, "tables": len(hub.tables)})


def _answer_errors(app: FastAPI) -> None:
    """Every error is one line for people: a page for readers, JSON for programs."""

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        return _answered(request, error.status, str(error))

    async def invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return _answered(request, NOT_LEGAL, brief("; ".join(map(_complaint, error.errors()[:3]))))

    async def unusual(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return _answered(request, error.status_code, str(error.detail), error.headers)

    async def trouble(request: Request, error: Exception) -> Response:
        log.error("database", error=type(error).__name__)
        return _answered(request, TROUBLE, say("try again in a moment"))

    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, unusual)
    app.add_exception_handler(SQLAlchemyError, trouble)


def _answered(request: Request, status: int, why: str, headers: Mapping[str, str] | None = None) -> Response:
    """*why* there is no other answer."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": why}, status, headers=dict(headers or {}))
    answer = pages.lost(request, status, why)
    answer.headers.update(headers or {})
    return answer


def _complaint(error: Any) -> str:
    """What is wrong with a field; what was sent is not repeated."""
    where = ".".join(str(part) for part in error["loc"] if part != "body")
    return f"{where}: {error['msg']}" if where else str(error["msg"])
