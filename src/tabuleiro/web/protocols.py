"""The server's side of connections, with deadlines: who never ends a request, or never reads, is cut off."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

COMPLETE = 20.0  # seconds in which a request has to come as a whole
STALLED = 30.0  # seconds in which somebody has to read something of what waits


class Deadline:
    """Aborts a connection unless it is called off in time."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def set(self, transport: asyncio.Transport, seconds: float) -> None:
        self.call_off()
        self._timer = asyncio.get_running_loop().call_later(seconds, transport.abort)

    def call_off(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None


class Http(H11Protocol):
    """Requests."""

    transport: asyncio.Transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._complete, self._read = Deadline(), Deadline()
        super().connection_made(transport)
        self._complete.set(transport, COMPLETE)

    def connection_lost(self, exc: Exception | None) -> None:
        self._complete.call_off()
        self._read.call_off()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._complete.call_off()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._complete.call_off()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self._complete.set(self.transport, COMPLETE)  # uvicorn's own for the next request ends with its first byte
        super().on_response_complete()

    def pause_writing(self) -> None:
        self._read.set(self.transport, STALLED)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._read.call_off()
        super().resume_writing()


class Socket(WebSocketsSansIOProtocol):
    """WebSockets."""

    def pause_writing(self) -> None:
        self._read = Deadline()  # most connections never need one
        self._read.set(self.transport, STALLED)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._read.call_off()
        super().resume_writing()
