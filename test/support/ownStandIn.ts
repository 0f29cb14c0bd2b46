/**
 * A stand-in for the sandbox of a reader's code, for tests of its page: it answers as the sandbox does, with runs of
 * the built-in lock on one node. It hardly reads the code: a line with `boom` does not compile, one with `throws`
 * throws, and one with `refuses` refuses. Messages of the code contain characters that must not reach the page.
 */

import { attackIds } from '../../src/core/model/links/attackId';
import type { Scenario } from '../../src/core/model/scenario/scenario';
import { parts } from '../../src/core/run/parts';
import { runScenario } from '../../src/core/run/runScenario';
import type { AttackRow, OwnCalls, OwnCode, OwnProblem, OwnRun } from '../../src/sandbox/own/ownCalls';
import { type Port, serve } from '../../src/web/workers/webWorker';

declare const self: Port;

/** The line and column of a word, from 1. */
function problemAt(word: string, { lock }: OwnCode, kind: 'syntax' | 'threw'): OwnProblem | null {
  const lines = lock.split('\n');
  const line = lines.findIndex((one) => one.includes(word));
  if (line < 0) return null;
  const position = { file: 'lock', line: line + 1, column: (lines[line]?.indexOf(word) ?? 0) + 1 } as const;
  return kind === 'syntax'
    ? { kind, message: `Unexpected ${word}`, place: position }
    : { kind, message: `${word}\u202e`, place: position, client: 'client1', seq: 3 };
}

/** A line with `refuses` refuses 158 times. */
function refusalsOf(code: OwnCode): readonly OwnProblem[] {
  const refused = problemAt('refuses', code, 'threw');
  return refused === null ? [] : Array.from({ length: 158 }, () => ({ ...refused, isRefusal: true }));
}

const played = (scenario: Scenario) =>
  runScenario(
    { ...scenario, lock: { id: 'single-node', settings: { ttl: Number(scenario.lock.settings?.['ttl']) } } },
    parts,
  );

async function run({ code, scenario }: { readonly code: OwnCode; readonly scenario: Scenario }): Promise<OwnRun> {
  const { trace } = played(scenario);
  const threw = problemAt('throws', code, 'threw');
  const acquire = code.lock.split('\n').findIndex((line) => line.includes('acquire')) + 1;
  return {
    scenario,
    trace,
    problems: [...(threw === null ? [] : [threw, { ...threw, client: 'client2' } as const]), ...refusalsOf(code)],
    lines: [
      { seq: 1, client: 'client1', line: acquire, kind: 'call' },
      { seq: Math.floor(trace.count / 2), client: 'client2', line: acquire + 1, kind: 'call' },
    ],
    droppedLineCount: 0,
    logLines: [{ seq: 4, client: 'client1', text: 'the key is mine\u001b' }],
  };
}

const pause = {
  kind: 'pause',
  when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
  process: 'client1',
  for: 2400,
} as const;

const served: OwnCalls = {
  check: async (code) => {
    const problem = problemAt('boom', code, 'syntax');
    const ttl = Number(/ttl: (\d+)/.exec(code.lock)?.[1] ?? 2000);
    if (problem !== null) return { ok: false, problem };
    return { ok: true, form: 'functions', settings: { nodes: 1, ttl, token: false } };
  },
  run,
  attack: async ({ scenario, faultsMax, code }, { report }) => {
    const isHeld = scenario.storage.id === 'version' || code.lock.includes('holds');
    report({ runs: 12, runsExpected: 240 });
    const smallest = {
      scenario: { ...scenario, faults: { pause }, harm: 'lost' },
      outcome: 'lost',
    } as const;
    if (isHeld) return { runs: 240 ** faultsMax, runsExpected: 240 ** faultsMax, isExhaustive: true };
    report({ runs: 24, runsExpected: 240, smallest });
    const own = {
      scenario: { ...scenario, faults: { pause: { ...pause, for: 2500 } }, harm: 'deleted-another' },
      outcome: 'deleted-another',
      place: { file: 'lock', line: 10, column: 1 },
    } as const;
    const isOwn = code.lock.includes('deletes');
    // The search goes on as long as the page is open.
    if (isOwn) await new Promise((resolve) => setTimeout(resolve, 3000));
    return { runs: 36, runsExpected: 240, isExhaustive: true, smallest, ...(isOwn && { own }) };
  },
  attacks: async ({ scenario, code }, { report }) => {
    const outcomes = ['lost', 'overlap', 'held', 'unavailable'] as const;
    const rows = attackIds.map((id, index): AttackRow => {
      const outcome = outcomes[index % 4] ?? 'held';
      const worst = outcome === 'held' ? scenario : { ...scenario, faults: { pause } };
      const isSurvived = outcome === 'overlap' || outcome === 'held';
      return { id, outcome, isSurvived, runs: 3 + index, scenario: worst };
    });
    const threw = problemAt('throws', code, 'threw');
    for (const row of threw === null ? rows : rows.slice(0, 2)) report(row);
    return threw === null ? { rows } : { rows: rows.slice(0, 2), problem: threw };
  },
  late: async () => null,
};

serve(self, { ...served });
