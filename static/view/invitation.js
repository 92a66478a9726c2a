// A table handed on: its QR code, the code in letters, and the link to share or copy.
// Enters: the table's card. Leaves: a template.
import { html } from "lit";
import { t } from "../model/texts.js";
import { qr } from "./qr.js";
import "./share.js";

/** @param {import("../model/people.js").TableCard} card */
export function invitation(card) {
  const link = new URL(card.path, location.href).href;
  const preset = t(`rules.preset.${card.preset}`);
  return html`<div class="paper-card">${qr(link)}<div><span class="small">${t("common.code")}</span>
      <b class="code">${card.code}</b><span class="small">${card.name}</span></div></div>
    <share-link .link=${link} .label=${t("common.share.link")}
      .text=${t("common.share.text", { preset, code: card.code })}></share-link>`;
}
