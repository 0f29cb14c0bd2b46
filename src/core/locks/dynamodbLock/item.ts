/** The requests of the DynamoDB Lock Client: how it reads an item, and how a write of it fails. */
import { call, type Program } from '../../model/effects/effect';
import { type Argument, command, type Reply, type Request, type Value } from '../../model/effects/request';
import type { LockContext } from '../../model/scenario/lock';
import { fromMs, type Micros, type Ms } from '../../model/values/time';
import { type Lease, readClock } from '../shared/clock';

export type Context = Pick<LockContext<{ readonly nodeTimeout: Ms; readonly retries: number }>, 'key' | 'settings'>;

/** An item that was read, and how long its version must stay unchanged, by the reader's own stopwatch. */
export interface LockItem {
  readonly version: string;
  readonly lease: Lease;
}

/** `unavailable`: the service answered with an error, for example 503. */
export type Failure = 'condition' | 'unavailable' | 'no-answer';

/** The library requires more than this time. */
export const moreThan = (ms: Ms): Micros => fromMs(ms) + 1;

/** Null: there is no item. The stopwatch starts at the answer. */
export function* readItem(lock: Context): Program<LockItem | null | 'unavailable' | 'no-answer'> {
  const reply = yield* send(lock, command('GetItem', lock.key));
  if (reply.kind !== 'ok') return reply.kind === 'error' ? 'unavailable' : 'no-answer';
  const words: Value = reply.value;
  if (!Array.isArray(words)) return null;
  const attribute = (name: string): unknown => words[words.indexOf(name) + 1];
  return {
    version: String(attribute('recordVersionNumber')),
    lease: { clock: 'mono', from: yield* readClock('mono'), lasts: moreThan(Number(attribute('leaseDuration'))) },
  };
}

/** Writes under the condition that follows `IF`. Null: it was written. */
export function* writeItem(
  lock: Context,
  name: 'PutItem' | 'UpdateItem' | 'DeleteItem',
  words: readonly Argument[],
): Program<Failure | null> {
  return failureOf(yield* send(lock, command(name, lock.key, ...words)));
}

function failureOf(reply: Reply): Failure | null {
  if (reply.kind === 'ok') return null;
  if (reply.kind !== 'error') return 'no-answer';
  return reply.message.startsWith('ConditionalCheckFailed') ? 'condition' : 'unavailable';
}

/** The SDK sends a request again on a new connection when no answer came. */
const send = ({ settings: { nodeTimeout, retries } }: Context, request: Request) =>
  call('service', request, { timeout: fromMs(nodeTimeout), resends: retries, reconnect: true });
