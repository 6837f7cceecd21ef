"""``tabuleiro serve``: a web site on this machine, where people play by link, against programs and at one screen."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable

from tabuleiro.cli import flags
from tabuleiro.core import later, say
from tabuleiro.core.errors import BadOption

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.web.settings import Settings

PREFIX = "TABULEIRO_"  # of the variables that say the same as flags


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    words = say("where to listen (127.0.0.1: this machine alone; 0.0.0.0: everywhere)")
    add("--host", metavar=say("ADDRESS"), help=words)
    add("--port", type=flags.whole(0, 65535), metavar="N", help=say("the port (8000; 0 for any that is free)"))
    database_argument(parser)
    add("--url", metavar=say("ADDRESS"), help=say("how people reach the site, if another server stands before it"))
    add("--trusted-proxy", metavar=say("ADDRESS"), help=say("whose word about senders counts: that other server"))
    add("--thinkers", type=flags.whole(1, 64), metavar="N", help=say("processes in which programs think"))
    words = say("a player program that people may choose besides the usual ones; again for another")
    add("--agent", action="append", metavar=say("NAME=SPEC"), help=words)
    add("--open", action="store_true", help=say("open a browser, if there is a desktop"))


def database_argument(parser: ArgumentParser, default: str | None = None) -> None:
    """Where the games are; the same for all who look after a site."""
    words = say("sqlite:///FILE or postgresql://USER@HOST/NAME (a file of the user's data directory)")
    parser.add_argument("--database", default=default, metavar=say("ADDRESS"), help=words)


def database_of(args: Namespace) -> str:
    """The address of the database: as the flag says, or the environment, or the usual file."""
    from tabuleiro.home.folders import folder

    address = args.database or os.environ.get(PREFIX + "DATABASE")
    return address or f"sqlite:///{os.path.join(folder('data'), 'site.db')}"


def run(args: Namespace) -> int:
    needs_extra()
    from tabuleiro.web.serving import serve

    return serve(settings_of(args), browser=args.open)


def needs_extra() -> None:
    """Raise, with what would do, where the parts of the web site are not installed."""
    from importlib.util import find_spec

    if any(find_spec(name) is None for name in ("fastapi", "uvicorn", "sqlalchemy", "structlog")):
        raise BadOption(later("the web site needs more parts; install them: pip install 'tabuleiro[web]'"))


def settings_of(args: Namespace) -> Settings:
    """Flags first, then the environment, then what is usual."""
    from tabuleiro.web.settings import Settings

    usual = Settings(database="")
    port = args.port if args.port is not None else _variable("PORT", flags.whole(0, 65535), usual.port)
    thinkers = args.thinkers or _variable("THINKERS", flags.whole(1, 64), max(1, (os.cpu_count() or 2) // 2))
    named = args.agent or os.environ.get(PREFIX + "AGENTS", "").split("\n")
    return Settings(
        database=database_of(args),
        host=args.host or os.environ.get(PREFIX + "HOST") or usual.host,
        port=port,
        url=(args.url or os.environ.get(PREFIX + "URL", "")).rstrip("/"),
        trusted_proxy=_proxies(args.trusted_proxy or os.environ.get(PREFIX + "TRUSTED_PROXY", "")),
        thinkers=thinkers,
        agents=dict(_agent(text) for text in named if text.strip()),
    )


def _proxies(text: str) -> str:
    """Addresses or networks; whoever trusted all would let everybody say who they are."""
    from ipaddress import ip_network

    for part in text.split(",") if text else ():
        try:
            ip_network(part.strip())
        except ValueError as error:
            raise BadOption(
                later("{text} is no address of a server; write one like 127.0.0.1 or 10.0.0.0/8", text=part or "''")
            ) from error
    return text


def _variable(name: str, read: Callable[[str], int], usual: int) -> int:
    text = os.environ.get(PREFIX + name)
    if not text:
        return usual
    try:
        return read(text)
    except ArgumentTypeError as error:
        raise BadOption(f"{PREFIX}{name}: {error}") from error


def _agent(text: str) -> tuple[str, str]:
    from tabuleiro.ai.agents import look_for
    from tabuleiro.play.agent import POLICY, Spec

    name, equals, spec = text.partition("=")
    if not equals or not name.replace("-", "").isalnum() or not spec.strip():
        raise BadOption(later("{text} is no program; write NAME=SPEC, like strong=mcts:seconds=2", text=text))
    if Spec.read(spec).kind == POLICY:
        look_for(spec.strip())  # a file that is not there would only be missed when somebody wants to play it
    return name, spec.strip()
