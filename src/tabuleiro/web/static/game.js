// The page of a game: it draws what the server says and passes on what people do. It knows no rule.

import { Board } from './board.js';
import { the } from './dom.js';
import { Keys } from './keys.js';
import { Panel } from './panel.js';
import { kept } from './site.js';
import { click, select, stepsOf } from './select.js';
import { Line } from './socket.js';
import { learn, say } from './words.js';

/** @import { Boot, Frame, Message, State, Step } from './types.js' */

const PALE = 120; // milliseconds before a step that is under way is shown as such
const FEW = 12; // cells that are marked before anything is chosen
const CALM = 400; // milliseconds after sending in which the bar takes no press

export class Page {
  /** @param {Boot} boot */
  constructor(boot) {
    learn(boot.words);
    this.boot = boot;
    this.game = boot.description;
    this.state = boot.state;
    /** @type {Frame[]} */
    this.frames = boot.state.frames ?? [];
    this.start = boot.start;
    /** @type {number[]} */
    this.clicked = [];
    this.brush = 0; // the piece that was chosen before its cell
    /** @type {Step | null} */
    this.settled = null; // waits for a press on "Play it"
    /** @type {{id: string, step: Step | null, ask?: boolean} | null} */
    this.sent = null; // what the server has not answered yet
    this.asked = ''; // why the last click led nowhere
    this.refusal = '';
    this.asking = ''; // an action that wants a second press
    /** @type {number | null} */
    this.looking = null; // at how many turns; null: at the present
    /** @type {number[]} */
    this.hinted = [];
    this.up = true;
    /** @type {number | null} */
    this.held = null; // the cell on which a hand has put a piece
    this.received = performance.now();
    this.steps = stepsOf(this.view.legal, boot.places);
    this.board = new Board(the('board'), this.game, {
      press: (cell) => this.press(cell),
      lift: (cell) => this.lift(cell),
      drop: (cell) => this.drop(cell),
    });
    this.board.motion = kept('motion') !== 'off';
    this.board.flip(Boolean(boot.flip));
    this.keys = new Keys(this);
    this.panel = new Panel(this);
    this.board.draw(this.view.cells);
    this.render();
    this.line = new Line(boot.id, () => [this.state.v, this.frames.length], (message) => this.hear(message), (up) => { this.up = up; this.panel.connection(); });
    addEventListener('settings', () => { this.board.motion = kept('motion') !== 'off'; this.render(); });
    setInterval(() => this.panel.tick(), 250);
  }

  // ── Looking ──

  get view() { return this.state.view; }
  get table() { return this.state.table; }
  get seat() { return this.view.seat; }
  /** Seats of which this browser holds the token. */
  get own() { return this.boot.seats ?? (this.boot.seat === null ? [] : [this.boot.seat]); }
  /** May this reader play a step right now? */
  get due() { return !this.view.outcome && this.seat !== null && this.view.player === this.seat; }
  get free() { return this.due && !this.sent && this.looking === null; }
  /** Somebody has still to come. */
  get lacking() { return this.table.seats.some((person) => person.kind === 'open'); }
  /** Another of this browser's people is to play, and nobody else may see what they know. */
  get handover() {
    return this.game.secrets && !this.view.outcome && this.own.length > 1 && this.own.includes(this.view.player) && this.seat !== this.view.player;
  }

  /** The steps that fit the piece chosen beforehand. */
  get open() { return this.brush ? this.steps.filter((step) => step.piece === this.brush) : this.steps; }

  /** The pieces there are to choose from, with the clicks so far. */
  get palette() {
    if (!this.free || this.settled) return [];
    const found = select(this.steps, this.clicked);
    const steps = this.clicked.length ? found.options : this.steps;
    const pieces = [...new Set(steps.map((step) => step.piece))];
    return pieces.length > 1 && !pieces.includes(0) ? pieces : [];
  }

  /** The end of a turn, as a number of frames. @param {number} turns */
  reach(turns) { return this.frames.filter((frame) => frame.turn < turns).length; }

