// How a hand ended: who won, with which cards, who paid whom, and what comes next.
// Enters: the store, the stacks before the hand, whether the deal agrees with what was seen.
// Leaves: templates. A sheet on phones, a box elsewhere: the browser's own dialog, so focus stays
// in it, Escape closes it, and focus goes back to where it was.
import { html, nothing } from "lit";
import { bonusSums, carriedWord, collected, rowsOf } from "../../model/receipt.js";
import { nameAt, sitterAt } from "../../model/scene.js";
import { gameName } from "../../model/sentences.js";
import { has, list, number, t } from "../../model/texts.js";
import { inline } from "../card.js";
import { isLong, lobbyLink } from "../panel/parts.js";
import { DISHES, dish, icon, rich } from "../parts.js";
import { picture } from "./cards.js";

/** @typedef {import("../../model/store.js").Store} Store */
/** @typedef {import("../../model/scene.js").Scene} Scene */
/** @typedef {import("../../model/frames.js").Result} Result */
/** @typedef {import("../../model/receipt.js").Before} Before */

/**
 * @param {Store} store @param {import("../does.js").Does} does
 * @param {{before: Before, verified: boolean | null}} known
 */
export function result(store, does, { before, verified }) {
  const { scene } = store;
  const ended = scene?.over ? scene.view?.result : null;
  if (!scene || !ended || store.resultSeen === scene.table.hand) return nothing;
  const winner = sitterAt(scene, ended.winner);
  const word = has(`table.win.${ended.how}.yes`)
    ? html` (${t(`table.win.${ended.how}.yes`)})`
    : nothing;
  return html`<dialog class="result" aria-labelledby="won" @close=${does.hideResult}>
    <div class="hem" aria-hidden="true"></div>
    <div class="result__top">${winner ? dish(nameAt(scene, ended.winner), DISHES[winner.place] ?? "", 60) : nothing}
      <div><h2 id="won" tabindex="-1" autofocus>${title(scene, ended)}</h2><p>${howOf(scene, ended)}${word} · ${t("table.hand_n", { n: scene.table.hand })}</p></div>
      <button type="button" class="btn-icon" aria-label=${t("common.close")} @click=${shut}>${icon("cross")}</button></div>
    ${cards(scene, ended)}
    <div class="result__cols">${receipt(scene, ended, before)}${changes(scene, ended, before)}</div>
    ${
      verified === null
        ? nothing
        : html`<p class="proof">${icon(verified ? "seal" : "warn")}<span>${rich(
            verified ? "table.verified" : "table.not_verified",
          )}</span></p>`
    }
    <div class="result__go">${scene.view?.seat == null ? nothing : html`<a class="btn btn--line btn--big" target="_blank" href="/hands/${scene.table.id}/${scene.table.hand}">${icon("replay")}${t("table.replay")}</a>`}
      ${next(scene, does)}</div></dialog>`;
}

/** By the browser's own closing, so that focus goes back to where it was. @param {Event} event */
const shut = ({ currentTarget }) =>
  /** @type {HTMLElement} */ (currentTarget).closest("dialog")?.close();

/** @param {Scene} scene @param {import("../does.js").Does} does */
function next({ me, spectator, table }, does) {
  if (table.coming.close) return lobbyLink();
  const { away = false, ready = false, sits_out = false } = me.player ?? {};
  if (spectator || (sits_out && !away)) return nothing;
  const kept = keptBy(table, away, ready);
  return html`<button type="button" class="btn btn--main btn--big" aria-keyshortcuts="M" ?disabled=${kept}
    @click=${(/** @type {Event} */ event) => does.ready() && shut(event)}><span>${t(kept || (away ? "table.back" : "table.next"))}</span>${
      table.deadline === null || table.asleep || table.frozen || isLong(table)
        ? nothing
        : html`<span class="count"><i data-secs></i> ${t("table.secs")}</span>`
    }</button>`;
}

/** Why nobody can press on, as a text; empty if one can. @param {Scene["table"]} table @param {boolean} away @param {boolean} ready */
function keptBy(table, away, ready) {
  if (table.frozen) return "table.frozen.short";
  if (table.asleep && !away) return "table.between.few";
  return ready ? "table.ready.said" : "";
}

/** By what it was won; what the table declared for me while I was away is not told as mine. @param {Scene} scene @param {Result} ended */
function howOf({ me, view, goal }, { winner, how }) {
  const forMe = me.player?.away && winner === view?.seat && has(`table.win.${how}`);
  return forMe
    ? t("table.how.for_me", { win: t(`table.win.${how}`) })
    : t(`table.how.${how}`, { n: goal });
}

/** @param {Scene} scene @param {Result} ended */
function title(scene, ended) {
  if (ended.winner === null) {
    const word = carriedWord(ended.carry.count);
    return word
      ? t("table.nowinner.carry", { word: t(word, { n: ended.carry.count + 1 }) })
      : t("table.nowinner");
  }
  if (ended.winner === scene.view?.seat) return t("table.won.me");
  return t("table.won", { name: nameAt(scene, ended.winner) });
}

/** The winner's, and among them the one that won. @param {Scene} scene @param {Result} ended */
function cards({ view }, ended) {
  if (ended.winner === null) return nothing;
  const layout = view?.layouts[ended.winner] ?? [];
  const shown = layout.length ? layout : [view?.shown?.winner ?? []];
  return html`<div class="result__ten">${shown.filter((meld) => meld.length).map((meld) => picture(meld, (card) => (card === view?.shown?.card ? "is-new" : "")))}</div>`;
}

