/**
 * What can be set about Redlock, what it is called, and the arithmetic of its settings. The algorithm is in
 * `redlock.ts`.
 */
import type { CallOptions } from '../model/effect';
import { choice, count, flag, milliseconds, ratio, type ValuesOf } from '../model/fields';
import { nameless } from '../model/help';
import type { ProcessId } from '../model/scenario';
import { fromMs, type Micros } from '../model/time';
import { retryFields, ttlField } from './sharedFields';
import { majority } from './votes';

export const redlockTexts = {
  title: { en: 'Redlock', zh: 'Redlock' },
  about: {
    en: 'One lock on N independent Redis nodes, held with a majority of them: safe as long as no pause or clock eats up the time that is left, and no node forgets. It has no fencing token of its own.',
    zh: '在 N 个相互独立的 Redis 节点上的一把锁，拿到多数即持有：只要剩余时间没有因暂停或时钟不准而提前耗尽，节点也没有失忆，就是安全的。它自身没有 fencing token。',
  },
} as const;

/** Here and not with them, since a page reads a link before it loads the libraries. */
export const redlockProfiles = [
  'redsync',
  'node-redlock-5',
  'node-redlock-4',
  'redlock-universal',
  'aioredlock',
  'pottery',
  'pottery-async',
  'redlock-net',
  'redlock-rb',
  'redlock-cpp',
  'redlock-php',
] as const;

/** The settings that stand in a closed group have their names in `redlockNames.ts`, which is loaded later. */
export const redlockFields = {
  ttl: ttlField,
  takes: choice({
    label: nameless,
    options: [
      { id: 'free', label: nameless },
      { id: 'free-or-mine', label: nameless },
    ],
    default: 'free',
  }),
  quorum: choice({
    label: nameless,
    options: [
      { id: 'majority', label: nameless },
      { id: 'unrounded', label: nameless, pitfall: true },
      { id: '1', label: nameless, pitfall: true },
      { id: '2', label: nameless, pitfall: true },
      { id: '3', label: nameless, pitfall: true },
      { id: '4', label: nameless, pitfall: true },
      { id: '5', label: nameless, pitfall: true },
      { id: '6', label: nameless, pitfall: true },
      { id: '7', label: nameless, pitfall: true },
      { id: '8', label: nameless, pitfall: true },
      { id: '9', label: nameless, pitfall: true },
    ],
    default: 'majority',
  }),
  ask: choice({
    label: nameless,
    options: [
      { id: 'parallel', label: nameless },
      { id: 'sequence', label: nameless },
    ],
    default: 'parallel',
  }),
  goesOn: choice({
    label: nameless,
    options: [
      { id: 'decided', label: nameless },
      { id: 'granted', label: nameless },
      { id: 'all', label: nameless },
    ],
    default: 'decided',
  }),
  startOrder: choice({
    label: nameless,
    options: [
      { id: 'same', label: nameless },
      { id: 'rotated', label: nameless },
    ],
    default: 'same',
  }),
  keys: count({
    label: nameless,
    min: 1,
    max: 3,
    default: 1,
  }),
  nodeTimeout: milliseconds({
    label: { en: 'Timeout per node', zh: '单个节点的超时' },
    min: 0,
    max: 60_000,
    default: 50,
    means: 'timeout',
  }),
  timeoutOn: choice({
    label: nameless,
    options: [
      { id: 'every', label: nameless },
      { id: 'acquire', label: nameless },
    ],
    default: 'every',
  }),
  driftFactor: ratio({
    label: nameless,
    min: 0,
    max: 0.5,
    step: 0.001,
    default: 0.01,
  }),
  driftMs: milliseconds({
    label: nameless,
    min: 0,
    max: 10_000,
    default: 2,
  }),
  ...retryFields({ tries: 3 }),
  owner: choice({
    label: nameless,
    options: [
      { id: 'acquire', label: nameless },
      { id: 'try', label: nameless },
    ],
    default: 'acquire',
  }),
  releaseBetweenTries: flag({
    label: nameless,
    default: true,
  }),
  releaseTo: choice({
    label: nameless,
    options: [
      { id: 'all', label: nameless },
      { id: 'granted', label: nameless },
      {
        id: 'granted-now',
        label: nameless,
      },
    ],
    default: 'all',
  }),
  releaseAwaits: choice({
    label: nameless,
    options: [
      { id: 'all', label: nameless },
      { id: 'majority', label: nameless },
      { id: 'none', label: nameless },
    ],
    default: 'all',
  }),
  releaseTries: count({
    label: nameless,
    min: 1,
    max: 100,
    default: 1,
  }),
  validityCheck: flag({
    label: nameless,
    default: true,
  }),
  minValidity: milliseconds({
    label: nameless,
    min: 0,
    max: 600_000,
    default: 0,
  }),
  clock: choice({
    label: nameless,
    options: [
      { id: 'wall', label: nameless },
      { id: 'mono', label: nameless },
      { id: 'larger', label: nameless },
      { id: 'seconds', label: nameless },
    ],
    default: 'larger',
  }),
  leaseFrom: choice({
    label: nameless,
    options: [
      { id: 'asking', label: nameless },
      { id: 'return', label: nameless },
      { id: 'first-attempt', label: nameless },
    ],
    default: 'asking',
  }),
  extensions: count({
    label: nameless,
    min: 0,
    max: 10_000,
    default: 0,
  }),
  extendAt: ratio({
    label: nameless,
    min: 0,
    max: 1,
    step: 0.05,
    default: 0.5,
  }),
  extendBefore: milliseconds({
    label: nameless,
    min: 0,
    max: 600_000,
    default: 0,
  }),
  extendTries: count({
    label: nameless,
    min: 1,
    max: 100,
    default: 1,
  }),
  extendsWhat: choice({
    label: nameless,
    options: [
      { id: 'mine', label: nameless },
      { id: 'mine-or-free', label: nameless },
      { id: 'get-then-extend', label: nameless },
      { id: 'new-value', label: nameless },
    ],
    default: 'mine',
  }),
  extendsExpired: flag({
    label: nameless,
    default: false,
  }),
  whenExtensionFails: choice({
    label: nameless,
    options: [
      { id: 'keeps', label: nameless },
      { id: 'ends', label: nameless },
      { id: 'deletes', label: nameless },
      { id: 'deletes-each', label: nameless },
    ],
    default: 'keeps',
  }),
  toldBy: choice({
    label: nameless,
    options: [
      { id: 'own-clock', label: nameless },
      { id: 'nothing', label: nameless },
      { id: 'flag', label: nameless },
      { id: 'signal', label: nameless },
    ],
    default: 'own-clock',
  }),
  reconnectOnTimeout: flag({
    label: nameless,
    default: false,
  }),
  token: choice({
    label: { en: 'Fencing token', zh: 'fencing token' },
    options: [
      { id: 'none', label: { en: 'none', zh: '无' } },
      { id: 'one-node', label: { en: 'counter on node A', zh: '节点 A 上的计数器' } },
      {
        id: 'largest',
        label: { en: 'the largest count of the nodes that granted', zh: '同意的节点中最大的计数' },
        pitfall: true,
      },
      { id: 'quorum', label: { en: 'counters on a quorum', zh: '多数节点上的计数器' } },
    ],
    default: 'none',
  }),
} as const;

