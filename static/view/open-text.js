// A text that somebody pastes, or opens from a file of theirs. Nothing of it leaves the page here.
// Enters: words for it, what to do. Leaves: a form; `open` gets the text.
import { html } from "lit";
import { t } from "../model/texts.js";

/**
 * @param {{name: string, label: string, go: string, busy?: boolean, value?: string}} words
 * @param {(text: string) => void} open
 */
export function openText({ name, label, go, busy = false, value = "" }, open) {
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    open(String(new FormData(form).get(name) ?? ""));
  };
  /** @param {Event} event */
  const read = async ({ target }) => {
    const input = /** @type {HTMLInputElement} */ (target);
    const [file] = input.files ?? [];
    if (!file) return;
    const text = await file.text();
    const area = input.form?.querySelector("textarea");
    if (area) area.value = text;
    input.value = "";
    open(text);
  };
  return html`<form class="paste" @submit=${submit}>
    <label class="paste__text"><span>${label}</span><textarea name=${name} rows="6" required
      spellcheck="false" .value=${value}></textarea></label>
    <div class="paste__go"><button class="btn btn--main" ?disabled=${busy}>${go}</button>
      <label class="btn btn--line">${t("verify.open_file")}<input type="file" class="sr"
        accept=".json,.jsonl,.txt,application/json" @change=${read}></label></div></form>`;
}
