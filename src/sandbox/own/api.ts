/**
 * The API of a reader's code as one table. The editor's completions and hover texts, the guide and the types are made
 * from it. Each row describes what the sandbox really does.
 */
import type { Text } from '../../core/model/values/text';
import { fileApi } from './apiOfFile';
import { lockApi } from './apiOfLock';
import { redisApi } from './apiOfRedis';
import { standardApi } from './apiOfStandard';

/** What a name belongs to. `file`: the reader's file exports it. `standard`: it exists as in a browser or in Node. */
/** What a file may export, one of these. The parameters of `acquire` and `withLock` are found by trying. */
export const shapes = `export async function withLock(key, work) { … }

export async function acquire(key) { … }
export async function release(key) { … }

export class Lock { async acquire(key) { … }  async release(key) { … } }`;

export const apiOwners = ['file', 'Lock', 'Held', 'Redis', 'Clock', 'Random', 'Write', 'Stored', 'standard'] as const;
export type ApiOwner = (typeof apiOwners)[number];

export interface ApiEntry {
  readonly owner: ApiOwner;
  readonly name: string;
  /** TypeScript: a member of its owner, or a declaration. */
  readonly signature: string;
  readonly text: Text;
  /** A line or a few, as in a reader's file. */
  readonly example: string;
}

export const api: readonly ApiEntry[] = [...fileApi, ...lockApi, ...redisApi, ...standardApi];

/** The owner behind a variable name in a reader's code: after `clock.` come the names of `Clock`. */
const ownersByName: ReadonlyMap<string, ApiOwner> = new Map([
  ['lock', 'Lock'],
  ['held', 'Held'],
  ['redis', 'Redis'],
  ['node', 'Redis'],
  ['clock', 'Clock'],
  ['random', 'Random'],
  ['write', 'Write'],
  ['stored', 'Stored'],
]);

/** Names that are not ours, so nothing is proposed after their dot. */
const others: ReadonlySet<string> = new Set([
  'Math',
  'Date',
  'crypto',
  'Promise',
  'Object',
  'Array',
  'JSON',
  'console',
]);

/**
 * Returns the entries that may be written at a place in a reader's code.
 *
 * @param before the name before the dot; null: there is no dot
 */
export function apiAfter(before: string | null): readonly ApiEntry[] {
  if (before === null) return api.filter(({ owner }) => owner === 'file' || owner === 'Lock' || owner === 'standard');
  // A name that the reader chose is usually one of the nodes.
  const owner = others.has(before) ? null : (ownersByName.get(before) ?? 'Redis');
  return api.filter((entry) => entry.owner === owner);
}

/** Returns the row of a name at a place; null: the API has no such name. */
export const apiNamed = (name: string, before: string | null): ApiEntry | null =>
  apiAfter(before).find((entry) => entry.name === name) ?? null;

/**
 * What there is in place of a method that a line calls and that is not there: `clock has mono, now`. Empty: unknown, as
 * in code that imports clients of its own.
 */
export function insteadOf(code: string, line: number): string {
  const calls = /\bimport\b|\brequire\(/.test(code)
    ? []
    : (code.split('\n')[line - 1] ?? '').matchAll(/\b(\w+)\.(\w+)\(/g);
  for (const [, variable = '', name = ''] of calls) {
    if (variable === 'redis') return `redis is the list of nodes: redis[0].${name}`;
    const names = api.filter(({ owner }) => owner === ownersByName.get(variable)).map((entry) => entry.name);
    if (names.length > 0 && !names.includes(name)) return `${variable} has ${names.join(', ')}`;
  }
  return '';
}
