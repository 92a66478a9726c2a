// The receipt: chips that one seat gets are chips that others paid.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bonusSums, collected, NOTHING_KNOWN, rowsOf } from "../../static/model/receipt.js";

// Seat 1 wins 40, of which 20 were carried; 5 of each went in, a chip into two side games each.
const RESULT = {
  winner: 1,
  how: "goal",
  pot: 40,
  bonuses: [0, 2, 3, 3].map((from, at) => ({
    kind: at < 3 ? "mico" : "arriba_del_palo",
    from,
    amount: 5,
  })),
  unpaid: [0, 0, 0, 4],
  side: { oro: { winners: [3], pot: 3 }, flor: { winners: [0, 1], pot: 5 } },
  stacks: [91, 151, 89, 91],
  carry: { pot: 0, count: 0, side: {} },
};
const BEFORE = {
  stacks: [100, 100, 100, 100],
  put: [7, 7, 6, 6],
  stakes: [2, 2, 1, 1],
  carried: 20,
  count: 1,
};

test("a row parts what a seat won or lost into bonuses, side games and the pot, exactly", () => {
  const rows = rowsOf(RESULT, BEFORE);
  assert.deepEqual(
    rows.map((row) => row.seat),
    [1, 0, 2, 3],
  );
  assert.deepEqual(
    rows.map((row) => row.net),
    [51, -9, -11, -9],
  );
  assert.deepEqual(
    rows.map((row) => row.side),
    [0, 1, -1, 2],
  );
  for (const row of rows) {
    const bonuses = Object.values(row.bonuses).reduce((sum, one) => sum + one, 0);
    const unpaid = row.seat === RESULT.winner ? -4 : row.unpaid; // what could not be paid
    assert.equal(row.pot + bonuses + row.side + unpaid, row.net);
  }
  assert.equal(
    rows.reduce((sum, row) => sum + row.net, 0),
    20 + 8 - 6, // what was carried in, and the side pots that were there
  );
});

test("the winner collects the pot and what of the bonuses could be paid", () => {
  assert.equal(collected(RESULT), 40 + 20 - 4);
  assert.equal(collected({ ...RESULT, winner: null, bonuses: [] }), 0);
  assert.deepEqual(bonusSums(RESULT), [
    { kind: "mico", times: 3, sum: 15 },
    { kind: "arriba_del_palo", times: 1, sum: 5 },
  ]);
});

test("a page that came after the hand says only what it knows", () => {
  for (const row of rowsOf(RESULT, NOTHING_KNOWN)) {
    assert.equal(row.net, 0);
    assert.equal(row.side, 0);
  }
});
