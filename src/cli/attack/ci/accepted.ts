/** The known breaks of a lock, each with the reason why it is accepted: a JSON file, sorted by name. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import { injectionRules } from '../../../core/faults';
import type { FaultKind } from '../../../core/model/scenario/fault';
import type { Text } from '../../../core/model/values/text';
import { visible } from '../../../core/model/values/visible';
import { readFile, resolvedPath } from '../../readFile';
import type { NamedBreak } from './breakName';
import * as words from './ciWords';
import type { Needed } from './found';

/** An empty reason accepts nothing. Without `needs`, the break is accepted whatever it needs. */
interface Known {
  readonly reason: string;
  readonly needs: Needed | null;
}

/** By the names of breaks. */
export type Accepted = ReadonlyMap<string, Known>;

export type AcceptedRead =
  | { readonly ok: true; readonly accepted: Accepted }
  | { readonly ok: false; readonly problem: Text };

const bytesMax = 1_000_000;
const length = v.pipe(v.number(), v.finite(), v.minValue(0));
const schema = v.record(
  v.string(),
  v.union([
    v.string(),
    v.strictObject({ reason: v.string(), from: v.array(length), lease: v.pipe(length, v.minValue(1)) }),
  ]),
);

/** @param mayBeMissing whether a file that does not exist yet is an empty one */
export async function readAccepted(file: string, { mayBeMissing }: { mayBeMissing: boolean }): Promise<AcceptedRead> {
  const path = resolvedPath(file);
  if (mayBeMissing && !existsSync(path)) return { ok: true, accepted: new Map() };
  const fileText = await readFile(path, {
    typedName: file,
    bytesMax,
    tooLong: () => words.tooLongFile(file, bytesMax),
  });
  return fileText.ok ? parseAccepted(fileText.text, file) : fileText;
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
  const entries = Object.entries(parsed.output).map(([name, one]): [string, Known] => {
    if (typeof one === 'string') return [name, { reason: one, needs: null }];
    const { reason, ...needs } = one;
    return [name, { reason, needs }];
  });
  return { ok: true, accepted: new Map(entries) };
}

export interface Compared {
  /** Not accepted: they fail. `easier`: the accepted break needed more than twice as much. */
  readonly failing: readonly (NamedBreak & { readonly easier?: Needed })[];
  readonly accepted: readonly (NamedBreak & Pick<Known, 'reason'> & { readonly acceptedNeeds: Needed | null })[];
  /** The names of accepted breaks that were not found. */
  readonly gone: readonly string[];
}

/** @param isAll whether the search was complete and no shard, so a break that was not found does not happen */
export function compare(breaks: readonly NamedBreak[], accepted: Accepted, { isAll }: { isAll: boolean }): Compared {
  const names = new Set(breaks.map(({ name }) => name));
  const failing: Compared['failing'][number][] = [];
  const passing: Compared['accepted'][number][] = [];
  for (const one of breaks) {
    const { reason = '', needs = null } = accepted.get(one.name) ?? {};
    if (reason.trim() === '') failing.push(one);
    else if (needs !== null && isEasier(one, needs)) failing.push({ ...one, easier: needs });
    else passing.push({ ...one, reason: reason.trim(), acceptedNeeds: needs });
  }
  return { failing, accepted: passing, gone: isAll ? [...accepted.keys()].filter((name) => !names.has(name)) : [] };
}

export const unitOf = (kind: FaultKind): 'ms' | 'ppm' | undefined => injectionRules[kind].strengths[0]?.unit;

/** Whether one of its faults needs less than half of what was accepted. Lengths are relative to the lease. */
function isEasier({ faults, needs }: NamedBreak, accepted: Needed): boolean {
  if (needs === null) return false;
  return faults.some(({ kind }, index) => {
    const inLeases = ({ from, lease }: Needed): number => (from[index] ?? 0) / (unitOf(kind) === 'ms' ? lease : 1);
    // Nothing is weaker than one unit, whatever the lease.
    return (accepted.from[index] ?? 0) > 1 && inLeases(needs) < inLeases(accepted) / 2;
  });
}

/**
 * The new content of the file, sorted: reasons stay, new ones are empty, and breaks that are gone are removed. Accepted
 * breaks stay unchanged. A break that became easier needs a reason again.
 */
export function updatedWith(before: Accepted, { failing, accepted, gone }: Compared): Accepted {
  const after = new Map([...before].filter(([name]) => !gone.includes(name)));
  for (const { name, needs } of failing) after.set(name, { reason: '', needs });
  for (const { name, needs, reason, acceptedNeeds } of accepted)
    after.set(name, { reason, needs: acceptedNeeds ?? needs });
  return new Map([...after].sort(([one], [other]) => (one < other ? -1 : 1)));
}

export function acceptedText(accepted: Accepted): string {
  const entries = [...accepted].map(([name, { reason, needs }]) => [
    name,
    needs === null ? reason : { reason, ...needs },
  ]);
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

/** @returns the problem; null: it was written */
export async function writeAccepted(file: string, text: string): Promise<Text | null> {
  try {
    await writeFile(resolvedPath(file), text);
    return null;
  } catch (error) {
    return words.unwritable(file, error instanceof Error && 'code' in error ? String(error.code) : String(error));
  }
}
