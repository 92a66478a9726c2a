// What operators and players are told of chips: accounts, coins by hand, times.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  accountName,
  byHand,
  byPerson,
  called,
  coinsTold,
  deedName,
  runningOf,
  stampOf,
  sumOf,
} from "../../static/model/books.js";
import { setTexts } from "../../static/model/texts.js";
import { ago, dateOf, dayAt } from "../../static/model/when.js";
import { addressIn, hashOf } from "../../static/view/admin/address.js";
import { list, read } from "./files.js";

/** @param {string} language */
function speak(language) {
  const files = list(`static/i18n/${language}`);
  const tables = files.map((file) => JSON.parse(read(`static/i18n/${language}/${file}`)));
  setTexts(language, Object.assign({}, ...tables));
}

const COINS = [
  { hand: 2, player: "p1", amount: 5, seat: 0 },
  { hand: 2, player: "p2", amount: 5, seat: 1 },
  { hand: 3, player: "p1", amount: 10, seat: null },
];

test("accounts are told in words", () => {
  speak("es");
  const names = { p1: "Ana" };
  assert.equal(accountName("stack/t0/p1", names), "asiento de Ana");
  assert.equal(accountName("wallet/p1", names), "bolsa de Ana");
  assert.equal(accountName("carried/t0/main", names), "pozo cargado: Principal");
  assert.equal(accountName("pot/t0/oro", names), "pozo: Oro");
  assert.equal(accountName("bank", names), "banco");
  assert.equal(called("t00000000000000000001", {}), "…000001");
  const bots = { "t1/bot-1": "Lola", "t2/bot-1": "Pancha" };
  assert.equal(accountName("stack/t2/bot-1", bots), "asiento de Pancha");
  assert.equal(called("bot-1", bots, "t1"), "Lola");
});

test("coins are put together by hand, and lose none", () => {
  speak("es");
  const hands = byHand(COINS);
  assert.deepEqual(
    hands.map(({ hand, sum }) => [hand, sum]),
    [
      [2, 10],
      [3, 10],
    ],
  );
  assert.equal(sumOf(hands.flatMap(({ coins }) => coins)), sumOf(COINS));
  assert.equal(coinsTold(COINS.slice(0, 1), { p1: "Ana" }), "asiento 1: Ana 5");
  assert.equal(coinsTold(COINS.slice(2), { p1: "Ana" }), "Ana 10");
});

test("what a person gets for one reason is one line, and no chip is lost", () => {
  const refund = (/** @type {string} */ player, /** @type {number} */ amount) => ({
    hand: null,
    player,
    amount,
    reason: "refund",
  });
  const paid = [
    { hand: 3, player: "p1", amount: 20, reason: "award" },
    ...[refund("p1", 5), refund("p2", 5), refund("p1", 10)],
  ];
  const lines = byPerson(paid);
  assert.deepEqual(
    lines.map(({ hand, player, amount }) => [hand, player, amount]),
    [
      [3, "p1", 20],
      [null, "p1", 15],
      [null, "p2", 5],
    ],
  );
  assert.equal(sumOf(lines), sumOf(paid));
});

test("a pot carried so often has its stamp", () => {
  speak("en");
  assert.deepEqual([0, 1, 2, 3, 4].map(stampOf), ["", "DOUBLE", "TRIPLE", "QUADRUPLE", "×5"]);
});

test("days are whole days of whoever looks", () => {
  speak("en");
  assert.equal(dateOf(dayAt("2026-11-24")), "2026-11-24");
  assert.equal(dateOf(dayAt("2026-11-24", true)), "2026-11-25");
  assert.equal(dateOf(dayAt("2026-12-31", true)), "2027-01-01");
  assert.equal(ago(0, 3 * 3_600_000), "3 hours ago");
  assert.equal(ago(0, 2 * 86_400_000), "2 days ago");
  assert.equal(ago(5_000_000, 0), "this minute");
});

test("an address within the page is read as it is written", () => {
  const filters = { table: "t1", hand: 3, row: 0, reason: "", player: null };
  assert.equal(hashOf("ledger", filters), "#ledger?table=t1&hand=3&row=0");
  assert.equal(hashOf("pots"), "#pots");
  const { section, params } = addressIn("#ledger?table=t1&hand=3");
  assert.deepEqual(
    [section, [...params]],
    [
      "ledger",
      [
        ["table", "t1"],
        ["hand", "3"],
      ],
    ],
  );
  assert.equal(addressIn("").section, "");
});

test("a hand is running while an open pot has new coins of it", () => {
  /** @param {string} state @param {number[]} carries @param {number[]} hands */
  const pot = (state, carries, hands) => ({
    ...{ pot: "main", state, total: 0, left: 0, carries, returned: [], payments: [] },
    coins: hands.map((hand) => ({ hand, player: "p", seat: 0, amount: 5 })),
  });
  // The side game of hand 3 is paid already, while hand 3 is still played for the main pot.
  const pots = [pot("open", [1, 2], [1, 2, 3]), pot("over", [], [3]), pot("carried", [2], [2])];
  assert.deepEqual([...runningOf(pots)], [3]);
  assert.deepEqual([...runningOf(pots.slice(1))], []);
});

const DEEDS = ["grant 500", "close", "freeze", "thaw", "suspend", "suspend again"];
DEEDS.push("lift suspension", "make auditor", "make operator", "report 7 seen", "report 7 decided");
DEEDS.push("role player", "role auditor", "role operator");

test("every deed of operators is told in every language, with its number", () => {
  for (const language of ["es", "en", "th"]) {
    speak(language);
    const told = DEEDS.map(deedName);
    assert.equal(new Set(told).size, DEEDS.length);
    for (const [at, deed] of DEEDS.entries()) {
      assert.notEqual(told[at], deed, language);
      const number = /\d+/.exec(deed)?.[0] ?? "";
      assert.ok(told[at]?.includes(number), deed);
    }
  }
  assert.equal(deedName("of another build"), "of another build");
});
