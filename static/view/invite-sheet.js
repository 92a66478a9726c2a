// The invitation as a sheet over the table: whoever sits there may bring others.
// Enters: the table's card. Leaves: a sheet.

import { t } from "../model/texts.js";
import { invitation } from "./invitation.js";
import { Sheet } from "./sheet.js";

export class InviteSheet extends Sheet {
  static properties = { card: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../model/people.js").TableCard | null} */
    this.card = null;
  }

  render() {
    return this.frame(t("table.invite"), this.card ? invitation(this.card) : "");
  }
}

customElements.define("invite-sheet", InviteSheet);
