// Who comes by a table's link: whoever sits there is shown the table at once. Everything that
// sitting down needs, or saying that there is no table, is loaded only then.
// Enters: where to draw, the code in the link. Leaves: the table's card once somebody sits or looks
// on; until then the promise waits.
import { dress, speakMore } from "../net/files.js";
import * as rest from "../net/rest.js";

/** @param {HTMLElement} root @param {string} code @returns {Promise<import("../model/people.js").TableCard>} */
export async function arrive(root, code) {
  try {
    const [card, me] = await Promise.all([rest.findTable(code), rest.me()]);
    if (card.mine !== null) return card;
    const { join } = await joining();
    return await join(root, card, me);
  } catch (trouble) {
    const { lost } = await joining();
    lost(root, /** @type {import("../view/sorry.js").Trouble} */ (trouble));
    return new Promise(() => {});
  }
}

async function joining() {
  const [page] = await Promise.all([import("./join.js"), speakMore(), dress("join")]);
  return page;
}
