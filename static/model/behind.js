// What was missed while we were away, shown one after the other at three times its pace.
// Enters: news that came all at once, a press. Leaves: the event to show now, as `beside.behind`,
// drawn anew for each step. Clocks are not touched: the table itself is shown as it is, at once.

/** @typedef {import("./frames.js").Event} Event */

const PACE = 900; // ms that a move takes at a table that is being watched
const TIMES = 3;
export const LONGEST = 8_000; // ms of it all; what is older is left to the log

export class Behind {
  /** @param {readonly Event[]} events */
  constructor(events) {
    this.step = PACE / TIMES; // ms
    /** @type {readonly Event[]} */
    this.events = events.slice(-Math.floor(LONGEST / this.step));
    this.at = 0;
  }

  /** @returns {Event | null} null: everything was shown */
  get now() {
    return this.events[this.at] ?? null;
  }

  next() {
    this.at += 1;
    return this.now !== null;
  }
}

const FEWEST = 2; // one move is seen as it is

/**
 * @param {{behind: Behind | null}} beside @param {() => void} draw
 */
export function catchingUp(beside, draw) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const stop = () => {
    clearInterval(timer);
    beside.behind = null;
    draw();
  };
  /** @param {readonly Event[]} events */
  const begin = (events) => {
    if (events.length < FEWEST) return;
    clearInterval(timer);
    const behind = new Behind(events);
    beside.behind = behind;
    timer = setInterval(() => (behind.next() ? draw() : stop()), behind.step);
  };
  return { begin, stop };
}
