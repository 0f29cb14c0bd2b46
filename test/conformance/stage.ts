// The form of a conformance case, and the few functions with which cases are written. It knows no server and no
// simulator.

import type { CutFault } from '../../src/core/faults/cut';
import { type CallOptions, call, type Program, sleep, step } from '../../src/core/model/effects/effect';
import { command, type Reply, type Request, type Value } from '../../src/core/model/effects/request';
import type { Fault, When } from '../../src/core/model/scenario/fault';
import { withDefaults } from '../../src/core/model/scenario/fields';
import type { Held, Lock, LockContext, Refused } from '../../src/core/model/scenario/lock';
import { nodeId, type ProcessId } from '../../src/core/model/scenario/processId';
import type { NodeSettings, Setting, Settings } from '../../src/core/model/scenario/scenario';
import { fromMs, type Ms } from '../../src/core/model/values/time';
import { parts } from '../../src/core/run/parts';
import type { ServerHas } from '../support/needs';

/** Records what a client saw. */
export type Note = (what: string) => void;

export interface ConformanceCase {
  /** A claim. */
  readonly name: string;
  /** One node or five, their persistence, and the number of replicas. */
  readonly nodes?: Partial<NodeSettings>;
  readonly settings?: Partial<Pick<Settings, 'connectionLife' | 'latency' | 'loss'>>;
  /** Those that wait for a step of a client happen during its next sleep. */
  readonly faults?: Readonly<Record<string, Fault>>;
  /** The programs of the clients, `client1` first. */
  readonly clients: readonly ((note: Note, me: ProcessId) => Program)[];
  /** The reports of the clients, in order of time. */
  readonly reports: readonly string[];
  /**
   * The expected rows of the trace: faults, their effects on processes, and other watched rows, in order of time.
   * When absent, they are not checked. `rows.ts` defines their words.
   */
  readonly rows?: readonly string[];
  /** Other rows that match it belong to the case, too. */
  readonly watched?: RegExp;
  /** What its server must have; elsewhere it is skipped. */
  readonly needs?: ServerHas;
  /** Its requests contain times that a client measured, which differ from run to run. */
  readonly isMeasuring?: true;
  /** It runs on real servers at each push, not only when it falls into the sample. */
  readonly isAlways?: true;
  /** The names of the faults that find no target; absent means none. */
  readonly missed?: readonly string[];
}

export interface Came {
  readonly reports: readonly string[];
  readonly rows: readonly string[];
  /** Each client's requests, in the order in which it sent them: `nodeA GET stock`. */
  readonly requests: { readonly [P in ProcessId]?: readonly string[] };
  readonly missed: readonly string[];
}

export const five: Partial<NodeSettings> = { count: 5 };
export const fiveNodes = Array.from({ length: 5 }, (_, i) => nodeId(i));

/** Longer than any answer takes, even on a busy machine. */
const patience: Ms = 10_000;
/** Longer than any case. */
export const longTtl: Ms = 60_000;
/** The timeout for a silent node. It is longer than any node that answers takes. */
export const briefly: Ms = 250;

/** Sends a command and returns the answer in words: `OK`, `nil`, `1`, `timeout`, `closed`, `error …`. */
export function* ask(to: ProcessId, name: string, ...args: readonly (string | number)[]): Program<string> {
  return words(yield* call(to, command(name, ...args), { timeout: fromMs(patience) }));
}

export function* askFor(to: ProcessId, request: Request, options: CallOptions = {}): Program<string> {
  return words(yield* call(to, request, { timeout: fromMs(patience), ...options }));
}

/** The value of a key at several nodes: `mine nil mine`. */
export function* valuesAt(nodes: readonly ProcessId[], key = 'stock'): Program<string> {
  const values: string[] = [];
  for (const node of nodes) values.push(yield* ask(node, 'GET', key));
  return values.join(' ');
}

export function* wait(ms: Ms): Program {
  yield* sleep(fromMs(ms));
}

/** Triggers the fault that waits for this step, and waits until its effect is over. */
export function* injectNamed(name: string, ms: Ms = 50): Program {
  yield* step(name);
  yield* wait(ms);
}

export function words(reply: Reply): string {
  if (reply.kind === 'ok') return wordOf(reply.value);
  return reply.kind === 'error' ? `error ${reply.message}` : reply.kind;
}

const wordOf = (value: Value): string => {
  if (value === null) return 'nil';
  if (typeof value === 'object' && 'error' in value) return `error ${value.error}`;
  return typeof value === 'object' ? value.map(wordOf).join(' ') : String(value);
};

/** A user of a lock, as the first or only thread of a process. */
export interface Holder {
  readonly context: LockContext<Readonly<Record<string, Setting>>>;
  /** `held`, or `refused` with the reason. */
  readonly acquire: () => Program<string>;
  /** Why it was not released; `none` when it was. */
  readonly release: () => Program<string>;
  /** The hold. Throws when there is none. */
  readonly held: () => Held;
}

/** @param own settings of the lock. The others keep their defaults, except for a TTL that outlasts the case. */
export function holderOf(
  id: string,
  own: Readonly<Record<string, Setting>> = {},
  { me = 'client1', nodes = fiveNodes }: { readonly me?: ProcessId; readonly nodes?: readonly ProcessId[] } = {},
): Holder {
  const lock = lockOf(id);
  const settings = withDefaults(lock.fields, { ...usual(lock), ...own });
  const context = { me, nodes, key: 'stock', settings, hold: 0, memory: new Map() };
  let answer: Held | Refused | null = null;
  const held = (): Held => {
    if (answer?.kind !== 'held') throw new Error(`${me} holds no ${id}.`);
    return answer;
  };
  return {
    context,
    *acquire() {
      answer = yield* lock.acquire(context);
      return answer.kind === 'held' ? 'held' : `refused ${answer.reason}`;
    },
    *release() {
      return yield* lock.release(context, held());
    },
    held,
  };
}

function lockOf(id: string): Lock {
  const lock = parts.locks.get(id);
  if (lock === undefined) throw new Error(`There is no lock ${id}.`);
  return lock;
}

/** One attempt, with timeouts that even a busy machine keeps. */
function usual({ fields }: Lock): Readonly<Record<string, Setting>> {
  const wanted = { ttl: longTtl, tries: 1, nodeTimeout: patience };
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => name in fields));
}

/** The step at which client 1 triggers faults. */
export const at = (name: string): When => ({ kind: 'step', process: 'client1', step: name, nth: 1 });
export const crash = (process: ProcessId, name: string): Fault => ({
  kind: 'crash',
  process,
  when: at(name),
  restartAfter: 'never',
});
export const restart = (process: ProcessId, name: string): Fault => ({ kind: 'restart', process, when: at(name) });
export const pause = (process: ProcessId, name: string, length: Ms): Fault => ({
  kind: 'pause',
  process,
  when: at(name),
  for: length,
});
export const cut = (from: readonly ProcessId[], to: readonly ProcessId[], name: string): CutFault => ({
  kind: 'cut',
  from,
  to,
  bothWays: true,
  when: at(name),
  for: 'ever',
});
