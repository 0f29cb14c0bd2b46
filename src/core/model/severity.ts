/**
 * How bad a run is: one ordered list. Whatever asks what became of a run asks this list: a search's target, an
 * exercise's goal, a story's ending, a cell of the table, a mark in a picture.
 */
import type { DataFact, LockFact } from './outcome';

/**
 * From the worst to the best. lost: an accepted write was destroyed. torn: an object stays half-written. twice:
 * something was done twice. stuck: no client will ever get in again. overlap: two were inside at once.
 * deleted-another, changed-another: a client deleted another's key, or overwrote or extended it. late-refused: the
 * resource refused a late write. unavailable: nobody finished a round for longer than the patience. expired: work
 * reached the resource after the end of its lock, and luck kept others out. unknown: it cannot be judged. held: none
 * of these.
 */
export const severities = [
  'lost',
  'torn',
  'twice',
  'stuck',
  'overlap',
  'deleted-another',
  'changed-another',
  'late-refused',
  'unavailable',
  'expired',
  'unknown',
  'held',
] as const;
export type Severity = (typeof severities)[number];

/** A key that a client takes from another is a harm of its own, whatever became of lock and data. */
export type KeyHarm = 'deleted-another' | 'changed-another';

/** What a severity is computed from. */
export interface Facts {
  readonly lock: LockFact;
  readonly data: DataFact;
  /** Of the lesser facts, only those count that are harms of their own. */
  readonly facts?: readonly { readonly kind: string }[];
}

/** The worst that happened. Each fact of a lock is a severity of the same name. */
export function severityOf({ lock, data, facts = [] }: Facts): Severity {
  const all: readonly Severity[] = [
    ofData[data],
    lock,
    ...keyHarms.filter((harm) => facts.some(({ kind }) => kind === harm)),
  ];
  return all.reduce((worst, one) => (isWorse(one, worst) ? one : worst));
}

/** 0 is the worst. */
export const rankOf = (severity: Severity): number => severities.indexOf(severity);

export const isWorse = (one: Severity, other: Severity): boolean => rankOf(one) < rankOf(other);

const keyHarms: readonly KeyHarm[] = ['deleted-another', 'changed-another'];

export const isKeyHarm = (severity: Severity): severity is KeyHarm => keyHarms.some((one) => one === severity);

const ofData: Readonly<Record<DataFact, Severity>> = {
  torn: 'torn',
  twice: 'twice',
  lost: 'lost',
  refused: 'late-refused',
  lucky: 'expired',
  safe: 'held',
  unknown: 'unknown',
};

/** From the worst to the best. Each has a colour and a sign. Red is only for harm to the data. */
export const tones = ['red', 'violet', 'amber', 'grey', 'green'] as const;
export type Tone = (typeof tones)[number];

export const toneOfSign: Readonly<Record<Sign, Tone>> = {
  lost: 'red',
  stuck: 'violet',
  overlap: 'amber',
  unavailable: 'grey',
  unknown: 'grey',
  held: 'green',
};

/** The signs of a small picture, which does not tell the kinds of harm to the data apart, nor those of late work. */
export const signs = ['lost', 'stuck', 'overlap', 'unavailable', 'unknown', 'held'] as const;
export type Sign = (typeof signs)[number];

export const signOf: Readonly<Record<Severity, Sign>> = {
  lost: 'lost',
  torn: 'lost',
  twice: 'lost',
  stuck: 'stuck',
  overlap: 'overlap',
  'deleted-another': 'overlap',
  'changed-another': 'overlap',
  'late-refused': 'overlap',
  unavailable: 'unavailable',
  expired: 'overlap',
  unknown: 'unknown',
  held: 'held',
};

export const toneOfSeverity = (severity: Severity): Tone => toneOfSign[signOf[severity]];

export const toneOf = (facts: Facts): Tone => toneOfSeverity(severityOf(facts));
