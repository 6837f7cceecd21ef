// The board: pieces, marks and hands on it. It knows cells and pieces by their numbers, and no rule.

import { s } from './dom.js';
import { stages } from './stages.js';

/** @import { Description } from './types.js' */

const SLACK = 3; // pixels before a press becomes a drag
const MOST = 1200; // milliseconds of animation for whatever has happened
const STILL = matchMedia('(prefers-reduced-motion: reduce)');

/** Pieces go into a picture of their own above the ground, so that an animation paints no wood again. @param {HTMLElement} place */
function split(place) {
  const ground = /** @type {SVGSVGElement} */ (place.querySelector('svg'));
  const over = /** @type {SVGSVGElement} */ (ground.cloneNode(false));
  over.classList.add('over');
  const box = ground.viewBox.baseVal;
  place.style.setProperty('--ratio', `${box.width / box.height}`);
  const [below, layer, above, cellLayer] = ['.marks', '.pieces', '.above', '.cells'].map((name) => /** @type {SVGGElement} */ (ground.querySelector(name)));
  const cursors = s('g', { class: 'cursors' });
  over.append(below, ...ground.querySelectorAll('.names'), layer, above, cursors, cellLayer);
  place.append(over);
  ground.setAttribute('aria-hidden', 'true');
  return { ground, over, below, layer, above, cursors, cellLayer };
}

export class Board {
  /**
   * @param {HTMLElement} place holds the picture as the server draws it
   * @param {Description} description
   * @param {{press: (cell: number) => void, lift: (cell: number) => boolean, drop: (cell: number | null) => void}} hands
   */
  constructor(place, description, hands) {
    this.place = place;
    this.game = description;
    this.hands = hands;
    this.flipped = false;
    this.motion = true;
    this.run = 0;
    /** @type {(SVGElement | null)[]} */
    this.pieces = [];
    /** @type {number[]} */
    this.shown = [];
    const { ground, over, below, layer, above, cursors, cellLayer } = split(place);
    this.ground = ground;
    this.over = over;
    this.below = below;
    this.layer = layer;
    this.above = above;
    this.cursors = cursors;
    this.cellLayer = cellLayer;
    this.centre = [Number(ground.dataset.cx), Number(ground.dataset.cy)];
    this.cells = /** @type {SVGGraphicsElement[]} */ ([...cellLayer.querySelectorAll('.cell')])
      .sort((one, other) => Number(one.dataset.cell) - Number(other.dataset.cell));
    this.at = this.cells.map((cell) => [Number(cell.dataset.x), Number(cell.dataset.y)]);
    this.twins = description.pieces.map((_, n) => document.getElementById(`p${n}`)?.dataset.flip || `p${n}`);
    /** @type {number[] | undefined} */
    this.goal = undefined; // where an animation leads
    /** @type {SVGElement | undefined} */
    this.shade = undefined;
    this.listen();
  }

  // ── Where things are ──

  /** Where a cell is on the screen's picture. @param {number} cell */
  spot(cell) {
    const [x, y] = this.at[cell];
    return this.flipped ? [2 * this.centre[0] - x, 2 * this.centre[1] - y] : [x, y];
  }

  /** @param {boolean} flipped */
  flip(flipped) {
    this.flipped = flipped;
    const turn = flipped ? `rotate(180 ${this.centre.join(' ')})` : '';
    for (const group of [this.below, this.above, this.cursors, this.cellLayer]) group.setAttribute('transform', turn);
    for (const side of this.place.querySelectorAll('.near, .far')) {
      side.classList.contains('far') === flipped ? side.removeAttribute('display') : side.setAttribute('display', 'none');
    }
    if (this.shown.length) this.draw(this.shown);
  }

  // ── Pieces ──

  /** The picture of a piece as it stands here. @param {number} piece */
  symbol(piece) { return this.flipped ? this.twins[piece] : `p${piece}`; }

