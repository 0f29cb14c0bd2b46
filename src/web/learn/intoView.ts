/** The sticky top of a card covers what scrolls under it. These functions keep content clear of it. */

/** In CSS pixels, between the sticky part and what is scrolled into view. */
const gap = 10;

/** Scrolls a part of the exercise into view, below the sticky top of the card. */
export function intoView(part: Element): void {
  const card = part.closest('aside');
  if (card === null) return;
  card.scrollBy({ top: part.getBoundingClientRect().top - bottomOfStaying(card) - gap });
}

/**
 * Makes the browser scroll focused elements clear of the sticky part. It asks for the style only after the focus has
 * moved. Without this, a person who goes back by keys does not see the focus.
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
