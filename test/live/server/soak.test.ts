// The parts of a soak separately: what it runs, what it calls broken, what it counts as a difference, and what it
// saves.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import type { Call } from '../../../src/core/model/effect';
import { parseScenario } from '../../../src/core/model/parse/parseScenario';
import type { Reply } from '../../../src/core/model/request';
import type { Scenario } from '../../../src/core/model/scenario';
import type { Trace } from '../../../src/core/model/trace';
import { eventsOf } from '../../../src/core/model/traceReader';
import type { Verdict } from '../../../src/core/model/verdict';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { openCellStore } from '../../../src/live/server/process/cellStore';
import { type WriteNoted, writeNotes } from '../../../src/live/server/process/writeNotes';
import type { LiveOutcome } from '../../../src/live/server/run/reports';
import type { Tally } from '../../../src/live/server/run/tally';
import { WriteCounts } from '../../../src/live/server/run/tally';
import { baselineRun, flawsOf } from '../../../src/live/server/soak/baseline';
import { Differences, differencesOf } from '../../../src/live/server/soak/differences';
import { pairingsOf, soakedLocks } from '../../../src/live/server/soak/pairings';
import { brokenPromises, type SoakResult, saveTrace } from '../../../src/live/server/soak/soak';
import { brokenIn, nothing, runOnce, type SoakCounts } from '../../../src/live/server/soak/soakRun';
import {
  baselineRoundsAll,
  baselineScenario,
  type Pairing,
  soakScenario,
} from '../../../src/live/server/soak/soakScenario';
import { liveProblem } from '../../../src/live/wire/liveProblem';
import { readSavedRun } from '../../../src/web/files/savedRun';
import { byNight } from '../../support/nightly';
import '../../support/handIn';

const runMs = 15_000;
const withPostgres = { hasPostgres: true };
const locks = soakedLocks(parts, withPostgres);
const pairings = pairingsOf(locks);
const seeds = Array.from({ length: 8 }, (_, i) => i + 1);

const ranAs = (scenario: Scenario): LiveOutcome => ({ ok: true, trace: simulate(scenario, parts) });
const perfect: Tally = { acknowledged: baselineRoundsAll, unsure: 0, added: baselineRoundsAll };

const judgeAll = (trace: Trace): Verdict => judge(trace, parts);

describe('what is soaked', () => {
  it('includes every lock that can run live, an SQL lock among them, each with a check and without', () => {
    const able = [...parts.locks.keys()].filter(
      (lock) => liveProblem(baselineScenario(lock), parts, withPostgres) === null,
    );
    expect(new Set([...locks, 'no-lock'])).toEqual(new Set(able));
    expect(locks).toEqual(expect.arrayContaining(['redlock', 'redisson', 'sql-row', 'sql-advisory']));
    for (const lock of locks)
      for (const protection of ['version', 'no-check']) expect(pairings).toContainEqual({ lock, protection });
    expect(pairings).toContainEqual({ lock: 'redlock', protection: 'fencing' });
  });

  it('includes fewer locks without Postgres', () => {
    expect(soakedLocks(parts, { hasPostgres: false })).not.toContain('sql-advisory');
  });

  it('has scenarios that follow from their seed alone, that the parser accepts, and that run live', () => {
    for (const pairing of pairings) {
      const scenario = soakScenario(pairing, 7, runMs);
      expect(soakScenario(pairing, 7, runMs)).toEqual(scenario);
      expect(soakScenario(pairing, 8, runMs)).not.toEqual({ ...scenario, seed: 8 });
      expect(parseScenario(JSON.parse(JSON.stringify(scenario)), parts)).toEqual({ ok: true, scenario });
      expect(liveProblem(scenario, parts, withPostgres)).toBeNull();
    }
  });

  it('has every kind of fault in it, replicas, and every persistence', () => {
    const all = pairings.flatMap((pairing) => seeds.map((seed) => soakScenario(pairing, seed, runMs)));
    const kinds = new Set(all.flatMap(({ faults }) => Object.values(faults).map(({ kind }) => kind)));
    const live = [...parts.faults.values()].filter(
      ({ appliesTo }) => appliesTo !== 'service' && appliesTo !== 'session',
    );
    expect([...kinds].sort()).toEqual(live.map(({ kind }) => kind).sort());
    const nodes = all.map(({ settings }) => settings.nodes);
    expect(new Set(nodes.map(({ persistence }) => persistence))).toEqual(new Set(['none', 'everysec', 'always']));
    expect(nodes.some(({ replicas }) => replicas > 0)).toBe(true);
  });

  it('does harm without a check, and none with one, in the simulator', () => {
    const lostOf = (pairing: Pairing): number =>
      seeds
        .slice(0, byNight(3, 8))
        .reduce(
          (all, seed) =>
            all +
            judge(simulate(soakScenario(pairing, seed, runMs), parts), parts).facts.filter(
              ({ kind }) => kind === 'lost-update',
            ).length,
          0,
        );
    expect(lostOf({ lock: 'redlock', protection: 'no-check' })).toBeGreaterThan(0);
    expect(lostOf({ lock: 'redlock', protection: 'fencing' })).toBe(0);
    expect(lostOf({ lock: 'single-node', protection: 'version' })).toBe(0);
  });
});

