// Work in parts, each a task of its own: a press comes between them, a slow phone is never long
// busy with one. Nobody sees a step half done: what is left of it is done at once before the next
// frame; the step after it begins once that frame has been shown.
// Enters: functions. Leaves: they are called, in their order.

/** @typedef {(() => void)[]} Step */

/** In a task of its own, ahead of timers and frames that wait already. @type {(does: () => void) => void} */
const next = taskMaker();

function taskMaker() {
  const { scheduler } = /** @type {any} */ (globalThis);
  if (scheduler?.postTask)
    return (/** @type {() => void} */ does) => {
      scheduler.postTask(does, { priority: "user-blocking" });
    };
  const { port1, port2 } = new MessageChannel();
  const waiting = /** @type {(() => void)[]} */ ([]);
  port1.onmessage = () => waiting.shift()?.();
  return (/** @type {() => void} */ does) => {
    waiting.push(does);
    port2.postMessage(null);
  };
}

/** @type {Step[]} */
let left = [];

/** Whether steps are left. */
export const isBusy = () => left.length > 0;

/** @param {Step[]} steps only where none are left */
export function inParts(...steps) {
  left = steps;
  let frame = 0;
  const rest = () => {
    cancelAnimationFrame(frame);
    for (const does of steps.shift() ?? []) does();
    if (steps.length) afterFrame(begin);
  };
  const begin = () => {
    const [step] = steps;
    if (!step) return;
    const part = () => {
      if (steps[0] !== step) return;
      step.shift()?.();
      if (step.length) next(part);
      else rest();
    };
    frame = requestAnimationFrame(rest);
    next(part);
  };
  begin();
}

const LATE = 100; // ms after which nobody waits for a frame: a page that is not looked at has none

/** In a task of its own, once a frame has been shown. @param {() => void} does */
export function afterFrame(does) {
  const go = () => {
    clearTimeout(timer);
    cancelAnimationFrame(shown);
    next(does);
  };
  const timer = setTimeout(go, LATE);
  const shown = requestAnimationFrame(go);
}
