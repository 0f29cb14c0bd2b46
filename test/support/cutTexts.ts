// Texts of a page of which a part cannot be seen.

/**
 * Runs in the page. A text is cut if a box that does not scroll hides a part of it: its own, or one around it. A list that shows what is
 * chosen cuts it without a word, so its text is measured.
 *
 * @returns each cut text with the width that it lacks, in CSS pixels
 */
export function cutTexts(): readonly string[] {
  const slack = 1.5;
  const found = new Set<string>();
  const say = (text: string, lacks: number, least = slack): void => {
    if (lacks > least) found.add(`${text.trim().slice(0, 60)} (${Math.round(lacks)})`);
  };
  const isHiddenFromEyes = (element: Element): boolean => {
    const { clipPath, position } = getComputedStyle(element);
    return position === 'absolute' && clipPath !== 'none';
  };
  /** How far the rectangle is outside of the boxes that hide it; null: nobody sees it at all. */
  const lacksIn = (from: Element, rect: DOMRect): number | null => {
    let [left, right] = [0, innerWidth];
    for (let box: Element | null = from; box !== null && box !== document.documentElement; box = box.parentElement) {
      if (isHiddenFromEyes(box)) return null;
      const { overflowX, position } = getComputedStyle(box);
      if (overflowX === 'auto' || overflowX === 'scroll') return Math.max(left - rect.left, rect.right - right, 0);
      if (overflowX !== 'visible') {
        const edge = box.getBoundingClientRect();
        [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      }
      if (position === 'fixed') break;
    }
    return Math.max(left - rect.left, rect.right - right);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent ?? '';
    if (parent === null || text.trim() === '' || parent.closest('script, style, noscript, option, title, select'))
      continue;
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width === 0 || rect.bottom < 0 || rect.top > innerHeight) continue;
      say(text, lacksIn(parent, rect) ?? 0);
    }
  }
  const pen = document.createElement('canvas').getContext('2d');
  for (const select of document.querySelectorAll('select')) {
    const look = getComputedStyle(select);
    if (pen === null || !select.checkVisibility() || look.color === 'rgba(0, 0, 0, 0)') continue;
    pen.font = look.font;
    const text = select.selectedOptions[0]?.label ?? '';
    const arrow = look.appearance === 'none' ? 0 : 18;
    const room =
      select.clientWidth - Number.parseFloat(look.paddingLeft) - Number.parseFloat(look.paddingRight) - arrow;
    say(text, pen.measureText(text).width - room);
  }
  for (const field of document.querySelectorAll<HTMLInputElement>('input[type="text"], input[inputmode]'))
    if (field.checkVisibility()) say(field.value, field.scrollWidth - field.clientWidth, 0);
  return [...found];
}
