/**
 * Limits within which faults may occur, as an exercise has them. A kind of fault without a limit is not in its
 * space.
 */
import { injectionRules } from '../../core/faults';
import type { Lengths, Placement, Survey } from '../../core/faults/injectionPoints';
import { strengthOf } from '../../core/faults/strength';
import { type FaultKind, targetProcesses } from '../../core/model/scenario/fault';
import { isClient, type ProcessId, type Role, roleOf } from '../../core/model/scenario/processId';
import type { Ms } from '../../core/model/values/time';
import { nameOf } from './placementName';

/** Which processes faults of one kind may hit, and how strong they may be. */
export interface Limit {
  readonly kind: FaultKind;
  /** Absent: any process. */
  readonly roles?: ReadonlySet<Role>;
  /** Absent: any process of these roles. */
  readonly processes?: readonly ProcessId[];
  /** Infinite: forever, or a kind without a strength. */
  readonly strongest: Ms;
  /** How many equal steps up to the strongest are tried too. A break may need a strength between two bounds. */
  readonly steps?: number;
}

/** Returns every place of a run where the space has a fault, in the order of the run, weaker faults first. */
export const placementsIn = (limits: readonly Limit[], survey: Survey): readonly Placement[] =>
  limits
    .flatMap((limit) => placementsWithin(limit, survey))
    .sort((one, other) => one.seq - other.seq || strengthOf(one.fault) - strengthOf(other.fault));

/** The usual strengths within the limit, and the greatest that is allowed. */
function placementsWithin(limit: Limit, survey: Survey): readonly Placement[] {
  const { kind, strongest, steps = 1 } = limit;
  const placements = (lengths: Lengths) => injectionRules[kind].placements({ ...survey, lengths });
  const [below, at, above] = survey.lengths;
  const cut = (length: Ms): Ms => Math.min(length, strongest);
  const candidates = [
    ...placements([cut(below), cut(at), cut(above)]),
    ...(strongest === Number.POSITIVE_INFINITY ? [] : stepsUpTo(strongest, steps)).flatMap((length) =>
      placements([length, length, length]),
    ),
  ];
  const knownEffects = new Set<string>();
  return candidates.filter((placement) => {
    const name = effectKey(placement);
    if (knownEffects.has(name) || !isWithin(limit, placement)) return false;
    knownEffects.add(name);
    return true;
  });
}

const stepsUpTo = (strongest: Ms, steps: number): readonly Ms[] =>
  Array.from({ length: steps }, (_, step) => Math.ceil((strongest * (step + 1)) / steps));

/**
 * A key for what a fault does. A crash also takes the memory of a client, so it does the same before any of the
 * effects between two events.
 */
function effectKey(placement: Placement): string {
  const { fault, process, at, seq } = placement;
  if (fault.kind !== 'crash' || fault.signal !== undefined || fault.process !== process || !isClient(process))
    return nameOf(placement);
  return `${process} ${at} ${seq} ${fault.restartAfter}`;
}

const isWithin = ({ roles, processes, strongest }: Limit, { fault }: Placement): boolean =>
  strengthOf(fault) <= strongest &&
  targetProcesses(fault).every(
    (process) => roles?.has(roleOf(process)) !== false && processes?.includes(process) !== false,
  );