describe('the baseline', () => {
  it.each(locks)('of %s is perfect in the simulator', (lock) => {
    const trace = simulate(baselineScenario(lock), parts);
    expect(flawsOf(trace, judge(trace, parts), perfect)).toEqual([]);
  });

  it('names each flaw: the outcome, a finding, a round, a write', () => {
    const trace = simulate(baselineScenario('redlock'), parts);
    const verdict = judge(trace, parts);
    const lost = {
      ...verdict,
      outcome: 'overlap',
      facts: [{ kind: 'late-write', who: [], from: 0, to: 0, values: { micros: 1, value: 1, accepted: 0 } }],
    } as const;
    expect(flawsOf(trace, lost, perfect)).toEqual(['It ended as "overlap" and not as "held".', 'Found: late-write.']);
    const fewer = simulate(
      { ...baselineScenario('redlock'), settings: { ...trace.header.scenario.settings, rounds: 2 } },
      parts,
    );
    expect(flawsOf(fewer, judge(fewer, parts), perfect)).toEqual([`8 of ${baselineRoundsAll} rounds were finished.`]);
    for (const tally of [null, { ...perfect, unsure: 1 }, { ...perfect, added: 11 }, { ...perfect, acknowledged: 11 }])
      expect(flawsOf(trace, verdict, tally)).toHaveLength(1);
  });

  it('is run again when the machine was late, but not for ever', async () => {
    let runs = 0;
    const late = {
      ...judge(simulate(baselineScenario('redlock'), parts), parts),
      outcome: 'unknown',
      unknownBecause: 'late',
    } as const;
    const run = async (scenario: Scenario): Promise<LiveOutcome> => {
      runs++;
      return ranAs(scenario);
    };
    const { flaws, again } = await baselineRun({ run }, () => late, 'redlock');
    expect([runs, again]).toEqual([3, 2]);
    expect(flaws[0]).toBe('It ended as "unknown" and not as "held".');
  });
});

describe('a write', () => {
  const written: Call = {
    kind: 'call',
    to: 'storage',
    request: { command: 'WRITE', value: 1, basedOn: 1 },
  } as unknown as Call;
  const notedFor = async (call: Call, reply: Reply): Promise<readonly WriteNoted[]> => {
    const notes: WriteNoted[] = [];
    const noted = writeNotes((note) => {
      if ('note' in note && note.note === 'write') notes.push(note.what);
    });
    await noted(call, async () => {
      expect(notes).toEqual(call === written ? ['sent'] : []);
      return reply;
    });
    return notes;
  };

  it('is reported before it leaves, and at its answer; after a timeout it stays in doubt', async () => {
    expect(await notedFor(written, { kind: 'ok', value: 2 })).toEqual(['sent', 'acknowledged']);
    expect(await notedFor(written, { kind: 'ok', value: null })).toEqual(['sent', 'refused']);
    expect(await notedFor(written, { kind: 'error', message: 'ERR' } as Reply)).toEqual(['sent', 'refused']);
    expect(await notedFor(written, { kind: 'timeout' })).toEqual(['sent']);
  });

  it('is the only reported call: no read, and no request to a server', async () => {
    const read = { ...written, request: { command: 'READ' } } as unknown as Call;
    expect(await notedFor(read, { kind: 'ok', value: 2 })).toEqual([]);
    expect(await notedFor({ ...written, to: 'nodeA' }, { kind: 'ok', value: 2 })).toEqual([]);
  });

  it('without an answer is in doubt; the storage’s own table has the number of writes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'soak-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const database = { kind: 'libsql', file: join(folder, 'storage.db') } as const;
    const counts = new WriteCounts();
    for (const what of ['sent', 'sent', 'sent', 'acknowledged', 'refused'] as const) counts.note(what);
    const store = await openCellStore(database, 'storage', 'null');
    expect(await counts.tally(database)).toEqual({ acknowledged: 1, unsure: 1, added: 0 });
    await store.transact((row) => ({ row: { ...row, value: row.value + 2 }, result: null }));
    expect(await counts.tally(database)).toEqual({ acknowledged: 1, unsure: 1, added: 2 });
    await store.close();
  });
});

