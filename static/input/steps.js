// Stepping through a replay by keys and by touch: ← → a step, Home and End, Space plays; a swipe
// over the mat is a step, too.
// Enters: where to listen, what to do. Leaves: nothing.

const SWIPE = 40; // px to a side, and more than up or down

/**
 * @param {HTMLElement} root
 * @param {{step: (by: number) => void, end: (last: boolean) => void, play: () => void,
 *   on: () => boolean}} does
 */
export function listenToSteps(root, does) {
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => does.step(-1),
    ArrowRight: () => does.step(1),
    Home: () => does.end(false),
    End: () => does.end(true),
    " ": does.play,
  };
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || !does.on()) return;
    if (
      target.matches("input, select, textarea") ||
      (event.key === " " && target.matches("button, a"))
    )
      return; // they have a use for it themselves
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  let [x, y] = [0, 0];
  root.addEventListener(
    "touchstart",
    ({ touches }) => {
      [x, y] = [touches[0]?.clientX ?? 0, touches[0]?.clientY ?? 0];
    },
    { passive: true },
  );
  root.addEventListener("touchend", (event) => {
    const [touch] = event.changedTouches;
    if (!touch || !(/** @type {HTMLElement} */ (event.target).closest(".replay__mat"))) return;
    const [right, down] = [touch.clientX - x, touch.clientY - y];
    if (Math.abs(right) > SWIPE && Math.abs(right) > Math.abs(down)) does.step(right < 0 ? 1 : -1);
  });
}
