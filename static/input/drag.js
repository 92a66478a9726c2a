// Dragging cards by mouse, pen or finger: pointer events, one path for all of them.
// Enters: presses on [data-drag]. Leaves: `drop` with the card and the [data-drop] beneath it.
// Dragging is never the only way: a tap picks a card, another tap says where it goes.

const SLOP = 6; // px that a finger may tremble before it drags

/** @param {HTMLElement} root @param {(card: string, to: number) => void} drop */
export function listenToDrags(root, drop) {
  root.addEventListener("pointerdown", (event) => {
    const card = /** @type {HTMLElement | null} */ (
      /** @type {HTMLElement} */ (event.target).closest?.("[data-drag]")
    );
    if (card && event.isPrimary && event.button === 0) follow(card, event, drop);
  });
}

/** @param {HTMLElement} card @param {PointerEvent} start @param {(card: string, to: number) => void} drop */
function follow(card, start, drop) {
  let dragging = false;
  card.setPointerCapture(start.pointerId); // a quick first move may already be beside the card
  const ends = new AbortController();
  const on = { signal: ends.signal };
  const move = (/** @type {PointerEvent} */ event) => {
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (!dragging && Math.hypot(x, y) < SLOP) return;
    dragging = true;
    card.classList.add("is-dragged");
    card.style.transform = `translate(${x}px, ${y}px) rotate(-3deg)`;
  };
  const stop = () => {
    ends.abort();
    card.classList.remove("is-dragged");
    card.style.transform = "";
  };
  card.addEventListener("pointermove", move, on);
  card.addEventListener("pointercancel", stop, on);
  card.addEventListener(
    "pointerup",
    (event) => {
      stop();
      if (!dragging) return;
      card.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => card.removeEventListener("click", swallow, { capture: true }));
      const to = target(event);
      if (to !== null) drop(card.dataset.card ?? "", to);
    },
    on,
  );
}

/** The click that ends a drag is none. @param {Event} event */
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}

/** @param {PointerEvent} event */
function target({ clientX, clientY }) {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    const to = /** @type {HTMLElement | null} */ (element.closest("[data-drop]"));
    if (to) return Number(to.dataset.drop);
  }
  return null;
}
