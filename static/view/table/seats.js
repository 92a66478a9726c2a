// Who sits around the table: plate, beads, layout, backs.
// Enters: a sitter of the scene. Leaves: templates. A seat's label is its whole public state.
import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { keyOf } from "../../model/melds.js";
import { laid } from "../../model/scene.js";
import { t } from "../../model/texts.js";
import { back } from "../card.js";
import { bubble } from "../panel/reactions.js";
import { chips, DISHES, dish, icon } from "../parts.js";
import { fan } from "./cards.js";

/** @typedef {import("../../model/scene.js").Scene} Scene */
/** @typedef {import("../../model/scene.js").Sitter} Sitter */

/** @param {number} n @param {number} goal */
export const ten = (n, goal) => html`<span class="ten" role="img"
  aria-label=${t("table.ten", { n, goal })}><i>${Array.from(
    { length: goal },
    (_, at) => html`<s class=${at < n ? "on" : ""}></s>`,
  )}</i><b>${n}<small>/${goal}</small></b></span>`;

/** The word on a seat, and its badge. @param {Sitter} sitter @param {Scene} scene */
function tagOf(sitter, { view, over, table }) {
  if (over || !view) return sitter.player?.ready ? "ready" : "";
  if (sitter.order > 0) return "order";
  if (sitter.seat < 0) return "";
  if (view.phase === "offer") return view.discarder === sitter.seat ? "threw" : "";
  if (view.turn === null || view.phase === "judge") return openingTag(sitter, view);
  if (sitter.acting) return sitter.side === "me" ? "" : "plays";
  return followerOf(view, table.dealt.length) === sitter.seat ? "follows" : "";
}

/** Where several are asked at once. @param {Sitter} sitter @param {import("../../model/frames.js").View} view */
function openingTag(sitter, view) {
  const asked = view.to_act.includes(sitter.seat);
  if (sitter.out || view.turn === sitter.seat) return ""; // nobody asks them
  if (view.phase !== "cut") return asked ? "decides" : "ready";
  if (asked) return "cuts";
  return sitter.dealer ? "deals" : "";
}

/** Who is on turn after this one, as far as everyone sees. @param {import("../../model/frames.js").View} view @param {number} seats */
function followerOf({ turn, retired, out }, seats) {
  for (let step = 1; turn !== null && step < seats; step += 1) {
    const seat = (turn + step) % seats;
    if (!retired.includes(seat) && !out.includes(seat)) return seat;
  }
  return -1;
}

/** @type {Record<string, [string, string]>} word → badge, icon */
const BADGES = {
  threw: ["hand", "hand"],
  plays: ["play", "play"],
  follows: ["next", "next"],
  ready: ["check", "check"],
  decides: ["more", "more"],
  cuts: ["play", "play"],
  deals: ["deck", "deck"],
};

/** @param {Sitter} sitter @param {string} tag */
function badge(sitter, tag) {
  if (tag === "order")
    return html`<span class="badge" aria-hidden="true">${t("table.ordinal", { n: sitter.order })}</span>`;
  const [name, drawing] = BADGES[tag] ?? [];
  return name
    ? html`<span class="badge badge--${name}" aria-hidden="true">${icon(drawing ?? "")}</span>`
    : nothing;
}

const arc = html`<svg class="turn" viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20"
  r="18" pathLength="100"></circle></svg>`;

/** @param {Sitter} sitter @param {Scene} scene @param {string} [called] */
export function plate(sitter, scene, called = sitter.player?.name ?? "") {
  const tag = tagOf(sitter, scene);
  return html`<div class="plate"><span class="dish-box" data-dish=${sitter.seat}>${dish(
    sitter.player?.name ?? "",
    DISHES[sitter.place] ?? "",
    0,
  )}${sitter.acting ? arc : nothing}${badge(sitter, tag)}</span>
    <div class="plate__who"><b>${called}</b>${underName(sitter, scene)}</div>
    ${
      tag && tag !== "order" && sitter.side !== "me"
        ? html`<span class="word tag" aria-hidden="true">${t(`table.tag.${tag}`)}</span>`
        : nothing
    }
  </div>`;
}

