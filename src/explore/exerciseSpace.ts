/**
 * The space of an exercise: the kinds of fault that its attacks use, or that its budget allows, one at a time, no stronger than
 * there, at every process of the same role. A fault that the exercise does not speak of is no part of it.
 */
import { everyPlace } from '../faults';
import type { Lengths, Placement, Survey } from '../faults/places';
import { isAttemptable, rulesOf } from '../kinds';
import type { Limit } from '../kinds/kind';
import { strengthOf } from '../kinds/strength';
import type { Exercise } from '../model/exercise';
import { struckProcesses } from '../model/fault';
import { isClient, roleOf } from '../model/scenario';
import type { Ms } from '../model/time';
import { nameOf } from './placementName';

export interface ExerciseSpace {
  readonly limits: readonly Limit[];
}

/** Empty where nobody adds a fault: the run is predicted, its marks are named, or code is written. */
export const spaceOfExercise = (exercise: Exercise): ExerciseSpace => ({
  limits: isAttemptable(exercise) ? rulesOf(exercise).limits(exercise) : [],
});

/** Every place of a run at which the space has a fault, in the order of the run. The weaker come first. */
export const placesIn = ({ limits }: ExerciseSpace, survey: Survey): readonly Placement[] =>
  limits
    .flatMap((limit) => placesWithin(limit, survey))
    .sort((one, other) => one.seq - other.seq || strengthOf(one.fault) - strengthOf(other.fault));

/** The usual strengths as far as they are allowed, and the greatest that is allowed. */
function placesWithin(limit: Limit, survey: Survey): readonly Placement[] {
  const { kind, strongest, steps = 1 } = limit;
  const places = (lengths: Lengths) => everyPlace[kind].places({ ...survey, lengths });
  const [below, at, above] = survey.lengths;
  const cut = (length: Ms): Ms => Math.min(length, strongest);
  const found = [
    ...places([cut(below), cut(at), cut(above)]),
    ...(strongest === Number.POSITIVE_INFINITY ? [] : stepsUpTo(strongest, steps)).flatMap((length) =>
      places([length, length, length]),
    ),
  ];
  const known = new Set<string>();
  return found.filter((placement) => {
    const name = deedOf(placement);
    if (known.has(name) || !isWithin(limit, placement)) return false;
    known.add(name);
    return true;
  });
}

const stepsUpTo = (strongest: Ms, steps: number): readonly Ms[] =>
  Array.from({ length: steps }, (_, step) => Math.ceil((strongest * (step + 1)) / steps));

/**
 * A fault by what it does. A crash takes the memory of a client with it, so it does the same before any of the effects between
 * two events.
 */
function deedOf(placement: Placement): string {
  const { fault, process, at, seq } = placement;
  if (fault.kind !== 'crash' || fault.signal !== undefined || fault.process !== process || !isClient(process))
    return nameOf(placement);
  return `${process} ${at} ${seq} ${fault.restartAfter}`;
}

const isWithin = ({ roles, processes, strongest }: Limit, { fault }: Placement): boolean =>
  strengthOf(fault) <= strongest &&
  struckProcesses(fault).every(
    (process) => roles?.has(roleOf(process)) !== false && processes?.includes(process) !== false,
  );
