"""A game at one terminal, line by line: draws the board, lets people and computers play, keeps the record."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from functools import cached_property

from tabuleiro.cli import orders
from tabuleiro.cli.ask import Left
from tabuleiro.cli.place import complain
from tabuleiro.cli.screen import hung
from tabuleiro.core import CHANCE, Game, say
from tabuleiro.core.errors import NotNow, TabuleiroError
from tabuleiro.core.words import one_line
from tabuleiro.draw.prose import due, minutes, points_line, standing, status_lines
from tabuleiro.draw.speech import spoken_turn
from tabuleiro.play.party import HUMAN, people

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tabuleiro.arena.advice import Counsel
    from tabuleiro.cli.ask import Keys
    from tabuleiro.cli.keeping import Keeper
    from tabuleiro.cli.screen import Screen
    from tabuleiro.play.agent import Agent, Limit
    from tabuleiro.play.session import Session


class Table:
    """People, agents by seat, and the session between them. On a live screen people see boards and are prompted.

    *keeper* keeps the game after every turn.
    """

    def __init__(
        self,
        session: Session,
        agents: dict[int, Agent],
        screen: Screen,
        keys: Keys,
        keeper: Keeper,
        limit: Limit,
    ) -> None:
        self.session = session
        self.game = session.game
        self.agents = agents
        self.screen = screen
        self.keys = keys
        self.keeper = keeper
        self.limit = limit
        self.humans = [seat for seat in range(self.game.players) if seat not in agents]
        self.secret = type(self.game).view is not Game.view
        players = [agents[seat].name if seat in agents else HUMAN for seat in range(self.game.players)]
        self.people = people(self.game, session.names, players)
        self.refused = False  # a line from a pipe was no turn
        self._began = time.monotonic()
        self._told: set[str] = set()
        self._stale = True  # the board on the screen is not the present one
        self._watched_by: int | None = None

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def now(self) -> float | None:
        """Seconds since the table was set; None where nobody waits, so that the same seed writes the same record."""
        return time.monotonic() - self._began if self.screen.live or self.session.clock else None

    @property
    def flip(self) -> bool:
        return self.keeper.autosave.setup.flip

    def turn_board(self) -> None:
        """Look from the other side."""
        autosave = self.keeper.autosave
        autosave.setup = replace(autosave.setup, flip=not self.flip)

    def eyes(self) -> int | None:
        """Whose view is on the screen: the human to play, the only human, or a spectator's. A pipe is nobody's own."""
        if len(self.humans) == 1:
            return self.humans[0]
        hidden = self.secret and not self.screen.live
        return self.session.player if self.session.player in self.humans and not hidden else None

    def draw(self) -> None:
        """Board and status as those may see them who look, or listen."""
        view = self.session.view(self.eyes(), self.now)
        board = self.screen.board(self.game, view.state, self.flip, self.session.last_cells())
        if self.screen.live and not self.screen.plain:
            print(self.screen.table(board, self.screen.panel(self.game, view.state, self.people, view.clocks)))
        else:
            print("\n".join([board, "", *status_lines(self.game, view.state)]))
            if self.screen.plain and self.session.clock:
                times = ", ".join(
                    f"{seat.name} {minutes(left)}"
                    for seat, left in zip(self.game.seats, view.clocks, strict=True)
                    if left is not None
                )
                print(say("clock: {times}", times=times))
        self._stale = False

    def tell_once(self, words: str) -> None:
        """Say what nobody wants to read again and again; "" is nothing."""
        if words and words not in self._told:
            self._told.add(words)
            print(words)

    @cached_property
    def counsel(self) -> Counsel:
        """Who gives hints; it begins to get ready when the first one is wanted."""
        from tabuleiro.arena.advice import Counsel

        return Counsel(self.game)

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────────

    def run(self) -> int:
        """Play to the end, or until somebody leaves; the exit code."""
        try:
            while (seat := self.session.player) >= 0:
                if seat in self.agents:
                    self.let_think(seat)
                else:
                    self.listen(seat)
            self.finish()
        except Left:
            self.leave()
            return 2 if self.refused or self.keeper.failed else 0
        except KeyboardInterrupt:
            print(file=sys.stderr)
            self.leave()
            return 130
        return 2 if self.keeper.failed else 0

    def let_think(self, seat: int) -> None:
        """Let the computer at *seat* decide, as long as it is its to decide."""
        turn, begun = self.mark()
        agent, session = self.agents[seat], self.session
        before = len(session.steps)
        note = self.screen.live and not self.screen.dumb
        self.tell_once(getattr(agent, "trouble", ""))
        if note:
            words = say("{seat} is thinking...", seat=self.people[seat])
            if getattr(agent, "compiling", False):
                words += say(" (by the plain rules, while the fast ones are compiled)")
            print(words, end="", flush=True)
        try:
            while session.player == seat and self.mark()[0] == turn:
                limit = self.limit
                left = session.clock.left[seat] if session.clock else None
                if session.clock and left is not None:
                    share = session.clock.share(left)
                    limit = replace(limit, seconds=min(share, limit.seconds or share))
                choice = agent.choose(session.view(seat, self.now), limit)
                try:
                    session.play(seat, choice.action, self.now)
                except NotNow:
                    if not session.outcome:
                        raise
        finally:
            if note:
                print("\r\x1b[K", end="")
        self.changed()
        if len(session.steps) > before:  # else its time was over
            self.announce(seat, turn, begun)
        if self.screen.live and not self.screen.plain and not self.humans and not session.outcome:
            self.draw()

    def listen(self, seat: int) -> None:
        """Take one line from the person at *seat*."""
        if self.screen.live:
            self.hand_over(seat)
        if self._stale and (self.screen.live or self.screen.plain):
            self.draw()
        if self.screen.live and due(self.game, self.session.state):
            words = standing(self.game, self.session.state, None, self.people, acting=True)
            print("\n".join(hung("", words, self.screen.width)))
        line = self.keys.line(self.prompt(seat))
        if not line:
            if self.screen.live:
                print(say("Type a turn, or help."))
            return
        if orders.obey(self, seat, line):
            return
        turn, begun = self.mark()
        try:
            self.session.play(seat, line, self.now)
        except TabuleiroError as error:
            if self.session.outcome:  # the time was over
                return
            self.refused = self.refused or not self.screen.live
            if self.screen.live:
                print(one_line(str(error)))
            else:
                complain(str(error))
            return
        self.changed()
        if self.screen.plain or not self.screen.live:
            self.announce(seat, turn, begun)

    def mark(self) -> tuple[int, int]:
        """The number of the turn to be played, and of the step from which it is to be told: what chance drew for it too."""
        turns, begun, decided = 1, 0, False
        for number, step in enumerate(self.session.steps):
            if step.before.whole:
                turns, begun, decided = turns + decided, number, False
            decided = decided or step.player != CHANCE
        end = len(self.session.steps)
        if self.session.state.whole:
            return turns + decided, end
        return turns, end if decided else begun

    def announce(self, seat: int, turn: int, begun: int) -> None:
        """Say what was played, as everybody may read it."""
        game, text = self.game, ""
        steps = self.session.steps[begun:]
        after = [*(step.before for step in steps[1:]), self.session.state]
        taken = []
        for step, state in zip(steps, after, strict=True):
            if step.before.whole and text:
                break  # what chance has drawn for the next turn
            seen = game.veil(step.before, step.action, None)
            text += step.text if seen == step.action else game.write(game.view(step.before, None), seen)
            taken.append((step.before, step.action, state))
        played = say(
            "{number}. {seat} plays {text}", number=turn, seat=self.people[seat], text=text.strip() or say("stop")
        )
        if self.screen.plain:
            played = f"{played}: {spoken_turn(game, taken)}."
            self._stale = False  # who has heard the turn knows the board
        print(played)

    def changed(self) -> None:
        """The position is another one: draw it again, write it down."""
        self._stale = True
        self.keep()

    def keep(self) -> None:
        """Write the game down, unless nobody would look for it."""
        if self.keeper.path or self.screen.live:
            self.keeper.keep(self.now)

    def prompt(self, seat: int) -> str:
        so_far = self.session.view(seat).so_far.strip()
        return f"{self.people[seat]}{f' {so_far}' if so_far else ''}> "

    def hand_over(self, seat: int) -> None:
        """Where there are secrets and several people, nobody looks at another's screen."""
        if not self.secret or len(self.humans) < 2 or self._watched_by == seat:
            return
        self.screen.clear()
        if turns := self.session.view(None).turns:
            print(say("The last turn was {turn}.", turn=turns[-1]))
        self.keys.line(say("Pass the keyboard to {seat}, who then presses Enter: ", seat=self.people[seat]))
        self.screen.clear()
        self._watched_by = seat
        self._stale = True
        print(say("Only you know: {secrets}", secrets=", ".join(self.session.known_alone(seat))))

    # ── Ending ───────────────────────────────────────────────────────────────────────────────────────────────────

    def finish(self) -> None:
        """The last board, with nothing hidden any more, and who won."""
        ended = self.session.outcome
        assert ended is not None
        self.draw()
        print()
        if not self.screen.live and not self.screen.plain:
            print(say("position: {text}", text=self.game.write_position(self.session.state)))
        print(points_line(ended, self.people))
        print(standing(self.game, self.session.state, ended, self.people))
        if self.keeper.path:
            own = self.keeper.own
            self.keeper.keep(self.now)
            if own:
                print(say("The game is recorded in {path}.", path=own), file=sys.stderr)

    def leave(self) -> None:
        """Keep the game, and say how to go on with it."""
        if self.session.outcome:
            return
        if not self.screen.live:
            self.draw()
            print()
            if not self.screen.plain:
                print(say("position: {text}", text=self.game.write_position(self.session.view(None).state)))
            print(standing(self.game, self.session.state, None, self.people))
        if all(step.player == CHANCE for step in self.session.steps):
            return
        self.keeper.leave(self.now)
