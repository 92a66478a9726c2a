// How a hand ended: who won, with which cards, who paid whom, and what comes next.
// Enters: the store, the stacks before the hand, whether the deal agrees with what was seen.
// Leaves: templates. A sheet on phones, a dialog elsewhere; it closes by its button or Escape.
import { html, nothing } from "lit";
import { BONUSES, bonusSums, carriedWord, rowsOf } from "../../model/receipt.js";
import { nameAt, sitterAt } from "../../model/scene.js";
import { gameName } from "../../model/sentences.js";
import { list, number, t } from "../../model/texts.js";
import { chips, DISHES, dish, icon, rich } from "../parts.js";
import { picture } from "./cards.js";

/** @typedef {import("../../model/store.js").Store} Store */
/** @typedef {import("../../model/scene.js").Scene} Scene */
/** @typedef {import("../../model/frames.js").Result} Result */

/**
 * @param {Store} store @param {import("../does.js").Does} does
 * @param {{before: number[], verified: boolean | null}} known
 */
export function result(store, does, { before, verified }) {
  const { scene } = store;
  const ended = scene?.over ? scene.view?.result : null;
  if (!scene || !ended || store.resultSeen === scene.table.hand) return nothing;
  const winner = sitterAt(scene, ended.winner);
  return html`<div class="scrim"></div><div class="result" role="dialog" aria-modal="true" aria-labelledby="won">
    <div class="hem" aria-hidden="true"></div>
    <div class="result__top">${winner?.player ? dish(winner.player.name, DISHES[winner.place] ?? "", 60) : nothing}
      <div><h2 id="won">${title(scene, ended)}</h2><p>${t(`table.how.${ended.how}`)} · ${t("table.hand_n", { n: scene.table.hand })}</p></div></div>
    ${cards(scene, ended)}
    <div class="result__cols">${receipt(scene, ended)}${changes(scene, ended, before)}</div>
    ${
      verified === null
        ? nothing
        : html`<p class="proof">${icon(verified ? "seal" : "warn")}<span>${rich(
            verified ? "table.verified" : "table.not_verified",
          )}</span></p>`
    }
    <div class="result__go"><button type="button" class="btn btn--line btn--big" @click=${does.hideResult}>${t("table.result.table")}</button>
      ${next(scene, does)}</div></div>`;
}

/** @param {Scene} scene @param {import("../does.js").Does} does */
function next({ me, spectator, table }, does) {
  if (spectator || me.player?.sits_out) return nothing;
  const ready = me.player?.ready ?? false;
  return html`<button type="button" class="btn btn--main btn--big" aria-keyshortcuts="M" ?disabled=${ready}
    @click=${does.ready}><span>${t(ready ? "table.ready.said" : "table.next")}</span>${
      table.deadline === null ? nothing : html`<span class="count"><i data-secs></i> s</span>`
    }</button>`;
}

/** @param {Scene} scene @param {Result} ended */
function title(scene, ended) {
  if (scene.table.void) return t("table.void");
  if (ended.winner === null) {
    const word = carriedWord(ended.carry.count);
    return word
      ? t("table.nowinner.carry", { word: t(word, { n: ended.carry.count + 1 }) })
      : t("table.nowinner");
  }
  if (ended.winner === scene.view?.seat) return t("table.won.me");
  return t("table.won", { name: nameAt(scene, ended.winner) });
}

/** @param {Scene} scene @param {Result} ended */
function cards({ view }, ended) {
  if (ended.winner === null) return nothing;
  const layout = view?.layouts[ended.winner] ?? [];
  const shown = layout.length ? layout : [view?.shown?.winner ?? []];
  return html`<div class="result__ten">${shown.filter((meld) => meld.length).map((meld) => picture(meld))}</div>`;
}

/** @param {Scene} scene @param {Result} ended */
function receipt(scene, ended) {
  const word = carriedWord(ended.carry.count);
  const line = (/** @type {unknown} */ name, /** @type {number} */ n, sum = false) =>
    html`<div class=${sum ? "sum" : ""}><dt>${name}</dt><dd>${number(n)}</dd></div>`;
  return html`<section class="paper" aria-label=${t("table.receipt")}><h3>${t("table.receipt")}${
    word ? html`<span class="stamp">${t(word, { n: ended.carry.count + 1 })}</span>` : nothing
  }</h3>
    <dl>${line(t("table.pot"), ended.pot, true)}
    ${bonusSums(ended).map(([kind, sum]) => line(t(`table.bonus.${kind}`), sum))}
    ${Object.entries(ended.side).map(([game, pot]) =>
      line(
        html`${gameName(game)}<small>${
          pot.winners.length
            ? list(pot.winners.map((seat) => nameAt(scene, seat)))
            : t("table.side.carried")
        }</small>`,
        pot.pot,
      ),
    )}
    ${ended.carry.pot ? line(t("table.carried"), ended.carry.pot) : nothing}</dl></section>`;
}

/** @param {Scene} scene @param {Result} ended @param {number[]} before */
function changes(scene, ended, before) {
  const rows = rowsOf(ended, before);
  const bonuses = BONUSES.filter((kind) => ended.bonuses.some((bonus) => bonus.kind === kind));
  return html`<section class="changes" aria-label=${t("table.changes")}><table><thead><tr><th scope="col">${t("table.player")}</th>
    ${bonuses.map((kind) => html`<th scope="col">${t(`table.bonus.${kind}.short`)}</th>`)}
    ${before.length ? html`<th scope="col">${t("table.net")}</th>` : nothing}<th scope="col">${t("table.stack")}</th></tr></thead>
    <tbody>${rows.map((row) => changeOf(scene, row, ended, bonuses, before.length > 0))}</tbody></table></section>`;
}

/**
 * @param {Scene} scene @param {import("../../model/receipt.js").Row} row @param {Result} ended
 * @param {string[]} bonuses @param {boolean} known
 */
function changeOf(scene, row, ended, bonuses, known) {
  const sitter = sitterAt(scene, row.seat);
  return html`<tr class=${row.seat === ended.winner ? "is-win" : ""}><th scope="row">${dish(
    sitter?.player?.name ?? "",
    DISHES[sitter?.place ?? 0] ?? "",
    28,
  )}<span>${
    row.seat === scene.view?.seat ? t("table.you") : (sitter?.player?.name ?? "")
  }</span></th>
    ${bonuses.map((kind) => html`<td>${signed(row.bonuses[kind] ?? 0)}</td>`)}
    ${known ? html`<td class="net-n ${row.net > 0 ? "up" : row.net < 0 ? "dn" : ""}">${signed(row.net)}</td>` : nothing}
    <td class="tot">${chips(row.stack)}</td></tr>`;
}

/** @param {number} n */
const signed = (n) => (n === 0 ? "–" : `${n > 0 ? "+" : "−"}${number(Math.abs(n))}`);