  /** The cells that a turn has touched. @param {number} turn */
  touched(turn) {
    const first = this.reach(turn), steps = this.frames.filter((frame) => frame.turn === turn);
    const found = new Set(steps.flatMap((frame) => frame.path ?? []));
    let before = this.frames[first - 1]?.cells ?? this.start;
    for (const frame of steps) {
      frame.cells.forEach((piece, cell) => { if (piece !== before[cell]) found.add(cell); });
      before = frame.cells;
    }
    return found;
  }

  // ── Playing ──

  /** @param {number} cell */
  press(cell) {
    if (this.looking !== null) return this.look(null);
    if (!this.free) return;
    this.refusal = '';
    this.settled = null;
    const found = click(this.open, this.clicked, cell);
    if (found.step) return this.choose(found.step);
    if (found.cells.at(-1) !== cell && !this.clicked.includes(cell)) this.asked = this.line.send('why', { cells: [...this.clicked, cell] });
    this.clicked = found.cells;
    this.render();
  }

  /** @param {number} cell @returns {boolean} */
  lift(cell) {
    if (!this.free || !select(this.open, [cell]).targets.size) return false;
    this.clicked = [cell];
    this.refusal = '';
    this.settled = null;
    this.render();
    return true;
  }

  /** @param {number | null} cell */
  drop(cell) {
    if (cell === null || !select(this.open, this.clicked).targets.has(cell)) return this.render();
    this.held = cell;
    this.press(cell);
  }

  /** A piece from the chooser: before or after its cell. @param {number} piece */
  paint(piece) {
    const done = select(this.steps, this.clicked).options.find((step) => step.piece === piece);
    if (this.clicked.length && done) return this.choose(done);
    this.brush = this.brush === piece ? 0 : piece;
    this.render();
  }

  /** @param {Step} step */
  choose(step) {
    this.send(step, kept('confirm') === 'on');
  }

  /** The server does not play this step unasked, for it ends the turn. @param {Step} step */
  settle(step) {
    this.sent = null;
    this.settled = step;
    this.clicked = step.paths[0] ?? [];
    this.shadow(step);
    this.render();
  }

  /** @param {Step} step @param {boolean} [ask] whether to be asked before it ends the turn */
  send(step, ask = false) {
    this.settled = null;
    this.clicked = [];
    this.brush = 0;
    const id = this.line.send('step', ask ? { step: step.number, ask } : { step: step.number });
    this.sent = { id, step, ask };
    setTimeout(() => { if (this.sent?.id === id) this.shadow(step); }, PALE);
    this.panel.calm(CALM);
    this.render();
  }

  /** What a step that is not on the server yet would look like. @param {Step} step */
  shadow(step) {
    const path = step.paths[0] ?? [];
    const cell = path[path.length - 1];
    if (cell === undefined) return;
    const piece = step.piece || this.view.cells[path[0]];
    if (piece) this.board.ghost(piece, cell, path.length > 1 ? path[0] : null);
  }

  /** @param {string} text */
  type(text) {
    if (!text.trim() || this.sent) return;
    this.refusal = '';
    this.sent = { id: this.line.send('turn', { text: text.trim() }), step: null };
    this.render();
  }

  /** Clear what is half entered, or take back what is half played. */
  back() {
    this.board.unghost();
    if (this.clicked.length || this.brush || this.settled) {
      this.clicked = [];
      this.brush = 0;
      this.settled = null;
      this.render();
    } else if (this.looking !== null) this.look(null);
    else if (this.table.may.includes('back')) this.act('back');
  }

  /** @param {string} what @param {object} [more] */
  act(what, more) {
    this.asking = '';
    this.refusal = '';
    this.line.send(what, more);
    this.panel.calm(CALM);
    this.render();
  }

