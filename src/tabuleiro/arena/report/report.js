'use strict';
// Steps through the games. It knows boards and cells by their numbers, and no rule.
(async () => {
  const $ = (id) => document.getElementById(id);
  const SVG = 'http://www.w3.org/2000/svg';
  const { agents, seats, sorted, opening, words } = JSON.parse($('data').textContent);
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  const theme = $('theme');
  theme.hidden = false;
  theme.addEventListener('click', () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
  });

  const bytes = Uint8Array.from(atob($('packed').textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const { starts, games } = JSON.parse(await new Response(stream).text());
  document.querySelector('.viewer').classList.add('ready');

  // ── The board ──
  const board = document.querySelector('#board svg');
  const [pieces, marks] = ['.pieces', '.marks'].map((name) => board.querySelector(name));
  const cells = [...board.querySelectorAll('.cell')].sort((a, b) => a.dataset.cell - b.dataset.cell);
  const from = cells.map((cell) => [Number(cell.dataset.x), Number(cell.dataset.y)]);
  const order = from.map((_, cell) => cell);
  if (sorted) order.sort((a, b) => from[a][1] - from[b][1]); // what stands in front hides what is behind

  function draw(shown, last) {
    pieces.replaceChildren(...order.filter((cell) => shown[cell]).map((cell) => {
      const piece = document.createElementNS(SVG, 'use');
      piece.setAttribute('href', `#p${shown[cell]}`);
      piece.setAttribute('transform', `translate(${from[cell].join(' ')})`);
      return piece;
    }));
    for (const name of board.querySelectorAll('[data-of]')) name.setAttribute('visibility', shown[name.dataset.of] ? 'hidden' : 'visible');
    marks.replaceChildren(...last.flatMap((cell) => ['edge', 'last'].map((kind) => {
      const mark = cells[cell].cloneNode(false);
      mark.setAttribute('class', `mark ${kind}`);
      mark.removeAttribute('fill');
      return mark;
    })));
  }

  // ── A game ──
  let game = null, at = 0, chosen = [];

  function position(turn) {
    const shown = [...starts[game.start]];
    const last = [];
    for (let number = 0; number < turn; number++) {
      const changed = game.cells[number];
      for (let i = 0; i < changed.length; i += 2) {
        shown[changed[i]] = changed[i + 1];
        if (number === turn - 1) last.push(changed[i]);
      }
    }
    return [shown, last];
  }

  function go(turn) {
    at = Math.max(0, Math.min(turn, game.turns.length));
    draw(...position(at));
    const here = fill(words.of, { turn: at, turns: game.turns.length });
    $('where').textContent = at ? `${here}: ${seats[game.by[at - 1]] ?? ''} ${game.turns[at - 1]}` : `${here}: ${words.start}`;
    $('first').disabled = $('back').disabled = at === 0;
    $('next').disabled = $('last').disabled = at === game.turns.length;
    [...$('turns').children].forEach((item, number) => {
      const button = item.firstChild;
      if (number === at - 1) { button.setAttribute('aria-current', 'step'); near(button, $('turns')); } else button.removeAttribute('aria-current');
    });
    try { history.replaceState(null, '', `#game-${games.indexOf(game) + 1}-${at}`); } catch { /* a page that may not */ }
  }

  /** Scroll the list alone, never the page. */
  function near(item, list) {
    const top = item.getBoundingClientRect().top - list.getBoundingClientRect().top;
    if (top < 0 || top > list.clientHeight - item.clientHeight) list.scrollTop += top - list.clientHeight / 2;
  }

  const part = (score) => ({ 0: '0', 1: '1', 0.5: '½', 0.333: '⅓', 0.25: '¼' })[score] ?? String(score);
  const line = ({ seats: who, scores }) => (who.length === 2
    ? `${agents[who[0]]} ${part(scores[0])}–${part(scores[1])} ${agents[who[1]]}`
    : who.map((agent, seat) => `${agents[agent]} (${part(scores[seat])})`).join(', '));

  function result(one) {
    const best = Math.max(...one.scores);
    const names = [...new Set(one.seats.filter((_, seat) => one.scores[seat] === best).map((agent) => agents[agent]))];
    const all = names.length === new Set(one.seats).size;
    const who = all ? words.draw : names.length > 1 ? fill(words.share, { names: names.join(', ') }) : fill(words.wins, { name: names[0] });
    return `${who}: ${one.why}`;
  }

  function make(tag, text, kind = '') {
    const made = document.createElement(tag);
    made.textContent = text;
    if (kind) made.className = kind;
    return made;
  }

  function open(one, turn = one.turns.length) {
    game = one;
    $('who').textContent = one.seats.map((agent, seat) => `${seats[seat]}: ${agents[agent]}`).join(' · ');
    $('why').textContent = result(one);
    $('turns').replaceChildren(...one.turns.map((text, number) => {
      const button = make('button', '', number < opening ? 'random' : '');
      button.type = 'button';
      button.append(make('span', `${number + 1}. `, 'number'), text);
      button.addEventListener('click', () => go(number + 1));
      const item = document.createElement('li');
      item.append(button);
      return item;
    }));
    [...$('list').children].forEach((item, number) => {
      const button = item.firstChild;
      if (chosen[number] === one) { button.setAttribute('aria-current', 'true'); near(button, $('list')); } else button.removeAttribute('aria-current');
    });
    go(turn);
  }

  // ── The list of games ──
  function list(keep) {
    const wanted = [$('one').value, $('other').value].filter((value) => value !== '').map(Number);
    chosen = games.filter((one) => wanted.every((agent) => one.seats.includes(agent)));
    $('list').replaceChildren(...chosen.map((one) => {
      const button = make('button', line(one));
      button.type = 'button';
      button.append(make('span', fill(words.game, { number: one.n, turns: one.turns.length }), 'soft'));
      button.addEventListener('click', () => open(one));
      const item = document.createElement('li');
      item.append(button);
      return item;
    }));
    if (!chosen.length) $('list').append(make('li', words.none, 'note'));
    else if (!keep || !chosen.includes(game)) open(chosen[0]);
    else open(game, at);
  }

  for (const name of ['one', 'other']) {
    $(name).append(new Option(words.all, ''), ...agents.map((agent, number) => new Option(agent, number)));
    $(name).addEventListener('change', () => list(true));
  }
  for (const button of document.querySelectorAll('.cross button')) {
    button.addEventListener('click', () => {
      $('one').value = button.dataset.one;
      $('other').value = button.dataset.other;
      list(false);
      $('games').scrollIntoView();
      $('list').focus({ preventScroll: true });
    });
  }
  $('first').addEventListener('click', () => go(0));
  $('back').addEventListener('click', () => go(at - 1));
  $('next').addEventListener('click', () => go(at + 1));
  $('last').addEventListener('click', () => go(game.turns.length));
  addEventListener('keydown', (event) => {
    if (!game || event.ctrlKey || event.metaKey || event.altKey || /^(SELECT|INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
    const bounds = $('games').getBoundingClientRect();
    if (bounds.bottom < 0 || bounds.top > innerHeight) return; // the games are not in view: the page scrolls
    const other = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === 'ArrowLeft') go(at - 1);
    else if (event.key === 'ArrowRight') go(at + 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(game.turns.length);
    else if (other && bounds.top < innerHeight / 2) open(chosen[Math.max(0, Math.min(chosen.indexOf(game) + other, chosen.length - 1))]);
    else return;
    event.preventDefault();
  });

  const asked = /^#game-(\d+)-(\d+)$/.exec(location.hash);
  list(false);
  if (asked && games[asked[1] - 1]) { open(games[asked[1] - 1], Number(asked[2])); $('games').scrollIntoView(); }
})();
