/**
 * Settings as data. One description of a field gives its default, its validation, its control on the page and its
 * entry in the published schema. This file knows no lock and no page.
 */
import { driftPpmMax } from '../values/clock';
import type { Text } from '../values/text';

interface Described {
  readonly label: Text;
  /** In one sentence: what it does and where its default comes from. */
  readonly help: Text;
  /** Of a lock: the setting belongs to its service, so it is the same for all clients. */
  readonly isOfService?: true;
}

/** A whole or fractional number with its range. The page shows `unit` behind it. */
export interface NumberField extends Described {
  readonly kind: 'number';
  readonly unit: 'ms' | 's' | 'count' | 'ratio' | 'ppm';
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly default: number;
  /** Of a lock: how long it lasts without an extension or a sign of life (`lease.ts`). */
  readonly isLease?: true;
  /** Of a lock: how long a client waits for an answer; 0 is forever. */
  readonly isTimeout?: true;
}

export interface FlagField extends Described {
  readonly kind: 'flag';
  readonly default: boolean;
}

interface ChoiceOption<Id extends string> {
  readonly id: Id;
  readonly label: Text;
  /** The choice exists to show how it fails. It is never offered as a fix. */
  readonly pitfall?: true;
}

export interface ChoiceField<Id extends string = string> extends Described {
  readonly kind: 'choice';
  readonly options: readonly ChoiceOption<Id>[];
  readonly default: Id;
  /**
   * The world chooses, not a program: with these settings a search tries each option that the scenario does not fix.
   */
  readonly searched?: (settings: Readonly<Record<string, unknown>>) => boolean;
}

export type Field = NumberField | FlagField | ChoiceField;
export type Fields = Readonly<Record<string, Field>>;

/** A word in place of a number. */
export type WordInPlace = 'never' | 'ever' | 'kept';

/** A number or one word, for example for a replica that lags forever. */
export interface NumberOrWordField extends Omit<NumberField, 'kind' | 'default'> {
  readonly kind: 'number-or-word';
  readonly word: { readonly id: WordInPlace; readonly label: Text };
  readonly default: number | WordInPlace;
}

/** One way, in ms: a number, or { min, p50, p99, max } rising within the same range. */
export interface LatencyField extends Omit<NumberField, 'kind'> {
  readonly kind: 'latency';
}

/** A field of a scenario or of a fault. These have two more shapes than the fields of a lock. */
export type SettingField = Field | NumberOrWordField | LatencyField;

/** The values that a set of fields describes. */
export type ValuesOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends NumberField
    ? number
    : F[K] extends FlagField
      ? boolean
      : F[K] extends ChoiceField<infer Id>
        ? Id
        : never;
};

/** Whether a number with this unit is a length of time. */
export const isTime = ({ unit }: Pick<NumberField, 'unit'>): boolean => unit === 'ms' || unit === 's';

/** Whether a number with this unit has no fraction. */
export const isWhole = ({ unit }: Pick<NumberField, 'unit'>): boolean => unit === 'count' || unit === 's';

/** Declares a choice so that its ids are kept as a union. */
export const choice = <const Id extends string>(field: Omit<ChoiceField<Id>, 'kind'>): ChoiceField<Id> => ({
  kind: 'choice',
  ...field,
});

/** Declares a length of time in milliseconds. */
export const milliseconds = (field: Omit<NumberField, 'kind' | 'unit' | 'step'> & { step?: number }): NumberField => ({
  kind: 'number',
  unit: 'ms',
  step: 1,
  ...field,
});

/** Declares a length of time in whole seconds, for a library that counts in them. */
export const seconds = (field: Omit<NumberField, 'kind' | 'unit' | 'step'>): NumberField => ({
  kind: 'number',
  unit: 's',
  step: 1,
  ...field,
});

/** Declares a whole number of things. */
export const count = (field: Omit<NumberField, 'kind' | 'unit' | 'step'>): NumberField => ({
  kind: 'number',
  unit: 'count',
  step: 1,
  ...field,
});

/** Declares a fraction. */
export const ratio = (field: Omit<NumberField, 'kind' | 'unit'>): NumberField => ({
  kind: 'number',
  unit: 'ratio',
  ...field,
});

/** How fast a clock runs, in parts per million. */
export const clockPpm: NumberField = {
  kind: 'number',
  unit: 'ppm',
  label: { en: 'Clock runs fast by', zh: '时钟走速偏差' },
  help: {
    en: 'In millionths: 10,000 is 1 %. Negative when it runs slow.',
    zh: '百万分之几：10,000 即走快 1%。走慢则为负。',
  },
  min: -driftPpmMax,
  max: driftPpmMax,
  step: 100,
  default: 0,
};

export const flag = (field: Omit<FlagField, 'kind'>): FlagField => ({ kind: 'flag', ...field });

/** Puts the given settings over the defaults. It trusts the values, because `parseScenario` has checked them. */
export function withDefaults<F extends Fields>(
  fields: F,
  overrides: Readonly<Record<string, unknown>> | undefined,
): ValuesOf<F> {
  const values: Record<string, unknown> = { ...defaultsOf(fields) };
  for (const name in overrides) if (Object.hasOwn(fields, name)) values[name] = overrides[name] ?? values[name];
  return values as ValuesOf<F>;
}

const defaults = new WeakMap<Fields, Readonly<Record<string, unknown>>>();

function defaultsOf(fields: Fields): Readonly<Record<string, unknown>> {
  const cachedValues = defaults.get(fields);
  if (cachedValues !== undefined) return cachedValues;
  const grown = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default]));
  // Programs read the settings all the time. An object from a parser, or a copy of it, is quicker to read than one
  // that was filled name by name.
  const values: Readonly<Record<string, unknown>> = JSON.parse(JSON.stringify(grown));
  defaults.set(fields, values);
  return values;
}
