/**
 * The requests of clients to the storage, with any check. The reply to `READ` is value and version. The reply to `WRITE
 * value base` is the new version, or null if the check refused it.
 */
import { call, type Program } from '../model/effects/effect';
import { type Argument, command, type Reply, type Request } from '../model/effects/request';
import type { Change, Failure, Reading, ResourceContext, Writing } from '../model/scenario/resource';
import { readSequencer } from '../model/trace/entryValue';

type StorageAccess = Pick<ResourceContext<unknown>, 'storage' | 'timeout'>;

export type StorageRequest =
  | { readonly kind: 'read'; readonly token: number | null }
  | { readonly kind: 'write'; readonly value: number; readonly base: number; readonly token: number | null };

/** Sends a read, with a token if one is given. */
export function* read(access: StorageAccess, token: number | null = null): Program<Reading> {
  const reply = yield* ask(access, command('READ', ...optional(token)));
  return isReading(reply) ? readingOf(reply) : failure(reply);
}

/**
 * Sends a write of a value that is based on a version, with a token if one is given, and with `more` arguments for the
 * check.
 */
export function* write(
  access: StorageAccess,
  change: Change,
  token: number | null = null,
  ...more: readonly Argument[]
): Program<Writing> {
  return writingOf(yield* ask(access, command('WRITE', change.value, change.base, ...optional(token), ...more)));
}

/** Sends any request to the first of the resource's processes. */
export const ask = ({ storage, timeout }: StorageAccess, request: Request) => call(storage, request, { timeout });

/**
 * Reads a request as the storage does. Throws for anything but a read or a write, because clients send nothing else.
 */
export function parseStorageRequest(request: Request): StorageRequest {
  const { command: name, args } = request;
  if (name === 'READ') return { kind: 'read', token: numberAt(args, 0) };
  const value = numberAt(args, 0);
  const base = numberAt(args, 1);
  if (name !== 'WRITE' || value === null || base === null) throw unknownRequest(request);
  return { kind: 'write', value, base, token: numberAt(args, 2) };
}

/** Whether it is a sequencer of a lock that is held in shared mode: its holder may read but not write. */
export const isShared = (sequencer: Argument | undefined): boolean =>
  readSequencer(String(sequencer))?.mode === 'shared';

export const unknownRequest = ({ command: name, args }: Request): Error =>
  new Error(`The storage knows no ${name} of ${args}.`);

/** Whether the reply holds a value and its version. */
export const isReading = (reply: Reply): boolean => reply.kind === 'ok' && Array.isArray(reply.value);

export function readingOf(reply: Reply): Reading {
  if (reply.kind !== 'ok' || !Array.isArray(reply.value)) return failure(reply);
  return { kind: 'read', value: Number(reply.value[0]), version: Number(reply.value[1]) };
}

export const writingOf = (reply: Reply): Writing =>
  reply.kind === 'ok' && reply.value !== null ? { kind: 'written', version: Number(reply.value) } : failure(reply);

export const failure = (reply: Reply): Failure => ({ kind: reply.kind === 'ok' ? 'rejected' : 'failed' });

/** The number at an index. Null if absent. */
export function numberAt(args: readonly Argument[], index: number): number | null {
  const argument = args[index];
  return argument === undefined ? null : Number(argument);
}

const optional = (token: number | null): readonly Argument[] => (token === null ? [] : [token]);
