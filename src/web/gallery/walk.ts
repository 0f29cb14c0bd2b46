/** Which card the arrow keys go to. Knows boxes only, so that it works with any number of columns. */

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'] as const;
export type WalkKey = (typeof keys)[number];

export const isWalkKey = (key: string): key is WalkKey => keys.some((one) => one === key);

/**
 * The index of the next card.
 * @returns null if the key leads up, out of the cards
 */
export function walk(boxes: readonly Box[], from: number, key: WalkKey): number | null {
  const last = boxes.length - 1;
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, from - 1);
    case 'ArrowRight':
      return Math.min(last, from + 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'ArrowDown':
      return inRow(boxes, from, 1) ?? from;
    case 'ArrowUp':
      return inRow(boxes, from, -1);
    default:
      return key satisfies never;
  }
}

/** Cards of one row may differ by a fraction of a pixel. */
const sameRow = 2;

/** The card of the next row whose middle is the nearest; null if there is no such row. */
function inRow(boxes: readonly Box[], from: number, way: 1 | -1): number | null {
  const here = boxes[from];
  if (here === undefined) return null;
  const beyond = boxes.filter(({ top }) => (top - here.top) * way > sameRow);
  const nearest = Math.min(...beyond.map(({ top }) => (top - here.top) * way));
  const row = beyond.filter(({ top }) => (top - here.top) * way <= nearest + sameRow);
  const middle = (box: Box): number => box.left + box.width / 2;
  const [best] = [...row].sort((a, b) => Math.abs(middle(a) - middle(here)) - Math.abs(middle(b) - middle(here)));
  return best === undefined ? null : boxes.indexOf(best);
}
