"""What people see measured: nothing runs out of the window, is cut off, or too small to touch.

Enters: a window. Leaves: complaints, a line each.
"""

from playwright.async_api import Page

from tests.browser.browsing import Window

LEAST_TARGET = 44  # CSS pixels, as DESIGN.md has it

_MEASURE = """(least) => {
  const found = [];
  const text = (e) => (e.textContent ?? '').trim();
  const name = (e) => `${e.localName}.${e.className} "${text(e).slice(0, 30)}"`;
  const shown = (e) => {
    const box = e.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(e).visibility === 'visible'
      && !e.closest('.sr, .skip, [hidden], [aria-hidden=true]');
  };
  if (document.documentElement.scrollWidth > innerWidth)
    found.push(`the page is ${document.documentElement.scrollWidth} wide in ${innerWidth}`);
  const targets = 'button, a[href], select, summary, input, [role=button]';
  const shell = document.querySelector('dialog[open]') ?? document;
  for (const e of shell.querySelectorAll(targets)) {
    // A radio button or a switch is touched by all of its label; so is a select under its sign.
    const within = e.matches('input[type=radio], input[type=checkbox], select');
    const e2 = within ? e.closest('label') : e;
    if (!shown(e2)) continue;
    const box = e2.getBoundingClientRect();
    if (box.width < least - 0.5 || box.height < least - 0.5)
      found.push(`${name(e2)} is ${box.width.toFixed(0)} by ${box.height.toFixed(0)}`);
    if (e2.closest('.filters, .scroll')) continue;  // scrolls by itself
    if (box.left < -0.5 || box.right > innerWidth + 0.5)
      found.push(`${name(e2)} stands out of the window: ${box.left} to ${box.right}`);
  }
  const worded = 'h1, h2, h3, p, b, small, span, button, a, label, legend';
  for (const e of shell.querySelectorAll(worded)) {
    if (!shown(e) || !text(e) || e.closest('.card, .filters, .scroll')) continue;
    if (getComputedStyle(e).display === 'inline' || !e.clientWidth) continue;
    if (e.scrollWidth > e.clientWidth + 1)
      found.push(`${name(e)} is cut off: ${e.scrollWidth} in ${e.clientWidth}`);
  }
  // Thai breaks where its words end, which no space tells; a name may be longer than any line.
  const words = document.documentElement.lang === 'th' ? [] : shell.querySelectorAll(worded);
  const part = document.createRange();
  for (const e of words) for (const node of e.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE || !shown(e)) continue;
    for (const {0: word, index} of node.data.matchAll(/\\p{L}{4,16}/gu)) {
      part.setStart(node, index);
      part.setEnd(node, index + word.length);
      if (new Set([...part.getClientRects()].map((box) => Math.round(box.top))).size > 1)
        found.push(`${name(e)} breaks in "${word}"`);
    }
  }
  return found;
}"""
_BELOW = """() => [...document.querySelectorAll('main .btn--main')]
  .map((e) => [e.textContent.trim(), e.getBoundingClientRect().bottom])
  .filter(([, bottom]) => bottom > innerHeight)
  .map(([text, bottom]) => `"${text}" ends at ${bottom} of ${innerHeight}`)"""


async def complaints(page: Page) -> list[str]:
    """What is wrong with the page as it stands."""
    await page.evaluate("document.fonts.ready.then(() => null)")
    found: list[str] = await page.evaluate(_MEASURE, LEAST_TARGET)
    return found


async def below_the_fold(page: Page) -> list[str]:
    """Main buttons that one has to scroll to, on a page at whose top it stands."""
    found: list[str] = await page.evaluate(_BELOW)
    return found


async def looked_at(window: Window, name: str) -> list[str]:
    """The same of a window, with a picture if something is wrong or pictures are asked for."""
    found = await complaints(window.page)
    await window.pictured(name, wrong=bool(found))
    return found
