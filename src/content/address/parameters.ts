/** The parameters of an address, each with how it is read. A page has a table of its own. */
import type { Language } from '../../core/model/text';
import type { Moment } from './place';

export interface Parameter<T> {
  /** Where nothing is asked for, and where it cannot be followed. */
  readonly preset: T;
  /** Null: it cannot be followed. `refuse` is for a value that can be followed in part. */
  readonly of: (text: string, refuse: () => void) => T | null;
  /** What it may be, in words for whoever writes the address; null: a value is refused in silence. */
  readonly allowed: string | null;
}

export const text: Parameter<string | null> = { preset: null, of: (value) => value, allowed: null };

/** Whether it is there, whatever its value. */
export const flag: Parameter<boolean> = { preset: false, of: () => true, allowed: null };

export const oneOf = <T extends string>(names: readonly T[]): Parameter<T | null> => ({
  preset: null,
  of: (value) => names.find((name) => name === value) ?? null,
  allowed: null,
});

/** The same, and another word is refused in a sentence: with these, or with `allowed` where there is more to say. */
export function told<T extends string, P extends string | null>(
  names: readonly T[],
  preset: P,
  allowed = names.join(', '),
): Parameter<T | P> {
  return { ...oneOf(names), preset, allowed };
}

const language = oneOf<Language>(['en', 'zh']);

const msMax = 3_600_000;
export const msAllowed = `0 … ${msMax} (ms)`;

export const ms: Parameter<number | null> = {
  preset: null,
  of: (value) => (/^\d+(\.\d+)?$/.test(value) && Number(value) <= msMax ? Number(value) : null),
  allowed: null,
};

export const moments = ['break', 'start', 'end'] as const;

export const moment: Parameter<Moment | null> = {
  preset: null,
  of: (value, refuse) => moments.find((one) => one === value) ?? ms.of(value, refuse),
  allowed: null,
};

/** Of each page. */
export const common = { lang: language, at: moment };
