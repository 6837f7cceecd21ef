// Clicking: a step is a path of cells, and a selection is a prefix of the legal steps' paths. No rule is stated here.

/** @import { Legal, Step } from './types.js' */

/** @param {Legal[]} legal @param {number[]} places the piece that each step puts on the board @returns {Step[]} */
export function stepsOf(legal, places) {
  return legal.flatMap(([paths, ...steps]) =>
    steps.map(([number, text, label]) => ({ number, text, label: label ?? text, piece: places[number] ?? 0, paths })));
}

/**
 * Where clicking *cells* leads: what may be clicked next, which steps are whole, and the one step it means.
 * @param {Step[]} steps @param {number[]} cells
 */
export function select(steps, cells) {
  /** @type {Set<number>} */
  const targets = new Set();
  /** @type {Set<Step>} */
  const fitting = new Set();
  /** @type {Set<Step>} */
  const whole = new Set();
  for (const step of steps) {
    for (const path of step.paths) {
      if (!cells.every((cell, i) => path[i] === cell)) continue;
      fitting.add(step);
      if (path.length === cells.length) whole.add(step);
      else targets.add(path[cells.length]);
    }
  }
  const options = [...whole];
  const step = cells.length && options.length === 1 && fitting.size === 1 ? options[0] : null;
  return { cells, targets, options: step ? [] : options, step };
}

/** The selection after one more click; one that does not fit begins anew, or clears. @param {Step[]} steps @param {number[]} cells @param {number} cell */
export function click(steps, cells, cell) {
  for (const tried of cells.length ? [[...cells, cell], [cell]] : [[cell]]) {
    const found = select(steps, tried);
    if (found.step || found.targets.size || found.options.length) return found;
  }
  return select(steps, []);
}
