/** The known breaks of a lock, each with the reason why it is accepted: a JSON file, sorted by name. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { Text } from '../../../core/model/text';
import { visible } from '../../../core/model/visible';
import { readFile, resolvedPath } from '../../readFile';
import type { NamedBreak } from './breakName';
import * as words from './ciWords';

/** Reasons by the names of breaks. An empty reason accepts nothing. */
export type Accepted = ReadonlyMap<string, string>;

export type AcceptedRead =
  | { readonly ok: true; readonly accepted: Accepted }
  | { readonly ok: false; readonly problem: Text };

const bytesMax = 1_000_000;
const schema = v.record(v.string(), v.string());

/** @param mayBeMissing whether a file that does not exist yet is an empty one */
export async function readAccepted(file: string, { mayBeMissing }: { mayBeMissing: boolean }): Promise<AcceptedRead> {
  const path = resolvedPath(file);
  if (mayBeMissing && !existsSync(path)) return { ok: true, accepted: new Map() };
  const read = await readFile(path, { given: file, bytesMax, tooLong: () => words.tooLongFile(file, bytesMax) });
  return read.ok ? parseAccepted(read.text, file) : read;
}

export function parseAccepted(text: string, file: string): AcceptedRead {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, problem: words.notJson(file, visible(error instanceof Error ? error.message : String(error))) };
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const parsed = v.safeParse(schema, isObject ? value : null, { abortEarly: true });
  if (!parsed.success) return { ok: false, problem: words.notAccepting(file) };
  return { ok: true, accepted: new Map(Object.entries(parsed.output)) };
}

export interface Compared {
  /** Not accepted: they fail. */
  readonly failing: readonly NamedBreak[];
  readonly accepted: readonly (NamedBreak & { readonly reason: string })[];
  /** The names of accepted breaks that were not found. */
  readonly gone: readonly string[];
}

/** @param isAll whether a break that was not found does not happen: the search was whole, and not a shard */
export function compare(breaks: readonly NamedBreak[], accepted: Accepted, { isAll }: { isAll: boolean }): Compared {
  const reasonOf = (name: string): string => accepted.get(name)?.trim() ?? '';
  const names = new Set(breaks.map(({ name }) => name));
  return {
    failing: breaks.filter(({ name }) => reasonOf(name) === ''),
    accepted: breaks.flatMap((one) => {
      const reason = reasonOf(one.name);
      return reason === '' ? [] : [{ ...one, reason }];
    }),
    gone: isAll ? [...accepted.keys()].filter((name) => !names.has(name)) : [],
  };
}

/** What the file holds with these breaks, sorted: reasons stay, new ones are empty, and what is gone is removed. */
export function updatedWith(before: Accepted, { failing, gone }: Compared): Accepted {
  const after = new Map([...before].filter(([name]) => !gone.includes(name)));
  for (const { name } of failing) after.set(name, after.get(name) ?? '');
  return new Map([...after].sort(([one], [other]) => (one < other ? -1 : 1)));
}

export const acceptedText = (accepted: Accepted): string =>
  `${JSON.stringify(Object.fromEntries(accepted), null, 2)}\n`;

/** @returns the problem; null: it was written */
export async function writeAccepted(file: string, text: string): Promise<Text | null> {
  try {
    await writeFile(resolvedPath(file), text);
    return null;
  } catch (error) {
    return words.unwritable(file, error instanceof Error && 'code' in error ? String(error.code) : String(error));
  }
}
