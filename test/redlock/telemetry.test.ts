// What OpenTelemetry's own SDK sees of the locks, in the program's context.
import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { describe, expect, it } from 'vitest';
import type { LockClient } from '../../src/redlock/all';
import { ContendedError, LockLostError, NoQuorumError, Redlock } from '../../src/redlock/all';
import type { SimulatedRedis } from '../../src/redlock/simulated';
import { pause } from './adapters';
import { abortsAfter, goByFakeClock } from './fakeClock';
import { failure, kinds, nodesFor, nodesOf } from './simulatedNodes';
import { forgetSpans, lostCount, spans, theSpan, traceTests } from './tracing';

goByFakeClock();
traceTests();

const lostOnce = [['lock.lost', '{lock}', 1]];

/** Runs something in a span of the program. */
async function inUserSpan<T>(run: () => Promise<T>): Promise<{ readonly id: string; readonly result: T }> {
  return trace.getTracer('user').startActiveSpan('user', async (span) => {
    const result = await run();
    span.end();
    return { id: span.spanContext().spanId, result };
  });
}

const parentOf = ({ parentSpanContext }: ReadableSpan): string | undefined => parentSpanContext?.spanId;

describe('a span', () => {
  it('of an acquire and a release tells what was asked and answered', async () => {
    const redlock = new Redlock(nodesOf(5), { driftFactor: 0.02 });
    await (await redlock.acquire(['a', 'b'], 1000)).release();
    const asked = { 'lock.resources': ['a', 'b'], 'lock.node.count': 5, 'lock.quorum': 3 };
    const answered = { 'lock.try.count': 1, 'lock.votes.against': 0, 'lock.votes.failed': 0 };
    const [acquire, release] = [theSpan('lock.acquire'), theSpan('lock.release')];
    expect(acquire.attributes).toEqual({
      ...asked,
      ...answered,
      'lock.votes.for': expect.any(Number),
      'lock.duration_ms': 1000,
      'lock.drift_ms': 22,
      'lock.validity_ms': 978,
    });
    expect(acquire.attributes['lock.votes.for']).toBeGreaterThanOrEqual(3);
    expect(release.attributes).toEqual({
      ...asked,
      ...answered,
      'lock.votes.for': expect.any(Number),
      'lock.validity_ms': 978,
    });
    expect([acquire.status.code, release.status.code, acquire.instrumentationScope.name]).toEqual([
      0,
      0,
      'quorum-lock',
    ]);
  });

  it('tells how long a lock is still valid, as it takes time to get', async () => {
    const redlock = new Redlock(nodesOf(3, 20), { nodeTimeout: 400 });
    const lock = await redlock.acquire(['a'], 1000);
    await pause(100);
    await (await lock.extend(2000)).release();
    expect(theSpan('lock.acquire').attributes['lock.validity_ms']).toBe(1000 - 12 - 40);
    expect(theSpan('lock.extend').attributes).toMatchObject({
      'lock.duration_ms': 2000,
      'lock.drift_ms': 22,
      'lock.validity_ms': 2000 - 22 - 40,
    });
    expect(theSpan('lock.release').attributes['lock.validity_ms']).toBe(2000 - 22 - 40);
  });

  it('has the fencing token', async () => {
    const redlock = new Redlock(nodesOf(3), { token: 'quorum' });
    await (await redlock.acquire(['a'], 1000)).release();
    const again = await redlock.acquire(['a'], 1000);
    expect(again.token).toBe(2);
    await (await again.extend(1000)).release();
    expect(spans().map(({ name, attributes }) => [name, attributes['lock.fencing_token']])).toEqual([
      ['lock.acquire', 1],
      ['lock.release', 1],
      ['lock.acquire', 2],
      ['lock.extend', 2],
      ['lock.release', 2],
    ]);
  });

  it('of a refused acquire has the votes of the last try and the error', async () => {
    const nodes = nodesOf(5);
    await new Redlock(nodes.slice(0, 3)).acquire(['a'], 10_000);
    nodes[4]?.halt();
    const settings = { retryCount: 2, retryDelay: 10, retryJitter: 0, nodeTimeout: 30 };
    const error = await failure(new Redlock(nodes, settings).acquire(['a'], 1000));
    expect(error).toBeInstanceOf(ContendedError);
    const span = spans('lock.acquire').at(-1);
    expect(span?.attributes).toMatchObject({
      'lock.try.count': 3,
      'lock.votes.for': 1,
      'lock.votes.against': 3,
      'error.type': 'ContendedError',
    });
    expect(span?.attributes).not.toHaveProperty('lock.validity_ms');
    expect(span?.status).toEqual({ code: 2, message: error.message });
    expect(span?.events.map(({ name, attributes }) => [name, attributes?.['exception.type']])).toEqual([
      ['exception', 'ContendedError'],
    ]);
  });

  it('counts nodes that failed apart from those that said no', async () => {
    const nodes = nodesOf(5);
    for (const node of nodes.slice(0, 3)) node.halt();
    const redlock = new Redlock(nodes, { retryCount: 0, nodeTimeout: 30 });
    expect(await failure(redlock.acquire(['a'], 1000))).toBeInstanceOf(NoQuorumError);
    expect(theSpan('lock.acquire').attributes).toMatchObject({
      'lock.votes.for': 2,
      'lock.votes.against': 0,
      'lock.votes.failed': 3,
    });
  });

  it('of a tryAcquire that finds the lock taken is no error, and of one without a quorum it is', async () => {
    const nodes = nodesOf(3);
    const redlock = new Redlock(nodes, { nodeTimeout: 30 });
    await redlock.acquire(['a'], 1000);
    forgetSpans();
    expect(await redlock.tryAcquire(['a'], 1000)).toBeNull();
    expect(theSpan('lock.acquire').status.code).toBe(0);
    expect(theSpan('lock.acquire').attributes).toMatchObject({ 'lock.try.count': 1, 'lock.votes.against': 3 });
    expect(theSpan('lock.acquire').attributes).not.toHaveProperty('error.type');
    forgetSpans();
    for (const node of nodes) node.halt();
    await failure(redlock.tryAcquire(['a'], 1000));
    expect(theSpan('lock.acquire').status.code).toBe(2);
  });

  it('ends when a waiter is stopped by its signal or its deadline', async () => {
    const nodes = nodesFor('WatchedLocks');
    const locks = kinds.WatchedLocks(nodes, { retryCount: -1 });
    const lock = await locks.acquire(['a'], 60_000);
    forgetSpans();
    await expect(locks.acquire(['a'], 1000, { signal: abortsAfter(50) })).rejects.toThrow('aborted due to timeout');
    expect(theSpan('lock.acquire').attributes['error.type']).toBe('TimeoutError');
    forgetSpans();
    expect(await failure(locks.acquire(['a'], 1000, { deadline: Date.now() + 50 }))).toBeInstanceOf(ContendedError);
    expect(theSpan('lock.acquire').status.code).toBe(2);
    forgetSpans();
    await expect(locks.acquire(['a'], 1000, { signal: AbortSignal.abort('no') })).rejects.toBe('no');
    expect(theSpan('lock.acquire')).toMatchObject({
      attributes: { 'error.type': '_OTHER' },
      status: { message: 'no' },
    });
    await lock.release();
  });

  it.each([
    [Object.create(null)],
    [0],
    [
      {
        get name() {
          throw new Error('no name');
        },
      },
    ],
    [
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('no');
          },
        },
      ),
    ],
  ])('ends whatever the reason of an abort is', async (reason) => {
    const redlock = new Redlock(nodesOf(3));
    const thrown = await redlock
      .acquire(['a'], 1000, { signal: AbortSignal.abort(reason) })
      .catch((error: unknown) => [error]);
    expect(Array.isArray(thrown) && thrown[0] === reason).toBe(true);
    expect(theSpan('lock.acquire').status.code).toBe(2);
  });

  it('of an extension that finds the lock lost, or expired, is an error', async () => {
    const nodes = nodesOf(3);
    const redlock = new Redlock(nodes);
    const lock = await redlock.acquire(['a'], 1000);
    for (const node of nodes) node.forget();
    await failure(lock.extend(1000));
    expect(theSpan('lock.extend').attributes).toMatchObject({ 'error.type': 'LockLostError', 'lock.validity_ms': 0 });
    await failure(lock.extend(1000));
    expect(spans('lock.extend')[1]?.attributes).toMatchObject({ 'error.type': 'LockLostError', 'lock.try.count': 0 });
    expect(await lostCount()).toEqual(lostOnce);
  });
});

