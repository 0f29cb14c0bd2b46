/** Positions the card of a cell. It never covers the head of the row that it belongs to. */

/** In CSS pixels. */
const gap = 6;
const edge = 8;

/**
 * Below its cell, or above it if there is no room, and to the right of the row heads. The style sheet uses this
 * position if there is room; otherwise the card is at the foot of the window, or at its top if the cell is at the
 * foot.
 */
export function placeCard(box: HTMLElement, cell: HTMLElement): void {
  const frame = (box.offsetParent ?? document.body).getBoundingClientRect();
  const of = cell.getBoundingClientRect();
  const head = cell.closest('tr')?.querySelector('th')?.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = of.bottom + gap;
  const isBelow = below + height + edge <= innerHeight || of.top - gap - height < 0;
  const leftMost = (head?.right ?? 0) + edge;
  const rightMost = Math.min(innerWidth, frame.right) - width - edge;
  const left = Math.max(leftMost, Math.min(rightMost, of.left + of.width / 2 - width / 2));
  box.style.setProperty('--left', `${Math.round(left - frame.left)}px`);
  box.style.setProperty('--top', `${Math.round((isBelow ? below : of.top - gap - height) - frame.top)}px`);
  box.dataset['dock'] = Math.max(of.bottom, head?.bottom ?? 0) + edge > innerHeight - height ? 'top' : 'foot';
}
