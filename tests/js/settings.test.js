// A setting is always one that is allowed, whatever the storage holds or refuses.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CHOICES, Settings } from "../../static/model/settings.js";

/** @param {Record<string, string>} [held] */
function storage(held = {}) {
  return {
    getItem: (/** @type {string} */ key) => held[key] ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => {
      held[key] = value;
    },
  };
}
const forbidden = {
  getItem() {
    throw new DOMException("no", "SecurityError");
  },
  setItem() {
    throw new DOMException("no", "QuotaExceededError");
  },
};

test("the first choice is the usual one", () => {
  for (const kept of [null, storage(), forbidden]) {
    const settings = new Settings(kept);
    assert.equal(settings.get("language"), "es");
    assert.equal(settings.get("theme"), "dark");
    assert.equal(settings.get("name"), "");
  }
});

test("what was stored is not trusted", () => {
  for (const odd of ["xx", "", "__proto__", "ES", "es;en"]) {
    const settings = new Settings(storage({ "desmoche.language": odd }));
    assert.equal(settings.get("language"), "es");
  }
});

test("a choice is kept, and told to listeners", () => {
  const kept = storage();
  const settings = new Settings(kept);
  /** @type {string[]} */
  const told = [];
  settings.addEventListener("change", (event) =>
    told.push(/** @type {CustomEvent<string>} */ (event).detail),
  );
  settings.set("theme", "light");
  assert.deepEqual(told, ["theme"]);
  assert.equal(new Settings(kept).get("theme"), "light");
});

test("without a storage a choice holds as long as the page", () => {
  const settings = new Settings(forbidden);
  settings.set("deck", "4");
  assert.equal(settings.get("deck"), "4");
});

test("every setting with choices has at least two", () => {
  for (const [setting, choices] of Object.entries(CHOICES)) {
    assert.notEqual(choices.length, 1, setting);
  }
});

test("until something is chosen, what the browser prefers holds", () => {
  const settings = new Settings(storage(), { language: "th", theme: "light", deck: "7" });
  const told = /** @type {string[]} */ ([]);
  settings.addEventListener("change", (event) =>
    told.push(/** @type {CustomEvent} */ (event).detail),
  );
  assert.deepEqual(
    /** @type {const} */ (["language", "theme", "deck"]).map((each) => settings.get(each)),
    ["th", "light", "2"],
  );
  settings.prefer("theme", "dark");
  assert.equal(settings.get("theme"), "dark");
  settings.set("theme", "light");
  settings.prefer("theme", "dark");
  assert.equal(settings.get("theme"), "light");
  assert.deepEqual(told, ["theme", "theme"]);
});

test("a language that we don't have is none", () => {
  assert.equal(new Settings(storage(), { language: "fr" }).get("language"), "es");
});