describe('the parent', () => {
  it('of each span is the span that was active where the lock was used', async () => {
    const redlock = new Redlock(nodesOf(3, 5), { nodeTimeout: 100, automaticExtensionThreshold: 200 });
    const { id: taken, result: lock } = await inUserSpan(() => redlock.acquire(['a'], 1000));
    const { id: kept, result: longer } = await inUserSpan(() => lock.extend(1000));
    const { id: released } = await inUserSpan(() => longer.release());
    const { id: used } = await inUserSpan(() => redlock.using(['b'], 500, () => pause(600)));
    const ownSpans = spans().filter(({ name }) => name !== 'user');
    expect(ownSpans.map((span) => [span.name, parentOf(span)])).toEqual([
      ['lock.acquire', taken],
      ['lock.extend', kept],
      ['lock.release', released],
      ['lock.acquire', used],
      ['lock.extend', used],
      ['lock.extend', used],
      ['lock.release', used],
    ]);
  });

  it('of what a routine does is not a span of the lock', async () => {
    const redlock = new Redlock(nodesOf(3));
    const { id } = await inUserSpan(() =>
      redlock.using(['a'], 1000, async () => trace.getTracer('user').startSpan('work').end()),
    );
    expect(parentOf(theSpan('work'))).toBe(id);
  });

  it('is none where none is active', async () => {
    await (await new Redlock(nodesOf(3)).acquire(['a'], 1000)).release();
    expect(spans().map(parentOf)).toEqual([undefined, undefined]);
  });

  it('of each command is the operation that sends it, also when answers arrive in another context', async () => {
    const servers = nodesOf(3, 5);
    const nodes = servers.map(tracedClient);
    const held = await new Redlock(nodes.slice(0, 2)).acquire(['a'], 300);
    const settings = { retryDelay: 100, retryJitter: 0, nodeTimeout: 50, automaticExtensionThreshold: 200 };
    forgetSpans();
    await inUserSpan(() =>
      new Redlock(nodes, settings).using(['a'], 500, async () => {
        await pause(200);
        for (const node of servers) node.halt();
        await pause(120);
        for (const node of servers) node.wake();
        await pause(300);
      }),
    );
    expect(spans('lock.extend')[0]?.attributes['lock.try.count']).toBeGreaterThan(1);
    expect(held.expiration).toBeLessThan(Date.now());
    const commands = spans('command');
    const names = new Map(spans().map((span) => [span.spanContext().spanId, span.name]));
    const parents = commands.map((span) => `${names.get(parentOf(span) ?? '')} ${span.attributes['name']}`);
    expect(new Set(parents)).toEqual(
      new Set([
        'lock.acquire SET',
        'lock.acquire EVAL',
        'lock.acquire EVALSHA',
        'lock.extend EVAL',
        'lock.extend EVALSHA',
        'lock.release EVALSHA',
      ]),
    );
  });
});

