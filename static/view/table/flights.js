// What travels over the table without being a card of it: backs, and beans for the winner.
// Enters: where from, where to, measured at once. Leaves: starts of Web Animations of transform and
// opacity alone.

const EASE = "cubic-bezier(.2, .8, .2, 1)";
const FLIGHT = 250; // ms
const BEANS = 7; // enough to be seen as many
const BEAN_GAP = 45; // ms between one bean and the next

/** @param {Element | null} place */
const middle = (place) => {
  const box = place?.getBoundingClientRect();
  return box?.width ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
};

/** @typedef {{x: number, y: number}} Point */

/**
 * One thing from the middle of a place to the middle of another.
 * @param {Point} start @param {Point} end
 * @param {{name: string, width: number, delay?: number, ends?: number}} how `ends`: its last scale
 */
function fly(start, end, { name, width, delay = 0, ends = 0.5 }) {
  const flying = document.createElement("span");
  flying.className = `${name} flying`;
  flying.setAttribute("aria-hidden", "true");
  flying.style.cssText = `left:${start.x}px;top:${start.y}px;--w:${width}px`;
  document.body.append(flying);
  const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ scale) =>
    `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
  const [x, y] = [end.x - start.x, end.y - start.y];
  flying
    .animate(
      [
        { transform: at(0, 0, 1), opacity: 1 },
        { transform: at(x * 0.55, y * 0.55 - 24, 1), opacity: 1, offset: 0.55 },
        { transform: at(x, y, ends), opacity: 0.4 },
      ],
      { duration: FLIGHT, delay, easing: EASE, fill: "backwards" },
    )
    .finished.finally(() => flying.remove());
}

/**
 * @param {Element | null} from @param {Element | null} to
 * @param {(start: Point, end: Point) => void} starts @returns {(() => void)[]} none without both
 */
function between(from, to, starts) {
  const [start, end] = [middle(from), middle(to)];
  return start && end ? [() => starts(start, end)] : [];
}

/** @param {Element | null} from @param {Element | null} to @param {number} width */
export const flyBack = (from, to, width) =>
  between(from, to, (start, end) => fly(start, end, { name: "card card--back", width }));

/** The pot goes to whoever won. @param {Element | null} pot @param {Element | null} winner */
export const flyBeans = (pot, winner) =>
  between(pot, winner, (start, end) => {
    for (let bean = 0; bean < BEANS; bean += 1)
      fly(start, end, { name: "bean", width: 13, delay: bean * BEAN_GAP, ends: 1 });
  });
