// Panels while nothing is asked of me: others play, I retired, between hands, I watch.
// Enters: the store. Leaves: templates.
import { html, nothing } from "lit";
import { nameAt } from "../../model/scene.js";
import { gameName } from "../../model/sentences.js";
import { t } from "../../model/texts.js";
import { chips, icon, rich } from "../parts.js";
import { lines } from "../table/log.js";
import { button, go, head, isLong, lobbyLink, toggle } from "./parts.js";
import { reactions } from "./reactions.js";

/** @typedef {import("../../model/store.js").Store} Store */
/** @typedef {import("../does.js").Does} Does */
/** @typedef {import("../../model/scene.js").Scene} Scene */
/** @typedef {import("../table/log.js").Entry} Entry */

/** @param {Store} store @param {Does} does */
export function waiting(store, does) {
  const scene = /** @type {Scene} */ (store.scene);
  const cuts = scene.view?.phase === "cut";
  const name = nameAt(scene, cuts ? scene.view?.to_act[0] : scene.view?.turn);
  const title =
    scene.view?.phase === "offer"
      ? t("table.waiting.offer")
      : name
        ? rich(cuts ? "table.cuts" : "table.waiting", { name })
        : t("table.waiting.all");
  return html`${head(store, title, t("table.waiting.sub"), false)}${cuts ? nothing : orders(scene, does)}${reactions(scene, does)}`;
}

/** @param {Scene} scene @param {Does} does */
function orders({ mine, goal }, does) {
  if (!mine.orders) return nothing;
  const { pass_rest, take_goal } = mine.orders;
  const order = (/** @type {Record<string, boolean>} */ more) =>
    does.ask({ type: "order", pass_rest, take_goal, ...more });
  return html`<div class="orders"><h3 class="orders__h">${t("table.orders")} <small>${t("table.orders.sub")}</small></h3>
    ${toggle(t("table.orders.goal", { goal }), t("table.orders.goal.sub"), take_goal, (on) => order({ take_goal: on }))}
    ${toggle(t("table.orders.pass"), t("table.orders.pass.sub"), pass_rest, (on) => order({ pass_rest: on }))}</div>`;
}

/** @param {Store} store @param {Does} does @param {readonly Entry[]} entries */
export const retired = (store, does, entries) =>
  html`${head(store, t("table.retired"), t("table.retired.sub"), false)}${recent(store, entries)}${speaking(store, does)}`;

/** @param {Store} store @param {Does} does @param {readonly Entry[]} entries */
export const out = (store, does, entries) =>
  html`${head(store, t("table.out"), t(store.scene?.me.player?.leaving ? "table.out.leaving" : "table.out.sub"), false)}${recent(store, entries)}${speaking(store, does)}`;

const FEW = 8; // lines: more than the panel of a phone holds, which shows the last of them

/** What has just happened, where no log stands beside the table. @param {Store} store @param {readonly Entry[]} entries */
const recent = ({ scene }, entries) =>
  html`<div class="recent" aria-hidden="true">${lines(entries.slice(-FEW), scene)}</div>`;

/** @param {Store} store @param {Does} does */
const speaking = ({ scene }, does) => (scene ? reactions(scene, does) : nothing);

/** @param {Store} store @param {Does} does @param {readonly Entry[]} entries */
export function notDealt(store, does, entries) {
  const { sits_out: rests = false, away = false } = store.scene?.me.player ?? {};
  return html`${head(store, t(rests ? "table.between.resting" : "table.notdealt"), t("table.notdealt.sub"), false)}${recent(store, entries)}
    ${rests && !away ? go(button({ main: true }, t("table.sitin"), () => does.ask({ type: "choose", sits_out: false }))) : nothing}`;
}

/** @param {Store} store @param {Does} does @param {readonly Entry[]} entries */
export function watch(store, does, entries) {
  const free = store.scene?.table.places.some((player) => !player || player.bot);
  return html`${head(store, t("table.watching"), t("table.watching.sub"), false)}${recent(store, entries)}
    ${free ? go(button({ main: true }, t("table.sit"), does.sit)) : nothing}`;
}

/** A hand that is played and not shown to me: I have left it, or nobody may watch. @param {Store} store @param {Does} does */
export function unseen(store, does) {
  const { table, spectator } = /** @type {Scene} */ (store.scene);
  const key = spectator ? "table.private" : "table.leaving";
  const free = spectator && table.places.some((player) => !player || player.bot);
  return html`${head(store, t(key), t(spectator ? `${key}.sub` : "table.out.leaving"), false)}
    ${go(lobbyLink(), free ? button({ main: true }, t("table.sit"), does.sit) : nothing)}`;
}

/** @param {Store} store @param {Does} does */
export function between(store, does) {
  const scene = /** @type {Scene} */ (store.scene);
  const { table } = scene;
  const few = isShort(scene);
  const stands = standing(scene);
  const comes = stands === "next" || stands === "still";
  return html`${head(
    store,
    t(comes ? "table.between" : `table.between.${stands}`),
    subOf(stands, table),
    stands === "gathering" || (["closing", "next"].includes(stands) && !isLong(table)),
  )}
    ${table.void ? html`<p class="hint">${icon("warn")}<span>${t("table.void")}</span></p>` : nothing}${proposal(scene, does)}${games(scene, does)}
    <p class="foot foot--many">
      <button type="button" class="btn btn--quiet" @click=${() => does.show("chips")}>${t("table.topup")}</button>
      <button type="button" class="btn btn--quiet" ?disabled=${table.carried.count > 0} @click=${() => does.show("bet")}>${rich("table.bet.change", { bet: chips(table.bet) })}</button></p>
    ${ways(scene, does, stands, few)}`;
}

