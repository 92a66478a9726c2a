// A layout being built: lanes of cards, moved by tap, drag or key, and every step undone.
// Enters: my layout, my hand, the card in question, the server's layouts. Leaves: whether the
// lanes are one of those. Never here: why they are not; the server is asked for that.
import { bestFirst, keyOf, layoutKey } from "./melds.js";

/** @typedef {import("./frames.js").Layout} Layout */
/** @typedef {{base: Layout, hand: string[], card: string | null, layouts: Layout[]}} Given */

const MOST_LANES = 5; // ten cards make three melds; one more to shuffle things about

export class Draft {
  /**
   * @param {Given} given @param {boolean} [best] begin with the best of the layouts
   * @param {boolean} [ordered] cards stay in the order in which they are put (rulebook R6.7)
   */
  constructor({ base, hand, card, layouts }, best = true, ordered = false) {
    this.ordered = ordered;
    this.base = base;
    this.card = card;
    this.layouts = bestFirst(layouts, base);
    this.cards = card && !hand.includes(card) ? [card, ...hand] : [...hand];
    /** @type {Map<string, Layout>} */
    this.known = new Map(this.layouts.map((layout) => [layoutKey(layout), layout]));
    this.good = new Set(this.layouts.flat().map(keyOf));
    this.start = base.map((meld) => [...meld]);
    /** @type {Layout} */
    this.lanes = this.start;
    /** @type {Layout[]} */
    this.past = [];
    const first = this.layouts[0];
    if (best && first) this.use(first);
  }

  /** Lay it out like one of the server's layouts. @param {Layout} layout */
  use(layout) {
    const left = layout.map((meld) => [...meld]);
    const lanes = this.base.map((old) => takeNearest(left, old));
    this.#step([...lanes, ...left]);
  }

  /**
   * Move a card to a lane, to a new lane (the first free number), or back to the hand (-1).
   * What lay on the table before never goes to the hand.
   * @param {string} card @param {number} to
   * @param {string | null} [before] where order counts, the card it goes before; else at the end
   */
  move(card, to, before = null) {
    if (!this.lanes.flat().includes(card) && !this.cards.includes(card)) return false;
    if (to < 0 && !this.cards.includes(card)) return false;
    if (to >= Math.min(MOST_LANES, this.lanes.length + 1)) return false;
    const lanes = this.lanes.map((lane) => lane.filter((one) => one !== card));
    if (to >= 0) lanes[to] = this.#put(lanes[to] ?? [], card, before);
    while (lanes.length > this.base.length && lanes.at(-1)?.length === 0) lanes.pop();
    this.#step(lanes);
    return true;
  }

  /** @param {string[]} lane @param {string} card @param {string | null} before */
  #put(lane, card, before) {
    if (!this.ordered) return sorted([...lane, card]);
    const at = before ? lane.indexOf(before) : lane.length;
    return lane.toSpliced(at, 0, card);
  }

  undo() {
    const before = this.past.pop();
    if (before) this.lanes = before;
    return before !== undefined;
  }

  /** Cards of mine that lie in no lane. */
  get loose() {
    const placed = new Set(this.lanes.flat());
    return this.cards.filter((card) => !placed.has(card));
  }

  /** The server's layout that the lanes are; null if they are none. */
  get match() {
    return this.known.get(layoutKey(this.melds)) ?? null;
  }

  /** @returns {Layout} */
  get melds() {
    return this.lanes.filter((lane) => lane.length > 0);
  }

  /** What is laid when it is confirmed: as the cards lie, where order counts. @returns {Layout | null} */
  get laid() {
    return this.ordered && this.match ? this.melds : this.match;
  }

  get changed() {
    return layoutKey(this.melds) !== layoutKey(this.base);
  }

  /** Whether a lane is a meld in some layout that is allowed. @param {number} lane */
  isGood(lane) {
    const key = keyOf(this.lanes[lane] ?? []);
    return this.good.has(key) || this.base.some((meld) => keyOf(meld) === key);
  }

  /** Cards that a desmoche took out of a meld. @param {number} lane */
  ghosts(lane) {
    const now = new Set(this.lanes[lane]);
    return (this.base[lane] ?? []).filter((card) => !now.has(card));
  }

  /** Where a card comes from. @param {string} card @param {number} lane */
  origin(card, lane) {
    if (card === this.card) return "new";
    const from = this.base.findIndex((meld) => meld.includes(card));
    if (from < 0) return "hand";
    return from === lane ? "stays" : "moved";
  }

  /** @param {Layout} lanes */
  #step(lanes) {
    this.past.push(this.lanes);
    this.lanes = lanes;
  }
}

/** Take out of `left` the meld that most of an old one went to; [] if none holds any of it. @param {Layout} left @param {string[]} old */
function takeNearest(left, old) {
  const shared = left.map((meld) => meld.filter((card) => old.includes(card)).length);
  const most = Math.max(0, ...shared);
  return most ? (left.splice(shared.indexOf(most), 1)[0] ?? []) : [];
}

const RANKS = "A23456789TJQK";

/** By rank, then suit, as one reads a run. @param {string[]} cards */
export const sorted = (cards) =>
  [...cards].sort(
    (a, b) => RANKS.indexOf(a.charAt(0)) - RANKS.indexOf(b.charAt(0)) || a.localeCompare(b),
  );

/** My hand as I like it: "suit" or "rank". @param {readonly string[]} cards @param {string} by */
export const arranged = (cards, by) =>
  by === "rank"
    ? sorted([...cards])
    : [...cards].sort(
        (a, b) =>
          "shcd".indexOf(a.charAt(1)) - "shcd".indexOf(b.charAt(1)) ||
          RANKS.indexOf(a.charAt(0)) - RANKS.indexOf(b.charAt(0)),
      );
