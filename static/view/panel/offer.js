// Panels over somebody's discard: claim, pass, force, place, judge (rulebook R7.5 to R7.10, R10.3).
// Enters: the store. Leaves: templates. The panel has the same parts for every seat, whether or
// not it could use the card, and nothing in it tells what others may do.
import { html, nothing } from "lit";
import { bestFirst } from "../../model/melds.js";
import { nameAt, viewOf } from "../../model/scene.js";
import { t } from "../../model/texts.js";
import { inline } from "../card.js";
import { icon, rich } from "../parts.js";
import { picture } from "../table/cards.js";
import { building } from "./lanes.js";
import { button, go, head, way } from "./parts.js";

/** @typedef {import("../../model/store.js").Store} Store */
/** @typedef {import("../does.js").Does} Does */
/** @typedef {import("../../model/scene.js").Scene} Scene */

const MOST_WAYS = 2; // suggestions that fit a phone; building shows the rest

/** @param {Store} store @param {Does} does */
export function offer(store, does) {
  const view = viewOf(store);
  const card = view.offered ?? "";
  const title = rich("table.offer", { card: inline(card) });
  const pass = (/** @type {{icon?: string}} */ how) =>
    button({ key: "N", ...how }, t("table.pass"), () => does.act("pass"));
  if (store.chosen.draft)
    return building(store, does, {
      title,
      sub: t("table.offer.build"),
      kind: "claim",
      confirm: "table.claim.n",
      refuse: pass({}), // no room for its fist beside undoing
    });
  const given = store.givenDraft();
  const ways = given ? bestFirst(given.layouts, given.base) : [];
  const chosen = ways[store.chosen.way] ?? ways[0];
  return html`${head(store, title, before(/** @type {Scene} */ (store.scene)))}
    ${ways.length ? waysOf(store, does, ways, true) : html`<p class="ways ways--none">${t("table.offer.none")}</p>`}
    ${go(
      forcing(store, does),
      pass({ icon: "knock" }),
      chosen
        ? button({ key: "M", main: true, icon: "check" }, t("table.claim"), () =>
            does.play("claim", chosen),
          )
        : nothing,
    )}`;
}

/** Who decides before me: as everybody sees by where they sit. @param {Scene} scene */
function before(scene) {
  const { view, order } = scene;
  const at = order.indexOf(view?.seat ?? -1);
  const first = order.slice(0, Math.max(0, at));
  if (!first.length) return t("table.offer.first");
  return rich("table.offer.before", { n: first.length, name: nameAt(scene, first.at(-1)) });
}

/** @param {Store} store @param {Does} does @param {string[][][]} ways @param {boolean} own whether one may build */
function waysOf(store, does, ways, own) {
  const given = /** @type {NonNullable<ReturnType<Store["givenDraft"]>>} */ (store.givenDraft());
  return html`<fieldset class="ways ${own ? "" : "ways--two"}"><legend class="sr">${t("table.ways")}</legend>
    ${ways.slice(0, own ? MOST_WAYS : 4).map((layout, at) =>
      way({
        at,
        layout,
        base: given.base,
        card: given.card,
        goal: store.scene?.goal ?? 10,
        checked: at === store.chosen.way,
        choose: () => does.choose({ way: at }),
      }),
    )}
    ${
      own
        ? html`<button type="button" class="way way--own" aria-keyshortcuts="A" @click=${() => does.build(true)}
      >${icon("plus")}<span>${t("table.build")}</span></button>`
        : nothing
    }</fieldset>`;
}

/** @param {Store} store @param {Does} does */
function forcing(store, does) {
  const scene = /** @type {Scene} */ (store.scene);
  const targets = scene.view?.options.force ?? [];
  if (!targets.length) return nothing;
  return html`<div class="forces">${targets.map(
    (target) => html`<button type="button" class="btn btn--danger"
    @click=${() => does.act("force", { target })}>${rich("table.force", { name: nameAt(scene, target) })}</button>`,
  )}</div>`;
}

/** @param {Store} store @param {Does} does */
export function place(store, does) {
  const view = viewOf(store);
  const given = store.givenDraft();
  const ways = given ? bestFirst(given.layouts, given.base) : [];
  const chosen = ways[store.chosen.way] ?? ways[0];
  return html`${head(store, rich("table.place", { card: inline(view.offered ?? "") }), t(chosen && chosen.flat().length >= (store.scene?.goal ?? 10) ? "table.place.wins" : "table.place.sub"))}
    ${waysOf(store, does, ways, false)}
    ${go(
      button(
        { key: "M", main: true, icon: "check" },
        t("table.place.go"),
        () => chosen && does.play("place", chosen),
      ),
    )}`;
}

/** @param {Store} store @param {Does} does */
export function judge(store, does) {
  const scene = /** @type {Scene} */ (store.scene);
  const trial = scene.view?.trial;
  return html`${head(store, t("table.judge"), rich("table.judge.sub", { name: nameAt(scene, trial?.seat) }))}
    <div class="forces trials">${(trial?.melds ?? []).map((meld) => html`<span class="way__cards trial">${picture(meld)}</span>`)}</div>
    ${go(
      button({ key: "N" }, t("table.judge.out"), () => does.act("vote", { forgive: false })),
      button({ key: "M", main: true }, t("table.judge.forgive"), () =>
        does.act("vote", { forgive: true }),
      ),
    )}`;
}
