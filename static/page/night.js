// The night's settlement of a table, /night/{table}: who won what, who pays whom, every pot.
import { html, nothing, render } from "lit";
import { runningOf } from "../model/books.js";
import { speech, t } from "../model/texts.js";
import * as histories from "../net/histories.js";
import { me as whoAmI } from "../net/rest.js";
import { lost } from "../view/lost.js";
import { icon } from "../view/parts.js";
import { potReceipt } from "../view/pot-receipt.js";
import { nets, payments } from "../view/settlement.js";
import { sorry } from "../view/sorry.js";
import { wayBack } from "../view/way-back.js";
import { accountBar } from "./account-bar.js";
import { begin } from "./ground.js";

const root = await begin();
const bar = accountBar(draw);
const table = location.pathname.split("/").at(-1) ?? "";
let night = /** @type {histories.Night | null} */ (null);
let me = ""; // my id
let trouble = /** @type {import("../view/sorry.js").Trouble | null} */ (null);

function draw() {
  document.title = `${t("night.title")} · Desmoche`;
  render(
    html`${bar.top("hands")}<main id="main" class="page night">${night ? told(night) : waiting()}</main
      >${bar.sheet()}`,
    root,
  );
}

const waiting = () =>
  trouble
    ? lost(t("night.lost"), html`<p role="alert">${sorry(trouble)}</p>`, wayBack(trouble))
    : html`<p class="muted">${t("lobby.loading")}</p>`;

/** @param {histories.Night} night */
function told(night) {
  const over = night.pots.filter(({ state }) => state === "over");
  const open = night.pots.filter(({ state }) => state !== "over");
  const pots = [...open, ...over.toReversed()]; // the newest first
  const running = runningOf(pots);
  return html`<div class="night__head"><h1>${t("night.title")}</h1>
      ${night.title ? html`<p class="night__table">${night.title}</p>` : nothing}
      <p class="muted">${t(night.practice ? "night.practice" : "night.about")}</p></div>
    <section aria-labelledby="h-nets"><h2 id="h-nets">${t("night.nets")}</h2>${nets(night, me)}</section>
    ${night.practice ? nothing : html`<section aria-labelledby="h-pay"><h2 id="h-pay">${t("night.payments")}</h2>${payments(night, me)}</section>`}
    <section class="night__pots" aria-labelledby="h-pots"><h2 id="h-pots">${t("night.pots")}</h2>
      ${
        night.over > over.length
          ? html`<p class="muted">${t("night.newest", { n: over.length, all: night.over })}</p>`
          : ""
      }
      ${pots.map((pot, at) => potReceipt(pot, night.names, { table, running, open: at === 0 || location.hash === "#open" }))}
      <p class="night__go"><a class="btn btn--line" href="/api/tables/${table}/settlement.csv" download
        >${icon("download")}${t("night.csv")}</a>
        <a class="btn btn--line" href="/hands?table=${table}">${icon("replay")}${t("night.hands")}</a></p></section>`;
}

speech.addEventListener("change", draw);
draw();
try {
  const [settled, here] = await Promise.all([
    histories.settlement(table),
    whoAmI().catch(() => null),
  ]);
  night = settled;
  me = here?.id ?? "";
} catch (failure) {
  trouble = /** @type {import("../view/sorry.js").Trouble} */ (failure);
}
draw();
