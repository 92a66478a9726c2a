// Polling asks for as long as it is wanted: stopped in the middle of an answer it asks no more.
import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, { document: Object.assign(new EventTarget(), { hidden: false }) });
const { Polling } = await import("../../static/page/polling.js");

for (const wanted of [1, 2, 5])
  test(`stopped by its answer ${wanted} it asks no more`, async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    let asked = 0;
    const polling = new Polling(async () => {
      asked += 1;
      await null;
      if (asked === wanted) polling.stop();
    });
    polling.start();
    for (let passed = 0; passed < 10; passed += 1) {
      for (let turn = 0; turn < 5; turn += 1) await null;
      context.mock.timers.tick(4_000);
    }
    document.dispatchEvent(new Event("visibilitychange"));
    assert.equal(asked, wanted);
  });

test("whoever asks while an answer is awaited gets one more, unless it was stopped", async () => {
  for (const [stops, asks] of /** @type {const} */ ([
    [false, 2],
    [true, 1],
  ])) {
    let asked = 0;
    const polling = new Polling(async () => {
      asked += 1;
      if (asked === 1) polling.now();
      if (stops) polling.stop();
    });
    polling.start();
    for (let turn = 0; turn < 10; turn += 1) await null;
    polling.stop();
    assert.equal(asked, asks);
  }
});
