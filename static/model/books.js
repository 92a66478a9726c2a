// Accounts, reasons and coins in words. Enters: what the ledger says, and what ids are called.
// Leaves: text, and a pot's coins put together by hand.
import { has, list, number, t } from "./texts.js";

/** @typedef {Record<string, string>} Names */
/** @typedef {{hand: number, player: string, seat: number | null, amount: number}} Coin */
/** @typedef {{row: number, at: number, table: string | null, entry: number | null, hand: number | null, from: string, to: string, chips: number, reason: string, key: string}} Row */
/** @typedef {{hand: number | null, player: string, amount: number, reason: string}} Paid */
/**
 * A pot as app/receipts.py tells it: open in a running hand, carried between two, or over.
 * @typedef {{pot: string, state: string, total: number, left: number, carries: number[],
 *   coins: Coin[], returned: Coin[], payments: Paid[]}} Pot
 */
/**
 * What auditors learn besides; with `bad` its coins don't add up, and there is no pot to tell.
 * @typedef {{account: string, table: string, chips: number}} Held
 * @typedef {Held & Pot & {since: number, bad?: undefined}} SoundPot
 * @typedef {Held & {bad: import("./findings.js").Told, row?: number, hand?: number}} BadPot
 * @typedef {SoundPot | BadPot} AuditedPot
 */

/** Tables and people that have no name here are told by the end of their id. @param {string} id */
const short = (id) => (id.length > 12 ? `…${id.slice(-6)}` : id);

/**
 * Bots are called otherwise at each table.
 * @param {string | null | undefined} id @param {Names} names @param {string} [table]
 */
export const called = (id, names, table = "") =>
  id ? (names[`${table}/${id}`] ?? names[id] ?? short(id)) : "";

/** The pots that a hand can have: rulebook R9. */
export const POTS = [
  "main",
  "oro",
  "corazon",
  "flor",
  "corazon_negro",
  "par_rojo",
  "par_negro",
  "dos_par_rojo",
  "dos_par_negro",
  "tres_cuerpos",
  "escalera",
];

/** @param {string} pot "main" or a side game */
export const potName = (pot) => {
  const game = `rules.side_games.${pot}`;
  return pot === "main" ? t("books.main") : has(game) ? t(game) : pot;
};

/** "stack/t…/p…" in words. @param {string} account @param {Names} names */
export function accountName(account, names) {
  const [kind = "", ...parts] = account.split("/");
  const owner = parts.at(-1) ?? "";
  const pots = kind === "pot" || kind === "carried";
  const name = pots ? potName(owner) : called(owner, names, parts.at(-2));
  return t(`books.account.${kind}`, { name });
}

/** @param {string} reason */
export const reasonName = (reason) => t(`books.reason.${reason}`);

export const REASONS = [
  "grant",
  "buy_in",
  "top_up",
  "cash_out",
  "ante",
  "side_stake",
  "award",
  "bonus",
  "split",
  "carry",
  "return",
  "refund",
];

/**
 * The coins of each hand, in the order of hands.
 * @param {Coin[]} coins
 * @returns {{hand: number, coins: Coin[], sum: number}[]}
 */
export function byHand(coins) {
  /** @type {Map<number, Coin[]>} */
  const hands = new Map();
  for (const coin of coins) hands.set(coin.hand, [...(hands.get(coin.hand) ?? []), coin]);
  return [...hands].map(([hand, some]) => ({ hand, coins: some, sum: sumOf(some) }));
}

/**
 * A line for each person and reason, of as many payments as there were: a table that closes gives
 * back coin by coin.
 * @param {Paid[]} payments
 */
export function byPerson(payments) {
  /** @type {Map<string, Paid>} */
  const people = new Map();
  for (const payment of payments) {
    const key = `${payment.hand}/${payment.player}/${payment.reason}`;
    const amount = (people.get(key)?.amount ?? 0) + payment.amount;
    people.set(key, { ...payment, amount });
  }
  return [...people.values()];
}

/** Hands that are being played: open pots have coins of them. @param {Pot[]} pots */
export const runningOf = (pots) =>
  new Set(
    pots
      .filter(({ state }) => state === "open")
      .flatMap(({ coins, carries }) =>
        coins.map(({ hand }) => hand).filter((n) => !carries.includes(n)),
      ),
  );

/** @param {{amount: number}[]} coins */
export const sumOf = (coins) => coins.reduce((all, { amount }) => all + amount, 0);

/** "asiento 1: Ana 5, asiento 2: Beto 5". @param {Coin[]} coins @param {Names} names @param {string} [table] */
export const coinsTold = (coins, names, table) =>
  list(
    coins.map(({ player, amount, seat }) => {
      const told = `${called(player, names, table)} ${number(amount)}`;
      return seat === null ? told : t("receipt.coin", { seat: String(seat + 1), told });
    }),
  );

/** DOBLE, TRIPLE …; "" for a pot that was not carried. @param {number} carries */
export function stampOf(carries) {
  if (!carries) return "";
  return t(`common.times.${carries > 3 ? "more" : carries}`, { n: carries + 1 });
}

/** Why, as somebody wrote it; in words of ours where nobody did. @param {string} why */
export function whyTold(why) {
  const key = `admin.why.${why.replaceAll(" ", "_")}`;
  return has(key) ? t(key) : why;
}

/** A deed in words; the log itself keeps its English name. @param {string} action such as `grant 500` */
export function deedName(action) {
  const n = /\d+/.exec(action)?.[0] ?? "";
  const key = `admin.done.${action.replace(/ ?\d+/, "").replaceAll(" ", "_")}`;
  return has(key) ? t(key, { n }) : action;
}
