/**
 * The lanes of a picture in which all that makes up the lock is one lane: the ribbon of who truly holds it fills it. The
 * lanes of the nodes unfold from there.
 */
import { interpolateNumber } from 'd3-interpolate';
import type { Role, Trace } from '../model/trace';
import { type Lane, type Lanes, lanesOf, typeScale } from './lanes';

/** The ruler, and the words above the first lane. */
const head = 46;
const margin = 10;
/** The lanes share the height like this. */
const [clientShare, lockShare, storageShare] = [82, 92, 100];
/** Type grows until the lanes have this part of their share in pixels. */
const comfort = 0.7;
const [typeMin, typeMax] = [11, 18];
/** Narrower than this, words need the width more than they need the size. */
const widthForType = 320;

const isShown = (role: Role): boolean => role === 'client' || role === 'storage';
const shareOf = (role: Role): number => (role === 'client' ? clientShare : storageShare);

/** All lanes together, in shares. */
const totalOf = ({ header }: Trace): number =>
  header.processes.reduce((total, { role }) => total + (isShown(role) ? shareOf(role) : 0), lockShare);

/**
 * How much larger than 11 px everything is: few lanes leave much room for the type.
 * @param open how far the lock has unfolded, as for `foldedLanes`
 */
export const foldedScale =
  (open: number): typeof typeScale =>
  (trace, size) => {
    const byHeight = size.height / (head + margin + comfort * totalOf(trace));
    const type = Math.floor(typeMin * 2 * Math.min(byHeight, size.width / widthForType)) / 2;
    const folded = Math.max(typeMin, Math.min(typeMax, type)) / typeMin;
    return interpolateNumber(folded, typeScale(trace, size))(open);
  };

/**
 * @param open 0: the lock is one lane; 1: the usual lanes. In between, each lane is on its way from one to the other.
 * @returns what gives the lanes of a trace, as `lanesOf` does
 */
export const foldedLanes =
  (open: number): typeof lanesOf =>
  (trace, room) => {
    const whole = lanesOf(trace, room);
    const folded = allFolded(trace, whole, room);
    if (open === 0) return folded;
    const { ribbon } = folded;
    const middle = (ribbon.top + ribbon.bottom) / 2;
    const all = whole.all.map((lane): Lane => {
      const from = folded.of[lane.process] ?? { ...lane, top: middle, height: 0, y: middle };
      return {
        ...lane,
        top: interpolateNumber(from.top, lane.top)(open),
        height: interpolateNumber(from.height, lane.height)(open),
        y: interpolateNumber(from.y, lane.y)(open),
        half: interpolateNumber(from.half, lane.half)(open),
      };
    });
    return {
      all,
      of: byProcess(all),
      quorum: null,
      ribbon: {
        top: interpolateNumber(ribbon.top, whole.ribbon.top)(open),
        bottom: interpolateNumber(ribbon.bottom, whole.ribbon.bottom)(open),
      },
      top: interpolateNumber(folded.top, whole.top)(open),
      bottom: interpolateNumber(folded.bottom, whole.bottom)(open),
    };
  };

function allFolded(trace: Trace, whole: Lanes, { height }: { readonly height: number }): Lanes {
  const perShare = Math.max(comfort, (height - head - margin) / totalOf(trace));
  const all: Lane[] = [];
  let y = head;
  let ribbon: Lanes['ribbon'] | null = null;
  const leaveLock = (): void => {
    const high = lockShare * perShare;
    ribbon = { top: y + high * 0.34, bottom: y + high * 0.74 };
    y += high;
  };
  for (const lane of whole.all) {
    if (!isShown(lane.role)) continue;
    if (ribbon === null && lane.role === 'storage') leaveLock();
    const high = shareOf(lane.role) * perShare;
    const place = lane.role === 'storage' ? 0.36 : 0.56;
    const half = lane.role === 'storage' ? lane.half : Math.min(20, high * 0.2);
    all.push({ ...lane, top: y, height: high, y: Math.round(y + high * place), half });
    y += high;
  }
  if (ribbon === null) leaveLock();
  return {
    all,
    of: byProcess(all),
    quorum: null,
    ribbon: ribbon ?? whole.ribbon,
    isFolded: true,
    top: head,
    bottom: y,
  };
}

function byProcess(lanes: readonly Lane[]): Lanes['of'] {
  const of: (Lane | undefined)[] = [];
  for (const lane of lanes) of[lane.process] = lane;
  return of;
}
