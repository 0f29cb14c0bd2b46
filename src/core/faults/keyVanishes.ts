/**
 * The lock’s key disappears from a server at an instant, and no client of the lock has removed it: a Redis server
 * evicts it, or somebody deletes it, flushes the server, or frees a lock by hand with the tool of another service
 * (`freeByHand` of a simulated service says how). Replicas receive a deletion. If clients know the lock
 * under two names, both keys disappear. Since no process of the run removes it, the trace calls the key lost and names
 * nobody. On real servers an eviction is a DEL, and FLUSHALL on a server with keys of others deletes only the run's own
 * keys; both are stand-ins. Memory and its policies are not simulated: the fault says which key goes, and when.
 */
import type { OnProcess } from '../model/scenario/fault';
import { resourceKeys } from '../model/scenario/parts';
import { isRedis, type ProcessId, roleOf } from '../model/scenario/processId';
import type { Both } from '../model/values/text';
import { atPoints, type InjectionRules } from './injectionPoints';
import { askKey, miss, removeKey, reportInjected } from './order';
import * as problems from './problems';
import type { FaultProgram } from './program';
import type { FaultTexts } from './texts';

export interface KeyVanishesFault extends OnProcess {
  readonly kind: 'key-vanishes';
  /** Absent: the server evicts the lock’s key. `flushall` removes every key of the server. Redis alone does either. */
  readonly how?: 'del' | 'flushall';
}

declare module '../model/scenario/fault' {
  interface FaultShapes {
    readonly 'key-vanishes': KeyVanishesFault;
  }
}

const usually: ProcessId = 'nodeA';

const holdsKeys = (process: ProcessId): boolean => isRedis(process) || roleOf(process) === 'service';

export const keyVanishes: FaultProgram<KeyVanishesFault> = {
  kind: 'key-vanishes',
  target: 'process',
  fields: {},
  length: null,
  choices: [
    {
      offers: 'words',
      name: 'how',
      appliesTo: ({ process }) => isRedis(process),
      label: { en: 'By', zh: '原因' },
      absent: { en: 'eviction (maxmemory)', zh: '淘汰（maxmemory）' },
      words: [
        { id: 'del', label: { en: 'DEL by hand', zh: '手工 DEL' } },
        { id: 'flushall', label: { en: 'FLUSHALL', zh: 'FLUSHALL' } },
      ],
    },
  ],
  appliesTo: 'lock-server',
  usually,
  key: 'KeyG',
  fresh: ({ process, when, processes }) => {
    const server = holdsKeys(process) ? process : (processes.find(isRedis) ?? processes.find(holdsKeys) ?? usually);
    return { kind: 'key-vanishes', process: server, when, ...(isRedis(server) ? {} : { how: 'del' }) };
  },
  problem: ({ process, how }) => (isRedis(process) || how === 'del' ? null : problems.onlyByHand(process)),
  needs: ({ process }) => [isRedis(process) ? 'key-vanishes' : 'free-by-hand'],
  mark: () => ({ shape: 'cross' }),
  *inject({ process, how }) {
    const there: (string | null)[] = [];
    for (const key of how === 'flushall' ? [null] : resourceKeys) if (yield* askKey(process, key)) there.push(key);
    if (there.length === 0) return yield* miss(problems.noKey(process));
    yield* reportInjected(process);
    for (const key of there) yield* removeKey(process, key, { evicts: how === undefined });
  },
  faultCause: ({ process, how }, at) => ({
    rule: 'vanished',
    values: { process, at, how: isRedis(process) ? (how ?? 'eviction') : 'by-hand' },
  }),
  endedAtFields: () => ({}),
};

export const sign: readonly string[] = [
  'M21 21H8a2 2 0 0 1-1.42-.587l-3.994-3.999a2 2 0 0 1 0-2.828l10-10a2 2 0 0 1 2.829 0l5.999 6a2 2 0 0 1 0 2.828L12.834 21',
  'm5.082 11.09 8.828 8.828',
];

export const texts: Both<FaultTexts<KeyVanishesFault>> = {
  en: {
    name: 'Key vanishes',
    help: 'Redis evicts the lock’s key, or somebody deletes it or flushes the server. In any other service, somebody frees the lock by hand: etcdctl del, kubectl delete lease, rm index.lock, pg_terminate_backend.',
    title: (who, { how, process }) =>
      !isRedis(process)
        ? `Somebody frees the lock in ${who} by hand`
        : how === 'flushall'
          ? `FLUSHALL on ${who}`
          : how === 'del'
            ? `DEL of the key on ${who}`
            : `${who} evicts the key`,
    injected: ({ from, fault: { how, process }, hasNames }) => {
      if (!isRedis(process)) return `Somebody frees the lock in ${from} by hand, whoever has it.`;
      const keys = hasNames ? 'the lock’s keys' : 'the lock’s key';
      if (how === 'flushall') return `Somebody runs FLUSHALL on ${from}.`;
      if (how === 'del') return `Somebody deletes ${keys} on ${from} by hand.`;
      return `${from} has reached maxmemory and evicts ${keys}.`;
    },
    isNarrated: () => true,
  },
  zh: {
    name: '键消失',
    help: 'Redis 淘汰了锁的键，或者有人删除它、清空整个实例。在别的服务里，则是有人手工释放这把锁：etcdctl del、kubectl delete lease、rm index.lock、pg_terminate_backend。',
    title: (who, { how, process }) =>
      !isRedis(process)
        ? `有人手工释放 ${who} 里的锁`
        : how === 'flushall'
          ? `${who} 执行 FLUSHALL`
          : how === 'del'
            ? `${who} 上的键被 DEL`
            : `${who} 淘汰锁的键`,
    injected: ({ from, fault: { how, process } }) =>
      !isRedis(process)
        ? `有人手工释放了 ${from} 里的锁，不管它在谁手里。`
        : how === 'flushall'
          ? `有人在 ${from} 上执行 FLUSHALL。`
          : how === 'del'
            ? `有人在 ${from} 上手工删除锁的键。`
            : `${from} 内存达到上限，淘汰了锁的键。`,
    isNarrated: () => true,
  },
};

/**
 * A key can vanish just after its server has received a request: the lock's key is evicted, or the whole server is
 * flushed. A deletion by hand has the same effect as an eviction. For a service that is not Redis, the lock is freed by
 * hand.
 */
export const injectionRules: InjectionRules = {
  strengths: [],
  isNarrated: false,
  placements: ({ keyPoints }) =>
    keyPoints
      .filter(({ process }) => holdsKeys(process))
      .flatMap((point) => {
        const { process, isLocked } = point;
        const gone = (how?: KeyVanishesFault['how']) =>
          atPoints(process, [point], (when) => ({ kind: 'key-vanishes', process, when, ...(how && { how }) }));
        if (!isRedis(process)) return isLocked ? gone('del') : [];
        return [...(isLocked ? gone() : []), ...gone('flushall')];
      }),
};
