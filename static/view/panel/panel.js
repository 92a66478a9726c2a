// The panel at the thumb: what is asked of me, and how to answer.
// Enters: the store. Leaves: templates, one for each panel that model/scene.js names.
import { html, nothing } from "lit";
import { t } from "../../model/texts.js";
import { rich } from "../parts.js";
import { between, notDealt, out, retired, unseen, waiting, watch } from "./idle.js";
import { judge, offer, place } from "./offer.js";
import { announce, cambio, cut, declare, said } from "./opening.js";
import { head } from "./parts.js";
import { draw, pay, use } from "./turn.js";

/** @typedef {import("../../model/store.js").Store} Store */
/** @typedef {import("../does.js").Does} Does */
/** @typedef {import("../table/log.js").Entry} Entry */

/** @type {Record<string, (store: Store, does: Does, entries: readonly Entry[]) => unknown>} */
const PANELS = {
  between,
  watch,
  cut,
  announce,
  cambio,
  declare,
  draw,
  use,
  pay,
  offer,
  place,
  judge,
  waiting,
  retired,
  out,
  notdealt: notDealt,
  unseen,
  answered: said,
  loading: (store) => head(store, t("table.loading"), nothing, false),
};

/** @param {Store} store @param {Does} does @param {readonly Entry[]} [entries] what happened, for who looks on */
export function panel(store, does, entries = []) {
  if (store.link === "ended")
    return html`<section class="actions" id="options" tabindex="-1"><div class="hem" aria-hidden="true"></div>${notice(store)}</section>`;
  const shown = PANELS[store.panel] ?? PANELS.waiting;
  // between hands the panel's own button is for coming back
  const away = store.scene?.me.player?.away && !store.scene.spectator && store.panel !== "between";
  const busy = store.requests.asking(({ type }) => type === "act");
  return html`<section class="actions" id="options" aria-labelledby="ask" tabindex="-1" aria-busy=${busy}
    ><div class="hem" aria-hidden="true"></div>${notice(store)}${hostMoved(store)}${coming(store, does)}${
      away
        ? html`<p class="hint hint--line"><span>${t("table.away")}</span><button type="button" class="btn btn--turq"
        @click=${() => does.ask({ type: "come_back" })}>${t("table.back")}</button></p>`
        : nothing
    }${shown?.(store, does, entries)}</section>`;
}

/** Who leads the table now, if that has changed. @param {Store} store */
function hostMoved({ scene, newHost }) {
  const player = newHost === null ? null : scene?.table.places[newHost];
  // Between hands there is room for it; in a hand its line would push the panel over the table.
  if (!player || scene?.asked || scene?.table.playing) return nothing;
  const key = newHost === scene?.mine.place ? "table.leads.me" : "table.leads";
  return html`<p class="hint" role="status"><span>${rich(key, { name: player.name })}</span></p>`;
}

/** What the host has decided: told while nothing is asked. @param {Store} store @param {Does} does */
function coming({ scene, oldRules, rulesSeen }, does) {
  if (scene?.table.coming.close && scene.table.playing && !scene.asked)
    return html`<p class="hint hint--line hint--later" role="status"><span>${t("table.coming.close")}</span></p>`;
  const news = scene?.table.coming.rules
    ? "table.coming.rules"
    : oldRules && !rulesSeen
      ? `table.rules.${scene?.table.playing ? "running" : "new"}`
      : "";
  if (!news || scene?.asked) return nothing;
  const later = scene?.table.playing ? "hint--later" : "";
  return html`<p class="hint hint--line ${later}" role="status"><span>${t(news)}</span><button type="button" class="btn btn--line"
      @click=${() => does.show("rules")}>${t("table.coming.see")}</button></p>`;
}

/** The table is no more: nothing of it is left to be shown. @param {{link: string, why: string}} store */
export const isGone = ({ link, why }) =>
  link === "ended" && ["table_closed", "no_such_table"].includes(why);

/** What keeps everything waiting. @param {Store} store */
function notice({ link, why, paused, scene, satAt }) {
  if (isGone({ link, why }))
    return html`<div class="stop" role="alert"><h2>${t(`table.ended.${why}`)}</h2><p>${t(`table.ended.${why}.sub`)}</p>
      <p class="go">${satAt ? html`<a class="btn btn--line btn--big" href="/night/${satAt}">${t("table.ended.night")}</a>` : nothing}<a
        class="btn btn--main btn--big" href="/">${t("common.nav.tables")}</a></p></div>`;
  if (link === "ended")
    return html`<div class="stop" role="alert"><h2>${t(`table.ended.${why}`)}</h2><p>${t(`table.ended.${why}.sub`)}</p>
      <p class="go"><button type="button" class="btn btn--main btn--big" @click=${() => location.reload()}>${t(why === "replaced" ? "table.here" : "common.reload")}</button></p></div>`;
  if (link === "offline")
    return html`<div class="stop" role="alert"><h2>${t("table.offline")}</h2><p>${t("table.offline.sub")}</p></div>`;
  if (paused) return html`<div class="stop" role="alert"><h2>${t("table.paused")}</h2></div>`;
  return scene?.table.frozen && !scene.asked
    ? html`<div class="hint hint--line" role="status"><span>${t("table.frozen")}</span></div>`
    : nothing;
}
