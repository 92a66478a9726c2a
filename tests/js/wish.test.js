// A wish asked again has the same request id, another has another.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Wish } from "../../static/model/wish.js";

test("the same wish again is the same request, and another is another", () => {
  let made = 0;
  const wish = new Wish(() => `r${++made}`);
  const asked = [{ bet: 5 }, { bet: 5 }, { bet: 10 }, { bet: 10 }, { bet: 5 }];
  const ids = asked.map((body) => wish.of(body).request);
  assert.deepEqual(ids, ["r1", "r1", "r2", "r2", "r3"]);
  assert.deepEqual(wish.of({ bet: 5 }), { bet: 5, request: "r3" });
});

test("what was granted and is wished again is another wish", () => {
  let made = 0;
  const wish = new Wish(() => `r${++made}`);
  wish.of({ bet: 5 });
  wish.granted();
  assert.equal(wish.of({ bet: 5 }).request, "r2");
});
