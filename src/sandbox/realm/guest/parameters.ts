/** The parameters of a lock's functions, as their source has them. */

import { namesOf, type ParameterType, type Signatures } from './signatureNames';
import { nameAsWritten } from './writtenNames';

export type Any = (...values: unknown[]) => unknown;

/** The code has no known form. The message lists the forms. */
export class NoForm extends Error {
  override name = 'NoForm';
}

/** What a call needs from the first argument of the documented form. */
export interface Api {
  readonly redis: readonly unknown[];
  readonly nodes: readonly unknown[];
  readonly key: string;
  readonly ttl: number;
  readonly number: number;
  /** Another task of the process has called before. */
  readonly isSecondTask?: boolean;
}

export const callbackNames = /^(cb|callback|done|next)$/;

/** A parameter as written in the source. */
export interface Parameter {
  /** In small letters, without underscores. `{`: a pattern. */
  readonly plain: string;
  readonly name: string;
  /** The names of a pattern that have no default. */
  readonly destructuredNames: readonly string[];
  /** It can be omitted: it has a default, or a type that says so, or is a rest parameter. */
  readonly isOptional: boolean;
  readonly isRest?: boolean;
  /** As TypeScript has it (`own/signatures.ts`). Absent: not known. */
  readonly type?: ParameterType | undefined;
}

/** The types of the functions of the file. */
let signatures: Signatures = {};

/** Must be called before any function is looked at. */
export const setSignatures = (of: Signatures): void => {
  signatures = of;
};

/** Calls a function; if its last parameter is a callback, returns a promise for it. */
export function awaited(run: Any, call: (values: readonly unknown[]) => unknown, values: readonly unknown[]): unknown {
  const parameters = parametersOf(run);
  const last = parameters.at(-1);
  if (last === undefined || !callbackNames.test(last.plain)) return call(values);
  // The documented form may have given fewer arguments.
  const before = parameters.slice(0, -1).map((_, index) => values[index]);
  return new Promise((resolve, reject) => {
    const done = (error: unknown, value: unknown): void => {
      // Some pass the release as the first argument.
      if (typeof error === 'function') resolve(error);
      else if (error) reject(error);
      else resolve(value);
    };
    call([...before, done]);
  });
}

/** By the text of the function, since each life evaluates the same file anew and each acquisition asks again. */
const knownParameters = new Map<string, readonly Parameter[]>();

/** Empty as well if they cannot be read. */
export function parametersOf(run: Any): readonly Parameter[] {
  const text = Function.prototype.toString.call(run);
  const cachedParameters = knownParameters.get(text);
  if (cachedParameters !== undefined) return cachedParameters;
  const parameters = /\{\s*\[native code\]\s*\}$/.test(text) ? unnamed(run) : typed(parametersIn(text) ?? []);
  knownParameters.set(text, parameters);
  return parameters;
}

function parametersIn(text: string): readonly Parameter[] | null {
  const source = /^class\b/.test(text) ? (/\bconstructor\s*(\([\s\S]*)/.exec(text)?.[1] ?? '()') : text;
  const inside = parenthesised(source);
  if (inside === null) return null;
  return splitTop(inside)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parameterIn);
}

/** A bound function has a length and no names. */
const unnamed = (run: Any): readonly Parameter[] =>
  Array.from({ length: run.length }, () => ({ plain: '', name: '', destructuredNames: [], isOptional: false }));

function typed(parameters: readonly Parameter[]): readonly Parameter[] {
  const types = signatures[namesOf(parameters.map(({ name }) => name))] ?? [];
  return parameters.map((parameter, index) => {
    const { type, isOptional = false } = types[index] ?? {};
    return { ...parameter, type, isOptional: parameter.isOptional || isOptional };
  });
}

function parameterIn(part: string): Parameter {
  if (part.startsWith('{') || part.startsWith('[')) {
    const pattern = part.startsWith('{') ? (parenthesised(part, '{') ?? '') : '';
    const inside = splitTop(pattern).flatMap((each) => /^\s*([\w$]+)\s*(?:[:}]|$)/.exec(each)?.[1] ?? []);
    return { plain: '{', name: '{ … }', destructuredNames: inside, isOptional: false };
  }
  const [, rest = '', identifier = '', after = ''] = /^(\.{0,3})([\w$]+)\s*(=?)/.exec(part) ?? [];
  const name = nameAsWritten(identifier);
  const isRest = rest !== '';
  return { plain: plainOf(name), name, destructuredNames: [], isOptional: isRest || after !== '', isRest };
}

/** In small letters, without underscores. */
export const plainOf = (name: string): string => name.replace(/[_$]/g, '').toLowerCase() || name;

/** The content of the first parentheses, or the single bare parameter of an arrow function. */
function parenthesised(source: string, opening = '('): string | null {
  const bare = opening === '(' ? /^(?:async\s+)?([\w$]+)\s*=>/.exec(source) : null;
  if (bare !== null) return bare[1] ?? '';
  const from = source.indexOf(opening);
  if (from < 0) return null;
  let depth = 0;
  for (let i = from; i < source.length; i++) {
    const sign = source[i];
    if (sign === '(' || sign === '{' || sign === '[') depth++;
    else if (sign === ')' || sign === '}' || sign === ']') depth--;
    if (depth === 0) return source.slice(from + 1, i);
  }
  return null;
}

function splitTop(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i] ?? '';
    if ('({['.includes(sign)) depth++;
    else if (')}]'.includes(sign)) depth--;
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}
