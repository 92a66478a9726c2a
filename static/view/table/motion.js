// Movement: after each drawing, what lies elsewhere than before travels there.
// Enters: the page before and after, what happened. Leaves: Web Animations of transform and
// opacity alone. With reduced motion nothing moves. Everything is measured before anything starts:
// each start would make the next measurement lay out the page again.

import { flyBack, flyBeans } from "./flights.js";

/** @typedef {import("../../model/frames.js").Event} Event */
/** @typedef {() => void} Start of one movement, measured */

const FLY = 240; // ms
const KNOCK = 120; // ms between one knock and the next
const EASE = "cubic-bezier(.2, .8, .2, 1)";
const BACK = 40; // px: a back on its way from seat to seat
const LAND = "cubic-bezier(.3, 1.2, .5, 1)";

/** @type {Set<Animation>} of cards, on their way */
const flights = new Set();

const calm = matchMedia("(prefers-reduced-motion: reduce)");
export const still = () => calm.matches;

/**
 * Where each card is, and what is on its way stops there, to go on with the movement that follows.
 * A card that lies at two places for a moment has come to the first.
 * @param {HTMLElement} root @param {Map<string, DOMRect>} [known] where they were; brought up to date
 */
export function places(root, known = new Map()) {
  for (const card of [...root.querySelectorAll("[data-card]")].reverse()) {
    const box = card.getBoundingClientRect();
    if (box.width) known.set(/** @type {HTMLElement} */ (card).dataset.card ?? "", box);
  }
  for (const flight of flights) flight.cancel();
  flights.clear();
  return known;
}

/**
 * Cards stay where they were, for what is shown before the rest of what happened: one that flew
 * already would fly on while the next step is measured, and be thrown back by it.
 * @param {HTMLElement} root
 * @param {Map<string, DOMRect>} before
 * @param {readonly Event[]} events
 */
export function hold(root, before, events) {
  if (still()) return;
  for (const start of travelling(root, before, events)) start();
  for (const flight of flights) flight.pause();
}

/**
 * @param {HTMLElement} root
 * @param {Map<string, DOMRect>} before
 * @param {readonly Event[]} events
 */
export function move(root, before, events) {
  if (still()) return;
  const starts = [...travelling(root, before, events), ...hidden(root, events)];
  for (const start of starts) start();
  knocks(root, events);
}

/**
 * Cards that lie elsewhere now. @param {HTMLElement} root @param {Map<string, DOMRect>} before
 * @param {readonly Event[]} events @returns {Start[]}
 */
function travelling(root, before, events) {
  const sources = sourcesOf(root, events);
  const starts = [];
  let late = 0;
  for (const card of root.querySelectorAll("[data-card]")) {
    const name = /** @type {HTMLElement} */ (card).dataset.card ?? "";
    const from = before.get(name) ?? sources.get(name);
    const to = card.getBoundingClientRect();
    if (!from || !to.width || !moved(from, to)) continue;
    const delay = late;
    starts.push(() => fly(card, from, to, delay));
    late = Math.min(late + 30, 120);
  }
  return starts;
}

/** @param {DOMRect} a @param {DOMRect} b */
const moved = (a, b) => Math.abs(a.left - b.left) + Math.abs(a.top - b.top) > 6;

/** Cards that were nowhere before come from the deck or from a seat. @param {HTMLElement} root @param {readonly Event[]} events */
function sourcesOf(root, events) {
  /** @type {Map<string, DOMRect>} */
  const sources = new Map();
  const enter = (/** @type {unknown} */ card, /** @type {string} */ from) => {
    const box = root.querySelector(from)?.getBoundingClientRect();
    if (typeof card === "string" && box?.width) sources.set(card, box);
  };
  for (const event of events) {
    const seat = `[data-dish="${event.seat}"]`;
    if (event.event === "Drawn") enter(event.card, "[data-deck]");
    if (event.event === "Discarded") enter(event.card, seat);
    if (event.event === "Laid") for (const card of event.added ?? []) enter(card, seat);
    if (event.event === "Swapped") enter(event.card, `[data-dish="${event.giver}"]`);
  }
  return sources;
}

/** @param {Element} card @param {DOMRect} from @param {DOMRect} to @param {number} delay */
function fly(card, from, to, delay) {
  const x = from.left + from.width / 2 - to.left - to.width / 2;
  const y = from.top + from.height / 2 - to.top - to.height / 2;
  const scale = Math.max(0.3, Math.min(2, from.width / to.width));
  const flight = card.animate(
    [{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: "none" }],
    { duration: FLY, delay, easing: LAND, fill: "backwards" },
  );
  flights.add(flight);
  flight.addEventListener("finish", () => flights.delete(flight));
}

/** Knocks in offer order, up to whoever took the card. @param {HTMLElement} root @param {readonly Event[]} events */
function knocks(root, events) {
  for (const { knocked } of events)
    for (const [at, seat] of (knocked ?? []).entries())
      root
        .querySelector(`[data-dish="${seat}"]`)
        ?.animate(
          [
            { transform: "none" },
            { transform: "translateY(5px) scale(.94)" },
            { transform: "none" },
          ],
          { duration: KNOCK, delay: at * KNOCK, easing: EASE },
        );
}

/** Cards that nobody here may see: only a back moves. @param {HTMLElement} root @param {readonly Event[]} events @returns {Start[]} */
function hidden(root, events) {
  const deck = root.querySelector("[data-deck]");
  const dish = (/** @type {unknown} */ seat) => root.querySelector(`[data-dish="${seat}"]`);
  return events.flatMap((event) => {
    if (event.event === "Drawn" && !event.card)
      return flyBack(deck, dish(event.seat), deck?.getBoundingClientRect().width || BACK);
    if (event.event === "Swapped") return flyBack(dish(event.giver), dish(event.receiver), BACK);
    if (event.event === "Ended" && event.winner !== null)
      return flyBeans(root.querySelector(".ticket"), dish(event.winner));
    return [];
  });
}
