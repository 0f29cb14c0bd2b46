// The property of the library: a granted lock exists until it is released or its lease ends, in whatever order a
// client sends.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Lock, Redlock, SingleNodeLocks, WaitingLocks, WatchedLocks } from '../../src/redlock/all';
import { SimulatedRedis } from '../../src/redlock/simulated';
import { randomFrom, type Wildness, wildClient } from './wildClient';

/** Runs of each property. A higher number in the environment makes a longer search. */
const runs = Number(process.env['RUNS'] ?? 15);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

interface Case extends Wildness {
  readonly seed: number;
  readonly nodeCount: number;
  readonly nodeTimeout: number;
}

const anyCase: fc.Arbitrary<Case> = fc.record({
  seed: fc.integer(),
  nodeCount: fc.constantFrom(1, 3, 5),
  nodeTimeout: fc.constantFrom(5, 20, 60),
  delayMax: fc.constantFrom(0, 10, 40, 150),
  twice: fc.constantFrom(0, 10, 30),
  lost: fc.constantFrom(0, 5, 20),
});

interface Watched {
  readonly lock: Lock;
  readonly keys: readonly string[];
}

/** The locks that were granted and not released yet, and those whose key is gone on a majority of the nodes. */
class Watch {
  readonly lost: string[] = [];
  private readonly handedOut = new Set<Watched>();
  handedOutCount = 0;

  constructor(
    private readonly nodes: readonly SimulatedRedis[],
    private readonly startedAt = Date.now(),
  ) {}

  add(watched: Watched): void {
    this.handedOut.add(watched);
    this.handedOutCount++;
  }

  end(watched: Watched): void {
    this.look();
    this.handedOut.delete(watched);
  }

  readonly look = (): void => {
    for (const { lock, keys } of this.handedOut) {
      if (lock.expiration <= Date.now()) continue;
      const has = this.nodes.filter((node) => keys.every((key) => node.ownerOf(key) === lock.value)).length;
      if (has > this.nodes.length / 2) continue;
      this.lost.push(`${keys.join(' and ')} at ${Date.now() - this.startedAt} ms`);
    }
  };
}

interface Taking {
  /** The shortest duration of a lock or an extension, in ms. */
  readonly durationMin: number;
  readonly locks: { readonly acquire: Redlock['acquire'] };
  readonly watch: Watch;
  readonly random: () => number;
  readonly names: readonly string[];
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Takes any number of locks, one after the other. Extends some of them, even to less than their remaining time. */
async function takeSome({ locks, watch, random, names, durationMin }: Taking): Promise<void> {
  const pick = (below: number): number => Math.floor(random() * below);
  for (let round = 0; round < 6; round++) {
    const keys = names.slice(0, 1 + pick(names.length));
    const deadline = random() < 0.2 ? { deadline: Date.now() + pick(200) } : {};
    const lock = await locks.acquire(keys, durationMin + pick(900), deadline).catch(() => null);
    if (lock === null) continue;
    let watched: Watched = { lock, keys };
    watch.add(watched);
    for (let extensions = pick(4); extensions > 0; extensions--) {
      await pause(pick(80));
      const longer = await watched.lock.extend(durationMin - 50 + pick(1000)).catch(() => null);
      if (longer === null || longer === watched.lock) continue;
      watch.end(watched);
      watched = { lock: longer, keys };
      watch.add(watched);
    }
    await pause(pick(150));
    watch.end(watched);
    await watched.lock.release().catch(() => {});
  }
}

interface Play {
  readonly wild: Case;
  readonly names: readonly string[];
  readonly make: (clients: readonly ReturnType<typeof wildClient>[]) => Taking['locks'];
  readonly durationMin?: number;
}

/**
 * Three clients want the same lock until each has had its turns. Then time passes until nothing can be under way any
 * more.
 */
async function play({ wild, make, names, durationMin = 100 }: Play) {
  const { seed, nodeCount } = wild;
  const random = randomFrom(seed);
  vi.spyOn(Math, 'random').mockImplementation(randomFrom(seed + 1));
  const nodes = Array.from({ length: nodeCount }, () => new SimulatedRedis());
  const watch = new Watch(nodes);
  const clientsOf = () => nodes.map((node) => wildClient(node, wild, { random, applied: watch.look }));
  const takers = [1, 2, 3].map(() => takeSome({ locks: make(clientsOf()), watch, random, names, durationMin }));
  let isOver = false;
  void Promise.all(takers).then(() => {
    isOver = true;
  });
  for (let ms = 0; !isOver && ms < 600_000; ms += 20) {
    await vi.advanceTimersByTimeAsync(20);
    watch.look();
  }
  await vi.advanceTimersByTimeAsync(10 * wild.delayMax);
  const left = nodes.flatMap((node) => node.keys()).filter((key) => !/token|signal/.test(key));
  return { lost: watch.lost, handedOut: watch.handedOutCount, isOver, left };
}

describe('a client that keeps no order', () => {
  it.each([{ keys: ['a'] }, { keys: ['a', 'b'] }])('loses no lock that a majority granted: $keys', async ({ keys }) => {
    let handedOut = 0;
    await fc.assert(
      fc.asyncProperty(anyCase, async (wild) => {
        const settings = { nodeTimeout: wild.nodeTimeout, retryCount: 8, retryDelay: 30, retryJitter: 30 };
        const run = await play({ wild, make: (clients) => new Redlock(clients, settings), names: keys });
        handedOut += run.handedOut;
        expect(run).toMatchObject({ lost: [], isOver: true });
      }),
      { numRuns: 2 * runs },
    );
    expect(handedOut).toBeGreaterThan(runs);
  });

  it.each([SingleNodeLocks, WatchedLocks, WaitingLocks])('loses no lock of one node: %o', async (Kind) => {
    let handedOut = 0;
    await fc.assert(
      fc.asyncProperty(anyCase, async (wild) => {
        const settings = { nodeTimeout: wild.nodeTimeout, retryCount: 8, retryDelay: 30, retryJitter: 30 };
        const make: Play['make'] = ([client]) => new Kind(client as never, settings);
        const run = await play({ wild: { ...wild, nodeCount: 1 }, make, names: [Kind.name] });
        handedOut += run.handedOut;
        expect(run).toMatchObject({ lost: [], isOver: true });
      }),
      { numRuns: runs },
    );
    expect(handedOut).toBeGreaterThan(runs);
  });

  it.each([
    { Kind: 'Redlock', make: (clients: readonly never[], settings: object) => new Redlock(clients, settings) },
    ...[SingleNodeLocks, WatchedLocks, WaitingLocks].map((Kind) => ({
      Kind: Kind.name,
      make: ([client]: readonly never[], settings: object) => new Kind(client as never, settings),
    })),
  ])('leaves no key behind where each command is carried out once and answered: $Kind', async ({ Kind, make }) => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (any) => {
        const wild = { ...any, twice: 0, lost: 0, nodeCount: Kind === 'Redlock' ? any.nodeCount : 1 };
        const settings = { nodeTimeout: wild.nodeTimeout, retryCount: 8, retryDelay: 30, retryJitter: 30 };
        const run = await play({
          wild,
          make: (clients) => make(clients as never, settings),
          names: ['a'],
          durationMin: 100_000,
        });
        expect(run).toMatchObject({ lost: [], left: [], isOver: true });
      }),
      { numRuns: runs },
    );
  });
});
