// Files as the tests read them: text, from the project's root.
import * as fs from "node:fs";
import { join } from "node:path";

const ROOT = new URL("../..", import.meta.url).pathname;

/** @param {string} path */
export const read = (path) => fs.readFileSync(join(ROOT, path), "utf8");

/** @param {string} path */
export const list = (path) => fs.readdirSync(join(ROOT, path)).sort();

/** Every script below a folder but the vendored. @param {string} folder @returns {string[]} */
export const scripts = (folder) =>
  fs
    .readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js") && !path.startsWith("vendor"))
    .map((path) => join(folder, path));
