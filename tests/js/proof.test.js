// The deal recomputed in the browser: the vectors of docs/fairness.md, and each thing that can lie.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BadRecord, proofOf } from "../../static/model/proof.js";
import { read } from "./files.js";

// The very blocks that tests/table/fair_hands.py reads for the server's side.
const VECTORS = [...read("docs/fairness.md").matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(
  ([, block]) => JSON.parse(block ?? ""),
);
const [FIRST] = VECTORS;
const HAND = { seats: ["a", "b", "c"], deck: FIRST.deck, dealer: FIRST.first_dealer };

/** @param {any} value @param {any[]} [seen] */
const red = (value, seen) =>
  proofOf(value, seen)
    .filter(({ ok }) => !ok)
    .map(({ says }) => says);

test("the vectors of the essay hold", () => {
  assert.equal(VECTORS.length, 4);
  for (const vector of VECTORS) {
    assert.deepEqual(red(vector), []);
    assert.ok(proofOf(vector).some(({ check }) => check === "deck"));
  }
  const withheld = proofOf(VECTORS[2])[0];
  assert.deepEqual(withheld?.parts, { n: 2, all: 4, seats: "4" });
});

const swapped = FIRST.deck.split(" ");
[swapped[3], swapped[9]] = [swapped[9], swapped[3]];
/** @param {number} seat @param {object} change */
const seatsWith = (seat, change) =>
  FIRST.seats.map((/** @type {object} */ one, /** @type {number} */ at) =>
    at === seat ? { ...one, ...change } : one,
  );

/** @type {[string, object, string[]][]} */
const LIES = [
  ["another seed", { seed: "ff".repeat(32) }, ["seed.other", "deck.other"]],
  ["another commitment", { commitment: "00".repeat(32) }, ["seed.other"]],
  ["two cards changed", { deck: swapped.join(" ") }, ["deck.other"]],
  ["another table", { table: "ana-tablf" }, ["deck.other"]],
  ["another hand", { hand: 2 }, ["deck.other"]],
  ["another dealer", { first_dealer: 1 }, ["first_dealer.other"]],
  ["no dealer", { first_dealer: null }, ["first_dealer.silent"]],
  [
    "an entropy that was not pledged",
    { seats: seatsWith(1, { entropy: "23" }) },
    ["pledges.broken", "deck.other"],
  ],
  ["an entropy without a pledge", { seats: seatsWith(2, { pledge: null }) }, ["pledges.broken"]],
  ["nothing shown yet", { seed: null, deck: null }, ["seed.hidden"]],
];

for (const [name, change, wrong] of LIES)
  test(`what doesn't fit is named: ${name}`, () => {
    const found = red({ ...FIRST, ...change });
    for (const one of wrong) assert.ok(found.includes(one), `${found}`);
  });

test("a card that is wrong is told by its place", () => {
  const told = proofOf({ ...FIRST, deck: swapped.join(" ") }).find(({ ok }) => !ok);
  assert.deepEqual(told?.parts, { n: 4, card: swapped[3], right: swapped[9] });
});

test("a hand file has to be dealt by its record", () => {
  assert.deepEqual(red({ file: HAND, fairness: FIRST }), []);
  assert.deepEqual(red({ ...HAND, fairness: FIRST }), [], "as it is exported");
  assert.deepEqual(red({ file: { ...HAND, seats: ["a", "b"] }, fairness: FIRST }), [
    "file_seats.other",
  ]);
  assert.deepEqual(red({ file: { ...HAND, dealer: 2 }, fairness: FIRST }), ["file_dealer.other"]);
  assert.deepEqual(red({ file: { ...HAND, deck: swapped.join(" ") }, fairness: FIRST }), [
    "file_deck.other",
  ]);
});

test("what was seen before the end is still there", () => {
  const before = { ...FIRST, seed: null, deck: null, seats: seatsWith(0, { entropy: null }) };
  assert.deepEqual(red(FIRST, [before]), []);
  for (const change of [
    { commitment: "00".repeat(32) },
    { hand: 2 },
    { seats: seatsWith(1, { entropy: "23" }) },
    { seats: seatsWith(1, { pledge: "00".repeat(32) }) },
  ])
    assert.deepEqual(red(FIRST, [{ ...before, ...change }]), ["seen.changed"]);
});

test("what is no record is refused with what is wrong", () => {
  for (const [value, why] of [
    [null, "format"],
    [7, "format"],
    [{ ...FIRST, format: "other" }, "format"],
    [{ ...FIRST, hand: 0 }, "hand"],
    [{ ...FIRST, hand: 1.5 }, "hand"],
    [{ ...FIRST, deck_size: 32 }, "deck_size"],
    [{ ...FIRST, seats: [] }, "seats"],
    [{ ...FIRST, seats: [null, null] }, "seats"],
    [{ ...FIRST, seed: null }, "seed_alone"],
    [{ ...FIRST, seed: "AB" }, "seed"],
    [{ ...FIRST, deck: "As" }, "deck"],
    [{ ...FIRST, first_dealer: 3 }, "dealer"],
    [{ ...FIRST, seats: seatsWith(0, { entropy: "x" }) }, "entropy"],
    [{ file: {}, fairness: FIRST }, "file"],
  ])
    assert.throws(
      () => proofOf(value),
      (error) => error instanceof BadRecord && error.why === why,
      `${why}`,
    );
});
