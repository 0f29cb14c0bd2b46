// Since when it was too late, told by stories and held for any run.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { lengthOf } from '../../../src/core/model/scenario/faultKind';
import { defaultSettings, type Scenario } from '../../../src/core/model/scenario/scenario';
import { rankOf, severityOf } from '../../../src/core/model/trace/severity';
import type { Trace } from '../../../src/core/model/trace/trace';
import { readEvents } from '../../../src/core/model/trace/traceReader';
import { formatMs } from '../../../src/core/model/values/format';
import { fromMs, instant } from '../../../src/core/model/values/time';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { simulate } from '../../../src/core/sim/simulate';
import { finished } from '../../../src/search/explore/branch';
import type { DecidingEvent } from '../../../src/search/late/decides';
import { faultHitsIn, withFaultsEndedAt } from '../../../src/search/late/endedFaults';
import { harmOf, isFixed, type RemediableHarm, type RunOutcome } from '../../../src/search/late/runOutcome';
import { type TooLate, tooLate } from '../../../src/search/late/tooLate';
import { storyVersionOf, storyVersions } from '../../content/stories/storyVersions';
import { anyWorld } from '../../support/anyWorld';
import { byNight } from '../../support/nightly';

const found = (scenario: Scenario, asked?: RemediableHarm): TooLate => {
  const run = runScenario(scenario, parts);
  const harm = asked ?? harmOf(run.verdict);
  if (harm === null) throw new Error('The run does no harm.');
  return finished(tooLate(run, harm, parts));
};

const inWords = ({ spans }: TooLate): readonly string[] =>
  spans.map(({ from, to, chance }) => `${formatMs(from)}–${formatMs(to)} ${chance}`);

const eventInWords = (event: DecidingEvent | null): string =>
  event === null
    ? 'nothing'
    : `${event.process} ${event.kind}${event.peer === null ? '' : ` ${event.peer}`}${event.before === null ? ', only at the edge' : event.at === null ? ', only before it' : ''}`;

const decidedInWords = ({ decided }: TooLate): string =>
  decided === null ? 'nothing' : `${eventInWords(decided.better)} → ${eventInWords(decided.worse)}`;

describe('a pause before the write (story 20)', () => {
  const { scenario } = storyVersionOf('20');

  it('was too late for the data since 3.339 s: client 2 has read 42 before client 1 writes', () => {
    const late = found(scenario);
    expect(late).toMatchObject({ asked: 'lost', since: 3339, isMomentary: false });
    expect(inWords(late)).toMatchInlineSnapshot(`
      [
        "0 ms–3.054 s avoidable",
        "3.055 s–3.338 s less-bad",
        "3.339 s–6 s too-late",
      ]
    `);
    expect(decidedInWords(late)).toMatchInlineSnapshot(`"storage wrote client1 → storage read client2"`);
  });

  it('was too late to keep the two apart since 3.055 s: client 2 is let in before client 1 leaves', () => {
    const late = found(scenario, 'overlap');
    expect(late.since).toBe(3055);
    expect(inWords(late)).toMatchInlineSnapshot(`
      [
        "0 ms–3.054 s avoidable",
        "3.055 s–6 s too-late",
      ]
    `);
    expect(decidedInWords(late)).toMatchInlineSnapshot(`"client1 releasing → client2 acquired"`);
  });

  it('says the same of every millisecond around its edges when each is tried', () => {
    const run = runScenario(scenario, parts);
    const strikes = faultHitsIn(run.trace);
    const dataAt = (ms: number): string =>
      runScenario(withFaultsEndedAt(scenario, strikes, instant(fromMs(ms)), parts), parts).verdict.data;
    const all = Array.from({ length: byNight(60, 6000) }, (_, index) => byNight(3310, 0) + index);
    expect(all.filter((ms) => dataAt(ms) === 'lost')).toEqual(all.filter((ms) => ms >= 3339));
  });
});

