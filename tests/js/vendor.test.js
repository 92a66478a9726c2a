// What static/vendor holds is what its manifest says, and the manifest what the lock file pins.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { list, read } from "./files.js";

/** @type {Record<string, {package: string, version: string, licence: string, sha256: string}>} */
const MANIFEST = JSON.parse(read("static/vendor/MANIFEST.json"));
const LOCKED = JSON.parse(read("package-lock.json")).packages;
const PAPERS = ["LICENCES.txt", "MANIFEST.json"];

test("every vendored file is in the manifest, and the other way round", () => {
  assert.deepEqual(list("static/vendor"), [...PAPERS, ...Object.keys(MANIFEST)].sort());
});

for (const [file, entry] of Object.entries(MANIFEST)) {
  test(`${file} is as it was made, from the version that is locked`, () => {
    const content = readFileSync(new URL(`../../static/vendor/${file}`, import.meta.url));
    assert.equal(createHash("sha256").update(content).digest("hex"), entry.sha256);
    const locked = LOCKED[`node_modules/${entry.package}`];
    assert.equal(entry.version, locked.version);
    assert.equal(entry.licence, locked.license);
    assert.ok(read("static/vendor/LICENCES.txt").includes(`${file}: ${entry.package} `));
  });
}
