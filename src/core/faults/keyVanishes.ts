/**
 * The lock’s key disappears from a Redis server at an instant, and no client of the lock has removed it: the server
 * evicts it, or somebody deletes it or flushes the server. Replicas receive a deletion. If clients know the lock
 * under two names, both keys disappear. Since no process of the run removes it, the trace calls the key lost and
 * names nobody. On real servers an eviction is a DEL, and FLUSHALL on servers of others deletes only the run's own
 * keys; both are stand-ins. Memory and its policies are left out: the fault says which key goes, and when.
 */
import type { OnProcess } from '../model/fault';
import { resourceKeys } from '../model/parts';
import { isRedis, type ProcessId } from '../model/processId';
import type { Both } from '../model/text';
import { atPoints, type InjectionRules } from './injectionPoints';
import { askKey, miss, removeKey, reportInjected } from './order';
import * as problems from './problems';
import type { FaultProgram } from './program';
import type { FaultTexts } from './texts';

export interface KeyVanishesFault extends OnProcess {
  readonly kind: 'key-vanishes';
  /** Absent: the server evicts the lock’s key. `flushall` removes every key of the server. */
  readonly how?: 'del' | 'flushall';
}

declare module '../model/fault' {
  interface FaultShapes {
    readonly 'key-vanishes': KeyVanishesFault;
  }
}

const usually: ProcessId = 'nodeA';

export const keyVanishes: FaultProgram<KeyVanishesFault> = {
  kind: 'key-vanishes',
  target: 'process',
  fields: {},
  length: null,
  choices: [
    {
      offers: 'words',
      name: 'how',
      label: { en: 'By', zh: '原因' },
      absent: { en: 'eviction (maxmemory)', zh: '淘汰（maxmemory）' },
      words: [
        { id: 'del', label: { en: 'DEL by hand', zh: '手工 DEL' } },
        { id: 'flushall', label: { en: 'FLUSHALL', zh: 'FLUSHALL' } },
      ],
    },
  ],
  appliesTo: 'redis',
  usually,
  key: 'KeyG',
  fresh: ({ process, when, processes }) => ({
    kind: 'key-vanishes',
    process: isRedis(process) ? process : (processes.find(isRedis) ?? usually),
    when,
  }),
  mark: () => ({ shape: 'cross' }),
  *inject({ process, how }) {
    const there: (string | null)[] = [];
    for (const key of how === 'flushall' ? [null] : resourceKeys) if (yield* askKey(process, key)) there.push(key);
    if (there.length === 0) return yield* miss(problems.noKey(process));
    yield* reportInjected(process);
    for (const key of there) yield* removeKey(process, key, { evicts: how === undefined });
  },
  misfortune: ({ process, how }, at) => ({ rule: 'vanished', values: { process, at, how: how ?? 'eviction' } }),
  healedAt: () => ({}),
};

export const sign: readonly string[] = [
  'M21 21H8a2 2 0 0 1-1.42-.587l-3.994-3.999a2 2 0 0 1 0-2.828l10-10a2 2 0 0 1 2.829 0l5.999 6a2 2 0 0 1 0 2.828L12.834 21',
  'm5.082 11.09 8.828 8.828',
];

export const texts: Both<FaultTexts<KeyVanishesFault>> = {
  en: {
    name: 'Key vanishes',
    help: 'Redis evicts the lock’s key, or somebody deletes it or flushes the server.',
    title: (who, { how }) =>
      how === 'flushall' ? `FLUSHALL on ${who}` : how === 'del' ? `DEL of the key on ${who}` : `${who} evicts the key`,
    injected: ({ from, fault: { how }, hasNames }) => {
      const keys = hasNames ? 'the lock’s keys' : 'the lock’s key';
      if (how === 'flushall') return `Somebody runs FLUSHALL on ${from}.`;
      if (how === 'del') return `Somebody deletes ${keys} on ${from} by hand.`;
      return `${from} has reached maxmemory and evicts ${keys}.`;
    },
    isNarrated: () => true,
  },
  zh: {
    name: '键消失',
    help: 'Redis 淘汰了锁的键，或者有人删除它、清空整个实例。',
    title: (who, { how }) =>
      how === 'flushall' ? `${who} 执行 FLUSHALL` : how === 'del' ? `${who} 上的键被 DEL` : `${who} 淘汰锁的键`,
    injected: ({ from, fault: { how } }) =>
      how === 'flushall'
        ? `有人在 ${from} 上执行 FLUSHALL。`
        : how === 'del'
          ? `有人在 ${from} 上手工删除锁的键。`
          : `${from} 内存达到上限，淘汰了锁的键。`,
    isNarrated: () => true,
  },
};

/**
 * A key can vanish just after its server has taken a request in: the lock's key is evicted, or the whole server is
 * flushed. A deletion by hand has the same effect as an eviction.
 */
export const injectionRules: InjectionRules = {
  strengths: [],
  isNarrated: false,
  placements: ({ taken }) =>
    taken
      .filter(({ process }) => isRedis(process))
      .flatMap((point) => [
        ...(point.isLocked
          ? atPoints(point.process, [point], (when) => ({ kind: 'key-vanishes', process: point.process, when }))
          : []),
        ...atPoints(point.process, [point], (when) => ({
          kind: 'key-vanishes',
          process: point.process,
          when,
          how: 'flushall',
        })),
      ]),
};
