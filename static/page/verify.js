// Was a hand dealt as promised? Computed on this page, from what is pasted; the network is needed
// only to load the page, and a hand of one's own if its address names one: /verify?hand=table/12.
import { html, nothing, render } from "lit";
import { BadRecord, proofOf } from "../model/proof.js";
import { speech, t } from "../model/texts.js";
import * as histories from "../net/histories.js";
import { openText } from "../view/open-text.js";
import { icon } from "../view/parts.js";
import { checkList } from "../view/proof.js";
import { sorry } from "../view/sorry.js";
import { accountBar } from "./account-bar.js";
import { begin } from "./ground.js";

const root = await begin();
const bar = accountBar(draw);
const [table = "", number = ""] = (new URLSearchParams(location.search).get("hand") ?? "").split(
  "/",
);
let text = "";
let seen = "";
let checks = /** @type {import("../model/proof.js").Check[] | null} */ (null);
let bad = ""; // why it can't be read
let trouble = /** @type {import("../view/sorry.js").Trouble | null} */ (null);

function draw() {
  document.title = `${t("verify.title")} · Desmoche`;
  render(
    html`${bar.top("verify")}<main id="main" class="page page--words verify"><h1>${t("verify.title")}</h1>
      <p>${t("verify.about")}</p>${
        number
          ? html`${said()}<details class="fold"><summary>${t("verify.given")}${icon("next")}</summary>${given()}</details>`
          : html`${given()}${said()}`
      }<p class="muted small">${t("verify.not")}</p></main>${bar.sheet()}`,
    root,
  );
}

/** What is to be verified; of a hand that the address names it is there already. */
const given = () => html`<div class="verify__given"><p class="muted">${t("verify.what")}</p>
  ${openText({ name: "record", label: t("verify.paste"), go: t("verify.go"), value: text }, check)}
  <details class="fold" ?open=${seen !== ""}><summary>${t("verify.seen")}${icon("next")}</summary>
    <p class="muted">${t("verify.seen.about")}</p>
    <label class="paste__text"><span>${t("verify.seen.paste")}</span><textarea name="seen" rows="4" spellcheck="false"
      .value=${seen} @input=${keep}></textarea></label></details></div>`;

const said = () => html`<div role="status" class="verify__told">${
  bad
    ? html`<p class="trouble">${t("verify.bad")}</p>
      <details class="fold"><summary>${t("common.details")}${icon("next")}</summary><p>${t(`verify.bad.${bad}`)}</p></details>`
    : nothing
}${checks ? checkList(checks) : nothing}</div>
  <p class="trouble" role="alert">${trouble ? sorry(trouble) : ""}</p>`;

/** @param {Event} event */
function keep({ target }) {
  seen = /** @type {HTMLTextAreaElement} */ (target).value;
}

/** @param {string} given */
function check(given) {
  text = given;
  checks = null;
  bad = "";
  trouble = null;
  try {
    checks = proofOf(JSON.parse(given), seen.trim() ? [].concat(JSON.parse(seen)) : []);
  } catch (failure) {
    if (failure instanceof BadRecord) bad = failure.why;
    else if (failure instanceof SyntaxError) bad = "json";
    else throw failure;
  }
  draw();
}

async function fetchHand() {
  if (!number) return;
  try {
    const { file, fairness } = await histories.hand(table, Number(number));
    check(JSON.stringify({ file, fairness }, null, 1));
  } catch (failure) {
    trouble = /** @type {import("../view/sorry.js").Trouble} */ (failure);
    draw();
  }
}

speech.addEventListener("change", draw);
draw();
fetchHand();