describe('what is broken in a run', () => {
  const version: Pairing = { lock: 'redlock', protection: 'version' };
  const open: Pairing = { lock: 'redlock', protection: 'no-check' };
  const tally: Tally = { acknowledged: 9, unsure: 1, added: 9 };
  it.each<readonly [string, Pairing, Partial<SoakCounts>, Tally | null, number, number]>([
    ['nothing', version, {}, tally, 9, 0],
    ['no write that was in doubt and is there', version, {}, { ...tally, added: 10 }, 10, 0],
    ['a storage that says nothing', version, {}, null, 9, 1],
    ['an update that the judge saw lost', version, { lost: 1 }, tally, 9, 1],
    ['a write that the storage lacks, whatever the judge saw', version, { missing: 1 }, { ...tally, added: 8 }, 8, 1],
    ['a write that nobody made', version, {}, { ...tally, added: 11 }, 11, 1],
    ['a write that nobody made, unprotected too', open, {}, { ...tally, added: 11 }, 11, 1],
    ['no lost update where nothing protects', open, { lost: 2, missing: 2 }, { ...tally, added: 7 }, 7, 0],
    ['a missing write of which the judge knows nothing', open, { missing: 2 }, { ...tally, added: 7 }, 7, 1],
    ['no write that came when the trace had ended', open, { missing: 2 }, { ...tally, added: 7 }, 9, 0],
  ])('is %s', (_, pairing, counts, noted, seen, count) => {
    expect(brokenIn(pairing, { ...nothing, ...counts }, noted, seen)).toHaveLength(count);
  });
});

describe('a run of a soak', () => {
  const pairing: Pairing = { lock: 'single-node', protection: 'no-check' };
  const scenario = soakScenario(pairing, 3, runMs);
  const trace = simulate(scenario, parts);
  const verdict = judge(trace, parts);
  const simulated = {
    outcome: verdict.outcome,
    ended: trace.header.ended,
    facts: verdict.facts.map(({ kind }) => kind),
  };
  const accepted = eventsOf(trace, 'wrote').length;
  const added = (eventsOf(trace, 'wrote').at(-1)?.value ?? 42) - 42;
  const run: Parameters<typeof runOnce>[0]['run'] = async (given, options) => {
    options?.onTally?.({ acknowledged: accepted, unsure: 0, added });
    return ranAs(given);
  };

  it('counts as equal when it ended as simulated, and its sum agrees with the judge', async () => {
    const found = await runOnce({ run, simulate: async () => simulated }, judgeAll, pairing, scenario);
    expect(found.counts.lost).toBeGreaterThan(0);
    expect(found.counts.missing).toBe(accepted - added);
    expect(found).toMatchObject({ broken: [], differences: [], isLate: false, problem: null });
  });

  it('names its differences from its simulation', async () => {
    const other = { outcome: 'held', ended: 'quiet', facts: [] } as const;
    const { differences } = await runOnce({ run, simulate: async () => other }, judgeAll, pairing, scenario);
    expect(differences).toContain(`outcome: ${verdict.outcome} live, held simulated`);
    expect(differences).toContain('lost-update live alone');
  });

  it('is not compared if the machine was too late to tell, or the simulation failed', async () => {
    const late = { ...verdict, outcome: 'unknown', unknownBecause: 'late' } as const;
    const simulateNone = async (): Promise<never> => {
      throw new Error('It was asked for.');
    };
    expect(await runOnce({ run, simulate: simulateNone }, () => late, pairing, scenario)).toMatchObject({
      isLate: true,
      differences: null,
    });
    expect(await runOnce({ run, simulate: async () => null }, judgeAll, pairing, scenario)).toMatchObject({
      isLate: false,
      differences: null,
    });
  });

  it('counts as failed, with its problem and last words', async () => {
    const problem = { en: 'The process of client 1 ended.', zh: '' };
    const failing = async (): Promise<LiveOutcome> => ({ ok: false, problem, lastWords: ['bye'], trace });
    const found = await runOnce({ run: failing, simulate: async () => null }, judgeAll, pairing, scenario);
    expect(found).toMatchObject({
      problem: 'The process of client 1 ended. | bye',
      counts: { runs: 1, failed: 1 },
      trace,
    });
  });
});

