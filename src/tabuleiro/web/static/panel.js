// Beside the board: who plays, clocks, turns, the one thing that is due, and what else can be done.

import { figure, h, icon, the } from './dom.js';
import { select } from './select.js';
import { earned } from './streak.js';
import { say, sayMany } from './words.js';

/** @import { Page } from './game.js' */

const CALLED_OFF = 'the game was called off'; // the key of that reason, in every language
const LOW = 20; // seconds: little time

/** @param {number} seconds */
function minutes(seconds) {
  const left = Math.max(Math.ceil(seconds - 0.001), 0);
  const [hours, rest] = [Math.floor(left / 3600), left % 3600];
  const tail = `${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, '0')}`;
  return hours ? `${hours}:${tail.padStart(5, '0')}` : tail;
}

export class Panel {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.drawn = ''; // what the list of turns shows
    this.acted = ''; // and the bar
    const nav = the('steps');
    for (const button of nav.querySelectorAll('button')) button.addEventListener('click', () => this.go(button.dataset.go ?? ''));
    const form = /** @type {HTMLFormElement | null} */ (document.getElementById('type'));
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById('turn'));
    form?.addEventListener('submit', (event) => {
      event.preventDefault();
      if (field) { page.type(field.value); field.value = ''; }
    });
    new ResizeObserver(() => this.newest()).observe(the('turns'));
    field?.addEventListener('input', () => this.complete(field.value));
    field?.addEventListener('focus', () => this.complete(field.value));
    document.addEventListener('keydown', (event) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
      if (event.key === '[' || event.key === ']') this.go(event.key === '[' ? 'back' : 'on');
    });
  }

  /** @param {string} where */
  go(where) {
    const all = this.page.view.turns.length, now = this.page.looking ?? all;
    this.page.look({ first: 0, back: now - 1, on: now + 1, last: all }[where] ?? null);
  }

  /** What a typed turn may become. @param {string} begun */
  complete(begun) {
    const fitting = this.page.free ? this.page.steps.filter((step) => step.text.toLowerCase().startsWith(begun.trim().toLowerCase())) : [];
    the('completions').replaceChildren(...fitting.slice(0, 40).map((step) => h('option', { value: step.text })));
  }

  /** The bar takes no press for a moment, so that no button appears under the finger. @param {number} length */
  calm(length) {
    const bar = the('acts');
    bar.inert = true;
    setTimeout(() => { bar.inert = false; }, length);
  }

  draw() {
    const { view, table } = this.page;
    the('covered').hidden = !this.page.handover;
    the('main').hidden = this.page.handover;
    if (this.page.handover) this.handover();
    this.seats();
    this.turns();
    this.prompt();
    this.actions();
    this.note();
    const yours = (this.page.due || this.page.handover) && !this.page.lacking;
    const title = `${this.page.game.title}: ${this.people()}`;
    document.title = view.outcome ? `${say('Over')}: ${title}` : yours ? `● ${say('Your turn')}: ${title}` : title;
    const favicon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel=icon]'));
    if (favicon) favicon.href = favicon.href.replace(/icon(-turn)?\.svg/, yours ? 'icon-turn.svg' : 'icon.svg');
    the('play-on').hidden = !view.outcome;
    for (const link of document.querySelectorAll('#play-on a')) {
      if (link instanceof HTMLAnchorElement) { const url = new URL(link.href); url.searchParams.set('turn', String(this.page.looking ?? view.turns.length)); link.href = url.href; }
    }
    the('watchers').textContent = sayMany('{count} person watches', '{count} people watch', table.spectators);
    /** @type {HTMLElement} */ (the('watchers').parentElement).hidden = !table.spectators;
  }

  connection() {
    the('net').hidden = this.page.up;
    if (!this.page.up) the('net-words').textContent = this.page.line?.waiting.size ? say('Connection lost. Your turn is kept.') : say('Connection lost. Nothing is lost.');
  }

  handover() {
    const { view } = this.page;
    const name = view.players[view.player].name;
    the('covered').replaceChildren(
      h('h2', {}, say('Pass the screen to {name}', { name })),
      h('p', { class: 'lead' }, say('What the others know stays theirs.')),
      h('button', { class: 'btn main big', id: 'sit', on: () => this.page.sit(view.player) }, say('I am {name}', { name })),
    );
  }

  // ── Seats ──

  seats() {
    const { game, seat, table } = this.page;
    const mine = seat ?? (table.seats.some((person) => person.you) ? table.seats.findIndex((person) => person.you) : game.players - 1);
    const order = game.seats.map((_, i) => (mine + i) % game.players);
    the('others').replaceChildren(...order.slice(1).map((i) => this.seat(i, false)));
    the('mine').replaceChildren(this.seat(mine, true));
  }

  /** What the one at this seat is called here. @param {number} seat */
  called(seat) {
    const person = this.page.table.seats[seat];
    return person.kind === 'open' ? say('Nobody yet') : person.you && this.page.own.length === 1 ? say('You') : this.page.view.players[seat].name;
  }

  /** @param {number} seat @param {boolean} below */
  seat(seat, below) {
    const { game, view, table } = this.page;
    const person = table.seats[seat], player = view.players[seat];
    const now = view.player === seat && !this.page.lacking, you = person.you;
    const piece = game.pieces.findIndex((one) => one.owner === seat);
    const called = this.called(seat);
    const picture = piece > 0 && !game.secrets ? figure(`p${piece}`) : h('span', { class: 'avatar', 'aria-hidden': 'true' }, person.kind === 'agent' ? icon('cpu') : [...called][0] ?? '');
    const own = view.status.filter(([, values]) => values.length === game.players && game.players > 1 && values[seat] !== '?').map(([name, values]) => `${name} ${values[seat]}`.replaceAll(' ', '\u00a0'));
    const about = [
      now && !view.outcome ? (you ? say('your turn') : table.thinking ? say('is thinking') : say('to play')) : '',
      called === player.seat ? '' : player.seat.replace(/ \(.*\)$/, ''),
      ...own,
      person.kind === 'human' && !person.here && !you ? say('away') : '',
    ].filter(Boolean).join('\u00a0· ');
    const left = this.left(seat);
    const low = left !== null && left < LOW && now;
    return h('section', { class: `seat${now ? ' now' : ''}${low ? ' low' : ''}${person.here || you || person.kind === 'agent' ? '' : ' away'}${below ? ' you' : ' them'}`, 'aria-label': called, 'data-seat': seat },
      picture, h('span', { class: 'name' }, called), h('span', { class: 'of' }, about),
      left === null ? null : h('span', { class: 'clock', role: 'timer', 'aria-label': low ? say('{time} left, hurry', { time: minutes(left) }) : say('{time} left', { time: minutes(left) }) }, minutes(left)));
  }

  /** Seconds left, by the server's clock. @param {number} seat @returns {number | null} */
  left(seat) {
    const clocks = this.page.table.clocks;
    const left = clocks?.left[seat] ?? null;
    if (left === null || clocks?.running !== seat || this.page.view.outcome) return left;
    return left - (performance.now() - this.page.received) / 1000;
  }

  tick() {
    for (const seat of document.querySelectorAll('.seat[data-seat]')) {
      const number = Number(/** @type {HTMLElement} */ (seat).dataset.seat), left = this.left(number);
      const clock = seat.querySelector('.clock');
      if (!clock || left === null || clock.textContent === minutes(left)) continue;
      clock.textContent = minutes(left);
      const low = left < LOW && this.page.view.player === number;
      seat.classList.toggle('low', low);
      clock.setAttribute('aria-label', low ? say('{time} left, hurry', { time: minutes(left) }) : say('{time} left', { time: minutes(left) }));
    }
  }

  // ── Turns ──

  turns() {
    const { view, game, looking } = this.page;
    const list = the('turns'), count = game.players, all = view.turns;
    const key = JSON.stringify([all, view.so_far, looking, view.player, this.page.due, this.page.lacking]);
    if (key === this.drawn) return;
    this.drawn = key;
    list.style.setProperty('--n', String(count));
    const rows = [];
    const shown = looking ?? all.length;
    for (let from = 0; from < all.length || from === 0; from += count) {
      const row = h('li', {}, h('span', {}, String(from / count + 1)));
      all.slice(from, from + count).forEach((text, i) => row.append(this.turn(text, from + i + 1, shown)));
      rows.push(row);
    }
    if (!view.outcome) {
      const wait = h('span', { class: 'wait' }, view.so_far || (this.page.due && !this.page.lacking ? say('your turn') : '…'));
      if (all.length && all.length % count === 0) rows.push(h('li', {}, h('span', {}, String(all.length / count + 1)), wait));
      else rows[rows.length - 1].append(wait);
    }
    list.replaceChildren(h('ol', {}, ...rows));
    const current = list.querySelector('[aria-current]');
    this.newest();
    if (looking !== null && current instanceof HTMLElement) list.scrollTo({ top: current.offsetTop - list.clientHeight / 2, left: current.offsetLeft - list.clientWidth / 2 });
  }

  /** The newest turn is in sight, unless an older one is looked at. */
  newest() {
    if (this.page.looking === null) the('turns').scrollTo(the('turns').scrollWidth, the('turns').scrollHeight);
  }

  /** @param {string} text @param {number} number @param {number} shown */
  turn(text, number, shown) {
    const parts = text.split(/(?=@)/).flatMap((part, i) => (i ? [h('wbr'), part] : [part]));
    return h('button', { type: 'button', 'aria-current': number === shown ? 'true' : null, on: () => this.page.look(number) }, ...parts);
  }

  // ── The one thing that is due ──

  /** @param {string} kind @param {string} title @param {...(Node | string | null | false)} rest */
  show(kind, title, ...rest) {
    const box = the('prompt');
    const focused = document.activeElement instanceof HTMLElement && box.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    box.className = `prompt ${kind}`;
    box.replaceChildren(h('h2', {}, title), .../** @type {Node[]} */ (rest.filter(Boolean)));
    if (focused) /** @type {HTMLElement | null} */ (box.querySelector(`[data-key="${CSS.escape(focused)}"]`) ?? box.querySelector('button'))?.focus();
  }

  /** @param {string} words @param {() => void} on @param {string} [kind] @param {string} [sign] */
  button(words, on, kind = '', sign = '') {
    return h('button', { type: 'button', class: `btn ${kind}`, 'data-key': words, on }, sign ? icon(sign) : null, words);
  }

  prompt() {
    const page = this.page, { view, table } = page;
    /** @param {...(Node | null | false)} all */
    const acts = (...all) => h('div', { class: 'acts' }, ...all);
    const offer = Object.entries(table.offers ?? {}).find(([, seat]) => seat !== null && seat !== undefined);
    if (page.looking !== null && !view.outcome) {
      return this.show('idle', page.looking ? say('You look at turn {number}', { number: page.looking }) : say('You look at the start'),
        acts(this.button(say('Back to the game'), () => page.look(null), 'main')));
    }
    if (page.refusal) return this.show('no', say('That is not possible'), h('p', {}, page.refusal), acts(this.button(say('Go on'), () => { page.refusal = ''; page.render(); })));
    if (page.asking) return this.ask(acts);
    if (view.outcome) return this.result(acts);
    if (offer && page.seat !== null) return this.offered(offer[0], Number(offer[1]), acts);
    if (page.lacking) return this.waiting();
    if (page.settled) {
      const step = page.settled;
      return this.show('', say('Play {turn}?', { turn: step.label }), acts(this.button(say('Back'), () => page.back(), '', 'undo'), this.button(say('Play it'), () => page.send(step), 'main', 'check')));
    }
    if (page.due) return this.yourTurn(acts);
    const name = view.players[view.player]?.name ?? '';
    const words = page.seat === null ? '' : say('You can leave this page. The tab says when it is your turn.');
    return this.show('idle', table.thinking ? say('{name} is thinking', { name }) : say('{name} is to play', { name }), h('p', { class: 'soft' }, view.prompt ? view.standing : words), this.last());
  }

  /** @param {(...all: (Node | null | false)[]) => Node} acts */
  yourTurn(acts) {
    const page = this.page, { view } = page;
    const found = select(page.open, page.clicked);
    const palette = page.palette;
    const several = this.page.own.length > 1;
    const title = several ? say("{name}'s turn", { name: view.players[view.player].name }) : say('Your turn');
    const cell = page.clicked.length ? page.game.cells[page.clicked[page.clicked.length - 1]] : '';
    const words = page.sent ? say('Sending …') : palette.length && cell ? say('Choose what to put on {cell}', { cell })
      : cell && found.targets.size ? say('From {cell}: choose where', { cell })
      : page.brush ? say('{piece}: choose a cell', { piece: page.game.pieces[page.brush].name })
      : view.prompt || (palette.length ? say('Choose a cell and a piece') : say('Choose on the board'));
    const options = palette.length ? [] : found.options;
    const half = page.clicked.length || page.brush;
    const first = view.turns.length < page.game.players && !half && !page.sent; // what one plays for, until everybody has played
    this.show('', title, h('p', {}, words),
      first ? h('p', { class: 'soft' }, `${page.boot.goal} `, h('a', { href: `/rules/${page.game.game.split(':')[0]}` }, say('Rules'))) : null,
      half || page.sent || view.so_far ? null : this.last(),
      this.hinting(),
      palette.length ? this.faces(palette) : null,
      options.length || half || page.table.may.includes('back') ? acts(
        half ? this.button(say('Back'), () => page.back(), '', 'undo') : page.table.may.includes('back') && this.button(say('Begin the turn again'), () => page.back(), '', 'undo'),
        ...options.map((step) => {
          const sign = step.paths.some((path) => path.length) ? '' : page.boot.stops.includes(step.number) ? 'check' : 'flip'; // what no cell shows
          const button = this.button(step.label, () => page.choose(step), options.length === 1 ? 'main' : '', sign);
          button.dataset.step = String(step.number);
          return button;
        })) : null);
  }

  /** The last turn in words: what stands in the list takes some learning. */
  last() {
    const words = this.page.state.speech?.last;
    return words && this.page.view.turns.length ? h('p', { class: 'last soft' }, words) : null;
  }

  hinting() {
    return this.page.hint ? h('p', { class: 'hint' }, say('Hint: {turn}', { turn: this.page.hint })) : null;
  }

  /** @param {number[]} pieces */
  faces(pieces) {
    const page = this.page, few = pieces.length <= 4;
    return h('div', { class: `faces ${few ? 'few' : 'many'}`, role: 'group', 'aria-label': say('Pieces') }, ...pieces.map((piece) => {
      const name = page.game.pieces[piece].name;
      return h('button', { type: 'button', title: page.board.flipped ? null : name, 'aria-label': name, 'aria-pressed': page.brush === piece, 'data-piece': piece, 'data-key': `piece ${piece}`, on: () => page.paint(piece) },
        figure(page.board.symbol(piece), few ? 'piece' : 'face'), few ? h('span', { 'aria-hidden': 'true' }, name) : null);
    }));
  }

  /** @param {string} what @param {number} seat @param {(...all: (Node | null | false)[]) => Node} acts */
  offered(what, seat, acts) {
    const page = this.page, name = page.view.players[seat].name;
    const mine = seat === page.seat || (page.own.includes(seat) && page.own.length > 1);
    /** @type {Record<string, [string, string]>} */
    const words = {
      draw: [say('You offer a draw'), say('{name} offers a draw', { name })],
      takeback: [say('You ask to take back'), say('{name} asks to take back', { name })],
      rematch: [say('You want a rematch'), say('{name} wants a rematch', { name })],
    };
    if (mine) return this.show('offer', words[what][0], h('p', {}, say('The answer comes here. You can play on.')));
    return this.show('offer', words[what][1], h('p', {}, say('You can also just play on.')),
      acts(this.button(say('No'), () => page.act('answer', { what, yes: false })), this.button(say('Accept'), () => page.act('answer', { what, yes: true }), 'main', 'check')));
  }

  /** @param {(...all: (Node | null | false)[]) => Node} acts */
  ask(acts) {
    const page = this.page, what = page.asking;
    const title = what === 'abort' ? say('Abort this game?') : say('Resign this game?');
    this.show('no', title, acts(this.button(say('No, play on'), () => { page.asking = ''; page.render(); }), this.button(say('Yes'), () => page.act(what), 'bad')));
  }

  waiting() {
    const invite = document.getElementById('invite');
    this.show('', say('Waiting for another player'), invite instanceof HTMLTemplateElement ? document.importNode(invite.content, true).firstElementChild : h('p', {}, say('Somebody with the link takes the seat.')));
    document.dispatchEvent(new CustomEvent('drawn'));
  }

  /** @param {(...all: (Node | null | false)[]) => Node} acts */
  result(acts) {
    const page = this.page, { view, table } = page, ended = view.outcome;
    if (!ended) return;
    const names = ended.winners.map((seat) => view.players[seat].name);
    const title = !names.length || ended.key === CALLED_OFF ? say('The game is over') : names.length === view.players.length ? say('A draw')
      : page.own.length === 1 && page.seat !== null && ended.winners.includes(page.seat) && names.length === 1 ? say('You win')
      : names.length === 1 ? say('{name} wins', { name: names[0] }) : say('{names} share the win', { names: names.join(', ') });
    const points = ended.points.length ? view.players.map((_, i) => `${this.called(i)} (${ended.points[i]})`).join(', ') : '';
    const alone = page.own.length === 1 && ended.winners.length === 1 && ended.winners[0] === page.own[0], { streak } = page.boot;
    const next = streak && ended.key !== CALLED_OFF && earned(streak, page.boot.id, alone) ? streak : null;
    const offered = table.offers?.rematch;
    const wants = offered !== null && offered !== undefined && offered !== page.seat;
    this.show('over', title,
      h('p', {}, `${ended.reason}. ${sayMany('{count} turn.', '{count} turns.', view.turns.length)}`),
      points ? h('p', { class: 'more' }, say('Points: {points}', { points })) : null,
      table.marked ? h('p', { class: 'small soft more' }, say('With hints or turns taken back.')) : null,
      page.refusal ? h('p', { class: 'wrong' }, page.refusal) : null,
      acts(
        table.rematch ? h('a', { class: 'btn main', href: table.rematch }, icon('again'), say('To the rematch')) :
        wants && page.seat !== null ? this.button(say('Accept the rematch'), () => page.act('answer', { what: 'rematch', yes: true }), 'main', 'again') :
        table.may.includes('rematch') ? this.button(say('Rematch'), () => page.act('offer', { what: 'rematch' }), 'main', 'again') :
        offered === page.seat && page.seat !== null ? h('p', {}, say('You want a rematch')) : null,
        next && h('a', { class: 'btn', href: next.href }, icon('next'), next.words),
        h('a', { class: 'btn', href: '/' }, icon('play'), say('New game'))));
  }

  // ── What else can be done ──

  actions() {
    const page = this.page, may = new Set(page.table.may);
    const key = JSON.stringify([page.table.may, page.table.offers, page.view.outcome !== null]);
    if (key === this.acted) return;
    this.acted = key;
    /** @param {string} name @param {string} words @param {() => void} on @param {string} [kind] */
    const one = (name, words, on, kind = '') => h('button', { type: 'button', class: `icon lab ${kind}`, 'data-act': words, on }, icon(name), words);
    the('acts').replaceChildren(...[
      one('prev', say('Before'), () => this.go('back'), 'thumb'),
      one('next', say('After'), () => this.go('on'), 'thumb'),
      one('flip', say('Flip'), () => page.flip()),
      may.has('undo') ? one('undo', say('Take back'), () => page.act('undo')) : may.has('takeback') && one('undo', say('Take back'), () => page.act('offer', { what: 'takeback' })),
      may.has('hint') && one('bulb', say('Hint'), () => page.act('hint')),
      may.has('draw') && one('half', say('Draw'), () => page.act('offer', { what: 'draw' })),
      may.has('claim') && one('check', say('Claim'), () => page.act('claim')),
      may.has('abort') ? one('no', say('Abort'), () => this.sure('abort')) : may.has('resign') && one('flag', say('Resign'), () => this.sure('resign')),
    ].filter((item) => item instanceof Node));
  }

  /** @param {string} what */
  sure(what) {
    this.page.asking = what;
    this.page.render();
    /** @type {HTMLElement | null} */ (the('prompt').querySelector('button'))?.focus();
  }

  /** Who sits at the table; somebody may have come since the page was made. */
  people() {
    const { own, table } = this.page;
    const others = table.seats.filter((person) => person.kind !== 'open' && !(own.length === 1 && person.you)).map((person) => person.name).join(', ');
    if (own.length === 1) return others ? say('You and {names}', { names: others }) : say('You');
    return others || say('An empty table');
  }

  note() {
    const { view, game } = this.page;
    the('people').textContent = this.people();
    the('typing').hidden = !this.page.own.length || view.outcome !== null;
    const shared = view.status.filter(([, values]) => values.length !== game.players || game.players === 1);
    the('facts').replaceChildren(...shared.map(([name, values]) => h('div', {}, h('dd', {}, `${name}: ${values[0]}`))));
    const secret = the('secret');
    secret.hidden = !view.secrets.length;
    the('secret-words').textContent = view.secrets.join(', ');
  }
}
