// Work in parts, each a task of its own: a press comes between them, a slow phone is never long
// busy with one. Nobody sees it half done: what is left is done at once before the next frame.
// Enters: functions. Leaves: they are called, in their order.

/** @type {(() => void)[]} */
let left = [];
let frame = 0;

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

function part() {
  left.shift()?.();
  if (left.length) next(part);
  else cancelAnimationFrame(frame);
}

/** What is left, at once. */
export function finish() {
  cancelAnimationFrame(frame);
  while (left.length) left.shift()?.();
}

/** @param {(() => void)[]} parts after whatever is left of others */
export function inParts(...parts) {
  finish();
  left = parts;
  frame = requestAnimationFrame(finish);
  next(part);
}

const LATE = 50; // ms after which nobody waits for a frame: a page that is not looked at has none

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
