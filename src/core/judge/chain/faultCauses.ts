/**
 * The faults within a stretch of a run: pauses, crashes, clocks, failovers, messages. This file does not decide
 * whether they mattered.
 */
import { type FaultCause, stillClocks } from '../../faults/program';
import type { ProcessId } from '../../model/scenario/processId';
import type { LinkFaultValues } from '../../model/trace/cause';
import { isGoing, notOver, processIndex } from '../../model/trace/trace';
import { readEvent } from '../../model/trace/traceReader';
import type { OutageSpan } from '../../spans/outageSpans';
import { type Evidence, nameOf } from '../evidence';
import { type Moved, movedMachines } from './moved';
import { type ChainStep, type ChainStepOf, eventsAmong } from './step';

export interface Stretch {
  readonly fromSeq: number;
  readonly toSeq: number;
  /** The processes whose pauses, crashes and clocks count. Absent: all. */
  readonly processes?: ReadonlySet<number>;
}

/** Not sorted: `arrange` puts them in order. */
export function faultCauses(evidence: Evidence, stretch: Stretch): readonly ChainStep[] {
  const moved = movedMachines(evidence).filter(({ outage }) => touches(stretch, outage));
  return [
    ...pauses(evidence, stretch, moved),
    ...moved.map((one) => standstill(evidence, one)),
    ...crashes(evidence, stretch),
    ...threadEnds(evidence, stretch),
    ...promotions(evidence, stretch),
    ...elections(evidence, stretch),
    ...clocks(evidence, stretch, moved),
    ...messages(evidence, stretch),
  ];
}

const concerns = ({ processes }: Stretch, process: number): boolean => processes?.has(process) ?? true;

const touches = (stretch: Stretch, { process, seq, endSeq }: OutageSpan): boolean =>
  concerns(stretch, process) && seq < stretch.toSeq && (endSeq < 0 || endSeq > stretch.fromSeq);

function pauses(evidence: Evidence, stretch: Stretch, moved: readonly Moved[]): readonly ChainStep[] {
  const { spans, trace } = evidence;
  const faults = Object.values(trace.header.scenario.faults);
  return spans.outages
    .filter((outage) => outage.kind === 'paused' && touches(stretch, outage))
    .filter((outage) => !moved.some((one) => one.outage === outage))
    .map((outage) => ({
      rule: stillClocks(faults[outage.fault], evidence.faults) === 'mono' ? 'slept' : 'paused',
      events: eventsAmong(outage.seq, outage.endSeq),
      values: pauseOf(evidence, outage),
      order: outage.seq,
      weight: 3,
    }));
}

const standstill = (evidence: Evidence, { outage, behind, corrected }: Moved): ChainStep => ({
  rule: 'stoodStill',
  events: eventsAmong(outage.seq, outage.endSeq, corrected?.seq ?? -1),
  values: {
    ...pauseOf(evidence, outage),
    behind: behind === undefined ? 0 : -behind.jump,
    corrected: corrected?.from ?? -1,
  },
  order: outage.seq,
  weight: 3,
});

const pauseOf = (evidence: Evidence, { process, from, to }: OutageSpan) => ({
  process: nameOf(evidence, process),
  at: from,
  micros: to !== null ? to - from : isGoing(evidence.trace) ? notOver : -1,
});

function crashes(evidence: Evidence, stretch: Stretch): readonly ChainStep[] {
  const { spans, keys } = evidence;
  return spans.outages
    .filter((outage) => outage.kind !== 'paused' && touches(stretch, outage))
    .map((outage) => {
      const isBack = outage.to !== null && outage.endSeq < stretch.toSeq;
      const forgot = keys.filter(
        ({ node, cause, endSeq }) =>
          node === outage.process && cause === 'lost' && endSeq >= outage.seq && goneAtLatest(outage.endSeq, endSeq),
      );
      return {
        rule: isBack ? 'restarted' : 'crashed',
        events: eventsAmong(outage.seq, isBack ? outage.endSeq : -1),
        values: {
          process: nameOf(evidence, outage.process),
          at: outage.from,
          power: outage.kind === 'power-loss' ? 1 : 0,
          micros: isBack ? (outage.to ?? outage.from) - outage.from : -1,
          kept: outage.kept,
          forgot: forgot.length,
        },
        order: outage.seq,
        weight: 3 as const,
      };
    });
}

const threadEnds = (evidence: Evidence, stretch: Stretch): readonly ChainStep[] =>
  evidence.spans.holds
    .filter(
      ({ process, end, heldUntilSeq: insideToSeq }) =>
        end === 'crashed' && concerns(stretch, process) && insideToSeq < stretch.toSeq,
    )
    .filter(({ heldUntilSeq: insideToSeq }) => insideToSeq >= stretch.fromSeq && isThreadAlone(evidence, insideToSeq))
    .map(({ process, heldUntil: insideTo, heldUntilSeq: insideToSeq }) => ({
      rule: 'threadDied',
      events: [insideToSeq],
      values: { process: nameOf(evidence, process), at: insideTo },
      order: insideToSeq,
      weight: 3,
    }));

/** Whether this event crashed only one thread, so that its process lived on. */
export function isThreadAlone({ trace }: Evidence, seq: number): boolean {
  const event = readEvent(trace, seq);
  return event.kind === 'crashed' && event.power === 2;
}

/** How many events after a restart to search for forgotten keys. A restart writes them right after its own event. */
const besideMax = 64;
const goneAtLatest = (endSeq: number, keyEndSeq: number): boolean => endSeq < 0 || keyEndSeq <= endSeq + besideMax;

