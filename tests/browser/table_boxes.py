"""What people see of a table, measured: nothing scrolls, overlaps, hides or is hard to press.

Enters: a page that shows a table. Leaves: complaints, a line each. Beside what `boxes` measures
on other pages a table never scrolls, and its buttons grow by what is drawn around them.
"""

from typing import Final

from playwright.async_api import Page

LEAST_TARGET: Final = 44  # CSS pixels, as DESIGN.md has it

_MEASURE = """(least) => {
  const found = [];
  const shown = (one) => one.getClientRects().length > 0
    && getComputedStyle(one).visibility !== 'hidden' && !one.closest('dialog:not([open])');
  const box = (one) => one.getBoundingClientRect();
  const SCROLLS = '.orders--many, .games, .log, .reacts';
  // Of what lies in a list that scrolls, only what is seen of it lies over anything.
  const seen = (one) => {
    const [{left, right, top, bottom}, list] = [box(one), one.closest(SCROLLS)];
    const around = list ? box(list) : {left, right, top, bottom};
    return {left: Math.max(left, around.left), right: Math.min(right, around.right),
      top: Math.max(top, around.top), bottom: Math.min(bottom, around.bottom)};
  };
  const text = (one) => one.textContent.trim().slice(0, 24);
  const name = (one) => `${one.localName}.${one.className} "${text(one)}"`;
  const html = document.documentElement;
  if (html.scrollHeight > innerHeight + 1) found.push(`scrolls down: ${html.scrollHeight}`);
  if (html.scrollWidth > innerWidth + 1) found.push(`scrolls aside: ${html.scrollWidth}`);

  const dialog = document.querySelector('.result');
  const targets = [...(dialog ?? document.body).querySelectorAll('button, a[href], label, input')]
    .filter((one) => shown(one) && !one.matches('.skip, .lane__head, label input'));
  for (const one of targets) {
    const {left, right, top, bottom, width, height} = box(one);
    const around = getComputedStyle(one, '::after');  // drawn around it, and pressed like it
    const more = around.position === 'absolute' ? -2 * (parseFloat(around.top) || 0) : 0;
    if (height + more < least - 0.5 || width + more < least - 0.5)
      found.push(`${name(one)} is ${width.toFixed(0)} by ${height.toFixed(0)}`);
    const out = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    if (!one.closest(SCROLLS) && out)
      found.push(`${name(one)} is out of the window: ${[left, top, right, bottom]}`);
  }

  const buttons = targets.filter((one) => !one.dataset.card);
  buttons.forEach((a, at) => buttons.slice(at + 1).forEach((b) => {
    const [x, y] = [seen(a), seen(b)];
    const wide = Math.min(x.right, y.right) - Math.max(x.left, y.left);
    const high = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
    if (wide > 2 && high > 2 && !a.contains(b) && !b.contains(a))
      found.push(`${name(a)} lies over ${name(b)}`);
  }));

  for (const one of document.querySelectorAll('.btn, .react, h2, .way__txt b, .lateral, .ticket'))
    if (shown(one) && one.scrollWidth > one.clientWidth + 2)
      found.push(`${name(one)} is cut off: ${one.scrollWidth} in ${one.clientWidth}`);

  // What lies on the mat has its own place: words as wide as they are drawn, cards and piles whole.
  const drawn = (one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    const [word, outer] = [words.getBoundingClientRect(), box(one)];
    return {
      left: Math.max(word.left, outer.left), right: Math.min(word.right, outer.right),
      top: Math.max(word.top, outer.top), bottom: Math.min(word.bottom, outer.bottom),
    };
  };
  const WORDS = '.plate__who > b, .plate__sub > *, .ten > b, .center__by, .bank';
  const WHOLE = '.ten > i, .palo, .backs, .meld, .plate .dish, .passing, .word.tag, .sort .icon, '
    + '.lateral, .ticket, .deck, .bote, .slot, .offered__card, .cambio > span, .piles > .card';
  const parts = dialog ? [] : [...document.querySelectorAll('.mesa > :not(.actions)')];
  const laid = parts.flatMap((part) => [
    ...[...part.querySelectorAll(WORDS)].map((one) => [one, drawn(one)]),
    ...[...part.querySelectorAll(WHOLE)].map((one) => [one, box(one)]),
  ]).filter(([one]) => shown(one));
  laid.forEach(([a, x], at) => laid.slice(at + 1).forEach(([b, y]) => {
    const wide = Math.min(x.right, y.right) - Math.max(x.left, y.left);
    const high = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
    const pile = a.closest('.offered') && b.closest('.offered');  // the deck lies under its card
    if (wide > 3 && high > 3 && !pile && !a.contains(b) && !b.contains(a))
      found.push(`${name(a)} lies on ${name(b)}: ${wide.toFixed(0)} by ${high.toFixed(0)}`);
  }));

  // Neither the panel nor a card of mine, lifted or not, lies on any of that.
  const panel = box(document.querySelector('.actions'));
  const hand = [...document.querySelectorAll('.hand .card')].map((one) => [one, box(one)]);
  const rows = [...document.querySelectorAll('.hand > li')].map((one) => one.offsetTop);
  if (rows.some((top, at) => top < rows[at - 1])) found.push(`my hand goes up again: ${rows}`);
  const covers = (x, y) => Math.min(x.right, y.right) - Math.max(x.left, y.left) > 3
    && Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top) > 3;
  for (const [one, x] of laid) {
    if (covers(x, panel)) found.push(`${name(one)} lies under the panel`);
    const card = hand.find(([, y]) => covers(x, y));
    if (card) found.push(`${name(one)} lies under ${name(card[0])} of my hand`);
  }
  // What is switched on, and would be sent, is seen without scrolling.
  for (const one of document.querySelectorAll('.orders--many label:has(:checked)')) {
    const [x, list] = [box(one), box(one.closest('.orders--many'))];
    if (shown(one) && (x.top < list.top - 1 || x.bottom > list.bottom + 1))
      found.push(`${name(one)} is hidden in its list`);
  }
  // What the panel says stands in it.
  for (const one of document.querySelectorAll('.actions :is(h2, p, .btn, .way, .hint)')) {
    const {top, bottom} = drawn(one);
    const out = top < panel.top - 1 || bottom > Math.min(panel.bottom, innerHeight) + 1;
    if (!dialog && shown(one) && !one.closest(SCROLLS) && out)
      found.push(`${name(one)} runs out of the panel: ${top} to ${bottom}`);
  }
  const hidden = hand.some(([, card]) =>
    card.bottom > panel.top + 6 && card.top < panel.bottom
    && card.right > panel.left + 6 && card.left < panel.right - 6);
  if (hidden && !dialog) found.push('the hand lies under the panel');
  return found;
}"""


async def table_complaints(page: Page) -> list[str]:
    """What is wrong with the table as it is shown."""
    await page.evaluate("document.fonts.ready.then(() => null)")
    found: list[str] = await page.evaluate(_MEASURE, LEAST_TARGET)
    return found
