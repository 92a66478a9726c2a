// An address where nothing is, or nothing for whoever asks: the same page for both. Who signs in
// here may be somebody for whom there is something.
import { html, render } from "lit";
import { speech, t } from "../model/texts.js";
import { lost } from "../view/lost.js";
import { icon } from "../view/parts.js";
import { accountBar } from "./account-bar.js";
import { begin } from "./ground.js";

const root = await begin();
const bar = accountBar(draw, () => location.reload());

function draw() {
  document.title = t("lost.title");
  render(
    html`${bar.top("lost")}<main id="main" class="page">${lost(
      t("lost.head"),
      html`<p>${t("lost.about")}</p>`,
      html`<a class="btn btn--main" href="/">${icon("back")}${t("common.nav.tables")}</a>
        <a class="btn btn--line" href="/how">${t("common.nav.howto")}</a>`,
    )}</main>${bar.sheet()}`,
    root,
  );
}

speech.addEventListener("change", draw);
draw();
