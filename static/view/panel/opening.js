// Panels before play: cut, side games, cambio, declare (rulebook R4).
// Enters: the store. Leaves: templates.
import { html } from "lit";
import { sitterAt, viewOf } from "../../model/scene.js";
import { gameName } from "../../model/sentences.js";
import { list, t } from "../../model/texts.js";
import { inline } from "../card.js";
import { icon, rich } from "../parts.js";
import { button, go, head, toggle } from "./parts.js";

/** @typedef {import("../../model/store.js").Store} Store */
/** @typedef {import("../does.js").Does} Does */

/** @param {Store} store */
const optionsOf = (store) => viewOf(store).options;

/** @param {Store} store @param {Does} does */
export function cut(store, does) {
  const most = optionsOf(store).cut ?? 0;
  const at = store.chosen.cut || Math.round(most * 0.45);
  return html`${head(store, t("table.cut"), t("table.cut.sub"))}
    <label class="cutter"><span class="sr">${t("table.cut.where")}</span><input type="range" min="1"
      max=${most - 1} .value=${String(at)} @input=${(/** @type {Event} */ event) =>
        does.choose({
          cut: Number(/** @type {HTMLInputElement} */ (event.target).value),
        })}><output>${at}</output></label>
    ${go(
      button({ key: "N" }, t("table.cut.none"), () => does.act("cut", { at: 0 })),
      button({ key: "M", main: true }, t("table.cut.at", { n: at }), () => does.act("cut", { at })),
    )}`;
}

/** @param {Store} store @param {Does} does */
export function announce(store, does) {
  const view = viewOf(store);
  const held = view.options.announce ?? [];
  const chosen = store.chosen.games ?? new Set(held);
  const games = held.filter((game) => chosen.has(game));
  const set = (/** @type {string} */ game, /** @type {boolean} */ on) => {
    const next = new Set(chosen);
    if (on) next.add(game);
    else next.delete(game);
    does.choose({ games: next });
  };
  return html`${head(store, t("table.announce"), t("table.announce.sub"))}
    <div class="orders orders--many">${held.map((game) =>
      toggle(gameName(game), t("table.announce.held"), games.includes(game), (on) => set(game, on)),
    )}</div>
    ${go(
      button({ key: "N" }, t("table.announce.none"), () => does.act("announce", { games: [] })),
      button(
        { key: "M", main: true, off: games.length === 0 },
        games.length === 1
          ? t("table.announce.one", { game: gameName(games[0] ?? "") })
          : t("table.announce.some", { n: games.length }),
        () => does.act("announce", { games }),
      ),
    )}`;
}

/** @param {Store} store @param {Does} does */
export function cambio(store, does) {
  const { give = [], declare = [] } = optionsOf(store);
  const card = store.chosen.card && give.includes(store.chosen.card) ? store.chosen.card : null;
  const best = declare[0];
  return html`${head(store, t("table.cambio"), rich("table.cambio.sub", { name: neighbour(store, 1), from: neighbour(store, -1) }))}
    <p class="foot"><span>${
      best ? rich("table.declare.have", { win: t(`table.win.${best}`) }) : t("table.cambio.foot")
    }</span></p>
    ${go(
      button(
        { key: "C", off: !best },
        t("table.declare.go"),
        () => best && does.act("declare", { win: best }),
      ),
      button(
        { key: "P", main: true, off: !card },
        card ? rich("table.cambio.pass", { card: inline(card) }) : t("table.cambio.choose"),
        () => card && does.act("give", { card }),
      ),
    )}`;
}

/** To whom my card goes (1), or from whom mine comes (-1). @param {Store} store @param {1 | -1} way */
function neighbour(store, way) {
  const scene = store.scene;
  const view = scene?.view;
  if (!scene || !view || view.seat === null) return "";
  const seats = view.counts.length;
  for (let step = 1; step < seats; step += 1) {
    const seat = (view.seat + way * step + seats * step) % seats;
    if (!view.out.includes(seat)) return sitterAt(scene, seat)?.player?.name ?? "";
  }
  return "";
}

const WINS = ["color", "cuatro_cuerpos", "peladilla"];

/** @param {Store} store @param {Does} does */
export function declare(store, does) {
  const wins = optionsOf(store).declare ?? [];
  const best = wins[0];
  return html`${head(store, t("table.declare"), t("table.declare.sub"))}
    <ul class="wins" role="list">${WINS.map(
      (win) => html`<li class="win ${wins.includes(win) ? "is-on" : ""}"
      >${icon(wins.includes(win) ? "check" : "cross")}<span><b>${t(`table.win.${win}`)}</b><small>${t(
        `table.win.${win}.${wins.includes(win) ? "yes" : "no"}`,
      )}</small></span></li>`,
    )}</ul>
    ${go(
      button({ key: "N", main: !best }, t("table.declare.no"), () => does.act("ready")),
      button(
        { key: "C", main: !!best, off: !best },
        t("table.declare.go"),
        () => best && does.act("declare", { win: best }),
      ),
    )}`;
}

/** What I said, while the others still choose. @param {Store} store @param {Does} does */
export function said(store, does) {
  const { table, mine } = /** @type {import("../../model/scene.js").Scene} */ (store.scene);
  const answer = mine.answer ?? viewOf(store).answer;
  const open = table.sealed; // until the window closes; without one an answer stands at once
  return html`${head(store, t("table.done"), t(open ? "table.done.offer" : "table.done.phase"), open)}
    <p class="said">${icon("check")}<span>${answer ? saidText(answer) : t("table.said.order")}</span></p>
    ${open ? go(button({ key: "Z" }, t("table.done.change"), () => does.choose({ again: true }))) : ""}`;
}

/** @param {import("../../model/frames.js").Action} answer */
function saidText(answer) {
  if (answer.do === "give") return rich("table.said.give", { card: inline(answer.card) });
  if (answer.do === "announce")
    return answer.games.length
      ? t("table.said.announce", { games: list(answer.games.map(gameName)) })
      : t("table.said.nothing");
  return t(`table.said.${answer.do}`);
}
