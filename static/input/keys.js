// Keys of one letter: each presses the button that says it by aria-keyshortcuts.
// Enters: key presses. Leaves: clicks, moves of focus in the hand, and `special` for T, H and ?.
// Never here: what a button does. While somebody writes, or if they are turned off, nothing.

const WRITES = "input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, select";

/**
 * @param {HTMLElement} root
 * @param {{on: () => boolean, special: (key: string) => void}} with_
 */
export function listenToKeys(root, { on, special }) {
  addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches?.(WRITES)) return;
    if (event.key.startsWith("Arrow")) return arrow(root, event);
    if (!on() || event.key.length !== 1 || root.querySelector(".sheet[open]")) return;
    const key = event.key.toUpperCase();
    if ("TH?".includes(key)) return special(key);
    const button = [...root.querySelectorAll(`[aria-keyshortcuts="${CSS.escape(key)}"]`)].find(
      pressable,
    );
    if (!button) return key === "C" ? special(key) : undefined;
    event.preventDefault();
    /** @type {HTMLElement} */ (button).click();
  });
}

/** @param {Element} element */
const pressable = (element) =>
  !(/** @type {HTMLButtonElement} */ (element).disabled) && element.getClientRects().length > 0;

/** ← and → go along the hand, or the cards of a lane. @param {HTMLElement} root @param {KeyboardEvent} event */
function arrow(root, event) {
  const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
  const at = document.activeElement;
  if (!step || (at && at !== document.body && !at.matches("[data-card], #options, .btn"))) return;
  const cards = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("button[data-card]")]);
  const now = cards.indexOf(/** @type {HTMLElement} */ (at));
  const hand = cards.findIndex((card) => card.closest(".hand"));
  const next = cards[now < 0 ? Math.max(0, hand) : now + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