export type RedlockSettings = ValuesOf<typeof redlockFields>;

/** How the requests of an acquire with its clean-up are sent, or those of an extension or of the release after the work. */
export const callOptions = (
  { nodeTimeout, timeoutOn, reconnectOnTimeout }: RedlockSettings,
  purpose: 'acquire' | 'extend' | 'release',
): CallOptions => ({
  timeout: nodeTimeout === 0 || (timeoutOn === 'acquire' && purpose !== 'acquire') ? null : fromMs(nodeTimeout),
  reconnect: reconnectOnTimeout,
});

/** How many of the nodes must agree. Not rounded, half of three and one are 2.5: that is all three. */
export function quorumOf({ quorum }: Pick<RedlockSettings, 'quorum'>, nodes: readonly unknown[]): number {
  if (quorum === 'majority') return majority(nodes);
  return quorum === 'unrounded' ? Math.min(nodes.length, Math.ceil(nodes.length / 2) + 1) : Number(quorum);
}

/** How many nodes must say no until no quorum can say yes. With an even number of nodes, as many as a majority. */
export function refusalOf(settings: Pick<RedlockSettings, 'quorum'>, nodes: readonly unknown[]): number {
  const need = quorumOf(settings, nodes);
  return Math.max(need, nodes.length - need + 1);
}

/** What the client usually makes of a loss, where something else than its own clock tells it, or nothing does. */
export const usuallyWhenLost = ({ toldBy }: RedlockSettings): 'at-next-look' | 'never' | undefined =>
  toldBy === 'own-clock' ? undefined : toldBy === 'signal' ? 'at-next-look' : 'never';

/**
 * How long the client waits before its next extension, in microseconds, when this much is left of its validity. A timer
 * that goes on after the end looks at the TTL alone.
 */
export function pauseBeforeExtending(
  { ttl, extendAt, extendBefore, extendsExpired }: RedlockSettings,
  left: Micros,
): Micros {
  const whole = extendsExpired ? fromMs(ttl) : left;
  return extendBefore > 0 ? Math.max(0, whole - fromMs(extendBefore)) : Math.floor(whole * extendAt);
}

/** How much shorter the validity is because clocks differ: driftFactor × TTL + driftMs, in microseconds. */
export const driftAllowance = ({ ttl, driftFactor, driftMs }: RedlockSettings): Micros =>
  fromMs(driftFactor * ttl + driftMs);

/**
 * The nodes in the order in which this client asks them. Rotated orders put half of the nodes between the first nodes
 * of two clients.
 */
export function inOrder(
  { startOrder }: RedlockSettings,
  me: ProcessId,
  nodes: readonly ProcessId[],
): readonly ProcessId[] {
  if (startOrder === 'same') return nodes;
  const clientNumber = Number(me.slice('client'.length));
  const first = ((clientNumber - 1) * Math.floor(nodes.length / 2)) % nodes.length;
  return [...nodes.slice(first), ...nodes.slice(0, first)];
}
