/** The parameters of an address, each with the way to read it. Each page has its own table. */
import type { Language, Text } from '../../core/model/values/text';
import type { AskedRun, Moment, PageAddress } from './pageAddress';

export interface Parameter<T> {
  /** The value if the parameter is absent or cannot be used. */
  readonly preset: T;
  /** Null: it cannot be used. `refuse` is for a value that can be used in part. */
  readonly of: (text: string, refuse: () => void) => T | null;
  /** The allowed values, in words for the author of the address; null: a bad value is ignored silently. */
  readonly allowed: string | null;
}

export const text: Parameter<string | null> = { preset: null, of: (value) => value, allowed: null };

/** True if it is present, whatever its value. */
export const flag: Parameter<boolean> = { preset: false, of: () => true, allowed: null };

export const oneOf = <T extends string>(names: readonly T[]): Parameter<T | null> => ({
  preset: null,
  of: (value) => names.find((name) => name === value) ?? null,
  allowed: null,
});

/** The same, but another word is reported with these words, or with `allowed` if there is more to say. */
export function storyValue<T extends string, P extends string | null>(
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

/** On every page. */
export const common = { lang: language, at: moment };

export type Table = Readonly<Record<string, Parameter<unknown>>> & typeof common;

export type Values<T extends Table> = {
  readonly [Name in keyof T]: T[Name] extends Parameter<infer Value> ? Value : never;
};

export type OwnOf<T extends Table> = Omit<Values<T>, keyof typeof common>;

/** How a page reads its address. */
export interface Page<T extends Table> {
  readonly page: PageAddress<unknown>['page'];
  readonly parameters: T;
  readonly runOf: (query: URLSearchParams, hash: string) => AskedRun;
  /** Problems with the names of the parameters. Absent: any name is allowed. */
  readonly nameProblems?: (query: URLSearchParams) => readonly Text[];
}
