"""The tables of the database. Texts are the truth of what was played; numbers of steps, tied to an edition, save time."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def of_game() -> Column[str]:
    """A part of a game, which goes with it."""
    return Column("game", String(32), ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)


# Times are seconds since 1970. *source* is the digest of the file of a game that is not installed. *follows* is the game
# that this one is a rematch of, or was played on from. *seconds* is how long our programs may think about a step.
game = Table(
    "game",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("spec", String(200), nullable=False),
    Column("edition", Integer, nullable=False),
    Column("source", String(80), nullable=False, default=""),
    Column("start", Text, nullable=False, default=""),
    Column("clock", String(40), nullable=False, default=""),
    Column("public", Boolean, nullable=False, default=False),
    Column("tag", String(40), nullable=False, default=""),
    Column("owner", String(64), nullable=False, default=""),
    Column("follows", String(32), nullable=False, default=""),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("ended", Float, nullable=True),
    Column("waiting", Boolean, nullable=False, default=False),
    Column("seconds", Float, nullable=True),
    Index("ix_game_public", "public", "changed"),
    Index("ix_game_tag", "tag", "changed"),
    Index("ix_game_waiting", "waiting", "created"),
)

# *kind* is human, open, agent (one of ours thinks) or bot (a program that plays from elsewhere).
seat = Table(
    "seat",
    metadata,
    of_game(),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", String(80), nullable=False, default=""),
    Column("agent", String(200), nullable=False, default=""),
    Column("token_hash", String(64), nullable=False, default="", index=True),
    Column("joined", Float, nullable=True),
)

invite = Table(
    "invite",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    Column("game", String(32), ForeignKey("game.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("expires", Float, nullable=False),
)

# A step with what chance did after it, or what else one order changed. *text* has the texts of its steps as JSON, or what was offered, or how many steps are left after
# some were taken back, or why a program could not go on; *left* are the milliseconds on the clocks afterwards.
event = Table(
    "event",
    metadata,
    of_game(),
    Column("n", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("seat", Integer, nullable=True),
    Column("kind", String(16), nullable=False),
    Column("what", String(40), nullable=False, default=""),
    Column("text", Text, nullable=False, default=""),
    Column("steps", Text, nullable=False, default=""),
    Column("count", Integer, nullable=False, default=0),
    Column("spent", BigInteger, nullable=False, default=0),
    Column("left", Text, nullable=False, default=""),
    Column("client_id", String(80), nullable=True),
    UniqueConstraint("game", "client_id"),
)
