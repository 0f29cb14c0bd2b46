/**
 * The API of a reader's code, as one table: the editor's completions and hover texts, the guide and the types are made of it.
 * What a row says is what the sandbox does.
 */
import type { Text } from '../../core/model/text';
import { fileApi } from './apiOfFile';
import { lockApi } from './apiOfLock';
import { redisApi } from './apiOfRedis';
import { standardApi } from './apiOfStandard';

/** Where a name is found. `file`: the reader's file exports it. `standard`: it is there as in a browser or in Node. */
export const apiOwners = ['file', 'Lock', 'Held', 'Redis', 'Clock', 'Random', 'Write', 'Stored', 'standard'] as const;
export type ApiOwner = (typeof apiOwners)[number];

export interface ApiEntry {
  readonly owner: ApiOwner;
  readonly name: string;
  /** TypeScript: a member of its owner, or a declaration. */
  readonly signature: string;
  readonly text: Text;
  /** One line or a few, as they stand in a reader's file. */
  readonly example: string;
}

export const api: readonly ApiEntry[] = [...fileApi, ...lockApi, ...redisApi, ...standardApi];

/** What stands for an owner in a reader's code: after `clock.` come the names of `Clock`. */
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

/** The names that are no owner of ours, so nothing is proposed after their dot. */
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
 * What may stand in a reader's code at a place.
 * @param before the name before the dot; null: there is no dot
 */
export function apiAfter(before: string | null): readonly ApiEntry[] {
  if (before === null) return api.filter(({ owner }) => owner === 'file' || owner === 'Lock' || owner === 'standard');
  // A name of the reader's own is most often one of the nodes.
  const owner = others.has(before) ? null : (ownersByName.get(before) ?? 'Redis');
  return api.filter((entry) => entry.owner === owner);
}

/** The row of a name at a place; null: it is none of the API. */
export const apiNamed = (name: string, before: string | null): ApiEntry | null =>
  apiAfter(before).find((entry) => entry.name === name) ?? null;
