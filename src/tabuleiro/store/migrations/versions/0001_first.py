"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

GAME = ("game.id",)


def upgrade() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("spec", sa.String(200), nullable=False),
        sa.Column("edition", sa.Integer, nullable=False),
        sa.Column("source", sa.String(80), nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("clock", sa.String(40), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("tag", sa.String(40), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("follows", sa.String(32), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("ended", sa.Float),
        sa.Column("waiting", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_game"),
    )
    op.create_index("ix_game_public", "game", ["public", "changed"])
    op.create_index("ix_game_tag", "game", ["tag", "changed"])
    op.create_index("ix_game_waiting", "game", ["waiting", "created"])
    op.create_table(
        "seat",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("agent", sa.String(200), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("joined", sa.Float),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_seat"),
        sa.ForeignKeyConstraint(["game"], GAME, name="fk_seat_game", ondelete="CASCADE"),
    )
    op.create_index("ix_seat_token_hash", "seat", ["token_hash"])
    op.create_table(
        "invite",
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("code_hash", name="pk_invite"),
        sa.ForeignKeyConstraint(["game"], GAME, name="fk_invite_game", ondelete="CASCADE"),
    )
    op.create_index("ix_invite_game", "invite", ["game"])
    op.create_table(
        "event",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("what", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("steps", sa.Text, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("spent", sa.BigInteger, nullable=False),
        sa.Column("left", sa.Text, nullable=False),
        sa.Column("client_id", sa.String(80)),
        sa.PrimaryKeyConstraint("game", "n", name="pk_event"),
        sa.UniqueConstraint("game", "client_id", name="uq_event_game"),
        sa.ForeignKeyConstraint(["game"], GAME, name="fk_event_game", ondelete="CASCADE"),
    )


def downgrade() -> None:
    for name in ("event", "invite", "seat", "game"):
        op.drop_table(name)
