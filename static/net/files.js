// Files of this build. Enters: the address of this module. Leaves: texts of a language, styles.
import { settings } from "../model/settings.js";
import { setTexts } from "../model/texts.js";

/** Where this build's files are, "/s/{build}". */
export const BASE = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

/** The build that this page is of, as its server named it. */
export const BUILD = BASE.split("/").at(-1) ?? "";

const EVERY = ""; // the texts of all pages, but for what few ask for
/** @type {Record<string, string[]>} what pages speak that don't begin with those texts alone */
const OWN = { "page-table": [".table"], "page-admin": [EVERY, ".admin"] };
/** @type {Set<string>} the files of texts that are spoken */
const spoken = new Set(OWN[document.body.className] ?? [EVERY]);

/**
 * Fetch the texts of a language, and speak it.
 * @param {string} [language] the one that was chosen, if not given
 */
export async function speak(language = settings.get("language")) {
  const all = await Promise.all([...spoken].map((part) => textsOf(language, part)));
  setTexts(language, Object.assign({}, ...all));
  document.documentElement.lang = language;
}

/** @param {string} language @param {string} part */
async function textsOf(language, part) {
  const answer = await fetch(`${BASE}/i18n/${language}${part}.json`);
  if (!answer.ok) throw new Error(`texts of ${language}: ${answer.status}`);
  return answer.json();
}

/**
 * Before something is opened that says more than its page does.
 * @param {string} [part] of the texts, ".howto"; all that pages say, if not given
 */
export async function speakMore(part = EVERY) {
  if (spoken.has(part)) return;
  spoken.add(part);
  await speak().catch((trouble) => {
    spoken.delete(part);
    throw trouble;
  });
}

/** Before something is opened that looks like nothing on its page. @param {string} name of a sheet of styles */
export async function dress(name) {
  const address = `${BASE}/css/${name}.css`;
  if (document.querySelector(`link[href="${address}"]`)) return;
  const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
  await new Promise((loaded, failed) => {
    sheet.onload = loaded;
    sheet.onerror = failed;
    document.head.append(sheet);
  }).catch((trouble) => {
    sheet.remove();
    throw trouble;
  });
}
