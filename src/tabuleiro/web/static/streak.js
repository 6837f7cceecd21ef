// Wins in a row against one level, as this browser remembers them; the server says which level comes next.

import { keep, kept } from './site.js';

/** @import { Streak } from './types.js' */

/** Count a game that is over, once, and say whether the next level should be offered. @param {Streak} streak @param {string} id @param {boolean} won */
export function earned(streak, id, won) {
  const name = `streak.${streak.game}`;
  /** @type {{level?: string, wins?: number, id?: string}} */
  let before = {};
  try { before = JSON.parse(kept(name) ?? '{}') ?? {}; } catch { /* somebody else's words */ }
  if (before.id !== id) {
    const wins = won ? (before.level === streak.level ? Number(before.wins) || 0 : 0) + 1 : 0;
    before = { level: streak.level, wins, id };
    keep(name, JSON.stringify(before));
  }
  return won && Number(before.wins) >= streak.row;
}
