// Catching up after the network was gone: starts with what was missed, ends by itself or at once.
// Enters: news, a press. Leaves: `beside.behind`, drawn anew for each step.
import { Behind } from "../model/behind.js";

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
  /** @param {readonly import("../model/frames.js").Event[]} events */
  const begin = (events) => {
    if (events.length < FEWEST) return;
    clearInterval(timer);
    const behind = new Behind(events);
    beside.behind = behind;
    timer = setInterval(() => (behind.next() ? draw() : stop()), behind.step);
  };
  return { begin, stop };
}
