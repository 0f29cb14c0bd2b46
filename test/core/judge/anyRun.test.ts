// What must be true of the verdict on any run, even a senseless one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import type { Fact } from '../../../src/core/model/trace/fact';
import { kindNames, type Trace, type TraceKind, traceKinds } from '../../../src/core/model/trace/trace';
import { readEvent } from '../../../src/core/model/trace/traceReader';
import type { Verdict } from '../../../src/core/model/trace/verdict';
import { explain } from '../../../src/core/narrate/explain';
import { narrate } from '../../../src/core/narrate/narrate';
import { sentence } from '../../../src/core/narrate/sentence';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { traceOf } from '../../support/traceOf';

const clients = ['client1', 'client2', 'client3'] as const;
const nodes = ['nodeA', 'nodeB', 'nodeC'] as const;
const processes: readonly ProcessId[] = [...clients, ...nodes, 'storage'];

interface Anything {
  readonly kind: TraceKind;
  readonly process: ProcessId;
  readonly peer: ProcessId;
  readonly number: number;
}

/** Events in any order: releases without acquires, writes without a client, keys that disappear before they appear. */
const anything: fc.Arbitrary<Anything> = fc.record({
  kind: fc.constantFrom(...kindNames),
  process: fc.constantFrom(...processes),
  peer: fc.constantFrom(...processes),
  number: fc.integer({ min: 0, max: 3 }),
});

const senseless = fc
  .tuple(fc.array(anything, { maxLength: 120 }), fc.constantFrom('quiet', 'duration', 'bound', 'stopped'))
  .map(([events, ended]) => {
    const run = traceOf({ nodeCount: 3, settings: { clients: 3, patience: 20 }, header: { ended } });
    events.forEach(({ kind, process, peer, number }, i) => {
      run.add(
        i,
        kind,
        process,
        Object.fromEntries(traceKinds[kind].map((name) => [name, columnOf(kind, name, peer, number)])),
      );
    });
    return run.trace();
  });

function columnOf(kind: TraceKind, name: string, peer: ProcessId, number: number): string | number {
  // Only a key may be removed by no process.
  if (name === 'peer') return kind === 'entryGone' && number === 3 ? -1 : peer;
  if (name === 'text' || name === 'entry') return 'stock';
  if (kind === 'entrySet' && name === 'value') return `of ${peer}`;
  return name === 'message' ? number * 2 : number;
}

const kindsOf = ({ facts }: Verdict): ReadonlySet<string> => new Set(facts.map(({ kind }) => kind));

const isSilent = (fact: Fact): boolean => fact.kind === 'starved' && fact.values.isSilent === 1;

function worstFound(verdict: Verdict, { header }: Trace): string {
  const kinds = kindsOf(verdict);
  if (verdict.data === 'lost' || verdict.data === 'torn' || verdict.data === 'twice') return verdict.data;
  if (kinds.has('stuck-entry') || verdict.facts.some(isSilent)) return 'stuck';
  for (const kind of ['overlap', 'deleted-another', 'changed-another'] as const) if (kinds.has(kind)) return kind;
  if (verdict.data === 'refused') return 'late-refused';
  if (header.ended === 'bound' || header.ended === 'stopped') return 'unknown';
  if (verdict.unknownBecause === 'short') return kinds.has('starved') ? 'unknown' : 'somebody was asking';
  return kinds.has('starved') || kinds.has('rightful-rejected')
    ? 'unavailable'
    : kinds.has('after-end') || verdict.data === 'lucky'
      ? 'expired'
      : 'held';
}

test('the outcome is the worst that was found', () => {
  fc.assert(
    fc.property(senseless, (trace) => {
      const verdict = judge(trace, parts);
      expect(verdict.outcome).toBe(worstFound(verdict, trace));
    }),
    { numRuns: 400 },
  );
});

test('every cause and fact stands on events of the trace, in at most seven steps', () => {
  fc.assert(
    fc.property(senseless, (trace) => {
      const { chain, facts } = judge(trace, parts);
      expect(chain.length).toBeLessThanOrEqual(7);
      expect(chain.length).toBeGreaterThanOrEqual(trace.count > 0 ? 1 : 0);
      for (const { events } of chain) {
        expect(events.length).toBeGreaterThan(0);
        for (const seq of events) expect(readEvent(trace, seq).seq).toBe(seq);
      }
      for (const { from, to } of facts) expect(from >= 0 && from <= to && to < Math.max(1, trace.count)).toBe(true);
    }),
    { numRuns: 400 },
  );
});

test('the same trace has the same verdict', () => {
  fc.assert(
    fc.property(senseless, (trace) => {
      expect(judge({ ...trace }, parts)).toEqual(judge({ ...trace }, parts));
    }),
    { numRuns: 50 },
  );
});

test('it can be told in both languages, without gaps in the sentences', () => {
  const gap = /undefined|NaN|null|\$\{|Infinity| {2}/;
  fc.assert(
    fc.property(senseless, fc.constantFrom('en' as const, 'zh' as const), (trace, language) => {
      const explained = explain(judge(trace, parts), speechOf[language]);
      const texts = [
        explained.headline,
        explained.sentence,
        ...explained.chain.map(({ text }) => text),
        ...explained.facts.map(({ text }) => text),
        ...narrate(trace, speechOf[language]).map(({ text }) => text),
        ...Array.from({ length: trace.count }, (_, seq) => sentence(trace, seq, speechOf[language])),
      ];
      for (const text of texts) expect(text).not.toMatch(gap);
    }),
    { numRuns: 200 },
  );
});
