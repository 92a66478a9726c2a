// The bar above the table: its name, the hand, the network, the seal, sounds, the menu.
// Enters: the store, how the table is called. Leaves: templates.
import { html, nothing } from "lit";
import { t } from "../../model/texts.js";
import { icon } from "../parts.js";

/** @typedef {import("../../model/store.js").Store} Store */
/** @typedef {import("../does.js").Does} Does */

/**
 * @param {Store} store @param {Does} does
 * @param {{name: string, practice: boolean, way: number, sound: string, theme: string}} about
 */
export function bar(store, does, { name, practice, way, sound, theme }) {
  const { scene } = store;
  const quiet = sound === "off";
  return html`<header class="bar">
    <button type="button" class="btn-icon" aria-label=${t("table.leave")} @click=${() => does.show("leave")}>${icon("leave")}</button>
    <div class="bar__title"><h1>${name}</h1><span>${practice ? html`${t("table.practice")} · ` : nothing}${scene ? facts(scene) : t("table.loading")}</span></div>
    <div class="bar__tools">${network(store, way)}
      <button type="button" class="btn-icon fair" aria-label=${t("table.seal")} @click=${() => does.show("seal")}>${icon("seal")}</button>
      <button type="button" class="btn-icon wide-only" aria-label=${t("common.theme")}
        @click=${() => does.setting("theme", theme === "dark" ? "light" : "dark")}>${icon(theme === "dark" ? "sun" : "moon")}</button>
      <button type="button" class="btn-icon" aria-pressed=${!quiet} aria-label=${t("common.sound")}
        @click=${() => does.setting("sound", quiet ? "full" : "off")}>${icon(quiet ? "mute" : "sound")}</button>
      <button type="button" class="btn-icon" aria-label=${t("table.menu")} @click=${() => does.show("menu")}>${icon("menu")}</button>
    </div></header>`;
}

/** @param {import("../../model/scene.js").Scene} scene */
function facts({ table }) {
  const pace = t(`table.pace.${table.pace.name}`);
  return html`<span class="wide-only">${t(`rules.preset.${table.rules.preset}`)} · ${t(
    "common.bet",
  )} ${table.bet} · </span>${table.hand ? t("table.hand_n", { n: table.hand }) : nothing}${
    table.hand ? " · " : nothing
  }${pace}`;
}

/** @param {Store} store @param {number} way */
function network({ link }, way) {
  if (link !== "open")
    return html`<span class="net is-off" role="img" aria-label=${t("table.offline")}>${icon("offline")}</span>`;
  return html`<span class="net" role="img" aria-label=${t("table.online", { n: Math.round(way) })}
    >${icon("signal")}<span>${Math.round(way)}<small> ms</small></span></span>`;
}
