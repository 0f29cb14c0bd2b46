/**
 * The parameters in the address of an embed, version 1. The element in a post writes such addresses, and the frame
 * reads them. Posts keep them forever.
 */

export const embedVersion = 1;

/** The parameters of a run, besides its story. */
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
  'too-late',
  'height',
] as const;

/** Parameters of the lanes. */
const ofLanes = ['controls', 'from', 'to'] as const;

/**
 * What an embed shows: a scene, unless it asks for another view or has a parameter of the lanes.
 * @param asks whether the embed has a parameter
 */
export const viewOf = <V extends string>(
  view: V | null,
  asks: (name: (typeof ofLanes)[number]) => boolean,
): V | 'scene' | 'timeline' => view ?? (ofLanes.some(asks) ? 'timeline' : 'scene');

/** The parameters of the table “What breaks what”. */
export const tableParameters = ['row', 'kind', 'check', 'leases'] as const;

/** The height of a frame that does not follow its content, in px. */
export const heightMin = 200;
export const heightMax = 2000;

/** @returns null unless it is a whole number of px that a frame may have */
export function readHeight(value: string): number | null {
  const height = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  return height >= heightMin && height <= heightMax ? height : null;
}
