// On every page: light or dark, what this browser remembers, links to copy. Without it every page still works.

/** What this browser was told to remember. @param {string} name */
export function kept(name) {
  try { return localStorage.getItem(`tabuleiro.${name}`); } catch { return null; }
}

/** @param {string} name @param {string} value */
export function keep(name, value) {
  try { localStorage.setItem(`tabuleiro.${name}`, value); } catch { /* a browser that keeps nothing still plays */ }
}

/** @param {string} theme */
function wear(theme) {
  if (theme === 'auto' || theme === 'plain') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset.theme = theme;
  const before = document.documentElement.dataset.look ?? '';
  document.cookie = `theme=${theme};path=/;max-age=31536000;samesite=lax`;
  if ((before === 'plain') !== (theme === 'plain')) location.reload();
}

for (const field of document.querySelectorAll('[data-setting]')) {
  if (!(field instanceof HTMLInputElement)) continue;
  const name = field.dataset.setting ?? '';
  if (field.type === 'checkbox') {
    field.checked = (kept(name) ?? (field.defaultChecked ? 'on' : 'off')) === 'on';
    field.addEventListener('change', () => { keep(name, field.checked ? 'on' : 'off'); dispatchEvent(new Event('settings')); });
  } else field.addEventListener('change', () => wear(field.value));
}

const menu = document.querySelector('details.menu');
document.addEventListener('click', (event) => {
  if (menu instanceof HTMLDetailsElement && menu.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
});
menu?.addEventListener('click', (event) => {
  if (menu instanceof HTMLDetailsElement && event.target instanceof Element && event.target.closest('a[href^="#"]')) menu.open = false;
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && menu instanceof HTMLDetailsElement && menu.open) { menu.open = false; menu.querySelector('summary')?.focus(); }
});

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null;
  if (!(button instanceof HTMLElement)) return;
  const field = button.parentElement?.querySelector('input');
  if (!field) return;
  field.select();
  const done = () => { button.textContent = button.dataset.copied ?? ''; };
  if (navigator.clipboard) navigator.clipboard.writeText(field.value).then(done, () => {});
  else if (document.execCommand('copy')) done();
});
