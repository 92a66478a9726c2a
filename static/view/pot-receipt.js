// A pot as a receipt: from which hand, seat and player each chip in it came, each time that it was
// carried, and what left it. For players and auditors alike.
// Enters: a pot as app/receipts.py tells it, what ids are called, the table. Leaves: templates.
import { html, nothing } from "lit";
import { byHand, byPerson, called, coinsTold, runningOf, stampOf, sumOf } from "../model/books.js";
import { gameName } from "../model/sentences.js";
import { list, number, t } from "../model/texts.js";
import { chips, icon } from "./parts.js";
import "./more-icons.js";

/** @typedef {import("../model/books.js").Pot} Pot */
/** @typedef {import("../model/books.js").Names} Names */

/**
 * A receipt that opens and closes.
 * @param {Pot} pot @param {Names} names
 * @param {{table: string, open?: boolean, running?: ReadonlySet<number>}} where with hands that are not over
 */
export function potReceipt(pot, names, { table, open = false, running }) {
  const stamp = stampOf(pot.carries.length);
  const next = pot.state === "carried"; // what is in it is of hands before: the next one is DOBLE
  return html`<details class="receipt" ?open=${open} data-pot=${pot.pot}><summary>
      <span class="receipt__name">${nameOf(pot)}</span>${
        stamp
          ? html`<span class="stamp">${next ? t("receipt.next", { word: stamp }) : stamp}</span>`
          : nothing
      }<span class="receipt__sum">${chips(pot.total)}</span></summary>
    <div class="paper">${potLines(pot, names, table, running)}</div></details>`;
}

/** The lines of it, which add up to the pot. @param {Pot} pot @param {Names} names @param {string} table @param {ReadonlySet<number>} [running] hands that are not over */
export function potLines(pot, names, table, running = runningOf([pot])) {
  let carried = 0;
  let times = 0;
  const lines = byHand(pot.coins).map(({ hand, coins, sum }) => {
    carried += sum;
    const put = line(
      handOf(hand, table, running),
      coinsTold(coins, names, table),
      `+${number(sum)}`,
      "put",
    );
    if (!pot.carries.includes(hand)) return put;
    times += 1;
    const stamped = html`${t("receipt.carried")} <span class="stamp">${stampOf(times)}</span>`;
    return [put, line(stamped, t("receipt.go_on", { n: carried }), number(carried), "on")];
  });
  return html`<ol class="coins" role="list">${lines}${pot.returned.map((coin) => returned(coin, names, table))}${byPerson(
    pot.payments,
  ).map((payment) => paid(payment, names, table))}</ol>${summed(pot)}`;
}

/** @param {Pot} pot */
const nameOf = ({ pot, coins, payments }) => {
  const hands = [...new Set([...coins, ...payments].map(({ hand }) => hand))].filter(Boolean);
  const of = hands.length
    ? ` · ${t("receipt.hands", { n: hands.length, hands: list(hands.map(String)) })}`
    : "";
  return `${pot === "main" ? t("receipt.main") : gameName(pot)}${of}`;
};

/** A hand that is over can be looked at. @param {number} hand @param {string} table @param {ReadonlySet<number>} running */
const handOf = (hand, table, running) => {
  const name = t("replay.hand", { n: hand });
  return running.has(hand) ? name : html`<a href="/hands/${table}/${hand}">${name}</a>`;
};

/** @param {unknown} what @param {string} detail @param {string} amount @param {string} kind */
const line = (what, detail, amount, kind) =>
  html`<li class="is-${kind}"><span>${what}<small>${detail}</small></span><b class="n">${amount}</b></li>`;

/** @param {import("../model/books.js").Coin} coin @param {Names} names @param {string} table */
const returned = (coin, names, table) => {
  const name = called(coin.player, names, table);
  const what = t("receipt.returned", { name, hand: coin.hand });
  return line(what, coinsTold([coin], names, table), number(coin.amount), "back");
};

/** @param {import("../model/books.js").Paid} payment @param {Names} names @param {string} table */
const paid = ({ hand, player, amount, reason }, names, table) => {
  const key = hand === null ? "receipt.closed" : `receipt.${reason}`;
  const what = t(key, { name: called(player, names, table), hand: hand ?? "" });
  return line(what, "", number(amount), "paid");
};

/** @param {Pot} pot */
function summed({ coins, payments, left }) {
  const [came, out] = [sumOf(coins), sumOf(payments)];
  const even = came - out === left;
  return html`<p class="check ${even ? "check--ok" : "check--bad"}">${icon(even ? "check" : "warn")}<span
    ><b>${t("receipt.sum", { came, out, left })}</b>${even ? t("receipt.even") : nothing}</span></p>`;
}
