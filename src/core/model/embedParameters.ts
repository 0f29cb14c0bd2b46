/**
 * What the address of an embed may ask for, version 1. The element of a post writes such addresses, and the frame reads them.
 * Posts keep them for ever.
 */

export const embedVersion = 1;

/** Of a run, besides its story. */
export const runParameters = [
  'variant',
  'storage',
  'lock',
  'view',
  'controls',
  'theme',
  'lang',
  'from',
  'to',
  'loop',
  'autoplay',
  'at',
  'outcome',
  'height',
] as const;

/** Parameters of the lanes. */
const ofLanes = ['controls', 'from', 'to'] as const;

/**
 * What an embed shows. One that asks for no view is a scene, unless it asks for something of lanes.
 * @param asks whether it asks for a parameter
 */
export const viewOf = <V extends string>(
  view: V | null,
  asks: (name: (typeof ofLanes)[number]) => boolean,
): V | 'scene' | 'timeline' => view ?? (ofLanes.some(asks) ? 'timeline' : 'scene');

/** Of the table “What breaks what”. */
export const tableParameters = ['row', 'kind', 'check', 'leases'] as const;

/** Of a frame that does not follow its content, in px. */
export const heightMin = 200;
export const heightMax = 2000;

/** @returns null for what is no whole number of px, or none that a frame may have */
export function readHeight(value: string): number | null {
  const height = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  return height >= heightMin && height <= heightMax ? height : null;
}
