/**
 * Checks whether a result can belong to a job. A worker may lie, so each branch is compared with its own run: its
 * places, the number of runs that injecting there takes, and faults only at these places. It does not check again
 * whether a run does the harm, because that would be the search itself.
 */

import type { Placement } from '../../core/faults/injectionPoints';
import { parts } from '../../core/run/parts';
import { type Branch, injectionsToTry, type Placements } from '../../search/explore/branch';
import { milestones } from '../../search/explore/milestones';
import { nameOf } from '../../search/explore/placementName';
import type { Job } from '../../search/explore/search';
import type { Space } from '../../search/explore/space';

/** Whether there is one branch per job, and each can be its result. Cost: one run for each. */
export function isValidResult(branches: readonly Branch[], job: Job | undefined, space: Space): boolean {
  if (job === undefined || branches.length !== job.branches.length) return false;
  const harmful = new Set(job.harmful);
  return job.branches.every((before, index) => {
    const branch = branches[index];
    return branch !== undefined && fitsBranch(branch, before, { space, harmful });
  });
}

interface Searching {
  readonly space: Space;
  /** The single faults that do harm. */
  readonly harmful: ReadonlySet<string>;
}

function fitsBranch(branch: Branch, before: Placements, { space, harmful }: Searching): boolean {
  const { places, placements } = injectionsToTry(space, parts, before, { harmful });
  // The run without any fault adds one run, and has no place.
  const faultless = before.length === 0 ? 1 : 0;
  const runsLeast = placements.length + faultless;
  // A break is tried once more without each of the faults before it.
  const runsMost = placements.length * (1 + before.length) + faultless;
  if (branch.places !== places || branch.runs < runsLeast || branch.runs > runsMost) return false;
  const isLast = before.length + 1 >= space.faultsMax;
  if (isLast && branch.open.length > 0) return false;
  const free = new Set(placements.map(keyOf));
  if (faultless === 1) free.add('');
  const isFree = (key: string | null): boolean => key !== null && free.has(key);
  const held = branch.held.map(({ example }) => keyAfter(before, example));
  if (!held.every(isFree) || !countsFit(branch, runsLeast)) return false;
  // A run at one place either broke or held.
  const injected = [...branch.breaks.map((all) => keyAfter(before, all)), ...branch.open.map(keyOf)];
  return injected.every(isFree) && new Set(injected).size === injected.length;
}

/** Whether no more runs held than there are places, and each kind of them appears once. */
function countsFit({ held, open, reached }: Branch, most: number): boolean {
  const count = held.reduce((sum, one) => sum + one.count, 0);
  const kinds = new Set(held.map((one) => one.reached));
  return (
    reached < 2 ** milestones.length &&
    held.every((one) => one.count > 0 && (one.reached | reached) === reached) &&
    kinds.size === held.length &&
    open.length <= count &&
    count <= most
  );
}

/**
 * The one fault that comes after those of the branch; empty if absent. Null: it does not belong to this branch.
 */
function keyAfter(before: Placements, all: Placements): string | null {
  const isOfBranch = before.every((one, index) => {
    const same = all[index];
    return same !== undefined && keyOf(same) === keyOf(one);
  });
  const [last, ...more] = all.slice(before.length);
  if (!isOfBranch || more.length > 0) return null;
  return last === undefined ? '' : keyOf(last);
}

const keyOf = (placement: Placement): string => {
  const { process, at, seq, readings = '' } = placement;
  return `${process} ${at} ${seq} ${readings} ${nameOf(placement)}`;
};