  /** @param {number} piece @param {number} cell @param {string} [kind] */
  put(piece, cell, kind = '') {
    const made = s('use', { href: `#${this.symbol(piece)}`, class: kind });
    made.style.transform = this.move(cell);
    this.layer.append(made);
    return made;
  }

  /** @param {number} cell */
  move(cell) {
    const [x, y] = this.spot(cell);
    return `translate(${x}px, ${y}px)`;
  }

  /** The board as it is, at once. @param {number[]} cells */
  draw(cells) {
    this.run++;
    this.layer.replaceChildren();
    this.shown = [...cells];
    this.pieces = cells.map((piece, cell) => (piece ? this.put(piece, cell) : null));
    for (const name of /** @type {NodeListOf<SVGElement>} */ (this.place.querySelectorAll('[data-of]'))) {
      name.setAttribute('visibility', cells[Number(name.dataset.of)] ? 'hidden' : 'visible');
    }
    this.sort();
  }

  /** What stands in front hides what is behind. */
  sort() {
    if (this.game.outline !== 'point') return;
    const order = this.shown.map((_, cell) => cell).sort((a, b) => this.spot(a)[1] - this.spot(b)[1]);
    for (const cell of order) { const piece = this.pieces[cell]; if (piece) this.layer.append(piece); }
  }

  /**
   * What has happened, step after step; *held* has been moved by hand and is there already.
   * @param {{cells: number[], path?: number[]}[]} frames @param {number | null} [held]
   */
  async play(frames, held = null) {
    if (!frames.length) return;
    const last = frames[frames.length - 1].cells;
    this.settle();
    if (!this.motion || STILL.matches || document.hidden || !this.shown.length) return this.draw(last);
    const run = ++this.run;
    const all = stages(this.shown, frames, (a, b) => Math.hypot(this.at[a][0] - this.at[b][0], this.at[a][1] - this.at[b][1]));
    const wanted = all.reduce((sum, stage) => sum + stage.length, 0);
    const pace = Math.min(1, MOST / Math.max(wanted, 1));
    this.goal = last;
    for (const stage of all) {
      await this.act(stage, stage.length * pace, held);
      if (run !== this.run) return;
    }
    this.goal = undefined;
    this.draw(last);
  }

  /** Finish at once what is still moving. */
  settle() {
    if (this.goal) this.draw(this.goal);
    this.goal = undefined;
  }

  /** @param {import('./stages.js').Stage} stage @param {number} length @param {number | null} held */
  async act(stage, length, held) {
    /** @type {Promise<any>[]} */
    const going = [];
    /** @param {SVGElement} piece @param {Keyframe[]} keys */
    const animate = (piece, keys) => { going.push(piece.animate(keys, { duration: length, easing: 'cubic-bezier(.2,.7,.2,1)', fill: 'both' }).finished.catch(() => null)); };
    const moved = stage.slides.map(([from]) => this.pieces[from]);
    for (const [from] of stage.slides) this.pieces[from] = null;
    for (const cell of stage.gone) {
      const piece = this.pieces[cell];
      if (piece) animate(piece, [{ opacity: 1 }, { opacity: 0, transform: `${this.move(cell)} translate(0, 4px)` }]);
      this.pieces[cell] = null;
    }
    stage.slides.forEach(([from, to], i) => {
      const piece = moved[i];
      if (!piece) return;
      this.layer.append(piece);
      if (to === held) piece.style.transform = this.move(to);
      else animate(piece, [{ transform: this.move(from) }, { transform: this.move(to) }]);
      this.pieces[to] = piece;
    });
    for (const [cell, piece] of stage.come) {
      const made = this.put(piece, cell);
      const sign = this.game.pieces[piece].owner === null;
      animate(made, [{ opacity: 0, transform: `${this.move(cell)} ${sign ? 'rotate(-90deg)' : 'scale(1.12)'}` }, { opacity: 1, transform: this.move(cell) }]);
      this.pieces[cell] = made;
    }
    await Promise.all(going);
  }

