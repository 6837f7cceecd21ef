// What moved between two boards: the step itself first, then what it pushed and took. Made from differences alone.

/** @typedef {{slides: [number, number][], come: [number, number][], gone: number[], length: number}} Stage */

const SLIDE = 200, FADE = 160, TURN = 180; // milliseconds

/**
 * @param {number[]} cells as they are shown
 * @param {{cells: number[], path?: number[]}[]} frames
 * @param {(one: number, other: number) => number} far
 * @returns {Stage[]}
 */
export function stages(cells, frames, far) {
  /** @type {Stage[]} */
  const all = [];
  for (const frame of frames) {
    all.push(...between(cells, frame.cells, frame.path ?? [], far));
    cells = frame.cells;
  }
  return all;
}

/** @param {number[]} old @param {number[]} now @param {number[]} path @param {(one: number, other: number) => number} far @returns {Stage[]} */
function between(old, now, path, far) {
  const changed = now.map((_, cell) => cell).filter((cell) => old[cell] !== now[cell]);
  const gone = new Set(changed.filter((cell) => old[cell]));
  const come = new Set(changed.filter((cell) => now[cell]));
  /** @type {Stage} */
  const first = { slides: [], come: [], gone: [], length: 0 };
  /** @type {Stage} */
  const then = { slides: [], come: [], gone: [], length: 0 };
  const from = path[0], to = path[path.length - 1];
  if (path.length > 1 && gone.has(from)) {
    first.slides.push([from, to]);
    if (gone.has(to)) first.gone.push(to);
    if (now[to] !== old[from]) then.gone.push(to);
    if (now[to] === old[from]) come.delete(to);
    gone.delete(from);
    gone.delete(to);
  } else if (path.length === 1 && come.has(from)) {
    first.come.push([from, now[from]]);
    if (gone.has(from)) first.gone.push(from);
    come.delete(from);
    gone.delete(from);
  }
  for (const cell of [...come]) {
    const near = [...gone].filter((other) => other !== cell && old[other] === now[cell]).sort((a, b) => far(a, cell) - far(b, cell))[0];
    if (near === undefined) continue;
    then.slides.push([near, cell]);
    gone.delete(near);
    come.delete(cell);
  }
  for (const cell of come) then.come.push([cell, now[cell]]);
  then.gone.push(...gone);
  for (const stage of [first, then]) {
    stage.length = Math.max(stage.slides.length && SLIDE, stage.come.length && TURN, stage.gone.length && FADE);
  }
  return [first, then].filter((stage) => stage.length);
}
