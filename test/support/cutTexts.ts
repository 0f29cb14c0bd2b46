// Finds texts on a page that are partly hidden.

/**
 * Runs in the page. A text is cut if a box that does not scroll hides a part of it: its own, or one around it. A
 * select element cuts its chosen text silently, so the text is measured.
 *
 * @returns each cut text with its missing width, in CSS pixels
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
  /** How far the rectangle sticks out of the boxes that hide it; null when it is wholly invisible. */
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
