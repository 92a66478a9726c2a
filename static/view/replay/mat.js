// The mat at one step: each seat with its layout and what these eyes know of its hand, the middle.
// Enters: a replay, a step, who sits below. Leaves: templates, of the same cards, beads and dishes
// as the table's; data-card, data-dish and data-deck are how movement finds them.
import { html, nothing } from "lit";
import { handOf, inFocus, placeAt } from "../../model/replay.js";
import { sentencesAt } from "../../model/replay-words.js";
import { laid, offerOrder } from "../../model/scene.js";
import { list, t } from "../../model/texts.js";
import { back, card as picture } from "../card.js";
import { DISHES, dish, rich } from "../parts.js";
import { fan, tableCard } from "../table/cards.js";
import { DRAWN } from "../table/log.js";
import { melds, ten } from "../table/seats.js";

/** @typedef {import("../../model/replay.js").Replay} Replay */
/** @typedef {import("../../model/replay.js").Seen} Seen */
/** @typedef {{at: number, me: number | null, below: number | null, stop: number, stops: number}} Where */

const SIDES = { me: "m", right: "r", top: "t", left: "l" };
const READ = ["top", "left", "right", "me"]; // the order in which a narrow window has them

/** @param {Replay} replay @param {Where} where */
export function mat(replay, where) {
  const view = viewAt(replay, where.at);
  const seats = replay.names.map((_, seat) => ({
    seat,
    side: placeAt(seat, where.below, replay.names.length),
  }));
  seats.sort((a, b) => READ.indexOf(a.side) - READ.indexOf(b.side));
  const drawn = seats.map(({ seat, side }) => seatOf(replay, view, { ...where, seat, side }));
  const half = seats.length > 2 ? 2 : 1;
  return html`<section class="replay__mat replay__mat--${seats.length}"
    aria-label=${t("replay.mat", { n: where.stop })}>${drawn.slice(0, half)}${middle(
      replay,
      view,
      where,
    )}${drawn.slice(half)}</section>`;
}

/** @param {Replay} replay @param {number} at @returns {Seen} */
const viewAt = ({ steps }, at) => /** @type {Seen} */ (steps[at]?.view);

/** @param {Replay} replay @param {Seen} view @param {Where & {seat: number, side: keyof typeof SIDES}} who */
function seatOf({ names, goal, steps }, view, { at, me, seat, side }) {
  const layout = view.layouts[seat] ?? null;
  const n = laid(layout);
  const ways = steps[at]?.ways[seat];
  const focus = inFocus(/** @type {import("../../model/replay.js").Step} */ (steps[at]));
  return html`<section class="rseat rseat--${SIDES[side]} ${focus === seat ? "is-now" : ""}"
    aria-label=${names[seat]}>
    <div class="rseat__head"><span data-dish=${seat}>${dish(names[seat] ?? "", DISHES[seat] ?? "", 28)}</span>
      <b>${seat === me ? t("table.you") : names[seat]}</b>${ten(n, goal)}</div>
    <div class="rseat__body">${n ? html`<div class="rseat__row">${melds(layout ?? [])}</div>` : nothing}
      <div class="rseat__row"><span class="rlabel">${labelOf(view, seat, n, ways)}</span>${inHand(view, seat)}</div>
    </div></section>`;
}

/** @param {Seen} view @param {number} seat @param {number} n laid @param {[number, number] | undefined} ways */
function labelOf(view, seat, n, ways) {
  const words = [t("replay.in_hand")];
  if (view.out.includes(seat)) return t("table.state.out");
  if (view.retired.includes(seat)) words.push(t("table.state.retired"));
  else if (!n && view.layouts[seat]) words.push(t("table.palo").toLocaleLowerCase());
  if (ways) words.push(t(view.phase === "offer" ? "replay.could.claim" : "replay.could"));
  return words.join(" · ");
}

/** @param {Seen} view @param {number} seat */
function inHand(view, seat) {
  const known = handOf(view, seat);
  if (known) return html`<div class="rseat__hand">${fan(known)}</div>`;
  const count = view.counts[seat] ?? 0;
  return html`<span class="meld rseat__hand" role="img" aria-label=${t("table.in_hand", { n: count })}
    >${Array.from({ length: count }, () => html`<span class="li">${back()}</span>`)}</span>`;
}

/** @param {Replay} replay @param {Seen} view @param {Where} where */
function middle(replay, view, { at, me, stop, stops }) {
  const { steps } = replay;
  const lies = view.offered ?? view.drawn;
  const card = lies ?? view.top;
  // Of a card that lies in a layout by now the sentence is still about: its picture, not the card.
  const taken = lies
    ? null
    : (steps[at]?.events.findLast(({ event }) => event === "Taken")?.card ?? null);
  const said = sentencesAt(replay, at, me, DRAWN);
  return html`<div class="rcenter">${
    taken
      ? picture(taken)
      : card
        ? tableCard(card, { classes: lies ? "" : "is-dead" })
        : back("rcenter__back")
  }<p><b class="big ${said.length > 1 ? "big--long" : ""}">${said.length ? said.map((one) => html`<span>${one}</span> `) : t("replay.begins")}</b>${offeredTo(replay, view, me)}</p>
    <p class="deck-n" data-deck>${rich("replay.of", { n: stop, all: stops })}<br>${t("replay.deck", { n: view.deck_count })}</p></div>`;
}

/** @param {Replay} replay @param {Seen} view @param {number | null} me */
function offeredTo({ names }, view, me) {
  const order = offerOrder(view);
  if (!order.length) return nothing;
  const called = order.map((seat) => (seat === me ? t("table.you.low") : (names[seat] ?? "")));
  return t("replay.offered", { names: list(called) });
}
