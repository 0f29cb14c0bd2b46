// Real processes of clients and of the storage report what the simulator would have written, on real Redis servers.
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { runScenario } from '../../src/explore/run';
import { LiveStage, scenarioOf } from './liveStage';
import { liveWords, simulatedWords } from './reportWords';

let stage: LiveStage | null = null;

afterEach(async () => {
  await stage?.close();
  stage = null;
});

const soon = (): number => Number(process.hrtime.bigint()) + 50_000_000;

describe('a client that is paused between its read and its write', () => {
  const scenario = scenarioOf({
    lock: { id: 'redlock', settings: { ttl: 600 } },
    settings: { stagger: 900, think: 50, work: 200 },
    faults: {
      pause: {
        kind: 'pause',
        process: 'client1',
        when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
        for: 1200,
      },
    },
  });

  it('stops itself, and overwrites when it is woken: each client and the storage report what the simulator writes', async () => {
    const live = new LiveStage(scenario);
    stage = live;
    await live.startServers();
    const client1 = await live.startClient('client1', {
      anchors: [{ id: 0, kind: 'step', step: 'write', nth: 1, strike: { kind: 'stop', suspended: false } }],
    });
    const client2 = await live.startClient('client2');
    const epochNanos = soon();
    for (const client of [client1, client2]) client.order({ type: 'go', epochNanos });
    await live.heard(() => live.notes.some(({ note }) => note.note === 'anchor'));
    await untilStopped(client1.pid);
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(lastOf(live.of('client1')), 'nothing is reported by a stopped process').toMatchObject({ kind: 'step' });
    client1.kill('SIGCONT');
    await Promise.all([live.done('client1'), live.done('client2')]);

    const { trace } = runScenario(scenario);
    for (const id of ['client1', 'client2', 'storage'] as const)
      expect(liveWords(live.of(id))).toEqual(simulatedWords(trace, id));
    expect(simulatedWords(trace, 'storage')).toEqual([
      'read client1 1 42',
      'read client2 1 42',
      'wrote client2 2 43',
      'wrote client1 3 43',
    ]);
  });
});

async function untilStopped(pid: number): Promise<void> {
  while (!readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') T '))
    await new Promise((resolve) => setTimeout(resolve, 5));
}

const lastOf = <T>(list: readonly T[]): T | undefined => list.at(-1);