/** Chips and cards; below them a word on who is gone, out or resting. @param {Sitter} sitter @param {Scene} scene */
function underName(sitter, scene) {
  const word = wordOf(sitter);
  const gone = word ? html`<span class="gone">${saying(word, sitter, scene)}</span>` : nothing;
  return html`<span class="plate__sub">${chips(sitter.stack)}${
    sitter.side !== "me" && sitter.count && !sitter.out
      ? html`<span class="back-n">${back()}${sitter.count}</span>`
      : nothing
  }</span>${gone}`;
}

/** Of who is gone, how long the table waits; if it does not, since when they are. @param {string} word @param {Sitter} sitter @param {Scene} scene */
function saying(word, sitter, scene) {
  const { since } = sitter;
  const gone = ["away", "offline"].includes(word);
  if (!gone || (since === null && !isAwaited(sitter, scene))) return t(`table.state.${word}`);
  if (isAwaited(sitter, scene)) return html`${icon("offline")}<i data-due></i>`;
  return word === "away"
    ? html`${t("table.state.away")} <i data-since=${since}></i>`
    : html`${icon("offline")}<i data-since=${since}></i>`;
}

/** Whether the table acts for this seat when its time is up. @param {Sitter} sitter @param {Scene} scene */
const isAwaited = ({ acting }, { table }) => acting && table.deadline !== null && !table.asleep;

/** @param {Sitter} sitter */
function wordOf({ player, present, out, retired }) {
  /** @type {[boolean, string][]} the first that holds */
  const words = [
    [out, "out"],
    [retired, "retired"],
    [player?.away ?? false, "away"],
    [!present, "offline"],
    [player?.sits_out ?? false, "sits_out"],
  ];
  return player ? (words.find(([holds]) => holds)?.[1] ?? "") : "";
}

/** @param {string[][]} layout */
export const melds = (layout) =>
  repeat(
    layout,
    (meld) => keyOf(meld.slice(0, 1)),
    (meld) => fan(meld),
  );

/** @param {Sitter} sitter @param {Scene} scene @param {string | undefined} word what it just said */
export function seat(sitter, scene, word) {
  if (!sitter.player)
    return html`<section class="seat seat--${sitter.side} is-free" aria-label=${t("table.free")}
      ><div class="plate"><i class="dish-free"></i><span class="muted">${t("table.free")}</span></div></section>`;
  const n = laid(sitter.layout);
  const dealt = sitter.seat >= 0 && !sitter.out;
  const play =
    scene.view !== null && !["cut", "announce", "cambio", "declare"].includes(scene.view.phase);
  const gone = !sitter.present || sitter.player.away;
  return html`<section class="seat seat--${sitter.side} ${sitter.acting ? "is-active" : ""} ${
    gone ? "is-away" : ""
  } ${sitter.out ? "is-out" : ""}" aria-label=${labelOf(sitter, scene)} data-seat=${sitter.seat}>
    <div class="who">${plate(sitter, scene)}${play && dealt ? ten(n, scene.goal) : nothing}</div>
    ${n ? html`<div class="melds">${melds(sitter.layout ?? [])}</div>` : nothing}
    ${
      !n && play && dealt && !sitter.retired
        ? html`<p class="palo">${icon("tree")}<span>${t("table.palo")}</span></p>`
        : nothing
    }
    ${!n && dealt && sitter.count ? backs(sitter.count) : nothing}${bubble(word)}</section>`;
}

/** @param {number} count */
const backs = (count) =>
  html`<div class="backs" aria-hidden="true">${Array.from({ length: count }, () => back())}</div>`;

/** @param {Sitter} sitter @param {Scene} scene */
export const labelOf = (sitter, scene) =>
  [
    sitter.player?.name ?? "",
    t(`table.where.${sitter.side}`),
    sitter.order > 0 ? t("table.order.is", { n: t("table.ordinal", { n: sitter.order }) }) : "",
    sitter.seat >= 0 ? t("table.ten", { n: laid(sitter.layout), goal: scene.goal }) : "",
    sitter.seat >= 0 ? t("table.in_hand", { n: sitter.count }) : "",
    t("common.chips", { n: sitter.stack }),
    wordOf(sitter) ? t(`table.state.${wordOf(sitter)}`) : "",
  ]
    .filter(Boolean)
    .join(", ");
