/**
 * Finds what does not fit in the page: a window or dialog that scrolls sideways, by what makes it so wide, and a text that runs out of
 * its box. What stands in a frame that scrolls is reached there.
 */
export function layoutFaults(): readonly string[] {
  return [document.documentElement, ...document.querySelectorAll('dialog[open]')].flatMap(wideFrame).concat([...cutTexts()]);
}

function wideFrame(frame: Element): readonly string[] {
  if (frame.scrollWidth <= frame.clientWidth) return [];
  const outer = frame.getBoundingClientRect();
  const inside = [...frame.querySelectorAll('*:not(.table-scroll *)')];
  const cause = inside.find((inner) => isOutOf(inner.getBoundingClientRect(), outer));
  return [
    `${frame.localName} scrolls sideways: ${frame.scrollWidth} of ${frame.clientWidth} px by ${cause ? nameOf(cause) : '?'}`,
  ];
}

function cutTexts(): ReadonlySet<string> {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set<string>();
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const box = text.textContent?.trim() ? boxOf(text) : undefined;
    if (box === undefined || box.localName === 'option') continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const outer = box.getBoundingClientRect();
    if ([...range.getClientRects()].some((inner) => isOutOf(inner, outer))) found.add(`runs out of its box: ${nameOf(box)}`);
  }
  return found;
}

/** The nearest box around a text, which may not be wider than it; undefined where it scrolls or is not seen. */
function boxOf(text: Node): Element | undefined {
  let box: Element | undefined;
  for (let at = text.parentElement; at !== null; at = at.parentElement) {
    const { display, overflowX, clipPath } = getComputedStyle(at);
    if (clipPath !== 'none' || overflowX === 'auto' || overflowX === 'scroll') return undefined;
    if (display !== 'inline') box ??= at;
  }
  return box;
}

function isOutOf(inner: DOMRect, outer: DOMRect): boolean {
  return inner.right > outer.right + 1 || inner.left < outer.left - 1;
}

function nameOf({ localName, className, textContent }: Element): string {
  return `${localName}.${className.replaceAll(' ', '.')} ${textContent.slice(0, 20)}`;
}