it('decides at the EXPIRE that never came (story 3)', () => {
  const late = found(storyVersionOf('3').scenario);
  expect(late.asked).toBe('stuck');
  expect(inWords(late)).toMatchInlineSnapshot(`
    [
      "0 ms–183 ms avoidable",
      "184 ms–5 s too-late",
    ]
  `);
  expect(decidedInWords(late)).toMatchInlineSnapshot(`"nodeA entrySet client1, only before it → nothing"`);
});

it('was never avoidable where the run without faults does the same harm', () => {
  const scenario: Scenario = {
    version: 2,
    seed: 1,
    lock: { id: 'no-lock' },
    storage: { id: 'no-check' },
    settings: { ...defaultSettings, stagger: 20 },
    faults: { pause: { kind: 'pause', process: 'client1', when: { kind: 'time', at: 300 }, for: 200 } },
  };
  const late = found(scenario);
  expect(late).toMatchObject({ asked: 'lost', since: 0, decided: null });
  expect(late.spans.map(({ chance }) => chance)).toEqual(['too-late']);
});

it('is not known where the healed run does not last long enough (story 7e)', () => {
  const late = found(storyVersionOf('7e').scenario);
  expect(inWords(late)).toMatchInlineSnapshot(`
    [
      "0 ms–1.603 s avoidable",
      "1.604 s–1.653 s unknown",
      "1.654 s–4.2 s too-late",
    ]
  `);
});

describe('what saves a run', () => {
  const rounds = new Map([[0, { finished: 1, refused: 0, stopped: 0 }]]);
  const faultless: RunOutcome = { lock: 'held', data: 'safe', violatesOwnership: false, rounds };
  const refused = new Map([[0, { finished: 0, refused: 1, stopped: 0 }]]);
  const allStop = new Map([[0, { finished: 0, refused: 0, stopped: 1 }]]);
  const oneStops = new Map([...allStop, [1, { finished: 1, refused: 0, stopped: 0 }]]);
  const rows: readonly (readonly [string, RemediableHarm, Partial<RunOutcome>, boolean])[] = [
    ['two may be inside where the data are asked about', 'lost', { lock: 'overlap', data: 'safe', rounds }, true],
    ['the storage may refuse a write', 'lost', { lock: 'overlap', data: 'refused', rounds: refused }, true],
    ['luck saves nothing', 'lost', { lock: 'overlap', data: 'lucky', rounds }, false],
    ['whoever finished must finish', 'lost', { lock: 'held', data: 'safe', rounds: new Map() }, false],
    ['what is not known saves nothing', 'lost', { lock: 'unknown', data: 'safe', rounds }, false],
    ['two inside are no rescue from two inside', 'overlap', { lock: 'overlap', data: 'safe', rounds }, false],
    ['a refused write is none either', 'overlap', { lock: 'held', data: 'refused', rounds: refused }, false],
    ['one after the other is', 'overlap', { lock: 'held', data: 'safe', rounds }, true],
    ['a client that stops in time is one', 'overlap', { rounds: oneStops }, true],
    ['where all stop, nobody is saved', 'overlap', { rounds: allStop }, false],
    ['who stops does not get through', 'unavailable', { rounds: oneStops }, false],
    ['who takes another’s key was only lucky in who waited', 'overlap', { violatesOwnership: true }, false],
  ];
  test.each(rows)('%s', (_claim, asked, ending, saved) =>
    expect(isFixed({ ...faultless, ...ending }, asked, faultless)).toBe(saved),
  );

  it('has nothing to save where nothing is decided, or nothing is wrong', () => {
    expect(harmOf({ lock: 'unknown', data: 'safe' })).toBeNull();
    expect(harmOf({ lock: 'held', data: 'safe' })).toBeNull();
  });
});

it('marks the fault itself where nothing can be healed', () => {
  const { scenario } = storyVersionOf('23');
  const late = found(scenario);
  const strikes = faultHitsIn(runScenario(scenario, parts).trace);
  expect(late.isMomentary).toBe(true);
  expect(strikes.map(({ at }) => Math.floor(at / 1000) + 1)).toContain(late.since);
});

