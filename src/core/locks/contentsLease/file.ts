/**
 * The file of a lease in a repository, and its requests to the forge. A PUT or a DELETE that names a sha other than
 * the file's is refused: 409, or 422 if a PUT names no sha. Source: docs.github.com, REST API, "Repository contents".
 */
import { call, now, type Program } from '../../model/effects/effect';
import { command, type Reply, type Request } from '../../model/effects/request';
import type { LockContext } from '../../model/scenario/lock';
import { fromMs, type Ms, toWholeMs } from '../../model/values/time';
import type { ContentsLeaseSettings } from './settings';

export type Context = LockContext<ContentsLeaseSettings>;

interface Content {
  readonly owner: string;
  /** By the wall clock of its writer, in milliseconds. Readers compare it with theirs. */
  readonly endsAt: Ms;
  /** How often the lease was taken since the file was created. */
  readonly count: number;
  readonly isReleased: boolean;
}

/** The file, as it was read or written. */
export interface Claim extends Content {
  readonly sha: string;
}

/** When a lease that is written now ends. */
export function* newEnd({ settings: { lease } }: Context): Program<Ms> {
  return toWholeMs(yield* now()) + lease * 1000;
}

/** Returns `absent` if there is no file, and `error` if the forge does not answer. */
export function* readClaim(lock: Context): Program<Claim | 'absent' | 'error'> {
  const reply = yield* ask(lock, command('GET CONTENTS', lock.key));
  if (reply.kind === 'error' && reply.message.startsWith('404')) return 'absent';
  if (reply.kind !== 'ok' || !Array.isArray(reply.value)) return 'error';
  const [sha, owner, endsAt, count, state] = reply.value;
  return {
    sha: String(sha),
    owner: String(owner),
    endsAt: Number(endsAt),
    count: Number(count),
    isReleased: state === 'released',
  };
}

/** @param sha the file that it replaces. Null: it must not exist. */
export function* writeClaim(
  lock: Context,
  { owner, endsAt, count, isReleased }: Content,
  sha: string | null,
): Program<Claim | 'refused' | 'error'> {
  const content = [owner, endsAt, count, isReleased ? 'released' : 'active'];
  const reply = yield* ask(lock, command('PUT CONTENTS', lock.key, sha ?? '-', ...content));
  if (reply.kind === 'ok') return { owner, endsAt, count, isReleased, sha: String(reply.value) };
  return isRefused(reply) ? 'refused' : 'error';
}

export function* deleteClaim(lock: Context, sha: string): Program<'done' | 'refused' | 'error'> {
  const reply = yield* ask(lock, command('DELETE CONTENTS', lock.key, sha));
  if (reply.kind === 'ok') return 'done';
  return isRefused(reply) ? 'refused' : 'error';
}

const isRefused = (reply: Reply): boolean => reply.kind === 'error' && reply.message.startsWith('4');

function* ask({ settings }: Context, request: Request): Program<Reply> {
  return yield* call('service', request, { timeout: fromMs(settings.nodeTimeout), reconnect: true });
}
