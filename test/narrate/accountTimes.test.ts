// An account is true to the events of its run: each time in a sentence is that of an event that the sentence stands on, and
// nothing is called done that was only asked for.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cause } from '../../src/model/cause';
import type { Fact } from '../../src/model/fact';
import { formatAt, formatLength } from '../../src/model/format';
import type { Run } from '../../src/model/run';
import type { Scenario } from '../../src/model/scenario';
import { languages } from '../../src/model/text';
import { processIndex, type Trace } from '../../src/model/trace';
import { readEvent, type TraceEvent } from '../../src/model/traceReader';
import { type Explained, explain, instantOf } from '../../src/narrate/explain';
import { speechOf } from '../../src/narrate/speechOf';
import { knownRun } from '../stories/knownRun';
import { tellings } from '../stories/tellings';
import { anyWorld } from '../support/anyWorld';
import { byNight } from '../support/nightly';

const eventsOf = (trace: Trace, seqs: readonly number[]): readonly TraceEvent[] =>
  seqs.filter((seq) => seq >= 0 && seq < trace.count).map((seq) => readEvent(trace, seq));

/** What a clock will say, or would have said: no event of the run stands at it. */
function foreseen(told: Cause | Fact): readonly number[] {
  if ('kind' in told) return [];
  if (told.rule === 'workedOn') return [told.values.until];
  if (told.rule === 'keyInTheWay' && told.values.stands === 1) return [told.values.until];
  return told.rule === 'stayedAway' ? [told.values.expiresAt] : [];
}

/** Values that say when something was. Every other number may be a length. */
const instants: ReadonlySet<string> = new Set([
  'at',
  'freedAt',
  'until',
  'expiredAt',
  'corrected',
  'toldAt',
  'endedAt',
  'expiresAt',
]);

/** The times of a sentence that are of none of its events. */
function strayTimes(trace: Trace, told: Cause | Fact, { text, events }: Explained): readonly string[] {
  const when = [...eventsOf(trace, events).map(({ at }) => at), ...foreseen(told)].map(formatAt);
  const lengths = Object.entries(told.values).flatMap(([name, value]) =>
    typeof value === 'number' && !instants.has(name) ? [formatLength(Math.abs(value))] : [],
  );
  const allowed = new Set([...when, ...lengths]);
  return (text.match(/\d+\.\d{3} s/g) ?? []).filter((time) => !allowed.has(time));
}

/** What must have happened for a sentence to call it done: an event for each thing that it names. */
function deedsMissing(trace: Trace, told: Cause | Fact): readonly string[] {
  const among = eventsOf(trace, 'kind' in told ? [told.from, told.to] : told.events);
  const index = (id: string | null): number => (id === null ? -1 : processIndex(trace, id as never));
  const missing = (what: string, isThere: boolean): readonly string[] => (isThere ? [] : [what]);
  if ('kind' in told) {
    if (told.kind !== 'false-alarm') return [];
    const isTold = among.some(
      (event) =>
        event.kind === 'lockLost' && event.process === index(told.who[0] ?? null) && event.at === told.values.at,
    );
    return missing('told', isTold);
  }
  switch (told.rule) {
    case 'released': {
      const { client, nodes, freedAt } = told.values;
      const freed = among.filter((event) => event.kind === 'entryGone' && event.peer === index(client));
      return [
        ...nodes.flatMap((node) =>
          missing(
            `freed on ${node}`,
            freed.some(({ process }) => process === index(node)),
          ),
        ),
        ...missing('freed last', Math.max(...freed.map(({ at }) => at)) === freedAt),
      ];
    }
    case 'granted':
    case 'grantedToo':
    case 'tookForGranted':
      return missing(
        'acquired',
        among.some((event) => event.kind === 'acquired' && event.process === index(told.values.client)),
      );
    case 'expired':
    case 'sessionExpired':
    case 'keyLost':
    case 'expiredAfterCrash':
    case 'openedAfterCrash':
      return told.values.nodes.flatMap((node) =>
        missing(
          `gone on ${node}`,
          among.some((event) => event.kind === 'entryGone' && event.process === index(node)),
        ),
      );
    case 'deletedAnother':
      return missing(
        'deleted',
        among.some((event) => event.kind === 'entryGone' && event.peer === index(told.values.by)),
      );
    case 'keySet':
    case 'keySetFirst':
      return missing(
        'set',
        among.some((event) => event.kind === 'entrySet'),
      );
    case 'wrote':
    case 'overwrote':
      return missing(
        'written',
        among.some(({ kind }) => kind === 'wrote' || kind === 'replicated'),
      );
    case 'refusedWrite':
      return missing(
        'refused',
        among.some((event) => event.kind === 'rejected'),
      );
    case 'healed':
      return missing(
        'finished',
        among.some((event) => event.kind === 'finished' && event.ok === 1),
      );
    case 'wakeLost':
      return missing(
        'lost',
        among.some((event) => event.kind === 'lost'),
      );
    default:
      return [];
  }
}

/** What is wrong in the account of a run, as lines. */
function wrongIn({ trace, verdict }: Run): readonly string[] {
  const found = [...verdict.chain, ...verdict.facts].flatMap((told) =>
    deedsMissing(trace, told).map((what) => `${'kind' in told ? told.kind : told.rule}: not ${what}`),
  );
  for (const language of languages) {
    const { chain, facts } = explain(verdict, speechOf[language]);
    verdict.chain.forEach((cause, i) => {
      const said = chain[i] as Explained;
      found.push(...strayTimes(trace, cause, said).map((time) => `${time} in “${said.text}”`));
      if (cause.rule === 'workedOn' && !said.text.includes(formatAt(instantOf(said, trace) ?? -1)))
        found.push(`${formatAt(instantOf(said, trace) ?? -1)} beside “${said.text}”`);
    });
    for (const said of facts) {
      // Facts that differ only in the node are told as one.
      const alike = verdict.facts.filter(({ kind }) => kind === said.kind);
      const stray = alike.map((fact) => strayTimes(trace, fact, said));
      if (stray.every((times) => times.length > 0)) found.push(`${stray[0]} in “${said.text}”`);
    }
  }
  return found;
}

describe('the account', () => {
  test.each(tellings)('of story $name is true to its events', ({ scenario }) => {
    expect(wrongIn(knownRun(scenario))).toEqual([]);
  });

  test('of any run is true to its events', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(anyWorld, (scenario: Scenario) => {
        const run = knownRun(scenario);
        for (const { rule } of run.verdict.chain) seen.set(rule, (seen.get(rule) ?? 0) + 1);
        expect(wrongIn(run)).toEqual([]);
      }),
      { numRuns: byNight(150, 10_000) },
    );
    expect(seen.get('released')).toBeGreaterThan(5);
  });
});
