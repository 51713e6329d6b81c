/**
 * Finds what does not fit in the page: a window or dialog that scrolls sideways, by what makes it so wide, and a text that runs out of
 * its box. What stands in a frame that scrolls is reached there.
 */
export function layoutFaults(): readonly string[] {
  const dialogs = [...document.querySelectorAll('dialog[open]')];
  return [document.documentElement, ...dialogs].flatMap(wideFrame).concat([...cutTexts()], dialogs.flatMap(tallDialog));
}

/** The title and the buttons of a dialog are in view wherever it is scrolled to; suggestions hang below its last field, and its buttons. */
function tallDialog(dialog: Element): readonly string[] {
  const tops = dialog.querySelector('.suggestions') === null ? [0, dialog.scrollHeight] : [0];
  return tops.flatMap((top) => {
    dialog.scrollTop = top;
    const { top: above, bottom: below } = dialog.getBoundingClientRect();
    const isTall = above < 0 || below > innerHeight;
    const hidden = [...dialog.querySelectorAll('.dialog-head > header, .form-actions')].filter((part) => {
      const { top: first, bottom: last } = part.getBoundingClientRect();
      return first < above - 1 || last > below + 1;
    });
    return [...(isTall ? ['dialog is taller than the window'] : []), ...hidden.map((part) => `out of view: ${nameOf(part)}`)];
  });
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

/** The nearest box around a text, which may not be wider than it; undefined where it scrolls, ends in an ellipsis or is not seen. */
function boxOf(text: Node): Element | undefined {
  let box: Element | undefined;
  for (let at = text.parentElement; at !== null; at = at.parentElement) {
    const { display, overflowX, clipPath, textOverflow } = getComputedStyle(at);
    if (clipPath !== 'none' || textOverflow === 'ellipsis' || overflowX === 'auto' || overflowX === 'scroll') return undefined;
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
