// The way to the table: one WebSocket, made again for as long as the page is open.
// Enters: frames to send. Leaves: `frame` for each frame of the server, `state` when the way opens
// or breaks. Never here: what a frame means, but for what ends the way (docs/protocol.md).
import { frameOf } from "../model/frames.js";

const SHORTEST = 250; // ms until the first attempt after a break
const LONGEST = 8_000;
const HEARTBEAT = 2_500; // ms between pings
const PATIENCE = 5_000; // ms without a word after which the way counts as broken
const CALM = 4; // failures as which "too much at once" counts: 3 to 5 s of rest
const STOPS = new Set(["table_closed", "no_such_table", "no_session", "suspended"]);

/** @typedef {import("../model/frames.js").Frame} Frame */
/** @typedef {"connecting" | "open" | "offline" | "ended"} State */

/** Names the table too: a proxy may then bring all of a table to one worker. @param {string} table */
function addressFor(table) {
  const { protocol, host } = location;
  const scheme = protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${host}/live?table=${encodeURIComponent(table)}`;
}

export class Way extends EventTarget {
  /** @param {string} table @param {() => number} seen the last entry whose news the page has */
  constructor(table, seen) {
    super();
    this.table = table;
    this.seen = seen;
    /** @type {State} */
    this.state = "connecting";
    this.why = ""; // it ended
    this.failures = 0;
    this.heard = 0;
    this.asked = 0; // when the last ping went out
    this.way = 0; // ms of the last ping and its pong
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  start() {
    addEventListener("online", () => this.#now());
    addEventListener("offline", () => this.#broken());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#look();
    });
    setInterval(() => this.#beat(), HEARTBEAT);
    this.#connect();
  }

  /** @param {Frame} frame @returns {boolean} whether it went out */
  send(frame) {
    if (this.state !== "open" || this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  #connect() {
    clearTimeout(this.timer);
    if (this.state === "ended") return;
    this.socket?.close(); // one at a time: an attempt that hangs may still come through
    const socket = new WebSocket(addressFor(this.table));
    this.socket = socket;
    this.heard = performance.now();
    socket.onmessage = (event) => {
      if (socket === this.socket) this.#read(String(event.data));
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.#closed(event.code);
    };
  }

  /** @param {string} text */
  #read(text) {
    this.heard = performance.now();
    const frame = frameOf(text);
    if (!frame) return;
    if (frame.type === "welcome") this.#welcomed();
    if (frame.type === "view") this.failures = 0; // not before: a table may be away, its server not
    if (frame.type === "pong") this.way = this.heard - this.asked;
    if (frame.type === "replaced") this.#end("replaced");
    if (frame.type === "refused") this.#refused(frame.code);
    if (frame.type === "closed" && STOPS.has(frame.reason)) this.#end(frame.reason);
    this.dispatchEvent(new CustomEvent("frame", { detail: frame }));
  }

  /** Too much at once may be said again later; what was malformed would be malformed again. @param {string} code */
  #refused(code) {
    if (code !== "too_many_frames") this.#end("refused");
    else {
      this.failures = CALM;
      this.#broken();
    }
  }

  #welcomed() {
    this.socket?.send(JSON.stringify({ type: "hello", table: this.table, seen: this.seen() }));
    this.#become("open");
    this.#ping();
  }

  /** @param {number} code */
  #closed(code) {
    if (this.state === "ended") return;
    if (code === 4001) this.#end("replaced");
    else if (code === 1008) this.#end(this.why || "refused");
    else this.#broken();
  }

  #broken() {
    if (this.state === "ended") return;
    const { socket } = this;
    this.socket = null;
    socket?.close();
    this.#become("offline");
    clearTimeout(this.timer);
    const wait = Math.min(LONGEST, SHORTEST * 2 ** this.failures);
    this.failures += 1;
    this.timer = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  /** The network is back, or somebody looks again: no waiting. */
  #now() {
    if (this.state === "open" || this.state === "ended") return;
    this.failures = 0;
    this.#connect();
  }

  #look() {
    if (this.state === "open") this.#ping();
    else this.#now();
  }

  #beat() {
    if (this.state === "ended" || !this.socket) return;
    if (performance.now() - this.heard > PATIENCE) this.#broken();
    else this.#ping();
  }

  #ping() {
    this.asked = performance.now();
    this.send({ type: "ping" });
  }

  /** @param {string} why */
  #end(why) {
    this.why = why;
    this.#become("ended");
    clearTimeout(this.timer);
    this.socket?.close();
  }

  /** @param {State} state */
  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }
}
