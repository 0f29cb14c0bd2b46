/**
 * How clients talk to the storage, whatever check it has: `READ`, answered with value and version,
 * and `WRITE value base`, answered with the new version, or with null when the check refused it.
 */
import { call, type Program } from '../model/effect';
import { type Argument, command, type Reply, type Request } from '../model/request';
import type { Failure, Reading, ResourceContext, Writing } from '../model/resource';

type Place = Pick<ResourceContext<unknown>, 'storage' | 'timeout'>;

export type StorageRequest =
  | { readonly kind: 'read'; readonly token: number | null }
  | { readonly kind: 'write'; readonly value: number; readonly base: number; readonly token: number | null };

/** Sends a read, with a token where one is given. */
export function* read({ storage, timeout }: Place, token: number | null = null): Program<Reading> {
  const reply = yield* call(storage, command('READ', ...optional(token)), { timeout });
  if (reply.kind !== 'ok' || !Array.isArray(reply.value)) return failure(reply);
  return { kind: 'read', value: Number(reply.value[0]), version: Number(reply.value[1]) };
}

/** Sends a write of a value that is based on a version, with a token where one is given. */
export function* write(
  { storage, timeout }: Place,
  change: { readonly value: number; readonly base: number },
  token: number | null = null,
): Program<Writing> {
  const request = command('WRITE', change.value, change.base, ...optional(token));
  const reply = yield* call(storage, request, { timeout });
  return reply.kind === 'ok' && reply.value !== null
    ? { kind: 'written', version: Number(reply.value) }
    : failure(reply);
}

/** What was sent, as the storage reads it. Throws for anything else: nobody else talks to it. */
export function parseStorageRequest({ command: name, args }: Request): StorageRequest {
  if (name === 'READ') return { kind: 'read', token: numberAt(args, 0) };
  const value = numberAt(args, 0);
  const base = numberAt(args, 1);
  if (name !== 'WRITE' || value === null || base === null) throw new Error(`The storage knows no ${name} of ${args}.`);
  return { kind: 'write', value, base, token: numberAt(args, 2) };
}

const optional = (token: number | null): readonly Argument[] => (token === null ? [] : [token]);

const failure = (reply: Reply): Failure => ({ kind: reply.kind === 'ok' ? 'rejected' : 'failed' });

function numberAt(args: readonly Argument[], index: number): number | null {
  const argument = args[index];
  return argument === undefined ? null : Number(argument);
}
