// The words of the page, in the reader's language: the server sends what the scripts say.

/** @type {Record<string, string | string[]>} */
let words = {};

/** @param {Record<string, string | string[]>} sent */
export function learn(sent) {
  words = sent;
}

/** @param {string} text @param {Record<string, string | number>} values */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/** @param {string} text @param {Record<string, string | number>} [values] */
export function say(text, values = {}) {
  const found = words[text];
  return fill(typeof found === 'string' ? found : text, values);
}

/** @param {string} one @param {string} many @param {number} count */
export function sayMany(one, many, count) {
  const found = words[one];
  const [single, several] = Array.isArray(found) ? found : [one, many];
  return fill(count === 1 ? single : several, { count });
}
