// A hand that is over, step by step, as one pair of eyes saw it.
// Enters: steps as the server tells them (app/history/replays.py), whose hand it was. Leaves: where
// there is something to see, who held what, the race to the goal. No rule of the game is known here.
import { sideOf } from "./scene.js";

/** @typedef {number | "spectator" | "all"} Eyes */
/**
 * @typedef {import("./frames.js").View & {hands?: string[][]}} Seen what eyes that see all see, too
 * @typedef {{view: Seen, events: import("./frames.js").Event[],
 *   action: import("./frames.js").Action | null, ways: Record<string, [number, number]>}} Step
 * @typedef {{eyes: Eyes, names: string[], goal: number, rules: Record<string, unknown>,
 *   steps: Step[]}} Replay
 */

const RANKS = "A23456789TJQK";

/** By number, then suit. @param {readonly string[]} cards */
export const sorted = (cards) => [...cards].sort((a, b) => placeOf(a) - placeOf(b));

/** @param {string} card */
const placeOf = (card) => RANKS.indexOf(card.slice(0, 1)) * 4 + "shdc".indexOf(card.slice(1, 2));

/** Answers that no event tells of. */
export const ANSWERS = new Set(
  "pass claim force give ready declare announce vote close".split(" "),
);

/** Steps at which these eyes see something, the first and the last among them. @param {Replay} replay */
export const stopsOf = ({ steps }) =>
  [...steps.keys()].filter((at) => {
    const { events, action } = /** @type {Step} */ (steps[at]);
    const told = events.length > 0 || (action && ANSWERS.has(action.do));
    return told || at === 0 || at === steps.length - 1;
  });

/** The last stop that is not beyond a step. @param {readonly number[]} stops @param {number} at */
export const stopAt = (stops, at) =>
  Math.max(
    0,
    stops.findLastIndex((stop) => stop <= at),
  );

/** The cards in a seat's hand, as far as these eyes know them. @param {Seen} view @param {number} seat */
export function handOf(view, seat) {
  if (view.hands) return sorted(view.hands[seat] ?? []);
  if (view.seat === seat) return sorted(view.hand ?? []);
  return view.shown && view.result?.winner === seat && !view.layouts[seat]?.length
    ? sorted(view.shown.winner)
    : null;
}

/** @param {import("./frames.js").Layout | null | undefined} layout */
const laid = (layout) => (layout ?? []).flat().length;

/**
 * Cards on the table of each seat at each step; of a hidden layout what was known last.
 * @param {Replay} replay @returns {number[][]} by seat, then step
 */
export function raceOf({ steps, names }) {
  return names.map((_, seat) => {
    let known = 0;
    return steps.map(({ view }) => {
      const layout = view.layouts[seat];
      if (layout) known = laid(layout);
      return known;
    });
  });
}

/**
 * The scene in which events of a step are told: `me` is whoever sits below, null for nobody.
 * @param {Replay} replay @param {number} at @param {number | null} me
 */
export function sceneAt({ steps, names, goal }, at, me) {
  const { view } = /** @type {Step} */ (steps[at]);
  // What is told was seen then, so nothing of it is covered.
  return /** @type {any} */ ({ view: { ...view, seat: me }, names, goal, over: true });
}

/** Where a seat is shown. @param {number} seat @param {number | null} me @param {number} seats */
export const placeAt = (seat, me, seats) => sideOf((seat - (me ?? 0) + seats) % seats, seats);

/**
 * Who is in focus: of whom it is told last that they took the card or laid, whoever just answered,
 * else the drawer or payer, the discarder of an offer.
 * @param {{view: Seen, action: import("./frames.js").Action | null, events?: import("./frames.js").Event[]}} step
 */
export function inFocus({ view: { phase, turn, discarder, to_act }, action, events = [] }) {
  const doer = events.findLast(({ event }) => event === "Taken" || event === "Laid")?.seat;
  if (doer !== undefined) return doer;
  if (action && action.do !== "close" && ANSWERS.has(action.do)) return action.seat;
  return phase === "offer" ? discarder : (turn ?? (to_act.length === 1 ? to_act[0] : null));
}

/** Eyes and step out of an address, "all-24"; what makes no sense is left out. @param {string} hash @returns {{eyes: Eyes | null, at: number}} */
export function placeFrom(hash) {
  const [, who = "", step = ""] = hash.match(/^#?(all|spectator|[0-3])-(\d{1,4})$/) ?? [];
  const eyes = who === "all" || who === "spectator" ? who : who ? Number(who) : null;
  return { eyes, at: Number(step) };
}
