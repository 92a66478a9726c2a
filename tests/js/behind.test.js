// What was missed is shown in at most eight seconds, the newest of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Behind, LONGEST } from "../../static/model/behind.js";

const event = (/** @type {number} */ seat) => ({ event: "Drawn", seat, card: null });

test("every move is shown once, in order, and then it ends", () => {
  const events = [0, 1, 2].map(event);
  const behind = new Behind(events);
  const shown = [behind.now];
  while (behind.next()) shown.push(behind.now);
  assert.deepEqual(shown, events);
  assert.equal(behind.now, null);
});

for (const count of [0, 1, 26, 60, 500])
  test(`${count} moves take no longer than is allowed, and the last is among them`, () => {
    const events = Array.from({ length: count }, (_, seat) => event(seat));
    const behind = new Behind(events);
    assert.ok(behind.events.length * behind.step <= LONGEST);
    assert.equal(behind.events.at(-1), events.at(-1));
  });
