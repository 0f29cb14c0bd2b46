// Real processes of clients and of the storage report the events that the simulator would write, on real Redis servers.
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { nanosNow, nanosPerMs } from '../../../src/live/server/nanos';
import { holdsWhenLate, undecidedBecause } from '../../support/undecided';
import { LiveStage, scenarioOf } from './liveStage';
import { liveWords, simulatedWords } from './reportWords';

let stage: LiveStage | null = null;

afterEach(async () => {
  await stage?.close();
  stage = null;
});

const soon = (): number => nanosNow() + 50 * nanosPerMs;

describe('a client that is paused between its read and its write', () => {
  const scenario = scenarioOf({
    // On a busy machine a start, a read or a round of requests may take half a second. A node is waited for until it
    // answers.
    lock: { id: 'redlock', settings: { ttl: 1200, nodeTimeout: 0 } },
    settings: { stagger: 2200, think: 50, work: 200 },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
        for: 4000,
      },
    },
  });

  it('stops itself, and overwrites when it goes on: each client and the storage report what the simulator writes', async () => {
    const live = new LiveStage(scenario);
    stage = live;
    await live.startServers();
    const client1 = await live.startClient('client1', {
      anchors: [{ id: 0, kind: 'step', step: 'write', nth: 1, inject: { kind: 'stop', suspended: false } }],
    });
    const client2 = await live.startClient('client2');
    const epochNanos = soon();
    for (const client of [client1, client2]) client.order({ type: 'go', epochNanos });
    await live.heard(() => live.notes.some(({ note }) => note.note === 'anchor'));
    await untilStopped(client1.pid);
    await live.done('client2');
    expect(lastOf(live.of('client1')), 'nothing is reported by a stopped process').toMatchObject({ kind: 'step' });
    client1.kill('SIGCONT');
    await live.done('client1');

    const { trace } = runScenario(scenario, parts);
    for (const id of ['client1', 'client2', 'storage'] as const)
      expect(liveWords(live.of(id))).toEqual(simulatedWords(trace, id));
    expect(simulatedWords(trace, 'storage')).toEqual([
      'read client1 1 42',
      'read client2 1 42',
      'wrote client2 2 52',
      'wrote client1 3 43',
    ]);
  });
});

