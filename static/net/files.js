// Files of this build. Enters: the address of this module. Leaves: texts of a language.
import { settings } from "../model/settings.js";
import { setTexts } from "../model/texts.js";

/** Where this build's files are, "/s/{build}". */
export const BASE = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

/** The build that this page is of, as its server named it. */
export const BUILD = BASE.split("/").at(-1) ?? "";

let whole = !document.body.matches(".page-table"); // the table's page begins with its own texts

/**
 * Fetch the texts of a language, and speak it.
 * @param {string} [language] the one that was chosen, if not given
 */
export async function speak(language = settings.get("language")) {
  const own = whole ? "" : ".table";
  const answer = await fetch(`${BASE}/i18n/${language}${own}.json`);
  if (!answer.ok) throw new Error(`texts of ${language}: ${answer.status}`);
  setTexts(language, await answer.json());
  document.documentElement.lang = language;
}

/** Before something is opened that says more than its page. */
export async function speakAll() {
  if (whole) return;
  whole = true;
  await speak().catch((trouble) => {
    whole = false;
    throw trouble;
  });
}
