// How the game is played, over the table: the clocks run on, so it is a sheet and no other page.
import { t } from "../model/texts.js";
import { howTo } from "./howto.js";
import { Sheet } from "./sheet.js";

export class HowToSheet extends Sheet {
  render() {
    return this.frame(t("howto.heading"), howTo());
  }
}

customElements.define("howto-sheet", HowToSheet);
