// Panels of one's own turn: draw, use, pay (rulebook R7.1 to R7.4).
// Enters: the store. Leaves: templates.
import { html, nothing } from "lit";
import { bestFirst, fromHand } from "../../model/melds.js";
import { nameAt, viewOf } from "../../model/scene.js";
import { t } from "../../model/texts.js";
import { inline } from "../card.js";
import { icon, rich } from "../parts.js";
import { tableCard } from "../table/cards.js";
import { building } from "./lanes.js";
import { button, go, head } from "./parts.js";

/** @typedef {import("../../model/store.js").Store} Store */
/** @typedef {import("../does.js").Does} Does */

/** @param {Store} store @param {Does} does */
export function draw(store, does) {
  const options = viewOf(store).options;
  if (store.chosen.draft)
    return building(store, does, {
      title: t("table.lay"),
      sub: t("table.lay.sub"),
      kind: "lay",
      confirm: "table.lay.go",
      refuse: button({ key: "N" }, t("table.lay.stop"), does.stopBuilding),
    });
  return html`${head(store, t("table.turn"), t(options.lay ? "table.turn.lay" : "table.turn.sub"))}
    ${retiring(store, does)}
    ${go(
      options.lay ? addButton(store, does) : nothing,
      button({ key: "R", main: true, icon: "deck" }, t("table.draw"), () => does.act("draw")),
    )}`;
}

/**
 * Above the buttons, beside its own: what it does, or which cards keep me from it. The row is there before the
 * server has said so: nothing moves under a finger.
 * @param {Store} store @param {Does} does
 */
function retiring(store, does) {
  const { retire } = viewOf(store).options;
  return html`<p class="foot"><button type="button" class="btn btn--quiet" ?disabled=${!retire}
    @click=${() => does.act("retire")}>${t("table.retire")}</button><span>${
      retire ? t("table.retire.how") : unseen(store)
    }</span></p>`;
}

/** @param {Store} store */
function unseen({ chosen: { unseen: cards } }) {
  if (!cards) return nothing;
  if (!cards.length) return t("table.retire.nobody");
  return rich("table.retire.needs", {
    n: cards.length,
    cards: cards.slice(0, MOST_UNSEEN).map(inline),
  });
}

const MOST_UNSEEN = 3; // cards that fit beside the button of a phone; when they are seen, the next

/** The best card to add, by one press; other ways by building. @param {Store} store @param {Does} does */
function addButton(store, does) {
  const given = store.givenDraft();
  if (!given) return nothing;
  const single = bestFirst(given.layouts, given.base).at(-1) ?? [];
  const added = fromHand(single, given.hand);
  if (given.layouts.length === 1)
    return button(
      { key: "A", icon: "plus" },
      rich("table.lay.add", {
        card: html`${added.slice(0, 2).map((card) => inline(card))}`,
      }),
      () => does.play("lay", single),
    );
  return button({ key: "A", icon: "plus" }, t("table.lay.some"), () => does.build(true));
}

/** @param {Store} store @param {Does} does */
export function use(store, does) {
  const view = viewOf(store);
  const card = view.drawn ?? "";
  const title = rich("table.use", { card: inline(card) });
  const sub = t(
    store.scene?.table.rules.drawn_card === "open" ? "table.use.open" : "table.use.sub",
  );
  const away = button({ key: "N", main: !store.chosen.draft }, t("table.use.discard"), () =>
    does.act("discard"),
  );
  if (!store.chosen.draft)
    return html`${head(store, title, view.options.use ? sub : t("table.use.none"))}
    ${card && !view.options.use ? html`<p class="drawn">${tableCard(card, { classes: "is-new" })}</p>` : nothing}${go(
      view.options.use ? button({ key: "A" }, t("table.build"), () => does.build(true)) : nothing,
      away,
    )}`;
  return building(store, does, { title, sub, kind: "use", confirm: "table.use.go", refuse: away });
}

/** @param {Store} store @param {Does} does */
export function pay(store, does) {
  const { pay: cards = [] } = viewOf(store).options;
  const card = store.chosen.card && cards.includes(store.chosen.card) ? store.chosen.card : null;
  const falling = card ?? cards.find((one) => store.scene?.mine.falls?.[one] !== undefined);
  return html`${head(store, t("table.pay"), t("table.pay.sub"))}
    ${falling ? falls(store, falling) : nothing}
    ${go(
      button(
        { key: "P", main: true, off: !card },
        card ? rich("table.pay.go", { card: inline(card) }) : t("table.pay.choose"),
        () => card && does.act("pay", { card }),
      ),
    )}`;
}

/** On whom a card falls that nobody claims; of the others nothing is said. @param {Store} store @param {string} card */
function falls({ scene }, card) {
  const seat = scene?.mine.falls?.[card];
  if (!scene || seat === undefined) return nothing;
  const mine = seat === scene.view?.seat;
  return html`<p class="hint">${icon("warn")}<span>${rich(mine ? "table.falls.me" : "table.falls", {
    card: inline(card),
    name: nameAt(scene, seat),
  })}</span></p>`;
}
