// A table as somebody who sits at it sees it: who is where, what is asked, by when.
// Enters: a view frame. Leaves: a Scene, made anew for each frame. Never here: a rule of the
// game; everything comes from what the server tells.

/** @typedef {import("./frames.js").ViewFrame} ViewFrame */
/** @typedef {import("./frames.js").View} View */
/** @typedef {"me" | "right" | "top" | "left"} Side */
/**
 * @typedef {{place: number, side: Side, seat: number, player: import("./frames.js").Player | null,
 *   present: boolean, since: number | null, stack: number, layout: string[][] | null, count: number, retired: boolean,
 *   out: boolean, order: number, acting: boolean, dealer: boolean}} Sitter
 * `seat` is -1 for whoever is not in the hand; `order` counts from 1 among those an offer asks;
 * `since` when their browser is gone, in microseconds
 */
/** @typedef {ReturnType<typeof sceneOf>} Scene */

/** @type {Record<number, Side[]>} by number of places, from mine on to my right */
const SIDES = {
  2: ["me", "top"],
  3: ["me", "right", "left"],
  4: ["me", "right", "top", "left"],
};

/** Play goes counter-clockwise: the next one is on my right. @param {number} offset @param {number} places @returns {Side} */
export const sideOf = (offset, places) => SIDES[places]?.[offset] ?? "top";

/**
 * Who is asked by an offer, in the order in which they decide.
 * @param {View} view
 */
export function offerOrder(view) {
  const { discarder, to_act, counts } = view;
  if (view.phase !== "offer" || discarder === null) return [];
  const away = (/** @type {number} */ seat) =>
    (seat - discarder - 1 + counts.length) % counts.length;
  return [...to_act].sort((a, b) => away(a) - away(b));
}

/**
 * @param {ViewFrame} frame
 * @param {number} handSize of the house rules
 * @param {readonly string[]} [known] how the seats of this hand were called: who leaves keeps the name
 */
export function sceneOf(frame, handSize, known = []) {
  const { public: table, mine } = frame;
  const { view } = mine;
  const order = view ? offerOrder(view) : [];
  const home = mine.place ?? 0;
  const sitters = table.places.map((_, place) => sitterOf(frame, place, home, order));
  const me = sitters.find((sitter) => sitter.side === "me");
  return {
    table,
    mine,
    view,
    sitters,
    names: table.dealt.map((place, seat) => known[seat] || (table.places[place]?.name ?? "")),
    me: /** @type {Sitter} */ (me),
    goal: Number(table.rules.hand_size ?? handSize) + 1,
    order,
    seq: frame.seq,
    over: !table.playing,
    asked: view !== null && view.seat !== null && view.to_act.includes(view.seat),
    spectator: mine.place === null,
  };
}

/**
 * @param {ViewFrame} frame @param {number} place @param {number} home @param {number[]} order
 * @returns {Sitter}
 */
function sitterOf({ public: table, mine, present, gone_since }, place, home, order) {
  const { view } = mine;
  const player = table.places[place] ?? null;
  const places = table.places.length;
  const seat = view ? table.dealt.indexOf(place) : -1;
  const about = view && seat >= 0 ? inHand(view, seat) : NOT_IN_HAND;
  return {
    place,
    side: sideOf((place - home + places) % places, places),
    seat,
    player,
    present: present[place] ?? false,
    since: gone_since[place] ?? null,
    order: order.indexOf(seat) + 1,
    ...about,
    acting: about.acting && table.playing,
    stack: about.stack >= 0 && table.playing ? about.stack : (player?.stack ?? 0),
  };
}

const NOT_IN_HAND = {
  layout: /** @type {string[][] | null} */ ([]),
  count: 0,
  retired: false,
  out: false,
  acting: false,
  dealer: false,
  stack: -1,
};

/** What the hand tells of a seat. @param {View} view @param {number} seat */
const inHand = (view, seat) => ({
  layout: view.layouts[seat] ?? null,
  count: view.counts[seat] ?? 0,
  retired: view.retired.includes(seat),
  out: view.out.includes(seat),
  acting: actsNow(view, seat),
  dealer: view.dealer === seat,
  stack: view.stacks[seat] ?? 0,
});

/** Whose turn runs, with their reserve; null where all who are asked have one time. @param {View} view */
export const turnOf = ({ phase, turn }) => (["offer", "judge"].includes(phase) ? null : turn);

/** @param {View} view @param {number} seat */
const actsNow = (view, seat) =>
  view.phase === "cut" ? view.to_act.includes(seat) : turnOf(view) === seat;

/** @param {Scene} scene @param {number | null | undefined} seat */
export const sitterAt = (scene, seat) =>
  scene.sitters.find((sitter) => sitter.seat === seat && sitter.seat >= 0);

/** How a seat is called; "" if nobody knows. @param {Scene} scene @param {number | null | undefined} seat */
export const nameAt = (scene, seat) => scene.names[seat ?? -1] ?? "";

/** Cards on the table. @param {string[][] | null} layout */
export const laid = (layout) => (layout ?? []).reduce((sum, meld) => sum + meld.length, 0);

/** @param {Scene} scene what the question is: it changes when the answer to the last is of no use */
export const questionOf = ({ table, view }) =>
  `${table.hand}/${table.playing}/${table.asked_seq}/${view?.phase}`;

/** Whether what I said, now or by a standing order, waits for the window to close. @param {Scene} scene */
const hasSaid = ({ mine, table }) => mine.answer || (table.sealed && mine.orders?.pass_rest);

/** What the panel shows where no hand is seen. @param {Scene} scene */
const besideHands = ({ over, spectator }) => (!over ? "unseen" : spectator ? "watch" : "between");

/** What the panel shows. @param {Scene} scene @returns {string} */
export function panelOf(scene) {
  const { view, asked, over } = scene;
  if (over || !view) return besideHands(scene);
  if (view.seat === null) return scene.spectator ? "watch" : "notdealt";
  if (view.out.includes(view.seat)) return "out";
  if (asked) return view.phase === "offer" && hasSaid(scene) ? "answered" : view.phase;
  if (view.answer) return "answered";
  return view.retired.includes(view.seat) ? "retired" : "waiting";
}

/** The hand that is being played; only for whoever knows that there is one. @param {{scene: Scene | null}} store */
export function viewOf({ scene }) {
  if (!scene?.view) throw new Error("no hand is being played");
  return scene.view;
}
