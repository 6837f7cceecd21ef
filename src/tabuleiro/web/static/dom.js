// Making elements: no markup is ever put together from texts, so that a name can only be a name.

const SVG = 'http://www.w3.org/2000/svg';

/** @param {string} id @returns {HTMLElement} */
export function the(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no #${id}`);
  return found;
}

/**
 * @param {string} tag
 * @param {Record<string, any>} [props] attributes; `on` is what a press does
 * @param {...(Node | string | null | false | undefined)} children
 * @returns {HTMLElement}
 */
export function h(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  put(made, props, children);
  return made;
}

/**
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node | string | null | false | undefined)} children
 * @returns {SVGElement}
 */
export function s(tag, props = {}, ...children) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  put(made, props, children);
  return made;
}

/** @param {Element} made @param {Record<string, any>} props @param {(Node | string | null | false | undefined)[]} children */
function put(made, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (name === 'on') made.addEventListener('click', value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  made.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child || child === '')));
}

/** @param {string} name */
export function icon(name) {
  return s('svg', { class: 'i', 'aria-hidden': 'true' }, s('use', { href: `#i-${name}` }));
}

/** A picture of a piece, from the symbols that came with the board. @param {string} symbol @param {string} [kind] */
export function figure(symbol, kind = 'piece') {
  return s('svg', { class: kind, viewBox: kind === 'face' ? '-43 -43 86 86' : '-50 -50 100 100', 'aria-hidden': 'true' }, s('use', { href: `#${symbol}` }));
}
