/** Brings a part of the exercise into view, below what stays at the top of a sheet. */
export function intoView(part: Element): void {
  const card = part.closest('aside');
  if (card === null) return;
  const staying = [...card.querySelectorAll('[data-stays]')].filter(
    (one) => getComputedStyle(one).position === 'sticky',
  );
  const top = Math.max(card.getBoundingClientRect().top, ...staying.map((one) => one.getBoundingClientRect().bottom));
  card.scrollBy({ top: part.getBoundingClientRect().top - top - gap });
}

const gap = 10;
