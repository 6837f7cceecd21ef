"""News as they happen, and orders: over a socket, or as server-sent events for programs that only listen."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import StreamingResponse

from tabuleiro.core import say
from tabuleiro.home.languages import speaking
from tabuleiro.web.asking import hub_of, open_game, tokens_of
from tabuleiro.web.hub import Hub
from tabuleiro.web.live import Eyes, Live, write
from tabuleiro.web.orders import ORDER_ID, ORDERS, TROUBLE, Order, Refused
from tabuleiro.web.seats import held, tokens_in

router = APIRouter(prefix="/api/v1/games/{id}")

WAITING = 256  # messages for somebody who does not read; then the connection ends
LONGEST = 4000  # characters of a message
LONGEST_ID = 64
BEAT = 5.0  # seconds between two looks at how long messages take
MOST_LAG = 0.3  # seconds of a turn that may have been on the way
SOCKET = "/api/v1/games/{id}/socket"
BYE, RESTART = '{"type":"bye"', 1012  # what is sent last, and the code by which a client knows to come again
QUIET = 15.0  # seconds after which a listener is told that we are still here


class Outbox:
    """Sends messages one after the other; whoever puts one in does not wait. After a ``bye`` it ends the connection."""

    def __init__(self, send: Callable[[str], Awaitable[None]], end: Callable[[int], Awaitable[None]]) -> None:
        self.send = send
        self.end = end
        self.full = False
        self._waiting: deque[str] = deque()
        self._task: asyncio.Task[None] | None = None

    def put(self, text: str) -> None:
        if len(self._waiting) >= WAITING:
            self.full = True
            self._waiting.clear()
        if not self.full:
            self._waiting.append(text)
            if self._task is None:
                self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            while self._waiting:
                text = self._waiting.popleft()
                await self.send(text)
                if text.startswith(BYE):
                    await self.end(RESTART)
                    break
        except (WebSocketDisconnect, RuntimeError, OSError):
            self.full = True  # nobody is there
        finally:
            self._task = None

    async def empty(self) -> None:
        """Wait until everything is sent."""
        if self._task:
            await asyncio.wait([self._task], timeout=1)


# ── Sockets ──────────────────────────────────────────────────────────────────────────────────────────────────────


async def socket(websocket: WebSocket) -> None:
    """One page, or one program: orders in, states and answers out.

    It is a plain route: what FastAPI keeps for the parameters of one is held as long as somebody is connected.
    """
    hub = hub_of(websocket)
    await websocket.accept()
    outbox = Outbox(websocket.send_text, websocket.close)
    try:
        live = await open_game(hub, websocket.path_params["id"])
    except Refused as refused:
        outbox.put(write({"type": "no", "id": None, "why": str(refused)}))
        await outbox.empty()
        await websocket.close(4004 if refused.status != TROUBLE else 1013)
        return
    eyes = Eyes(
        held(live.seats, tokens_of(websocket, live)), websocket.scope["state"]["language"], outbox.put, outbox.empty
    )
    eyes.shown = _number(websocket.query_params.get("n"))
    eyes.page = eyes.shown is not None
    connection = Connection(hub, live, eyes, outbox, websocket)
    try:
        await connection.run(_number(websocket.query_params.get("v")))
    except (WebSocketDisconnect, RuntimeError):  # it has gone, perhaps while we were about to send
        pass
    finally:
        hub.leave(live, eyes)
    with suppress(RuntimeError, WebSocketDisconnect):
        await outbox.empty()
        await websocket.close(1013)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


class Connection:
    """A socket at a table."""

    def __init__(self, hub: Hub, live: Live, eyes: Eyes, outbox: Outbox, websocket: WebSocket) -> None:
        self.hub = hub
        self.live = live
        self.eyes = eyes
        self.outbox = outbox
        self.websocket = websocket
        self.limit = websocket.app.state.gate.messages()
        self._beats: dict[int, float] = {}

    async def run(self, v: int | None) -> None:
        """Listen until the other side goes, or floods us."""
        async with self.live.lock:
            self.hub.join(self.live, self.eyes, v)
        beating = asyncio.create_task(self._beat()) if self.live.table.session.clock else None
        try:
            while not self.outbox.full and await self._answer(self._read(await self._receive())):
                pass
        finally:
            if beating:
                beating.cancel()

    async def _hello(self, token: object) -> None:
        """Whoever brings a token sees the game from its seat from now on."""
        seats = held(self.live.seats, tokens_in(token if isinstance(token, str) else ""))
        if not seats:
            self._refuse(None, say("this token holds no seat at this table"))
            return
        async with self.live.lock:
            self.eyes.seats, self.eyes.shown = seats, None
            self.hub.join(self.live, self.eyes, self.live.v)

    async def _sit(self, seat: object, id: str) -> None:
        """One of several people at a screen takes it: from now on it shows what this one may know."""
        if not isinstance(seat, int) or seat not in self.eyes.seats:
            self._refuse(id, say("you have no seat at this table"))
            return
        async with self.live.lock:
            self.eyes.looking = int(seat)
            with speaking(self.eyes.language):
                self.outbox.put(self.live.state(self.eyes))
        self.outbox.put(write({"type": "ack", "id": id, "v": self.live.v}))

    async def _receive(self) -> str:
        """The next message; what comes as bytes is none of ours."""
        message = await self.websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        return message.get("text") or ""

    def _read(self, text: str) -> dict[str, Any]:
        try:
            message = json.loads(text) if len(text) <= LONGEST else None
            if "\\u" in text:
                write(message).encode()  # half a pair of surrogates can be neither sent nor kept
        except (ValueError, RecursionError):
            message = None
        return message if isinstance(message, dict) else {"type": "?"}

    async def _answer(self, message: dict[str, Any]) -> bool:
        """Answer *message*; False when there have been too many."""
        kind, name = message.get("type"), message.get("id")
        if not self.limit.take(""):
            self._refuse(None, say("too many messages; try again in a moment"))
            return False
        if kind == "ping":
            t = message.get("t")
            self.outbox.put(write({"type": "pong", "t": t if isinstance(t, int | float) else None}))
        elif kind == "hello":
            await self._hello(message.get("token"))
        elif kind == "beat":
            self._measure(message.get("n"))
        elif not isinstance(name, str) or not ORDER_ID.fullmatch(name):
            self._refuse(None, say("an order needs an id: at most {most} letters, digits and signs", most=LONGEST_ID))
        elif kind == "sit":
            await self._sit(message.get("seat"), name)
        elif not isinstance(kind, str) or kind not in ORDERS:
            self._refuse(
                name, say("{type} is no order; there are {known}", type=str(kind)[:40], known=", ".join(ORDERS))
            )
        else:
            await self._carry_out(Order(kind, name, self.eyes.seats, message, self._lag()))
        return True

    async def _carry_out(self, order: Order) -> None:
        try:
            answer = await self.hub.order(self.live, order, self.eyes)
        except Refused as refused:
            self._refuse(order.id, str(refused))
            return
        if answer.status == 200:
            self.outbox.put(f'{{"type":"ack","id":{json.dumps(order.id)},"v":{answer.v}}}')
        else:
            self._refuse(order.id, answer.why)

    def _refuse(self, id: str | None, why: str) -> None:
        self.outbox.put(write({"type": "no", "id": id, "why": why}))

    # ── How long messages take ───────────────────────────────────────────────────────────────────────────────────

    async def _beat(self) -> None:
        """Look from time to time how long a message takes there and back."""
        number = 0
        while True:
            number += 1
            self._beats = {number: self.hub.clock()}  # an answer to an older one says nothing any more
            self.outbox.put(f'{{"type":"beat","n":{number}}}')
            await asyncio.sleep(BEAT)

    def _measure(self, number: object) -> None:
        if isinstance(number, int) and (sent := self._beats.pop(number, None)) is not None:
            self.eyes.lag = [*self.eyes.lag[-4:], self.hub.clock() - sent]

    def _lag(self) -> float:
        """What a turn may have been on the way: the shortest of the last times, and no more than is fair."""
        return min([MOST_LAG, *self.eyes.lag]) if self.eyes.lag else 0.0


# ── Server-sent events ───────────────────────────────────────────────────────────────────────────────────────────


@router.get(
    "/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "Messages as over the socket"}},
)
async def events(request: Request, id: str, v: int | None = None) -> StreamingResponse:
    """The messages of the socket, for programs that only listen; ``Last-Event-ID`` or ``v`` is what they have seen."""
    hub = hub_of(request)
    live = await open_game(hub, id)
    seats = held(live.seats, tokens_of(request, live))
    last = _number(request.headers.get("last-event-id"))
    gate, address = request.app.state.gate, request.scope["state"]["address"]
    if not gate.has_room(address):
        raise Refused(429, say("too many connections"))
    stream = _stream(hub, live, seats, request.scope["state"]["language"], v if last is None else last)

    async def counted() -> AsyncIterator[str]:
        """Counts once somebody listens: who has gone before that would be counted for good."""
        if not gate.connect(address):
            return
        try:
            async for text in stream:
                yield text
        finally:
            gate.disconnect(address)

    return StreamingResponse(counted(), media_type="text/event-stream")


async def _stream(hub: Hub, live: Live, seats: tuple[int, ...], language: str, v: int | None) -> AsyncIterator[str]:
    queue: asyncio.Queue[str] = asyncio.Queue(WAITING)

    def put(text: str) -> None:
        if not queue.full():
            queue.put_nowait(text)

    eyes = Eyes(seats, language, put)
    with speaking(language):
        async with live.lock:
            hub.join(live, eyes, v)
    try:
        while not queue.full():
            try:
                text = await asyncio.wait_for(queue.get(), QUIET)
            except TimeoutError:
                yield ": here\n\n"
                continue
            yield f"id: {live.v}\ndata: {text}\n\n" if text.startswith('{"type":"state"') else f"data: {text}\n\n"
            if text.startswith(BYE):
                return
    finally:
        hub.leave(live, eyes)
