// The form of a new game: only what matters for the way of playing is shown. The server checks all of it again.

const form = /** @type {HTMLFormElement | null} */ (document.getElementById('setup'));

/** @param {string} name */
function value(name) {
  const field = form?.elements.namedItem(name);
  return field instanceof RadioNodeList || field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : '';
}

function show() {
  if (!form) return;
  const mode = value('mode'), players = Number(value('option.players') || form.dataset.players);
  for (const part of form.querySelectorAll('[data-modes]')) {
    if (part instanceof HTMLElement) part.hidden = !(part.dataset.modes ?? '').split(' ').includes(mode);
  }
  for (const part of form.querySelectorAll('[data-seat]')) {
    if (part instanceof HTMLElement) part.hidden = Number(part.dataset.seat) >= players;
  }
  const other = document.getElementById('other-clock');
  if (other) other.hidden = value('clock') !== 'other';
  const level = document.getElementById('level-words');
  const chosen = form.querySelector('input[name=level]:checked');
  if (level && chosen instanceof HTMLElement) level.textContent = chosen.dataset.words ?? '';
}

form?.addEventListener('change', show);
show();