describe('a client', () => {
  const alone = scenarioOf({
    lock: { id: 'single-node', settings: { ttl: 700 } },
    settings: { clients: 1, stagger: 0, think: 50, work: 600 },
  });

  it('reports that it is killed at its anchor, and its next life begins at once, with values and holds of its own', async () => {
    const live = new LiveStage(alone);
    stage = live;
    await live.startServers();
    const first = await live.startClient('client1', {
      anchors: [{ id: 7, kind: 'step', step: 'work', nth: 1, inject: { kind: 'kill' } }],
    });
    const epochNanos = soon();
    first.order({ type: 'go', epochNanos });
    await first.ended;
    expect(lastOf(live.notes)?.note).toMatchObject({ note: 'anchor', id: 7 });
    expect(lastOf(live.of('client1'))).toMatchObject({ kind: 'step', columns: { text: 'work' } });

    const second = await live.startClient('client1', { incarnation: 1, holdsBefore: 1 });
    second.order({ type: 'go', epochNanos });
    await live.done('client1');
    const sets = live.of('client1').flatMap((event) => (event.kind === 'sent' ? [String(event.columns.text)] : []));
    const values = sets.filter((text) => text.startsWith('SET ')).map((text) => text.split(' ')[2]);
    expect(new Set(values).size).toBeGreaterThan(1);
    const holds = live.of('client1').flatMap((event) => (event.kind === 'acquiring' ? [event.columns.hold] : []));
    expect(new Set(holds).size, 'no hold is numbered twice').toBe(holds.length);
    expect(lastOf(live.of('client1').filter(({ kind }) => kind === 'sent'))?.columns).toMatchObject({
      message: expect.stringMatching(/^client1\/1\.\d+\/\d+$/),
    });
  });

  it('sleeps on after its machine was suspended, and no time has passed by its monotonic clock', {
    meta: holdsWhenLate,
  }, async ({ skip }) => {
    const live = new LiveStage(alone);
    stage = live;
    await live.startServers();
    const client = await live.startClient('client1');
    client.order({ type: 'go', epochNanos: soon() });
    const stampOf = (step: string): number | undefined =>
      live.of('client1').find(({ kind, columns }) => kind === 'step' && 'text' in columns && columns.text === step)
        ?.stampNanos;
    await live.heard(() => stampOf('work') !== undefined);
    const orderedNanos = nanosNow();
    client.order({ type: 'suspend' });
    await untilStopped(client.pid);
    const stoppedNanos = nanosNow();
    const workedMs = (stoppedNanos - (stampOf('work') ?? 0)) / nanosPerMs;
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const wokenNanos = nanosNow();
    client.kill('SIGCONT');
    await live.done('client1');
    const writtenNanos = stampOf('write');
    if (writtenNanos === undefined) throw new Error('It has written nothing.');
    // The order came after the sleep, because a stopped process writes nothing.
    if (writtenNanos < stoppedNanos) skip(undecidedBecause(Math.round((stoppedNanos - orderedNanos) / nanosPerMs)));
    expect((writtenNanos - wokenNanos) / nanosPerMs).toBeGreaterThan(600 - workedMs - 50);
  });

  it('does nothing more when its thread alone ends, while its watchdog goes on renewing', async () => {
    const scenario = scenarioOf({
      lock: { id: 'redisson', settings: { watchdogTimeout: 900 } },
      settings: { clients: 1, think: 10, work: 100 },
    });
    const live = new LiveStage(scenario, undefined, false);
    stage = live;
    await live.startServers();
    const client = await live.startClient('client1', {
      anchors: [{ id: 0, kind: 'step', step: 'write', nth: 1, inject: { kind: 'end-thread', fault: 3 } }],
    });
    client.order({ type: 'go', epochNanos: soon() });
    await live.heard(() => live.of('client1').filter(({ kind }) => kind === 'extended').length >= 2);
    const kinds = live.of('client1').map(({ kind }) => kind);
    const end = kinds.indexOf('crashed');
    expect(live.of('client1')[end]?.columns).toEqual({ fault: 3, power: 2 });
    expect(kinds.slice(end + 1)).not.toContain('releasing');
    expect(live.of('storage').map(({ kind }) => kind)).toEqual(['read']);

    client.order({ type: 'start-thread' });
    await live.heard(() => live.of('client1').some(({ kind }) => kind === 'started'));
    await live.heard(() => live.of('client1').filter(({ kind }) => kind === 'acquiring').length === 2);
  });

  it('reads the wall clock that it is given', async () => {
    const scenario = scenarioOf({
      lock: { id: 'single-node', settings: { ttl: 3000, clock: 'wall' } },
      settings: { clients: 1, think: 10, work: 100, check: 'before-write' },
    });
    const live = new LiveStage(scenario, undefined, false);
    stage = live;
    await live.startServers();
    const jump = { kind: 'clock', change: { jumpMicros: 10_000_000 } } as const;
    const client = await live.startClient('client1', {
      anchors: [{ id: 0, kind: 'step', step: 'work', nth: 1, inject: jump }],
    });
    client.order({ type: 'go', epochNanos: soon() });
    await live.done('client1');
    expect(live.of('client1').map(({ kind }) => kind)).toContain('stopped');
    expect(live.of('storage').map(({ kind }) => kind)).toEqual(['read']);
  });
});

async function untilStopped(pid: number): Promise<void> {
  while (!readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') T '))
    await new Promise((resolve) => setTimeout(resolve, 5));
}

const lastOf = <T>(list: readonly T[]): T | undefined => list.at(-1);
