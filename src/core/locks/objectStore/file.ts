/**
 * What one writer knows of its lock file in an object store, and its requests to the store. Source: Apache Hudi at
 * 00c846f1, StorageLockData.java and StorageLockFile.java; S3StorageLockClient.java and GCSStorageLockClient.java.
 */
import { call, now, type Program, random, type Task } from '../../model/effects/effect';
import { command, type Reply, type Request } from '../../model/effects/request';
import type { LockContext } from '../../model/scenario/lock';
import { fromMs, type LocalInstant, type Micros, type Ms, toWholeMs } from '../../model/values/time';
import { leftUntil } from '../shared/clock';
import { ownerValue } from '../shared/ownerValue';
import type { ObjectStoreSettings } from './settings';

export type Context = LockContext<ObjectStoreSettings>;

export interface LockFile {
  readonly owner: string;
  /** By the wall clock of its writer. Readers compare it with theirs. */
  readonly validUntil: Ms;
  /** Its owner has given it back. */
  readonly expired: boolean;
  /** The condition that the object is still this one. */
  readonly version: string;
}

/** Like one lock provider of Hudi, it lives as long as its process. */
export interface Writer {
  readonly owner: string;
  /** The file that this writer has written last. Null: it does not believe that it holds the lock. */
  current: LockFile | null;
  heartbeat: Task | null;
  /** A renewal that runs right now. */
  renewal: Task<boolean> | null;
}

export function* writerOf({ memory, task = 0 }: Context): Program<Writer> {
  const name = `writer ${task}`;
  const storedWriter = memory?.get(name);
  if (isWriter(storedWriter)) return storedWriter;
  const writer: Writer = { owner: yield* ownerValue('random'), current: null, heartbeat: null, renewal: null };
  memory?.set(name, writer);
  return writer;
}

const isWriter = (value: unknown): value is Writer => typeof value === 'object' && value !== null && 'owner' in value;

/** Whether the reader may take the lock. Its own wall clock must be past the time in the file by the tolerance. */
export const isFree = ({ settings }: Context, { expired, validUntil }: LockFile, at: LocalInstant): boolean =>
  expired || toWholeMs(at) > validUntil + settings.tolerance;

/** The time left of the writer's own file, by its own wall clock. */
export function* leftOfFile({ current }: Writer): Program<Micros> {
  return current === null ? 0 : yield* leftUntil(current.validUntil);
}

/** When a lock that is written now expires. */
export function* newValidity({ settings: { recipe, validity } }: Context): Program<Ms> {
  const at = toWholeMs(yield* now());
  return (recipe === 'bare' ? at - (at % 1000) : at) + validity * 1000;
}

/** Returns `absent` if there is no object, and `error` if the store does not answer. */
export function* readFile(lock: Context): Program<LockFile | 'absent' | 'error'> {
  const reply = yield* ask(lock, command('GET OBJECT', lock.key));
  if (isError(reply, '404')) return 'absent';
  if (reply.kind !== 'ok' || !Array.isArray(reply.value)) return 'error';
  const [etag, generation, owner, validUntil, state] = reply.value;
  return {
    owner: String(owner),
    validUntil: Number(validUntil),
    expired: state === 'expired',
    version: conditionOf(lock, [etag, generation]),
  };
}

export interface Change {
  readonly validUntil: Ms;
  readonly expired?: boolean;
  /** The file that it replaces. Null: there must be none. */
  readonly over: LockFile | null;
}

/**
 * Returns `refused` if the condition did not hold. After `error` or `unanswered`, the writer does not know what
 * happened. Afterwards
 * the writer knows its new file.
 */
export function* writeFile(
  lock: Context,
  writer: Writer,
  { validUntil, expired = false, over }: Change,
): Program<'written' | 'refused' | 'error' | 'unanswered'> {
  const condition = over?.version ?? (lock.settings.condition === 'etag' ? 'If-None-Match:*' : 'If-Generation-Match:0');
  const content = [writer.owner, validUntil, expired ? 'expired' : 'valid'];
  const nonce = lock.settings.nonce ? [yield* random('nonce', 2 ** 32)] : [];
  const reply = yield* ask(lock, command('PUT OBJECT', lock.key, condition, ...content, ...nonce));
  if (reply.kind === 'timeout' || reply.kind === 'closed') return 'unanswered';
  if (reply.kind !== 'ok' || !Array.isArray(reply.value)) return isError(reply, '412') ? 'refused' : 'error';
  writer.current = { owner: writer.owner, validUntil, expired, version: conditionOf(lock, reply.value) };
  return 'written';
}

export const deleteFile = (lock: Context, condition: string): Program<Reply> =>
  ask(lock, command('DELETE OBJECT', lock.key, condition));

const conditionOf = ({ settings }: Context, [etag, generation]: readonly unknown[]): string =>
  settings.condition === 'etag' ? `If-Match:${etag}` : `If-Generation-Match:${generation}`;

export const isError = (reply: Reply, status: '404' | '412'): boolean =>
  reply.kind === 'error' && reply.message.startsWith(status);

function* ask({ settings }: Context, request: Request): Program<Reply> {
  const { nodeTimeout, resends } = settings;
  return yield* call('service', request, { timeout: fromMs(nodeTimeout), resends, reconnect: true });
}
