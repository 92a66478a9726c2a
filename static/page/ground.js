// What every page does first: speak, show what was set, tell of an update and of a lost network.
// Enters: nothing. Leaves: `begin`, after which the page may draw.
import { html, render } from "lit";
import { settings } from "../model/settings.js";
import { t } from "../model/texts.js";
import { speak } from "../net/files.js";
import { server } from "../net/rest.js";

/** @typedef {import("../model/settings.js").Setting} Setting */

/** @returns {Promise<HTMLElement>} where the page is to draw */
export async function begin() {
  settings.addEventListener("change", (event) => {
    apply(/** @type {CustomEvent<Setting>} */ (event).detail);
  });
  const day = matchMedia("(prefers-color-scheme: light)");
  day.addEventListener("change", () => settings.prefer("theme", day.matches ? "light" : "dark"));
  await speak();
  const notice = document.body.appendChild(document.createElement("div"));
  notice.className = "notices";
  server.addEventListener("stale", () => tellStale(notice));
  addEventListener("offline", () => {
    if (!document.body.matches(".at-table")) tell(notice, "common.offline"); // there the panel says it
  });
  addEventListener("online", () => tell(notice, ""));
  return /** @type {HTMLElement} */ (document.getElementById("page"));
}

/** @param {Setting} setting */
function apply(setting) {
  const root = document.documentElement;
  if (setting === "theme") root.dataset.theme = settings.get("theme");
  if (setting === "deck") root.dataset.deck = settings.get("deck");
  if (setting === "language") speak().catch(() => left || settings.set("language", root.lang)); // nothing came: as before
}

let left = false; // the page: what it still waited for came to nothing by that alone
addEventListener("pagehide", () => {
  left = true;
});
addEventListener("pageshow", () => {
  left = false;
});

/** @param {HTMLElement} notice @param {string} key "" says nothing more */
function tell(notice, key) {
  render(key ? html`<p class="notice" role="status">${t(key)}</p>` : html``, notice);
}

/** @param {HTMLElement} notice */
function tellStale(notice) {
  render(
    html`<p class="notice" role="status">${t("common.stale")}
      <button class="btn btn--main" @click=${() => location.reload()}
        >${t("common.reload")}</button></p>`,
    notice,
  );
}
