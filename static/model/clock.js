// The server's clock as this browser reckons it.
// Enters: the server's time, in microseconds, and when it came, by our own clock in milliseconds.
// Leaves: seconds left until a deadline. The newest reckoning with the shortest way counts.

const STALE = 60_000; // ms after which a longer way is taken too: clocks drift

export class ServerClock {
  constructor() {
    this.offset = 0; // ms to add to our clock
    this.way = Number.POSITIVE_INFINITY;
    this.at = 0;
  }

  /**
   * @param {number} time the server's, in microseconds
   * @param {number} now ours, in ms, when it came
   * @param {number} way ms that the question and the answer took together
   */
  told(time, now, way) {
    if (way > this.way && now - this.at < STALE) return;
    this.offset = time / 1000 + way / 2 - now;
    this.way = way;
    this.at = now;
  }

  /**
   * Seconds until a deadline; never below 0.
   * @param {number} deadline microseconds by the server's clock
   * @param {number} now ms, ours
   */
  left(deadline, now) {
    return Math.max(0, -this.past(deadline, now));
  }

  /**
   * Seconds that have passed since then; below 0 before.
   * @param {number} time microseconds by the server's clock
   * @param {number} now ms, ours
   */
  past(time, now) {
    return (now + this.offset - time / 1000) / 1000;
  }
}

/** How long something has lasted, roughly: a number, and the text of its unit. @param {number} seconds */
export function lasted(seconds) {
  const n = Math.max(0, Math.floor(seconds));
  return n < 60 ? { n, unit: "table.secs" } : { n: Math.floor(n / 60), unit: "table.mins" };
}

/** "0:38". @param {number} seconds */
export function minutes(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