  /** A piece that the server does not have yet. @param {number} piece @param {number} cell @param {number | null} from */
  ghost(piece, cell, from) {
    this.unghost();
    if (from !== null) this.pieces[from]?.classList.add('ghost');
    this.shade = this.put(piece, cell, 'ghost');
  }

  unghost() {
    this.shade?.remove();
    this.shade = undefined;
    for (const piece of this.pieces) piece?.classList.remove('ghost');
  }

  // ── Marks ──

  /** @param {{last: Iterable<number>, selected: Iterable<number>, targets: Iterable<number>, hint: Iterable<number>, grab: (cell: number) => boolean}} marks */
  mark({ last, selected, targets, hint, grab }) {
    /** @param {number} cell @param {string} kind */
    const shape = (cell, kind) => {
      const made = /** @type {SVGElement} */ (this.cells[cell].cloneNode(false));
      for (const name of ['data-cell', 'data-x', 'data-y', 'role', 'tabindex', 'aria-label', 'style']) made.removeAttribute(name);
      made.setAttribute('class', `mark ${kind}`);
      return made;
    };
    // two thin dark lines beside the amber: it is seen without its colour
    this.below.replaceChildren(...[...last].flatMap((cell) => [shape(cell, 'edge'), shape(cell, 'last')]), ...[...selected].map((cell) => shape(cell, 'selected')));
    this.above.replaceChildren(...[...targets].map((cell) => {
      const [cx, cy] = this.at[cell];
      return this.shown[cell] ? s('circle', { class: 'mark ring', cx, cy, r: 45 }) : s('circle', { class: 'mark dot', cx, cy, r: 14 });
    }), ...[...hint].map((cell) => shape(cell, 'hint')));
    this.shape = shape;
    this.cells.forEach((cell, i) => { cell.style.touchAction = grab(i) ? 'none' : ''; });
  }

  /** The keyboard is on this cell. @param {number} cell */
  cursor(cell) {
    if (this.shape) this.cursors.replaceChildren(this.shape(cell, 'rim'), this.shape(cell, 'cursor'));
  }

  // ── Hands ──

  /** @param {Event} event */
  under(event) {
    const cell = /** @type {Element | null} */ (event.target)?.closest?.('.cell');
    return cell instanceof SVGElement ? Number(cell.dataset.cell) : null;
  }

  /** @param {PointerEvent} event */
  beneath(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest('.cell');
    return found instanceof SVGElement && this.over.contains(found) ? Number(found.dataset.cell) : null;
  }

  listen() {
    /** @type {{cell: number, x: number, y: number, piece: SVGElement | null} | null} */
    let hand = null;
    this.over.addEventListener('pointerdown', (event) => {
      const cell = this.under(event);
      if (cell !== null && event.button === 0) hand = { cell, x: event.clientX, y: event.clientY, piece: null };
    });
    addEventListener('pointermove', (event) => {
      if (!hand) return;
      if (!hand.piece) {
        if (Math.hypot(event.clientX - hand.x, event.clientY - hand.y) <= SLACK) return;
        const piece = this.pieces[hand.cell];
        if (!piece || !this.hands.lift(hand.cell)) { hand = null; return; }
        hand.piece = piece;
        piece.classList.add('held');
        this.layer.append(piece);
      }
      const matrix = this.over.getScreenCTM();
      if (!matrix) return;
      const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
      hand.piece.style.transform = `translate(${spot.x}px, ${spot.y}px)`;
    });
    addEventListener('pointerup', (event) => {
      const held = hand;
      hand = null;
      if (!held) return;
      const cell = this.beneath(event);
      if (held.piece) {
        held.piece.classList.remove('held');
        held.piece.style.transform = this.move(held.cell);
        this.hands.drop(cell === held.cell ? null : cell);
      } else if (cell === held.cell) this.hands.press(cell);
    });
    addEventListener('pointercancel', () => {
      if (hand?.piece) { hand.piece.classList.remove('held'); hand.piece.style.transform = this.move(hand.cell); }
      hand = null;
    });
  }
}