describe('differences', () => {
  it('are named by kind: outcome, end, and findings of one side alone', () => {
    const live = {
      outcome: 'held',
      facts: [{ kind: 'late-write', who: [], from: 0, to: 0, values: { micros: 1, value: 1, accepted: 0 } }],
    } as const;
    expect(differencesOf(live, 'duration', { outcome: 'overlap', ended: 'quiet', facts: ['entry-left'] })).toEqual([
      'outcome: held live, overlap simulated',
      'end: duration live, quiet simulated',
      'late-write live alone',
      'entry-left simulated alone',
    ]);
  });

  it('are counted, the most frequent first, each with its first run', () => {
    const differences = new Differences();
    differences.add(['a'], 'one');
    differences.add(['b'], 'two');
    differences.add(['b', 'a'], 'three');
    differences.add(['b'], 'four');
    expect(differences.list).toEqual([
      { kind: 'b', count: 3, example: 'two' },
      { kind: 'a', count: 2, example: 'one' },
    ]);
  });
});

it('a saved run is a file that the page opens, with the same verdict', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const trace = simulate(soakScenario({ lock: 'redlock', protection: 'no-check' }, 3, runMs), parts);
  const file = saveTrace(join(folder, 'runs'), 'redlock no-check seed 3/..', trace);
  expect(file).toBe(join(folder, 'runs', 'redlock-no-check-seed-3-.json'));
  const opened = readSavedRun(readFileSync(file, 'utf8'), parts);
  if (!opened.ok) throw new Error(opened.problem.en);
  expect(opened.run.verdict).toEqual(judge(trace, parts));
});

describe('counts that must be 0', () => {
  const fine: SoakCounts = { runs: 1, failed: 0, injected: 9, written: 9, rejected: 0, lost: 0, missing: 0 };
  const memory = { residentMb: 1, heapMb: 1 };
  const result: SoakResult = {
    baseline: [{ lock: 'redlock', flaws: [], again: 0, trace: null }],
    counts: { 'no-check': { ...fine, lost: 5, missing: 5 }, version: fine, fencing: fine },
    runsOf: new Map([['redlock', 3]]),
    broken: [],
    differences: [],
    compared: 3,
    alike: 3,
    late: 0,
    processesLeft: 0,
    memory: [memory, memory],
  };

  it.each<readonly [string, Partial<SoakResult>, number]>([
    ['is none', {}, 0],
    ['is a flaw without faults', { baseline: [{ lock: 'redlock', flaws: ['one', 'two'], again: 0, trace: null }] }, 2],
    ['is broken in a run', { broken: ['redlock version seed 1: 1 updates were lost.'] }, 1],
    ['is a process', { processesLeft: 2 }, 1],
    ['is a run that failed', { counts: { ...result.counts, 'no-check': { ...fine, failed: 1 } } }, 1],
    ['nobody can count here', { processesLeft: null }, 0],
    [
      'is no difference from the simulation',
      { compared: 3, alike: 0, differences: [{ kind: 'a', count: 3, example: 'b' }] },
      0,
    ],
  ])('%s', (_, change, count) => {
    expect(brokenPromises({ ...result, ...change })).toHaveLength(count);
  });
});
