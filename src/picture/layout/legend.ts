/**
 * The legend: which sorts of marks a picture has, which marks belong to each, and a small sample of each. Loaded
 * after the first picture.
 */

import type { Run } from '../../core/model/trace/run';
import { spansOf } from '../../core/spans/spans';
import type { Hit } from './hitTest';
import type { Mark, Shape, Sort } from './marks';
import type { Picture } from './picture';
import { isBroken } from './resourceEventMarks';

/** A sort, or a shape that is its own sort. */
export type LegendSort = Sort | Shape | 'shades';

/** In the order of the legend: normal events first, then failures. */
const order = [
  'holder',
  'inside',
  'unbacked',
  'two',
  'request',
  'reply',
  'push',
  'pie',
  'plus',
  'minus',
  'late',
  'cross',
  'shades',
  'key',
  'expiry',
  'queue',
  'counter',
  'quorum',
  'copy',
  'leader',
  'dot',
  'check',
  'diamond',
  'shield',
  'token',
  'square',
  'ring',
  'pause',
  'cap',
  'dead',
  'start',
  'up',
  'clock',
  'link',
] as const satisfies readonly LegendSort[];

/** The sort of a mark; null for a mark without one, such as a word or a background. */
export function sortOf(mark: Mark): LegendSort | null {
  if (mark.kind === 'shades') return 'shades';
  if (mark.of !== undefined) return mark.of;
  return mark.kind === 'glyph' ? mark.shape : null;
}

const layersOf = ({ ground, middle, top }: Picture): readonly (readonly Mark[])[] => [ground, middle, top];

/** The sorts that the picture has, each once. Cost: linear in the marks. */
export function sortsOf(picture: Picture): readonly LegendSort[] {
  const sorts = new Set<LegendSort | null>();
  for (const layer of layersOf(picture)) for (const mark of layer) sorts.add(sortOf(mark));
  return order.filter((sort) => sorts.has(sort));
}

/** All marks of one sort, from back to front. */
export const marksOfSort = (picture: Picture, sort: LegendSort): readonly Mark[] =>
  layersOf(picture)
    .flat()
    .filter((mark) => sortOf(mark) === sort);

/** The sort of what is under the pointer; null if the legend does not have it. */
export function sortOfHit({ trace }: Run, hit: Hit): LegendSort | null {
  switch (hit.kind) {
    case 'message': {
      const { messages } = spansOf(trace);
      const fate = messages.fate(hit.row);
      if (hit.isHead && fate === 'lost') return 'cross';
      return hit.isHead && fate === 'late' ? 'late' : messages.leg(hit.row);
    }
    case 'bundle':
      return 'pie';
    case 'entry':
      return 'key';
    case 'hold':
      return 'inside';
    case 'holder':
      return hit.span.kind === 'two' ? 'two' : 'holder';
    case 'clock':
      return 'clock';
    case 'resource': {
      const shapes = {
        read: 'dot',
        wrote: 'check',
        rejected: 'shield',
        marked: 'ring',
        part: 'square',
        adopted: 'square',
      } as const;
      return isBroken(hit.event) ? 'diamond' : shapes[hit.event.kind];
    }
    default:
      return hit satisfies never;
  }
}

/** The size of a sample, in pixels. */
export const sampleSize = { width: 26, height: 16 };

const line = { ink: 'client-1', alpha: 1, width: 1.6, dash: null } as const;
const bar = { kind: 'box', ink: 'client-1', alpha: 0.88, x: 2, y: 2, width: 22, height: 12, radius: 2 } as const;
const middle = { x: 13, y: 8, size: 13, on: 'page', alpha: 1, ink: 'ink' } as const;

const arrow = (of: 'request' | 'reply' | 'push'): readonly Mark[] => [
  { kind: 'lines', ...line, dash: of === 'reply' ? [3.5, 2.5] : null, points: [2, 8, 17, 8] },
  { kind: 'heads', ...line, filled: of !== 'reply', size: 8, points: [24, 8, 1, 0] },
];

const signInks: Readonly<Partial<Record<Shape, string>>> = {
  check: 'good',
  shield: 'good',
  diamond: 'broken',
  cross: 'client-1',
  plus: 'client-1',
  minus: 'client-1',
  dot: 'client-1',
};

const sign = (shape: Shape, ink: string): readonly Mark[] => [
  { kind: 'glyph', shape, ...middle, ...(shape === 'cap' ? { x: 6 } : {}), ink },
];

/** A few marks that show the sort, within `sampleSize`. */
export function sampleOf(sort: LegendSort): readonly Mark[] {
  switch (sort) {
    case 'request':
    case 'reply':
    case 'push':
      return arrow(sort);
    case 'late':
      return [{ kind: 'glyph', shape: 'square', ...middle, size: 11, ink: 'client-1' }];
    case 'key':
      return [{ ...bar, style: 'filled' }];
    case 'holder':
      return [{ ...bar, style: 'filled', radius: 0 }];
    case 'queue':
    case 'counter':
      return [{ ...bar, y: 7, height: 2, style: 'filled', alpha: 0.6 }];
    case 'inside':
      return [
        { ...bar, style: 'filled', alpha: 0.16 },
        { ...bar, style: 'outlined' },
      ];
    case 'unbacked':
      return [
        { ...bar, style: 'hatched', alpha: 0.6 },
        { ...bar, style: 'outlined' },
      ];
    case 'two':
      return [
        { ...bar, ink: 'broken', style: 'hatched', alpha: 0.3 },
        { ...bar, ink: 'broken', style: 'outlined' },
      ];
    case 'pause':
      return [
        { ...bar, ink: 'pause', style: 'hatched' },
        { ...bar, ink: 'pause', style: 'outlined' },
      ];
    case 'link':
      return [{ ...bar, ink: 'muted', style: 'dashed' }];
    case 'leader':
      return [{ ...bar, ink: 'ink', style: 'filled', alpha: 0.25 }];
    case 'shades':
      return [{ ...bar, style: 'filled', alpha: 0.3, radius: 0 }];
    case 'expiry':
      return [{ kind: 'lines', ...line, points: [13, 1, 13, 15] }];
    case 'quorum':
      return [{ kind: 'path', ...line, points: [2, 13, 9, 13, 9, 4, 24, 4] }];
    case 'token':
      return [{ kind: 'path', ...line, ink: 'muted', points: [2, 13, 13, 13, 13, 5, 24, 5] }];
    case 'copy':
      return [{ kind: 'lines', ...line, ink: 'muted', width: 1, points: [8, 2, 18, 14] }];
    case 'clock':
      return [{ kind: 'path', ...line, ink: 'ink', points: [13, 1, 13, 5, 18, 7, 8, 9, 13, 11, 13, 15] }];
    case 'pie':
      return [{ kind: 'glyph', shape: 'pie', ...middle, share: 0.6, ink: 'client-1' }];
    case 'dead':
      return sign('cross', 'ink');
    default:
      return sign(sort, signInks[sort] ?? 'ink');
  }
}
