/** The types of a file's functions, found by the names of their parameters. It knows no parser, so a realm may import it. */

export type ParameterType = 'string' | 'number' | 'boolean' | 'function' | 'redis' | 'redises' | 'strings';

export interface Signature {
  /** Absent: any other type. */
  readonly type?: ParameterType;
  readonly isOptional?: true;
}

/** For each function with types, by the names of its parameters: one entry for each of them. */
export type Signatures = Readonly<Record<string, readonly Signature[]>>;

/** Patterns have no name of their own. */
export const namesOf = (names: readonly string[]): string =>
  names.map((name) => (/^[\w$]+$/.test(name) ? name : '{}')).join();