/** @param {string} stands @param {import("../../model/frames.js").Table} table */
function subOf(stands, { places }) {
  if (stands === "next") return t("table.between.sub");
  if (!SUBS.has(stands) || (stands === "few" && !places.includes(null))) return nothing;
  return t(`table.between.${stands}.sub`);
}

/** What can be done. @param {Scene} scene @param {Does} does @param {string} stands @param {boolean} few */
function ways(scene, does, stands, few) {
  const { table } = scene;
  if (stands === "closing") return go(lobbyLink());
  if (stands === "away") return go(button({ key: "M", main: true }, t("table.back"), does.ready));
  if (stands === "few" && table.places.includes(null)) return filling(scene, does);
  if (stands === "gathering") return gathering(scene, does);
  return readying(scene, does, few || table.frozen || table.announced);
}

const SUBS = new Set(["closing", "away", "broke", "few", "gathering"]); // what says more than its title

/** What keeps the next hand from coming, or that it comes. @param {Scene} scene */
function standing(scene) {
  const { table, me } = scene;
  const { player } = me;
  if (table.coming.close) return "closing";
  if (table.announced) return "dealing";
  if (player?.away) return "away";
  if (player?.sits_out) return "resting";
  if (player && player.stack < table.bet) return "broke";
  if (isShort(scene)) return "few";
  if (table.frozen) return "still";
  if (table.hand) return "next";
  return table.places.includes(null) ? "gathering" : "dealing";
}

/** The table sleeps until more play; a pause that all wanted is none of that. @param {Scene} scene */
const isShort = ({ table, me }) =>
  (table.asleep && !table.frozen && !me.player?.pausing) || table.places.filter(Boolean).length < 2;

/** Others are wanted: people, or bots. @param {Scene} scene @param {Does} does */
const filling = ({ table, mine }, does) =>
  go(
    table.host === mine.place
      ? button({}, t("table.bots.add"), () => does.bots(1))
      : button({}, t("table.sitout"), () => does.ask({ type: "choose", sits_out: true })),
    button({ main: true }, t("table.invite"), () => does.show("invite")),
  );

/** Friends may still come, or all who are here begin. @param {Scene} scene @param {Does} does */
const gathering = ({ table, mine, me }, does) =>
  go(
    table.host === mine.place ? button({}, t("table.bots.one"), () => does.bots(1)) : nothing,
    button({}, t("table.invite"), () => does.show("invite")),
    button(
      { key: "M", main: true, off: me.player?.ready ?? false },
      t(me.player?.ready ? "table.ready.said" : "table.ready"),
      does.ready,
    ),
  );

/** @param {Scene} scene @param {Does} does @param {boolean} still no hand would be dealt */
function readying({ me: { player } }, does, still) {
  const { sits_out = false, ready = false } = player ?? {};
  const text = ready ? "table.ready.said" : sits_out ? "table.back" : "table.ready";
  return go(
    button({}, t(sits_out ? "table.sitin" : "table.sitout"), () =>
      does.ask({ type: "choose", sits_out: !sits_out }),
    ),
    button({ key: "M", main: true, off: still || ready || sits_out }, t(text), does.ready),
  );
}

/** @param {Scene} scene @param {Does} does */
function proposal({ table, mine }, does) {
  if (!table.proposal) return nothing;
  const agreed = mine.place !== null && table.proposal.agreed.includes(mine.place);
  const answer = (/** @type {boolean} */ agree) => does.ask({ type: "answer_bet", agree });
  return html`<div class="hint"><span>${rich("table.bet.proposed", { bet: chips(table.proposal.bet) })}</span>
    <button type="button" class="btn btn--line" @click=${() => answer(false)}>${t("table.bet.no")}</button>
    ${agreed ? nothing : html`<button type="button" class="btn btn--turq" @click=${() => answer(true)}>${t("table.bet.yes")}</button>`}</div>`;
}

/** Side games from the next hand on. @param {Scene} scene @param {Does} does */
function games({ table, me }, does) {
  const all = Object.entries(table.stakes);
  if (!all.length || !me.player) return nothing;
  const mine = new Set(me.player.games);
  const set = (/** @type {string} */ game) => {
    const next = new Set(mine);
    if (!next.delete(game)) next.add(game);
    does.ask({ type: "choose", games: [...next] });
  };
  return html`<div class="orders orders--games"><h3 class="orders__h">${t("table.sides.of", { n: all.filter(([game]) => mine.has(game)).length, all: all.length })} <small>${t("table.sides.sub")}</small></h3>
    <ul class="games" role="list">${all.map(
      ([game, stake]) => html`<li><button type="button" class="react"
      aria-pressed=${mine.has(game)} @click=${() => set(game)}>${gameName(game)} ${chips(stake)}</button></li>`,
    )}</ul></div>`;
}
