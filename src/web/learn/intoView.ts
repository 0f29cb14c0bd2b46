/** What stays at the top of a card while the rest scrolls lies over the rest. These keep clear of it. */

/** In CSS pixels, between what stays and what is brought into view. */
const gap = 10;

/** Brings a part of the exercise into view, below what stays at the top of the card. */
export function intoView(part: Element): void {
  const card = part.closest('aside');
  if (card === null) return;
  card.scrollBy({ top: part.getBoundingClientRect().top - bottomOfStaying(card) - gap });
}

/**
 * Has the browser scroll what gets the focus clear of what stays. It asks for the style only after the focus has moved. Without this,
 * whoever goes back by keys does not see where they are.
 */
export function keepFocusClear(card: HTMLElement): void {
  card.style.scrollPaddingTop = `${bottomOfStaying(card) - card.getBoundingClientRect().top + gap}px`;
}

function bottomOfStaying(card: HTMLElement): number {
  const staying = [...card.querySelectorAll('[data-stays]')].filter(
    (one) => getComputedStyle(one).position === 'sticky',
  );
  return Math.max(card.getBoundingClientRect().top, ...staying.map((one) => one.getBoundingClientRect().bottom));
}
