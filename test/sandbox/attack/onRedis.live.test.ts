// The same file under the same fault, simulated and on real Redis, where each client is a process that runs it: the
// same verdict wherever timing does not decide.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import type { Verdict } from '../../../src/core/model/trace/verdict';
import { attack, sample } from '../../support/attackCommand';
import { areAttackedInstalled, attackedMissing } from '../../support/attackedLibraries';
import { attackedSamples } from '../../support/attackTable';
import { atNight, byNight } from '../../support/nightly';
import { oneFault } from '../../support/oneFault';

const scenarioCount = 20;

/** How much a real machine adds to a message's travel time, in ms: if that changes a verdict, timing decides it. */
const slower = byNight([0, 6], [0, 2, 6]);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attack-live-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function outcome(name: string, scenario: Scenario, world: '--play' | '--live'): Promise<string> {
  const file = join(folder, 'scenario.json');
  await writeFile(file, JSON.stringify(scenario));
  const { out, errors } = await attack(name.endsWith('.ts') ? name : sample(name), file, world, '--json');
  if (out === '') throw new Error(errors);
  const { verdict }: { verdict: Verdict } = JSON.parse(out);
  return verdict.outcome;
}

/** Null: timing decides it. */
async function simulated(name: string, scenario: Scenario): Promise<string | null> {
  const outcomes = new Set<string>();
  for (const ms of slower) {
    const settings = { ...scenario.settings, latency: 20 + ms };
    outcomes.add(await outcome(name, { ...scenario, settings }, '--play'));
  }
  const [only, ...others] = outcomes;
  return others.length === 0 ? (only ?? null) : null;
}

const pausedFor = (ms: number): Scenario => {
  const faultless = oneFault(1, 0);
  const when = { kind: 'step', process: 'client1', step: 'write', nth: 1 } as const;
  return { ...faultless, faults: { one: { kind: 'pause', process: 'client1', when, for: ms } } };
};

describe('a lock of ten lines', () => {
  it('loses an update on real Redis, as simulated, when its holder is stopped for longer than its lease', async () => {
    const scenario = pausedFor(3000);
    expect(await simulated('ownValue', scenario)).toBe('lost');
    expect(await outcome('ownValue', scenario, '--live')).toBe('lost');
  });

  it('holds there when it is stopped for a moment', async () => {
    expect(await outcome('ownValue', pausedFor(150), '--live')).toBe('held');
  });
});

describe('a lock whose code hears SIGTERM', () => {
  const when = { kind: 'step', process: 'client1', step: 'work', nth: 1 } as const;
  const stop = { kind: 'crash', process: 'client1', when, restartAfter: 'never', signal: 'SIGTERM' } as const;
  const faultless = oneFault(1, 0);
  // Client 1 is first, in both worlds.
  const settings = { ...faultless.settings, stagger: 100, work: 1500 };
  const scenario = { ...faultless, settings, faults: { one: stop } };

  it.each([
    ['loses an update when it frees the lock and works on', "redis[0].del('stock')", 'lost'],
    ['holds when it leaves at once', 'process.exit(0)', 'held'],
  ])('%s', async (_, does, expected) => {
    const name = join(folder, 'heard.ts');
    await writeFile(
      name,
      `let redis: any;
      process.on('SIGTERM', () => ${does});
      export const acquire = async (lock: any) => {
        redis = lock.redis;
        return (await redis[0].set(lock.key, lock.me, 'NX', 'PX', lock.ttl)) === 'OK' && { owner: lock.me };
      };
      export const release = ({ key }: any) => redis[0].del(key);`,
    );
    expect(await simulated(name, scenario)).toBe(expected);
    expect(await outcome(name, scenario, '--live')).toBe(expected);
  });
});

describe.sequential('every sample under one fault', () => {
  for (const name of new Set(['ownValue', ...attackedSamples.map(({ sample }) => sample)]))
    atNight(name, { timeout: 1_200_000 }, async ({ skip }) => {
      skip(!areAttackedInstalled, attackedMissing);
      const nodes = /^(ownValue|semaphoreMutex|simpleRedisMutex)$/.test(name) ? 1 : 5;
      const apart: string[] = [];
      let compared = 0;
      for (let number = 0; number < scenarioCount; number++) {
        const scenario = oneFault(nodes, number);
        const expected = await simulated(name, scenario);
        const live = expected === null ? null : await outcome(name, scenario, '--live');
        if (live === null || live === 'unknown') continue;
        compared++;
        if (live !== expected)
          apart.push(`${JSON.stringify(scenario.faults)}: simulated ${expected}, on real Redis ${live}`);
      }
      expect(apart).toEqual([]);
      expect(compared).toBeGreaterThan(scenarioCount / 2);
    });
});
