/**
 * A storage with a read replica that is behind. Even with a perfect lock, a client that reads from the replica may get
 * an old value. A token that comes with the write says nothing about the read. Source: goes beyond the articles;
 * asynchronous replication as most databases have it.
 */
import { call, fork, type Program, sleep } from '../model/effects/effect';
import { command, type Request, type Value } from '../model/effects/request';
import { choice, milliseconds, type ValuesOf } from '../model/scenario/fields';
import type { Held } from '../model/scenario/lock';
import type { ProcessId } from '../model/scenario/processId';
import { type Change, defineResource, type ResourceServer } from '../model/scenario/resource';
import { fromMs, type Ms } from '../model/values/time';
import { parseStorageRequest, read, unknownRequest, write } from './storageClient';

const primary: ProcessId = 'storage';
const replica: ProcessId = 'storageA';

const fields = {
  reads: choice({
    label: { en: 'Reads go to', zh: '从哪里读' },
    help: {
      en: 'The replica takes load off the primary, but answers with what it has so far.',
      zh: '副本能替主库分担，但只能按它目前收到的内容回答。',
    },
    options: [
      { id: 'replica', label: { en: 'the replica', zh: '副本' } },
      { id: 'primary', label: { en: 'the primary', zh: '主库' } },
    ],
    default: 'replica',
  }),
  lag: milliseconds({
    label: { en: 'The replica lags by', zh: '副本落后' },
    help: { en: 'How long a write waits before it is sent to the replica.', zh: '一次写要等多久才发往副本。' },
    min: 0,
    max: 60_000,
    default: 500,
  }),
  check: choice({
    label: { en: 'The primary checks', zh: '主库检查' },
    help: {
      en: 'A token tells an old holder from a new one, but here the new holder is the one that has read old data. A version reveals the old read.',
      zh: 'token 分得清新旧持有者，可读到旧内容的正是新的持有者。只有版本才能发现读到的是旧内容。',
    },
    options: [
      { id: 'none', label: { en: 'nothing', zh: '不检查' } },
      { id: 'token', label: { en: 'the fencing token', zh: 'fencing token' } },
      { id: 'version', label: { en: 'the version', zh: '版本' } },
    ],
    default: 'none',
  }),
} as const;

type Settings = ValuesOf<typeof fields>;

export const laggingReplica = defineResource({
  id: 'lagging-replica',
  title: { en: 'A replica that lags', zh: '落后的只读副本' },
  about: {
    en: 'Writes go to the primary, and reads to a replica that gets the writes a while later.',
    zh: '写到主库，读自副本，而副本要过一会儿才收到写入。',
  },
  fields,
  needsToken: ({ check }) => check === 'token',
  keepsData: ({ check }) => (check === 'none' ? null : check === 'version' ? 'always' : 'in-some-cases'),
  processes: () => [primary, replica],
  serve,
  read: (context) => read({ ...context, storage: context.settings.reads === 'replica' ? replica : primary }),
  write: (context, held, change) => write(context, change, tokenOf(context.settings, held)),
  source: 'core/storage/laggingReplica.ts',
});

const tokenOf = ({ check }: Settings, { token }: Held): number | null => (check === 'token' ? token : null);

function* serve(request: Request, server: ResourceServer<Settings>): Program<Value> {
  const { cell, settings } = server;
  if (request.command === 'APPLY') {
    const [value, version] = request.args.map(Number);
    if (value === undefined || version === undefined) throw unknownRequest(request);
    if (version > cell.version) server.adopt({ value, version });
    return 1;
  }
  const storageRequest = parseStorageRequest(request);
  if (storageRequest.kind === 'read') {
    server.reportRead(null);
    return [cell.value, cell.version];
  }
  if (!isGood(server, storageRequest)) return null;
  const version = server.accept({
    value: storageRequest.value,
    base: storageRequest.base,
    token: storageRequest.token,
  });
  yield* fork(replicate(settings.lag, storageRequest.value, version));
  return version;
}

function isGood(
  { cell, settings, reject }: ResourceServer<Settings>,
  { value, base, token }: Change & { readonly token: number | null },
): boolean {
  if (settings.check === 'version' && base !== cell.version) {
    reject({ check: 'version', base, against: cell.version, value });
    return false;
  }
  if (settings.check !== 'token') return true;
  if (token === null || token < (cell.token ?? token)) {
    reject({ check: 'token', token, against: cell.token, value });
    return false;
  }
  cell.token = token;
  return true;
}

/** Runs in parallel: the client of the write does not wait for it. */
function* replicate(lag: Ms, value: number, version: number): Program {
  yield* sleep(fromMs(lag));
  yield* call(replica, command('APPLY', value, version), { timeout: null });
}