/** @param {unknown} name @param {number} n @param {{sum?: boolean, detail?: unknown}} [how] */
const line = (name, n, { sum = false, detail = "" } = {}) =>
  html`<div class=${sum ? "sum" : ""}><dt>${name}<small>${detail}</small></dt><dd>${number(n)}</dd></div>`;

/** @param {Scene} scene @param {Result} ended @param {Before} before */
function receipt(scene, ended, before) {
  const count = ended.winner === null ? ended.carry.count : before.count;
  const word = carriedWord(count);
  const unpaid = ended.unpaid.reduce((all, one) => all + one, 0);
  return html`<section class="paper" aria-label=${t("table.receipt")}><h3>${t("table.receipt")}${
    word ? html`<span class="stamp">${t(word, { n: count + 1 })}</span>` : nothing
  }</h3>
    <dl>${
      before.carried
        ? [
            line(t("table.receipt.carried"), before.carried),
            line(t("table.receipt.fresh"), ended.pot - before.carried),
          ]
        : nothing
    }${line(t("table.pot"), ended.pot, { sum: true })}${bonuses(ended)}
    ${unpaid ? line(t("table.receipt.unpaid"), -unpaid) : nothing}
    ${ended.winner === null ? nothing : line(takes(scene, ended), collected(ended), { sum: true })}
    ${Object.entries(ended.side).map(([game, pot]) =>
      line(gameName(game), pot.pot, {
        detail: pot.winners.length
          ? html`${list(pot.winners.map((seat) => nameOf(scene, seat)))} ${pot.winners.flatMap(held(scene, game)).map(inline)}`
          : t("table.side.carried"),
      }),
    )}
    ${ended.carry.pot ? line(t("table.carried"), ended.carry.pot) : nothing}</dl></section>`;
}

/** With which cards a side game was won (R11.4). @param {Scene} scene @param {string} game */
const held =
  ({ view }, game) =>
  (/** @type {number} */ seat) =>
    view?.shown?.side[game]?.[seat] ?? [];

/** All bonuses in one line, each with how often it was owed. @param {Result} ended */
function bonuses(ended) {
  const sums = bonusSums(ended);
  if (!sums.length) return nothing;
  const detail = sums
    .map(
      ({ kind, times, sum }) =>
        `${t(`table.bonus.${kind}.short`)} ${times} × ${number(sum / times)}`,
    )
    .join(" · ");
  const all = sums.reduce((total, { sum }) => total + sum, 0);
  return line(t("table.receipt.bonuses"), all, { detail });
}

/** @param {Scene} scene @param {Result} ended */
const takes = (scene, { winner }) =>
  winner === scene.view?.seat
    ? t("table.receipt.gets.me")
    : rich("table.receipt.gets", { name: nameAt(scene, winner) });

/** @param {Scene} scene @param {number} seat */
const nameOf = (scene, seat) => (seat === scene.view?.seat ? t("table.you") : nameAt(scene, seat));

/** @param {Scene} scene @param {Result} ended @param {Before} before */
function changes(scene, ended, before) {
  const known = before.stacks.length > 0;
  const kinds = bonusSums(ended).map(({ kind }) => kind);
  const side = known && Object.keys(ended.side).length > 0;
  const head = (/** @type {string} */ text) => html`<th scope="col">${text}</th>`;
  return html`<section class="changes" aria-label=${t("table.changes")}><table><thead><tr>${head(t("table.player"))}
    ${known ? head(t("table.pot")) : nothing}${kinds.map((kind) => head(t(`table.bonus.${kind}.short`)))}${side ? head(t("table.side.short")) : nothing}
    ${known ? head(t("table.net")) : nothing}${head(t("table.stack"))}</tr></thead>
    <tbody>${rowsOf(ended, before).map((row) => change(scene, row, ended, { kinds, side, known }))}</tbody></table></section>`;
}

/**
 * @param {Scene} scene @param {import("../../model/receipt.js").Row} row @param {Result} ended
 * @param {{kinds: string[], side: boolean, known: boolean}} columns
 */
function change(scene, row, ended, { kinds, side, known }) {
  const sitter = sitterAt(scene, row.seat);
  const drawn = dish(nameAt(scene, row.seat), DISHES[sitter?.place ?? 0] ?? "", 28);
  return html`<tr class=${row.seat === ended.winner ? "is-win" : ""}><th scope="row">${drawn}<span>${nameOf(scene, row.seat)}</span></th>
    ${known ? html`<td>${signed(row.pot)}</td>` : nothing}
    ${kinds.map((kind) => html`<td>${signed(row.bonuses[kind] ?? 0)}</td>`)}
    ${side ? html`<td>${signed(row.side)}</td>` : nothing}
    ${known ? html`<td class="net-n ${row.net > 0 ? "up" : row.net < 0 ? "dn" : ""}">${signed(row.net)}</td>` : nothing}
    <td class="tot">${number(row.stack)}</td></tr>`;
}

/** @param {number} n */
const signed = (n) => (n === 0 ? "–" : `${n > 0 ? "+" : "−"}${number(Math.abs(n))}`);
