// The board by keyboard and by ear: arrows go from cell to cell, letters tell what one would look for, one utterance a turn.

import { the } from './dom.js';
import { select } from './select.js';
import { say, sayMany } from './words.js';

/** @import { Page } from './game.js' */
/** @import { State, View } from './types.js' */

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const MANY = 30; // turns that are told one by one

export class Keys {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.at = 0;
    const board = page.board;
    board.cells.forEach((cell, i) => {
      cell.setAttribute('role', 'button');
      cell.setAttribute('tabindex', i ? '-1' : '0');
      cell.addEventListener('focus', () => { this.at = i; board.cursor(i); });
    });
    board.cellLayer.setAttribute('role', 'group');
    board.cellLayer.setAttribute('aria-label', say('Board. Arrow keys move, Enter chooses, question mark tells the keys.'));
    board.over.addEventListener('keydown', (event) => this.key(/** @type {KeyboardEvent} */ (event)));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = WAYS[event.key];
    const told = this.told(event.key);
    if (way) this.go(this.next(way));
    else if (event.key === 'Home' || event.key === 'End') { const row = this.row(); this.go(row[event.key === 'Home' ? 0 : row.length - 1]); }
    else if (event.key === 'Enter' || event.key === ' ') this.page.press(this.at);
    else if (event.key === 'Escape' || event.key === 'Backspace') this.page.back();
    else if (event.key === 'n' || event.key === 'N') this.hop(event.key === 'n' ? 1 : -1);
    else if (told !== null) this.tell(told);
    else return;
    event.preventDefault();
  }

  /** @param {number} cell */
  go(cell) {
    const cells = this.page.board.cells;
    cells[this.at].setAttribute('tabindex', '-1');
    cells[cell].setAttribute('tabindex', '0');
    cells[cell].focus();
  }

  /** The nearest cell that way. @param {[number, number]} way */
  next([right, down]) {
    const board = this.page.board;
    const [x, y] = board.spot(this.at);
    let best = this.at, least = Infinity;
    board.cells.forEach((_, cell) => {
      const [dx, dy] = [board.spot(cell)[0] - x, board.spot(cell)[1] - y];
      const along = dx * right + dy * down, off = Math.abs(dx * down) + Math.abs(dy * right);
      if (along > 1 && along + 2 * off < least) { least = along + 2 * off; best = cell; }
    });
    return best;
  }

  /** To the next cell that can be chosen. @param {number} by */
  hop(by) {
    const targets = [...select(this.page.open, this.page.clicked).targets].sort((a, b) => a - b);
    if (!targets.length || !this.page.free) return;
    const later = by > 0 ? targets.find((cell) => cell > this.at) : targets.findLast((cell) => cell < this.at);
    this.go(later ?? targets[by > 0 ? 0 : targets.length - 1]);
  }

  // ── Words ──

  /** Cells beside this one, in the order of reading. @param {0 | 1} [axis] 1: a row; 0: a column */
  row(axis = 1) {
    const board = this.page.board;
    const here = board.spot(this.at)[axis];
    return board.cells.map((_, cell) => cell).filter((cell) => Math.abs(board.spot(cell)[axis] - here) < 30)
      .sort((a, b) => board.spot(a)[1 - axis] - board.spot(b)[1 - axis]);
  }

  /** @param {number} cell */
  words(cell) {
    const { cells, pieces } = this.page.game;
    return `${cells[cell]} ${pieces[this.page.seen()[cell]].name}`;
  }

  /** What a letter asks for. @param {string} key @returns {string | null} */
  told(key) {
    const { view, game, state } = this.page;
    const seen = this.page.seen();
    switch (key) {
      case 'r': return this.row(1).map((cell) => this.words(cell)).join(', ');
      case 'c': return this.row(0).map((cell) => this.words(cell)).join(', ');
      case 'p': {
        const seat = this.page.seat ?? Math.max(view.player, 0);
        const own = seen.map((_, cell) => cell).filter((cell) => game.pieces[seen[cell]].owner === seat);
        return own.length ? own.map((cell) => this.words(cell)).join(', ') : say('no pieces of your own on the board');
      }
      case 'b': return seen.map((_, cell) => cell).filter((cell) => seen[cell]).map((cell) => this.words(cell)).join(', ') || say('the board is empty');
      case 'l': return state.speech?.last || view.turns[view.turns.length - 1] || say('nothing has been played yet');
      case 'd': return [view.standing, ...view.secrets].join('. ');
      case 's': return view.status.map(([name, values]) => `${name}: ${values.length === view.players.length
        ? values.map((value, seat) => `${view.players[seat].seat} ${value}`).join(', ') : values[0]}`).join('. ');
      case 't': {
        const steps = this.page.free ? this.page.open.filter((step) => step.paths.some((path) => this.page.clicked.every((cell, i) => path[i] === cell))) : [];
        const head = sayMany('{count} possible step', '{count} possible steps', steps.length);
        return steps.length && steps.length <= MANY ? `${head}: ${steps.map((step) => step.text).join(', ')}` : head;
      }
      case '?': return say('Arrows move, Enter chooses, Escape goes back. N next cell that can be chosen. R row, C column, B board, P your pieces, L last turn, D what is due, S how it stands, T possible turns.');
      default: return null;
    }
  }

  /** @param {string} text */
  tell(text) { the('said').textContent = text; }

  /** One utterance for all that has happened. @param {View} before @param {State} state */
  news(before, state) {
    const view = state.view;
    /** @type {string[]} */
    const parts = [];
    if (view.turns.length > before.turns.length) parts.push(state.speech?.last || view.turns[view.turns.length - 1]);
    else if (view.so_far && view.so_far !== before.so_far) parts.push(state.speech?.so_far || view.so_far);
    if (view.outcome ? !before.outcome : view.player !== before.player || view.prompt !== before.prompt) parts.push(view.standing);
    if (parts.length) this.tell(parts.join('. '));
  }

  /** Every cell's name, with what stands there and whether it can be chosen. @param {Set<number>} targets */
  name(targets) {
    const seen = this.page.seen();
    this.page.board.cells.forEach((cell, i) => {
      const more = this.page.clicked.includes(i) ? `, ${say('chosen')}` : targets.has(i) ? `, ${say('can be chosen')}` : '';
      cell.setAttribute('aria-label', `${this.page.game.cells[i]}, ${this.page.game.pieces[seen[i]].name}${more}`);
      cell.toggleAttribute('data-target', targets.has(i));
    });
  }
}
