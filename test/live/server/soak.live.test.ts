// A soak of a few seconds on real servers: the baseline, clients, faults and witnesses of `npm run soak`.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import { parts } from '../../../src/core/run/parts';
import type { BaselineRun } from '../../../src/live/server/soak/baseline';
import { brokenPromises, type SoakOptions, type SoakResult, soak } from '../../../src/live/server/soak/soak';
import type { SoakRun } from '../../../src/live/server/soak/soakRun';
import { readSavedRun } from '../../../src/web/files/savedRun';
import { byNight, sampled } from '../../support/nightly';
import '../../support/handIn';

/** These addresses lead nowhere. A soak that used the servers named for the page would fail. */
const environment = { ...process.env, REDIS_URLS: 'redis://127.0.0.1:1', DATABASE_URL: 'postgres://127.0.0.1:1/none' };

interface Soaked {
  readonly result: SoakResult;
  readonly runs: readonly SoakRun[];
  readonly files: readonly string[];
}

async function soaked(options: Pick<SoakOptions, 'judge' | 'pairings'>): Promise<Soaked> {
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const runs: SoakRun[] = [];
  const files: string[] = [];
  const keep = (_run: BaselineRun | SoakRun, file: string | null): void => {
    if (file !== null) files.push(file);
  };
  const result = await soak({
    parts,
    environment,
    postgresUrl: null,
    seed: 1,
    soakMs: 0,
    runMs: byNight(4000, 6000),
    runsMin: options.pairings?.length ?? 0,
    atOnce: 1,
    locks: ['single-node', 'redlock'],
    saveTo: join(folder, 'runs'),
    onBaseline: keep,
    onRun: (run, file) => {
      runs.push(run);
      keep(run, file);
    },
    ...options,
  });
  return { result, runs, files };
}

it('loses no update when the storage checks, by the judge and by the storage’s own sum, and leaves no process behind', async () => {
  const { result, runs } = await soaked({
    judge: (trace) => judge(trace, parts),
    pairings: sampled(
      [
        { lock: 'redlock', protection: 'fencing' },
        { lock: 'single-node', protection: 'version' },
        { lock: 'single-node', protection: 'no-check' },
      ],
      3,
    ),
  });
  expect(result.baseline.map(({ lock, flaws }) => [lock, flaws])).toEqual([
    ['single-node', []],
    ['redlock', []],
  ]);
  expect(brokenPromises(result)).toEqual([]);
  for (const { counts, isLate, differences } of runs) {
    expect(counts).toMatchObject({ runs: 1, failed: 0 });
    expect(counts.injected).toBeGreaterThan(0);
    expect(counts.written).toBeGreaterThan(0);
    expect(differences === null).toBe(isLate);
  }
  if (process.platform === 'linux') expect(result.processesLeft).toBe(0);
}, 180_000);

it('runs nothing with faults after a flawed run without, and saves that run as a file that the page opens', async () => {
  const { result, runs, files } = await soaked({
    // A judge that finds fault with every run of Redlock.
    judge: (trace) => {
      const verdict = judge(trace, parts);
      return trace.header.scenario.lock.id === 'redlock' ? { ...verdict, outcome: 'overlap' } : verdict;
    },
    pairings: [{ lock: 'single-node', protection: 'version' }],
  });
  expect(brokenPromises(result)).toEqual(['redlock without faults: It ended as "overlap" and not as "held".']);
  expect(runs).toEqual([]);
  const [file = ''] = files;
  expect(existsSync(file)).toBe(true);
  const opened = readSavedRun(readFileSync(file, 'utf8'), parts);
  if (!opened.ok) throw new Error(opened.problem.en);
  expect(opened.run.trace.header).toMatchObject({ origin: 'live', scenario: { lock: { id: 'redlock' } } });
}, 120_000);