  /** Look at the board after so many turns. @param {number | null} turns */
  look(turns) {
    const all = this.view.turns.length;
    const wanted = turns === null || turns >= all ? null : Math.max(turns, 0);
    const before = this.looking ?? all, after = wanted ?? all;
    this.looking = wanted;
    this.clicked = [];
    this.settled = null;
    this.board.unghost();
    const cells = this.seen();
    if (after === before + 1) this.board.play([...this.frames.filter((frame) => frame.turn === before), { cells, path: [] }]);
    else if (after !== before) this.board.play([{ cells, path: [] }]);
    this.render();
    if (wanted !== null) this.keys.tell(wanted ? say('After turn {number}: {turn}', { number: wanted, turn: this.view.turns[wanted - 1] }) : say('The start'));
  }

  /** The cells of what is looked at. @returns {number[]} */
  seen() {
    if (this.looking === null) return this.view.cells;
    return this.frames[this.reach(this.looking) - 1]?.cells ?? this.start;
  }

  flip() {
    this.board.flip(!this.board.flipped);
    this.board.draw(this.seen());
    this.render();
  }

  /** @param {number} seat */
  sit(seat) { this.line.send('sit', { seat }); }

  // ── Hearing ──

  /** @param {Message} message */
  hear(message) {
    if (message.type === 'state') this.take(/** @type {State} */ (message));
    else if (message.type === 'presence' && message.table) {
      this.state.table = message.table;
      this.received = performance.now();
      this.render();
    } else if (message.type === 'no' && this.sent?.ask && this.sent.step && message.id === this.sent.id) this.settle(this.sent.step);
    else if (message.type === 'no' && !(this.sent && message.id === this.asked)) {
      this.sent = null;
      this.refusal = message.why ?? '';
      this.board.unghost();
      this.render();
      this.keys.tell(this.refusal);
    } else if (message.type === 'hint' && message.text !== undefined) {
      this.hinted = this.steps.find((step) => step.number === message.step)?.paths[0] ?? [];
      this.hint = message.text;
      this.render();
      this.keys.tell(say('Hint: {turn}', { turn: message.text }));
    }
  }

  /** @param {State} state */
  take(state) {
    const before = this.view;
    if (state.v < this.state.v) return;
    this.state = state;
    if (state.from !== undefined) this.frames.length = Math.min(this.frames.length, state.from);
    const news = state.frames ?? [];
    this.frames.push(...news);
    this.received = performance.now();
    this.steps = stepsOf(this.view.legal, this.boot.places);
    this.sent = null;
    this.clicked = [];
    this.brush = 0;
    this.settled = null;
    this.refusal = '';
    this.hinted = [];
    this.hint = '';
    this.board.unghost();
    if (this.looking !== null && this.looking >= this.view.turns.length) this.looking = null;
    if (this.looking === null) this.board.play([...news, { cells: this.view.cells, path: [] }], this.held);
    this.held = null;
    this.render();
    this.keys.news(before, state);
  }

  // ── Drawing ──

  render() {
    const found = this.free ? select(this.open, this.clicked) : null;
    const begun = this.clicked.length > 0 || this.brush > 0;
    const bound = this.view.prompt !== '' && (found?.targets.size ?? 0) <= FEW; // a rule leaves only these
    const last = this.looking === null ? this.view.last : this.looking ? this.touched(this.looking - 1) : [];
    this.board.mark({
      last,
      selected: this.clicked,
      targets: (begun || bound || kept('targets') === 'on') && found ? found.targets : [],
      hint: this.hinted,
      grab: (cell) => Boolean(found && this.board.shown[cell] && select(this.open, [cell]).targets.size),
    });
    this.board.place.classList.toggle('can', this.free);
    this.board.place.classList.toggle('no-names', kept('names') === 'off');
    this.panel.draw();
    this.keys.name(found?.targets ?? new Set());
    const body = document.body.dataset;
    body.v = String(this.state.v);
    body.due = this.view.outcome ? 'over' : this.free ? 'yes' : 'no';
  }
}

const data = the('boot').textContent;
if (data) Object.assign(window, { page: new Page(JSON.parse(data)) });