const numRuns = byNight(10, 2000);

/** The stories that end in harm by a fault, under any seed. */
const anyHarmed = fc
  .tuple(
    fc.constantFrom(
      ...storyVersions.filter(({ outcome, scenario }) => outcome !== 'held' && Object.keys(scenario.faults).length > 0),
    ),
    fc.nat(999),
  )
  .map(([{ scenario }, seed]) => ({ ...scenario, seed }));

/** A fault is known by its number, which is another where one before it is left out. */
function until(trace: Trace, at: number): readonly unknown[] {
  const names = Object.keys(trace.header.scenario.faults);
  return [...readEvents(trace)]
    .filter((event) => event.at < at)
    .map((event) => ('fault' in event ? { ...event, fault: names[event.fault] } : event));
}

/** The rate of a slew that is cut short is exact to a microsecond of the clock. */
const isSlewed = ({ faults }: Scenario): boolean => Object.values(faults).some(({ kind }) => kind === 'clock-slew');

describe('any run', { timeout: 120_000 + numRuns * 500 }, () => {
  test('is the same up to the instant at which it is healed', () => {
    fc.assert(
      fc.property(anyWorld, fc.double({ min: 0, max: 1, noNaN: true }), (scenario, share) => {
        fc.pre(!isSlewed(scenario));
        const trace = simulate(scenario, parts);
        const strikes = faultHitsIn(trace);
        const at = instant(Math.round(trace.header.endedAt * share));
        const healed = simulate(withFaultsEndedAt(scenario, strikes, at, parts), parts);
        expect(until(healed, at)).toEqual(until(trace, at));
      }),
      { numRuns: numRuns * 2, seed: 77 },
    );
  });

  test('does the harm at its edge, and a millisecond earlier it does not', () => {
    let edges = 0;
    fc.assert(
      fc.property(anyHarmed, (scenario) => {
        const run = runScenario(scenario, parts);
        const asked = harmOf(run.verdict);
        if (asked === null || run.trace.count > 1000) return;
        const { spans, since } = finished(tooLate(run, asked, parts));
        const strikes = faultHitsIn(run.trace);
        const does = (ms: number): boolean => {
          const healed = runScenario(withFaultsEndedAt(run.scenario, strikes, instant(fromMs(ms)), parts), parts);
          return rankOf(severityOf(healed.verdict)) <= rankOf(asked);
        };
        spans.forEach(({ from, to, chance }, index) => {
          expect(from).toBe(index === 0 ? 0 : (spans[index - 1]?.to ?? Number.NaN) + 1);
          expect(to).toBeGreaterThanOrEqual(from);
          expect(chance).not.toBe(spans[index - 1]?.chance);
          expect([does(from), does(to)]).toEqual([chance === 'too-late', chance === 'too-late']);
        });
        if (since === null || since === 0) return;
        edges++;
        expect([does(since - 1), does(since)]).toEqual([false, true]);
      }),
      { numRuns, seed: 78 },
    );
    expect(edges).toBeGreaterThan(2);
  });

  test('has no fault that lasts longer than until it is healed', () => {
    fc.assert(
      fc.property(anyWorld, fc.double({ min: 0, max: 1, noNaN: true }), (scenario, share) => {
        const trace = simulate(scenario, parts);
        const at = instant(Math.round(trace.header.endedAt * share));
        const strikes = faultHitsIn(trace);
        const healed: Readonly<Record<string, Fault>> = withFaultsEndedAt(scenario, strikes, at, parts).faults;
        for (const { name, at: struck } of strikes) {
          const fault = healed[name];
          expect(fault !== undefined).toBe(struck < at);
          if (fault === undefined) continue;
          const program = parts.faults.get(fault.kind);
          const length = program === undefined ? null : lengthOf(fault, program);
          if (length !== null) expect(struck + fromMs(length)).toBeLessThanOrEqual(at);
        }
      }),
      { numRuns, seed: 79 },
    );
  });
});
