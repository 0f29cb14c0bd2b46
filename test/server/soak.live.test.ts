// A soak of a few seconds: the same eight clients, faults and counts as `npm run soak`; and what makes that fail.
import { describe, expect, it } from 'vitest';
import { registry } from '../../src/explore/registry';
import { judge } from '../../src/judge/judge';
import { parseScenario } from '../../src/model/parse/parseScenario';
import { brokenPromises, type SoakCounts, type SoakResult, soak } from '../../src/server/soak/soak';
import { protections, soakScenario } from '../../src/server/soak/soakScenario';
import { simulate } from '../../src/sim/simulate';

const runMs = 6000;

describe('a soak', () => {
  it('loses no update where something checks, and leaves no process behind', async () => {
    const result = await soak({ registry, judge, seed: 1, soakMs: 0, runMs, lanesAtOnce: protections.length });
    expect(brokenPromises(result)).toEqual([]);
    for (const protection of protections) {
      expect(result.counts[protection].runs).toBe(1);
      expect(result.counts[protection].struck).toBeGreaterThan(0);
    }
    if (process.platform === 'linux') expect(result.processesLeft).toBe(0);
  }, 120_000);

  it('has scenarios that are what they are from their seed alone, and that the parser takes', () => {
    for (const protection of protections) {
      const scenario = soakScenario(protection, 7, runMs);
      expect(soakScenario(protection, 7, runMs)).toEqual(scenario);
      expect(soakScenario(protection, 8, runMs)).not.toEqual({ ...scenario, seed: 8 });
      expect(parseScenario(JSON.parse(JSON.stringify(scenario)), registry)).toEqual({ ok: true, scenario });
    }
  });

  it('has faults that do harm where nothing checks, and none elsewhere, in the simulator', () => {
    const lost = protections.map((protection) => {
      const runs = Array.from({ length: 10 }, (_, seed) =>
        judge(simulate(soakScenario(protection, seed, 15_000), registry)),
      );
      return runs.flatMap(({ facts }) => facts.filter(({ kind }) => kind === 'lost-update')).length;
    });
    expect(lost[0]).toBeGreaterThan(0);
    expect(lost.slice(1)).toEqual([0, 0]);
  });
});

describe('what must be none', () => {
  const fine: SoakCounts = { runs: 1, failed: 0, struck: 9, written: 9, rejected: 0, lost: 0 };
  const memory = { residentMb: 1, heapMb: 1 };
  const result: SoakResult = {
    counts: { 'no-check': { ...fine, lost: 5 }, version: fine, fencing: fine },
    processesLeft: 0,
    memory: [memory, memory],
  };
  const bad = { ...fine, lost: 1 };

  it.each<readonly [string, SoakResult, number]>([
    ['is none', result, 0],
    ['is lost by the version check', { ...result, counts: { ...result.counts, version: bad } }, 1],
    ['is lost by the token', { ...result, counts: { ...result.counts, fencing: bad } }, 1],
    ['is a process', { ...result, processesLeft: 2 }, 1],
    ['is a run that failed', { ...result, counts: { ...result.counts, 'no-check': { ...fine, failed: 1 } } }, 1],
    ['nobody can count here', { ...result, processesLeft: null }, 0],
  ])('%s', (_, given, count) => {
    expect(brokenPromises(given)).toHaveLength(count);
  });
});
