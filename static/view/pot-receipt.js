// A pot that opens like a receipt: each chip's hand and player, and where it went. For players and
// auditors alike.
// Enters: a pot as app/receipts.py tells it, names by player, where its hands can be looked at.
// Leaves: a template. Coins of one hand and player stand in one line; the lines add up to the pot.
import { html, nothing } from "lit";
import { carriedWord } from "../model/receipt.js";
import { gameName } from "../model/sentences.js";
import { list, number, t } from "../model/texts.js";
import { chips } from "./parts.js";

/** @typedef {import("../net/histories.js").Pot} Pot */
/** @typedef {import("../net/histories.js").Coin} Coin */

/** @param {Pot} pot @param {Record<string, string>} names @param {{table: string, open?: boolean}} where */
export function potReceipt(pot, names, { table, open = false }) {
  const word = carriedWord(pot.carries.length);
  return html`<details class="receipt" ?open=${open} data-pot=${pot.pot}><summary>
      <span class="receipt__name">${nameOf(pot)}</span>${
        word ? html`<span class="stamp">${t(word, { n: pot.carries.length + 1 })}</span>` : nothing
      }<span class="receipt__sum">${chips(pot.total)}</span></summary>
    <dl class="paper">${byHand(pot.coins).map(([hand, coins]) => ofHand(hand, coins, names, table))}
      <div class="sum"><dt>${t("receipt.total")}</dt><dd data-total>${number(pot.total)}</dd></div>
      ${pot.payments.map((paid) => line(paidText(paid, names), `−${number(paid.amount)}`))}
      ${pot.returned.map((coin) => line(t("receipt.returned", { name: names[coin.player] ?? coin.player, hand: coin.hand }), number(coin.amount)))}
      ${pot.left ? html`<div class="sum"><dt>${t("receipt.left")}</dt><dd>${number(pot.left)}</dd></div>` : nothing}
    </dl></details>`;
}

/** @param {Pot} pot */
const nameOf = ({ pot, coins, payments }) => {
  const hands = [...new Set([...coins, ...payments].map(({ hand }) => hand))].filter(Boolean);
  const of = hands.length
    ? ` · ${t("receipt.hands", { n: hands.length, hands: list(hands.map(String)) })}`
    : "";
  return `${pot === "main" ? t("receipt.main") : gameName(pot)}${of}`;
};

/** @param {Coin[]} coins @returns {[number, Coin[]][]} */
const byHand = (coins) =>
  [...new Set(coins.map(({ hand }) => hand))].map((hand) => [
    hand,
    coins.filter((coin) => coin.hand === hand),
  ]);

/** @param {number} hand @param {Coin[]} coins @param {Record<string, string>} names @param {string} table */
const ofHand = (hand, coins, names, table) => html`<div class="receipt__hand"><dt
    ><a href="/hands/${table}/${hand}">${t("replay.hand", { n: hand })}</a></dt><dd>${number(
      coins.reduce((sum, { amount }) => sum + amount, 0),
    )}</dd></div>${coins.map(
      ({ player, amount }) =>
        html`<div class="coin"><dt>${names[player] ?? player}</dt><dd data-coin>${number(amount)}</dd></div>`,
    )}`;

/** @param {unknown} name @param {string} n */
const line = (name, n) => html`<div><dt>${name}</dt><dd>${n}</dd></div>`;

/** @param {import("../net/histories.js").Paid} paid @param {Record<string, string>} names */
const paidText = ({ hand, player, reason }, names) =>
  t(hand === null ? "receipt.closed" : `receipt.${reason}`, {
    name: names[player] ?? player,
    hand: hand ?? "",
  });
