// A pot as a receipt: from which hand and which seat each chip in it came, and what left it.
// Enters: a pot as the server tells it, what ids are called. Leaves: templates.
import { html, nothing } from "lit";
import { byHand, called, coinsTold, stampOf, sumOf } from "../model/books.js";
import { number, t } from "../model/texts.js";
import { icon } from "./parts.js";

/** @typedef {import("../model/books.js").Pot} Pot */
/** @typedef {import("../model/books.js").Names} Names */

/** @param {Pot} pot @param {Names} names */
export function potLines(pot, names) {
  const { coins = [], carries = [], payments = [] } = pot;
  let carried = 0;
  let times = 0;
  const lines = byHand(coins).map(({ hand, coins: some, sum }) => {
    carried += sum;
    const put = line(
      t("books.hand", { n: hand }),
      coinsTold(some, names),
      `+${number(sum)}`,
      "put",
    );
    if (!carries.includes(hand)) return put;
    times += 1;
    return [
      put,
      line(
        t("books.carried_as", { word: stampOf(times) }),
        t("books.go_on", { n: carried }),
        number(carried),
        "on",
      ),
    ];
  });
  return html`<ol class="line" role="list">${lines}${payments.map((payment) => paid(payment, names))}</ol>
    ${summed(pot, sumOf(coins), sumOf(payments))}`;
}

/** @param {string} what @param {string} detail @param {string} chips @param {string} kind */
const line = (what, detail, chips, kind) =>
  html`<li class="is-${kind}"><span>${what}<small>${detail}</small></span><b class="n">${chips}</b></li>`;

/** @param {{hand: number | null, player: string, amount: number, reason: string}} payment @param {Names} names */
const paid = ({ hand, player, amount, reason }, names) =>
  line(
    t(`books.reason.${reason}`),
    `${called(player, names)}${hand === null ? "" : ` · ${t("books.hand", { n: hand })}`}`,
    `−${number(amount)}`,
    "paid",
  );

/** @param {Pot} pot @param {number} came @param {number} left */
function summed({ chips, bad }, came, left) {
  const even = !bad && came - left === chips;
  return html`<p class="check ${even ? "check--ok" : "check--bad"}">${icon(even ? "check" : "warn")}<span
    ><b>${t("books.sum", { came, left, chips })}</b>${even ? t("books.sum.even") : (bad ?? nothing)}</span></p>`;
}
