// Every icon that a module shows is there: the table's own, or more of them, which the module brings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { read, scripts } from "./files.js";

const named = (/** @type {string} */ file) =>
  [...read(file).matchAll(/^ {2}(\w+): svg`/gm)].map((found) => found[1]);
const OWN = new Set(named("static/view/icons.js"));
const MORE = new Set(named("static/view/more-icons.js"));
const SHOWN =
  /\b(?:icon|row|mark)\(\s*"(\w+)"|\bto\("\w+", "(\w+)"|\bicon\([^()"]*\? "(\w+)" : "(\w+)"/g;

test("no icon is in both, and each that is shown is brought", () => {
  assert.deepEqual(
    [...MORE].filter((name) => OWN.has(name)),
    [],
  );
  let count = 0;
  for (const file of scripts("static")) {
    const brings = read(file).includes("more-icons.js");
    for (const [, ...names] of read(file).matchAll(SHOWN))
      for (const name of names.filter(Boolean)) {
        count += 1;
        assert.ok(OWN.has(name) || (brings && MORE.has(name)), `${file}: ${name}`);
      }
  }
  assert.ok(count > 60, String(count));
});
