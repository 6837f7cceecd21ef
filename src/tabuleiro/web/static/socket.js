// The line to the server: every message has an id and is sent again until it is answered; a lost line comes back by itself.

/** @import { Message } from './types.js' */

const BEAT = 2500; // milliseconds between two signs of life
const PATIENCE = 6000; // without any answer, the line is lost

export class Line {
  /**
   * @param {string} id of the game
   * @param {() => [number, number]} has the version that the page has, and how many steps
   * @param {(message: Message) => void} heard
   * @param {(up: boolean) => void} changed
   */
  constructor(id, has, heard, changed) {
    this.id = id;
    this.has = has;
    this.heard = heard;
    this.changed = changed;
    /** @type {Map<string, object>} */
    this.waiting = new Map();
    this.tries = 0;
    this.alive = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.open();
    setInterval(() => this.beat(), BEAT);
    addEventListener('online', () => this.socket || this.open());
  }

  open() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const [version, steps] = this.has();
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/games/${this.id}/socket?v=${version}&n=${steps}`);
    this.socket = socket;
    this.alive = performance.now();
    socket.onopen = () => {
      this.tries = 0;
      this.changed(true);
      for (const message of this.waiting.values()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.changed(false);
      const pause = Math.min(8000, 250 * 2 ** this.tries++) * (0.5 + Math.random() / 2);
      setTimeout(() => this.socket || this.open(), pause);
    };
  }

  /** @param {Message} message */
  take(message) {
    this.alive = performance.now();
    if (message.id && (message.type === 'ack' || message.type === 'no' || message.type === 'hint')) this.waiting.delete(message.id);
    if (message.type === 'beat') this.socket?.send(JSON.stringify({ type: 'beat', n: message.n })); // the server measures the way
    else if (message.type === 'bye') this.socket?.close();
    else if (message.type !== 'pong') this.heard(message);
  }

  beat() {
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (performance.now() - this.alive > PATIENCE) {
      socket.onclose?.(new CloseEvent('close'));
      socket.close();
    } else socket.send(JSON.stringify({ type: 'ping', t: Math.round(performance.now()) }));
  }

  /** @param {string} type @param {object} [more] @returns {string} the id under which the answer comes */
  send(type, more = {}) {
    const id = fresh();
    const message = { type, id, ...more };
    this.waiting.set(id, message);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    return id;
  }
}

/** Ids also exist where a page comes without TLS, and `randomUUID` does not. */
function fresh() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
