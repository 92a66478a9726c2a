// However late the answers come, and whichever fail, what is shown is of the last question.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Latest } from "../../static/page/latest.js";

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

for (const order of ORDERS)
  for (const failing of [[], [0], [1], [2], [0, 1], [0, 1, 2]])
    test(`answered in the order ${order}, failing ${failing}`, async () => {
      const latest = new Latest();
      /** @type {string[]} */ const told = [];
      /** @type {(() => void)[]} */ const answers = [];
      const asked = [0, 1, 2].map((question) =>
        latest.ask(
          () =>
            new Promise((shows, fails) => {
              answers[question] = failing.includes(question)
                ? () => fails(question)
                : () => shows(question);
            }),
          (answer) => told.push(`shown ${answer}`),
          (failure) => told.push(`failed ${failure}`),
        ),
      );
      for (const question of order) {
        answers[question]?.();
        await null;
      }
      await Promise.all(asked);
      assert.deepEqual(told, [failing.includes(2) ? "failed 2" : "shown 2"]);
    });
