// Panels of one's own turn: draw, use, pay (rulebook R7.1 to R7.4).
// Enters: the store. Leaves: templates.
import { html, nothing } from "lit";
import { bestFirst, fromHand } from "../../model/melds.js";
import { viewOf } from "../../model/scene.js";
import { t } from "../../model/texts.js";
import { inline } from "../card.js";
import { rich } from "../parts.js";
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
    ${go(
      options.lay ? addButton(store, does) : nothing,
      button({ key: "R", main: true, icon: "deck" }, t("table.draw"), () => does.act("draw")),
    )}
    <p class="foot">${
      options.retire
        ? html`<button type="button" class="btn btn--quiet" @click=${() => does.act("retire")}>${t("table.retire")}</button
        ><span>${t("table.retire.how")}</span>`
        : html`<span>${t("table.retire.not")}</span>`
    }</p>`;
}

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
    return html`${head(store, title, view.options.use ? sub : t("table.use.none"))}${go(
      view.options.use ? button({ key: "A" }, t("table.build"), () => does.build(true)) : nothing,
      away,
    )}`;
  return building(store, does, { title, sub, kind: "use", confirm: "table.use.go", refuse: away });
}

/** @param {Store} store @param {Does} does */
export function pay(store, does) {
  const { pay: cards = [] } = viewOf(store).options;
  const card = store.chosen.card && cards.includes(store.chosen.card) ? store.chosen.card : null;
  return html`${head(store, t("table.pay"), t("table.pay.sub"))}
    ${go(
      button(
        { key: "P", main: true, off: !card },
        card ? rich("table.pay.go", { card: inline(card) }) : t("table.pay.choose"),
        () => card && does.act("pay", { card }),
      ),
    )}`;
}
