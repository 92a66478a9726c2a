// What keeps me from retiring, asked of the server once a turn, so that the panel can name it.
// Enters: the store as it changes. Leaves: one `check`; its cards as a choice of the store.
import { viewOf } from "../model/scene.js";

/** @param {import("../model/store.js").Store} store @param {import("../net/socket.js").Way} way */
export function proving(store, way) {
  let asked = "";
  return async () => {
    const { scene, question, panel } = store;
    if (panel !== "draw" || question === asked || !scene) return;
    asked = question;
    const { seat, options } = viewOf(store);
    if (options.retire) return;
    const request = store.requests.add({ type: "check", action: { seat, do: "retire" } });
    if (!request) return;
    way.send(request.frame);
    const { cards = [] } = await request.answered;
    if (store.question === question) store.choose({ unseen: cards });
  };
}