/** A client whose commands are spans. As with ioredis, its answers arrive in the context of its connection. */
const tracedClient = ({ request }: SimulatedRedis): LockClient => ({
  request,
  prepare: (command, taker, index) => ({
    send: () => {
      trace
        .getTracer('client')
        .startSpan('command', { attributes: { name: String(command[0]) } })
        .end();
      context.with(ROOT_CONTEXT, () => {
        request(command).then(
          (value) => taker.succeed(index, value),
          (error) => taker.fail(index, error),
        );
      });
    },
  }),
});

describe('automatic extensions', () => {
  it.each(['Redlock', 'SingleNodeLocks', 'WatchedLocks', 'WaitingLocks'] as const)(
    'of %s are spans each',
    async (kind) => {
      const locks = kinds[kind](nodesFor(kind), { automaticExtensionThreshold: 200 });
      await locks.using(['a'], 500, () => pause(1000));
      const all = spans('lock.extend');
      expect(all.length).toBeGreaterThanOrEqual(2);
      for (const { attributes, status } of all) {
        expect(attributes).toMatchObject({ 'lock.try.count': 1, 'lock.duration_ms': 500, 'lock.resources': ['a'] });
        expect(attributes['lock.validity_ms']).toBeGreaterThan(400);
        expect(status.code).toBe(0);
      }
      expect(await lostCount()).toEqual([]);
    },
  );

  it('that fail at first are one span with all tries, and end with the routine', async () => {
    const nodes = nodesOf(3);
    const settings = { automaticExtensionThreshold: 800, nodeTimeout: 20, retryDelay: 30, retryJitter: 0 };
    const locks = new Redlock(nodes, settings);
    await locks.using(['a'], 1000, async () => {
      for (const node of nodes) node.halt();
      await pause(270);
      for (const node of nodes) node.wake();
      await pause(60);
      expect(theSpan('lock.extend').attributes['lock.try.count']).toBeGreaterThan(1);
      for (const node of nodes) node.halt();
      await pause(300);
      for (const node of nodes) node.wake();
    });
    const [first, second, ...others] = spans('lock.extend');
    expect([first?.status.code, second?.status.code, others]).toEqual([0, 0, []]);
    expect(second?.attributes['lock.try.count']).toBeLessThan(10);
  });

  it('that lose the lock are an error', async () => {
    const nodes = nodesOf(3);
    const redlock = new Redlock(nodes, { automaticExtensionThreshold: 200 });
    const error = await failure(
      redlock.using(['a'], 500, async () => {
        for (const node of nodes) node.forget();
        await pause(400);
      }),
    );
    expect(error).toBeInstanceOf(LockLostError);
    expect(theSpan('lock.extend')).toMatchObject({
      attributes: { 'error.type': 'LockLostError', 'lock.votes.against': 3 },
      status: { code: 2 },
    });
    expect(await lostCount()).toEqual(lostOnce);
  });
});

