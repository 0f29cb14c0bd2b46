/**
 * The space of an exercise: the kinds of fault that its attacks use, or that its budget allows, one at a time, no stronger than
 * there, at every process of the same role. A fault that the exercise does not speak of is no part of it.
 */
import { everyPlace } from '../faults';
import type { Lengths, Placement, Survey } from '../faults/places';
import type { Exercise } from '../model/exercise';
import { type Fault, type FaultKind, struckProcesses } from '../model/fault';
import { valueIn } from '../model/faultKind';
import { applyPatch, sameJson } from '../model/patch';
import { isClient, type ProcessId, roleOf } from '../model/scenario';
import type { Ms } from '../model/time';
import type { Role } from '../model/trace';
import { nameOf } from './placementName';

/** Whom faults of one kind may strike, and how strong they are at most. */
export interface Limit {
  readonly kind: FaultKind;
  /** Absent: any process. */
  readonly roles?: ReadonlySet<Role>;
  /** Absent: any process of these roles. */
  readonly processes?: readonly ProcessId[];
  /** Infinite: for ever, or a kind without a strength. */
  readonly strongest: Ms;
  /** So many equal steps up to the strongest are tried, too: a break may need neither too little nor too much. */
  readonly steps?: number;
}

const stepsOfBreak = 8;

export interface ExerciseSpace {
  readonly limits: readonly Limit[];
}

/** Empty where nobody adds a fault: the run is predicted, its marks are named, or code is written. */
export function spaceOfExercise(exercise: Exercise): ExerciseSpace {
  if (exercise.kind === 'predict' || exercise.kind === 'name' || exercise.kind === 'code') return { limits: [] };
  if (exercise.kind === 'break') {
    const { kinds, processes, lengthMax: strongest = Number.POSITIVE_INFINITY } = exercise.budget;
    const struck = processes === undefined ? {} : { processes };
    return { limits: kinds.map((kind) => ({ kind, strongest, steps: stepsOfBreak, ...struck })) };
  }
  const { scenario, attacks, pausesEverywhere } = exercise;
  const used = attacks.flatMap(({ patch }) => addedTo(scenario.faults, applyPatch(scenario, patch).faults));
  const usedKinds = [...new Set(used.map(({ kind }) => kind))];
  const ofAttacks = usedKinds.map((kind) => limitOf(kind, used));
  const pauses: readonly Limit[] =
    pausesEverywhere === undefined
      ? []
      : [{ kind: 'pause', roles: new Set<Role>(['client']), strongest: pausesEverywhere.for }];
  return { limits: [...ofAttacks, ...pauses] };
}

type Faults = Exercise['scenario']['faults'];

const addedTo = (given: Faults, faults: Faults): readonly Fault[] =>
  Object.entries(faults)
    .filter(([name, fault]) => !sameJson(given[name], fault))
    .map(([, fault]) => fault);

function limitOf(kind: FaultKind, used: readonly Fault[]): Limit {
  const ofKind = used.filter((fault) => fault.kind === kind);
  return {
    kind,
    roles: new Set(ofKind.flatMap((fault) => struckProcesses(fault).map(roleOf))),
    strongest: Math.max(...ofKind.map((fault) => strengthOf(fault))),
  };
}

/** How strong a fault is, in the first of the numbers that its kind calls its strengths. A word there means for ever. */
export function strengthOf(fault: Fault): number {
  const [strength] = everyPlace[fault.kind].strengths;
  const value = strength === undefined ? 0 : valueIn(fault, strength.field);
  return typeof value === 'number' ? Math.abs(value) : Number.POSITIVE_INFINITY;
}

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
  if (fault.kind !== 'crash' || fault.process !== process || !isClient(process)) return nameOf(placement);
  return `${process} ${at} ${seq} ${fault.restartAfter}`;
}

const isWithin = ({ roles, processes, strongest }: Limit, { fault }: Placement): boolean =>
  strengthOf(fault) <= strongest &&
  struckProcesses(fault).every(
    (process) => roles?.has(roleOf(process)) !== false && processes?.includes(process) !== false,
  );
