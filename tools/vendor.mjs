// Makes static/vendor from what package-lock.json pins: `./dev vendor`.
// Enters: node_modules. Leaves: one ES module a library, the Thai font, the chart's styles, their licences, and
// MANIFEST.json, by which the server builds its import map and a test checks the hashes.
// The outputs are committed, so a server needs neither Node nor npm.
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const OUT = "static/vendor";
// File → the names by which pages import it, and what of it they use (USED; else all). What a library
// spreads over several modules goes into one file.
const LIBRARIES = {
  "lit.js": [
    "lit",
    "lit/directives/class-map.js",
    "lit/directives/if-defined.js",
    "lit/directives/keyed.js",
    "lit/directives/live.js",
    "lit/directives/ref.js",
    "lit/directives/repeat.js",
  ],
  "sha2.js": ["@noble/hashes/sha2.js"],
  "hmac.js": ["@noble/hashes/hmac.js"], // apart: the table page needs the hash alone
  "uplot.js": ["uplot"],
  "uqr.js": ["uqr"],
};
const USED = {
  "@noble/hashes/sha2.js": "{ sha256 }",
  "@noble/hashes/hmac.js": "{ hmac }",
  uplot: "{ default }",
  uqr: "{ encode }",
};
// Taken as they are.
const COPIES = {
  "noto-sans-thai.woff2":
    "@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2",
  "uplot.css": "uplot/dist/uPlot.min.css",
};
const TEXTS = ["LICENSE", "LICENSE.md"];

await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });
const manifest = {};
const licences = [];
for (const [file, specifiers] of Object.entries(LIBRARIES)) {
  await bundle(file, specifiers);
  await enter(file, packageOf(specifiers[0]), { specifiers });
}
for (const [file, source] of Object.entries(COPIES)) {
  await copyFile(`node_modules/${source}`, `${OUT}/${file}`);
  await enter(file, packageOf(source), {});
}
await writeFile(`${OUT}/MANIFEST.json`, `${JSON.stringify(manifest, null, 2)}\n`);
await writeFile(`${OUT}/LICENCES.txt`, `${licences.join("\n\n")}\n`);

async function bundle(file, specifiers) {
  const contents = specifiers
    .map((from) => `export ${USED[from] ?? "*"} from ${JSON.stringify(from)};`)
    .join("\n");
  await build({
    stdin: { contents, resolveDir: process.cwd() },
    outfile: `${OUT}/${file}`,
    bundle: true,
    format: "esm",
    minify: true,
    target: "es2022",
    legalComments: "none", // the licences stand in LICENCES.txt, whole
  });
}

async function enter(file, name, more) {
  const { version, license } = JSON.parse(
    await readFile(`node_modules/${name}/package.json`, "utf8"),
  );
  const sha256 = createHash("sha256")
    .update(await readFile(`${OUT}/${file}`))
    .digest("hex");
  manifest[file] = { package: name, version, licence: license, sha256, ...more };
  licences.push(`${file}: ${name} ${version}, ${license}\n\n${await licenceOf(name)}`);
}

async function licenceOf(name) {
  for (const text of TEXTS) {
    const found = await readFile(`node_modules/${name}/${text}`, "utf8").catch(() => null);
    if (found) return found.trim();
  }
  throw new Error(`${name} says nowhere what its licence is`);
}

function packageOf(specifier) {
  const parts = specifier.split("/");
  return parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}
