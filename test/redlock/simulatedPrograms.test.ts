// The programs that the library runs, in the simulator: the published code under faults that no test on real servers
// can time.
import { describe, expect, it } from 'vitest';
import { mono, type Program, sleep } from '../../src/core/model/effects/effect';
import type { Request } from '../../src/core/model/effects/request';
import type { Fault } from '../../src/core/model/scenario/fault';
import { nodeId, type ProcessId } from '../../src/core/model/scenario/processId';
import { fromMs, toMs } from '../../src/core/model/values/time';
import type { Kind } from '../../src/redlock/kind';
import { acquireQuorum, type Context, extendQuorum, releaseQuorum } from '../../src/redlock/programs';
import { quorumKind } from '../../src/redlock/quorumKind';
import { models } from '../../src/redlock/scripts/models';
import { lines, play } from '../support/play';

const nodes = Array.from({ length: 5 }, (_, i) => nodeId(i));
const at = (ms: number) => ({ kind: 'time', at: ms }) as const;

/** The simulator runs scripts by their models. */
const withModels = ({ script, ...request }: Request): Request => {
  const found = models.find(({ name }) => name === script?.script.name);
  return { ...request, ...(script && { script: { ...script, script: found ?? script.script } }) };
};
const kind: Kind = {
  take: (...asked) => withModels(quorumKind.take(...asked)),
  extend: (...asked) => withModels(quorumKind.extend(...asked)),
  giveBack: (...asked) => withModels(quorumKind.giveBack(...asked)),
  look: (...asked) => withModels(quorumKind.look(...asked)),
};

const contextOf = (settings: Partial<Context> = {}): Context => ({
  kind,
  nodes,
  keys: ['resource'],
  ttl: 1000,
  tries: 10,
  retryDelay: 200,
  retryJitter: 100,
  driftFactor: 0.01,
  nodeTimeout: 60,
  token: 'none',
  tokenLifetime: 0,
  ...settings,
});

/** A value for each try of a client. */
function ownersOf(me: ProcessId): () => string {
  let drawn = 0;
  return () => `${me}-${drawn++}`;
}

/** Three clients want the lock at the same time, on an uneven network. */
function contend(seed: number, faults: Record<string, Fault> = {}) {
  const inside: [from: number, to: number][] = [];
  const refused: ProcessId[] = [];
  const client = (me: ProcessId) =>
    function* (): Program {
      const lock = contextOf();
      const answer = yield* acquireQuorum(lock, ownersOf(me));
      if (answer.kind === 'refused') return void refused.push(me);
      const from = toMs(yield* mono());
      yield* sleep(fromMs(30));
      inside.push([from, toMs(yield* mono())]);
      yield* releaseQuorum(lock, answer);
    };
  const clients = ['client1', 'client2', 'client3'] as const;
  const trace = play({
    seed,
    settings: { clients: 3, latency: { min: 1, p50: 3, p99: 7, max: 8 } },
    nodes: { count: 5 },
    programs: Object.fromEntries(clients.map((me) => [me, client(me)])),
    faults,
  });
  inside.sort(([a], [b]) => a - b);
  const overlaps = inside.filter(([from], i) => i > 0 && from < (inside[i - 1]?.[1] ?? 0));
  const set = lines(trace, ['entrySet'], nodes).length;
  const gone = lines(trace, ['entryGone'], nodes).length;
  return { inside, overlaps, refused, keysLeft: set - gone };
}

describe('three clients that start together', () => {
  it('all get in, one after the other, and leave no key', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const { inside, overlaps, refused, keysLeft } = contend(seed);
      expect({ seed, entered: inside.length, overlaps, refused, keysLeft }).toEqual({
        seed,
        entered: 3,
        overlaps: [],
        refused: [],
        keysLeft: 0,
      });
    }
  });

  it('are never inside together, with two nodes silent and a client that is paused while it asks', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const { inside, overlaps } = contend(seed, {
        one: { kind: 'crash', process: 'nodeB', when: at(0), restartAfter: 'never' },
        two: { kind: 'crash', process: 'nodeD', when: at(10), restartAfter: 'never' },
        gc: {
          kind: 'pause',
          process: 'client1',
          when: { kind: 'request', to: 'nodeC', side: 'before', nth: 1 },
          for: 200,
        },
      });
      expect({ seed, entered: inside.length, overlaps }).toEqual({ seed, entered: 3, overlaps: [] });
    }
  });
});

it('a client that was paused for longer than the lock lasts while the nodes answered gets no lock', () => {
  const reported: string[] = [];
  play({
    settings: { clients: 1 },
    nodes: { count: 5 },
    programs: {
      *client1() {
        const answer = yield* acquireQuorum(contextOf({ nodeTimeout: 5000, tries: 1 }), () => 'mine');
        reported.push(answer.kind === 'refused' ? answer.reason : answer.kind);
      },
    },
    faults: { gc: { kind: 'pause', process: 'client1', when: at(15), for: 1500 } },
  });
  expect(reported).toEqual(['no-validity']);
});

it('an extension that comes too late does not count', () => {
  const reported: string[] = [];
  play({
    settings: { clients: 1 },
    nodes: { count: 5 },
    programs: {
      *client1() {
        const lock = contextOf();
        const held = yield* acquireQuorum(lock, () => 'mine');
        if (held.kind !== 'held') return;
        yield* sleep(fromMs(100));
        reported.push(yield* extendQuorum(lock, held));
        yield* sleep(fromMs(2000));
        reported.push(yield* extendQuorum(lock, held), yield* releaseQuorum(lock, held));
      },
    },
  });
  expect(reported).toEqual(['extended', 'late', 'over']);
});
