/**
 * How bad a run is: one ordered list, which everything uses that needs the outcome of a run: a search's target, an
 * exercise's goal, a story's ending, a cell of the table, a mark in a picture.
 */
import type { DataFact, LockFact } from './outcome';

/**
 * From the worst to the best. lost: an accepted write was destroyed. torn: an object stays half-written. twice:
 * something was done twice. stuck: no client will ever get in again. overlap: two holders at once. deleted-another,
 * changed-another: a client deleted another's key, or overwrote or extended it. late-refused: the resource refused a
 * late write. unavailable: no client finished a round for longer than the patience. expired: work reached the resource
 * after the end of its lock, and luck kept others out. unknown: it cannot be judged. held: none of these.
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
  /** Only those lesser facts count that are harms of their own. */
  readonly facts?: readonly { readonly kind: string }[];
}

/** Everything that happened. Each fact of a lock is a severity of the same name. */
const severitiesOf = ({ lock, data, facts = [] }: Facts): readonly Severity[] => [
  ofData[data],
  lock,
  ...keyHarms.filter((harm) => facts.some(({ kind }) => kind === harm)),
];

/** The worst that happened. */
export const severityOf = (facts: Facts): Severity =>
  severitiesOf(facts).reduce((worst, one) => (isWorse(one, worst) ? one : worst));

/**
 * What a search can look for, the worst first. `lost` covers all harm to the data, `unavailable` also `stuck`.
 * `expired` is no harm unless it is asked for.
 */
export const harms = [
  'lost',
  'stuck',
  'overlap',
  'deleted-another',
  'changed-another',
  'unavailable',
  'expired',
] as const satisfies readonly Severity[];
export type Harm = (typeof harms)[number];

/** What a search for any harm looks for. */
export const anyHarms: readonly Harm[] = harms.filter((harm) => harm !== 'expired');

/** Each is also a fact about the data. */
export const dataHarms = ['lost', 'torn', 'twice'] as const satisfies readonly (Severity & DataFact)[];

export const harmsData = (one: Severity | DataFact): boolean => dataHarms.some((harm) => harm === one);

const covered: Partial<Readonly<Record<Harm, readonly Severity[]>>> = {
  lost: dataHarms,
  unavailable: ['stuck', 'unavailable'],
};

/** The severity by which a run does this harm. Null: it does not do it. */
export function severityOfHarm(facts: Facts, harm: Harm): Severity | null {
  // Nothing worse may have happened.
  const all = harm === 'expired' ? [severityOf(facts)] : severitiesOf(facts);
  return (covered[harm] ?? [harm]).find((one) => all.includes(one)) ?? null;
}

export const doesHarm = (facts: Facts, harm: Harm): boolean => severityOfHarm(facts, harm) !== null;

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

/** The signs of a small picture, which distinguishes neither the kinds of harm to the data nor those of late work. */
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
