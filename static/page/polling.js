// Asks again and again, but not while nobody looks.
// Enters: what to do. Leaves: nothing.

const EVERY = 4_000; // milliseconds; the server makes its list anew every two seconds at most

export class Polling {
  /** @param {() => Promise<void>} act never throws */
  constructor(act) {
    this.act = act;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.asking = false;
    this.again = false;
    this.stopped = false;
    this.seen = () => {
      if (!document.hidden) this.now();
    };
  }

  start() {
    this.stopped = false;
    document.addEventListener("visibilitychange", this.seen);
    this.now();
  }

  stop() {
    this.stopped = true; // also while an answer is awaited: nothing is asked after it
    document.removeEventListener("visibilitychange", this.seen);
    clearTimeout(this.timer);
  }

  /** Ask at once; whoever asks while an answer is awaited gets a fresh one after it. */
  async now() {
    this.again = this.asking;
    if (this.asking) return;
    clearTimeout(this.timer);
    this.asking = true;
    await this.act();
    this.asking = false;
    if (this.stopped) return;
    if (this.again) this.now();
    else if (!document.hidden) this.timer = setTimeout(() => this.now(), EVERY);
  }
}