describe('the counter of lost locks', () => {
  const forget = (nodes: ReturnType<typeof nodesOf>): void => {
    for (const node of nodes) node.forget();
  };

  it('counts a lock once that a release, an extension and a routine find lost', async () => {
    const nodes = nodesOf(3);
    const redlock = new Redlock(nodes);
    const lock = await redlock.acquire(['a'], 5000);
    forget(nodes);
    await failure(lock.release());
    await lock.release();
    expect(await lostCount()).toEqual(lostOnce);
  });

  it('counts one that was lost while nobody could extend it', async () => {
    const nodes = nodesOf(3);
    const redlock = new Redlock(nodes, { automaticExtensionThreshold: 200, nodeTimeout: 20 });
    const routine = async (): Promise<void> => {
      for (const node of nodes) node.halt();
      await pause(700);
    };
    await failure(redlock.using(['a'], 500, routine));
    expect(await lostCount()).toEqual(lostOnce);
  });

  it('counts a watched lock that nobody asks about', async () => {
    const nodes = nodesOf(1);
    const lock = await kinds.WatchedLocks(nodes).acquire(['a'], 500);
    forget(nodes);
    await lock.hold?.keeping?.lost;
    expect(await lostCount()).toEqual(lostOnce);
  });

  it('counts no lock that was released, replaced or left to expire', async () => {
    const redlock = new Redlock(nodesOf(3));
    const released = await redlock.acquire(['a'], 1000);
    await released.release();
    await failure(released.extend(1000));
    const replaced = await redlock.acquire(['b'], 1000);
    await replaced.extend(5000);
    await failure(replaced.extend(1000));
    const left = await redlock.acquire(['c'], 100);
    await pause(200);
    await left.release();
    await failure(redlock.acquire(['b'], 1000, { retryCount: 0 }));
    expect(await lostCount()).toEqual([]);
  });
});