/** Failovers. A failover counts from the instant at which it happens. */
function promotions(evidence: Evidence, stretch: Stretch): readonly ChainStep[] {
  const cutOff = (master: number): readonly ProcessId[] =>
    Object.values(evidence.trace.header.scenario.faults).flatMap((fault) =>
      'cutOff' in fault && fault.process === nameOf(evidence, master) ? fault.cutOff : [],
    );
  return evidence.spans.promotions
    .filter(({ seq }) => seq < stretch.toSeq)
    .map(({ replica, master, at, seq, lost }) => ({
      rule: 'promoted',
      events: [seq],
      values: {
        replica: nameOf(evidence, replica),
        master: nameOf(evidence, master),
        at,
        lost,
        cutOff: cutOff(master),
      },
      order: seq,
      weight: 3,
    }));
}

/** Another member of the service became the leader, or no leader was left. */
function elections(evidence: Evidence, stretch: Stretch): readonly ChainStep[] {
  const { leaders } = evidence.spans;
  const step = (process: number, before: number, at: number, seq: number): ChainStep => ({
    rule: 'elected',
    events: [seq],
    values: { process: process < 0 ? null : nameOf(evidence, process), before: nameOf(evidence, before), at },
    order: seq,
    weight: 3,
  });
  const last = leaders.at(-1);
  const steps = leaders.flatMap(({ process, before, from, seq }) =>
    before === process ? [] : [step(process, before, from, seq)],
  );
  if (last?.to != null) steps.push(step(-1, last.process, last.to, last.endSeq));
  return steps.filter(({ order }) => order < stretch.toSeq && order > stretch.fromSeq);
}

/**
 * Clocks. A clock that was wrong from the start counts from the start. A clock change that the step of a stopped
 * machine already mentions is left out.
 */
function clocks(evidence: Evidence, stretch: Stretch, moved: readonly Moved[]): readonly ChainStep[] {
  const explained = new Set(moved.flatMap(({ behind, corrected }) => [behind?.seq, corrected?.seq]));
  return evidence.spans.clocks
    .filter(({ process, seq }) => concerns(stretch, process) && seq < stretch.toSeq)
    .flatMap((span): readonly ChainStep[] => {
      const process = nameOf(evidence, span.process);
      const events = eventsAmong(Math.max(0, span.seq));
      const base = { events, order: span.seq, weight: 2 as const };
      const steps: ChainStep[] = [];
      const isWithin = span.seq >= stretch.fromSeq;
      if (span.jump !== 0 && isWithin && !explained.has(span.seq))
        steps.push({ ...base, rule: 'clockJumped', values: { process, at: span.from, by: span.jump }, weight: 3 });
      if (span.ppm !== 0 && span.to > (evidence.trace.at[stretch.fromSeq] ?? 0))
        steps.push({ ...base, rule: 'clockRan', values: { process, at: span.from, ppm: span.ppm } });
      return steps;
    });
}

type FaultCauseSteps = ChainStepOf<keyof LinkFaultValues>;

const isOfLinks = (
  misfortune: FaultCause,
): misfortune is Extract<FaultCause, { readonly rule: keyof LinkFaultValues }> => 'from' in misfortune.values;

/**
 * Faults with a cause of their own: faults of one process, or of links and messages. The same fault on several links
 * of one process is mentioned once.
 */
function messages(evidence: Evidence, stretch: Stretch): readonly ChainStep[] {
  const steps: FaultCauseSteps[] = [];
  const others: ChainStep[] = [];
  for (const { fault, from, seq } of evidence.spans.faults) {
    if (from === null || seq < 0 || seq >= stretch.toSeq) continue;
    const misfortune = evidence.faults.get(fault.kind)?.faultCause?.(fault, from);
    if (misfortune === undefined) continue;
    if (!isOfLinks(misfortune)) {
      const isWithin =
        seq >= stretch.fromSeq && concerns(stretch, processIndex(evidence.trace, misfortune.values.process));
      if (misfortune.rule === 'leaderless' || isWithin)
        others.push({ ...misfortune, events: [seq], order: seq, weight: 3 });
      continue;
    }
    const step: FaultCauseSteps = { ...misfortune, events: [seq], order: seq, weight: 2 };
    const alike = steps.findIndex((other) => isAlike(other, step));
    const other = steps[alike];
    if (other === undefined) steps.push(step);
    else steps[alike] = joined(other, step);
  }
  return [...steps, ...others];
}

/** Whether the two share one end of the link and differ in nothing else but the time. */
function isAlike(a: FaultCauseSteps, b: FaultCauseSteps): boolean {
  const isOne = (end: 'from' | 'to'): boolean => a.values[end].join() === b.values[end].join();
  return (isOne('from') || isOne('to')) && whatOf(a) === whatOf(b);
}

function whatOf({ rule, values }: FaultCauseSteps): string {
  const { from, to, at, ...what } = values;
  return JSON.stringify([rule, what]);
}

function joined<R extends keyof LinkFaultValues>(a: ChainStepOf<R>, b: ChainStepOf<R>): ChainStepOf<R> {
  const both = (end: 'from' | 'to'): readonly ProcessId[] => [...new Set([...a.values[end], ...b.values[end]])];
  const at = Math.min(a.values.at, b.values.at);
  return {
    ...a,
    events: [...a.events, ...b.events].sort((one, other) => one - other),
    values: { ...a.values, from: both('from'), to: both('to'), at },
    order: Math.min(a.order, b.order),
  };
}
