// What was missed while we were away, shown one after the other at three times its pace.
// Enters: news that came all at once. Leaves: the event to show now. Clocks are not touched: the
// table itself is shown as it is, at once.

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
