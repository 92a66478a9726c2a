// The way on from a page of hands that can't be shown.
// Enters: why it can't. Leaves: a link to where that is put right.
import { html } from "lit";
import { t } from "../model/texts.js";
import { icon } from "./parts.js";

/** Who has no name here puts one in where the tables are. @param {import("./sorry.js").Trouble} trouble */
export function wayBack({ code }) {
  const [path, where] = code === "not_signed_in" ? ["/", "tables"] : ["/hands", "hands"];
  return html`<a class="btn btn--main" href=${path}>${icon("back")}${t(`common.nav.${where}`)}</a>`;
}
