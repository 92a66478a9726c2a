// Mis manos: the hands that I was dealt into, the newest first; found, and taken along.
import { html, nothing, render } from "lit";
import { askedOf, FILTERS } from "../model/hands-asked.js";
import { speech, t } from "../model/texts.js";
import * as histories from "../net/histories.js";
import { exportsOf, filters, handList } from "../view/hand-list.js";
import { lost } from "../view/lost.js";
import { icon } from "../view/parts.js";
import { sorry } from "../view/sorry.js";
import { accountBar } from "./account-bar.js";
import { begin } from "./ground.js";
import { Latest } from "./latest.js";

/** @typedef {import("../net/histories.js").HandLine} HandLine */

const root = await begin();
const bar = accountBar(draw);
const asked = Object.fromEntries(
  FILTERS.map((name) => [name, new URLSearchParams(location.search).get(name) ?? ""]),
);
let hands = /** @type {HandLine[]} */ ([]);
let following = /** @type {string | null} */ (null);
let trouble = /** @type {import("../view/sorry.js").Trouble | null} */ (null);
let busy = true;
const latest = new Latest();

function draw() {
  document.title = `${t("hands.title")} · Desmoche`;
  render(
    html`${bar.top("hands")}<main id="main" class="page hands">
      ${isNew() ? newcomer() : html`<h1>${t("hands.title")}</h1>${found()}`}
      <p class="hands__ways"><a class="btn btn--line" href="/replay">${icon("folder")}${t("hands.open_file")}</a>
        <a class="btn btn--line" href="/verify">${icon("seal")}${t("hands.verify")}</a></p></main>${bar.sheet()}`,
    root,
  );
}

const isFiltered = () => Object.values(asked).some(Boolean);

/** Whoever has no name yet has played no hand, either. */
function isNew() {
  if (busy || hands.length) return false;
  return trouble ? trouble.code === "not_signed_in" : !isFiltered();
}

const newcomer = () =>
  lost(
    t("hands.newcomer"),
    html`<p>${t("hands.newcomer.about")}</p>`,
    html`<a class="btn btn--main btn--big" href="/">${icon("play")}${t("lobby.play")}</a>`,
  );

const found = () => html`${filters(asked, change)}
  <p class="trouble" role="alert">${trouble ? sorry(trouble) : ""}</p>
  ${hands.length ? handList(hands, only) : nothing}
  ${hands.length || busy || trouble ? nothing : html`<p class="empty">${t("hands.nothing")}</p>`}
  <p role="status" class="muted">${busy ? t("lobby.loading") : ""}</p>
  ${following && !busy ? html`<button class="btn" @click=${more}>${t("hands.more")}</button>` : nothing}
  ${hands.length ? exportsOf(askedOf(asked)) : nothing}`;

/** @param {Record<string, string>} wanted */
function change(wanted) {
  // Enter in a field says twice what is wanted: that it changed, and that it is to be found.
  if (!trouble && Object.entries(wanted).every(([name, value]) => asked[name] === value)) return;
  Object.assign(asked, wanted);
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value));
  history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
  hands = [];
  following = null;
  ask();
}

/** Only of a table. @param {string} table */
const only = (table) => change({ table });

function more() {
  ask(following);
}

/** @param {string | null} [after] */
async function ask(after = null) {
  busy = true;
  trouble = null;
  draw();
  const query = askedOf(asked);
  if (after) query.set("after", after);
  await latest.ask(
    () => histories.hands(query),
    (page) => {
      hands = [...hands, ...page.hands];
      following = page.next;
      busy = false;
    },
    (failure) => {
      trouble = /** @type {import("../view/sorry.js").Trouble} */ (failure);
      busy = false;
    },
  );
  draw();
}

speech.addEventListener("change", draw);
ask();
