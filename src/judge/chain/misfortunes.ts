/** What struck within a stretch of a run: pauses, crashes, clocks, failovers, messages. Says nothing of whether it mattered. */
import type { Fault } from '../../model/fault';
import type { ProcessId } from '../../model/scenario';
import { fromMs } from '../../model/time';
import { type Evidence, nameOf } from '../evidence';
import { eventsAmong, type Step } from './step';

export interface Stretch {
  readonly fromSeq: number;
  readonly toSeq: number;
  /** Whose pauses, crashes and clocks count; all where it is left out. */
  readonly processes?: ReadonlySet<number>;
}

/** In no order; `arrange` brings them into one. */
export const misfortunes = (evidence: Evidence, stretch: Stretch): readonly Step[] => [
  ...pauses(evidence, stretch),
  ...crashes(evidence, stretch),
  ...promotions(evidence, stretch),
  ...clocks(evidence, stretch),
  ...messages(evidence, stretch),
];

const concerns = ({ processes }: Stretch, process: number): boolean => processes?.has(process) ?? true;

/** `paused`, `slept`: process, at, micros (−1: to the end of the run). */
function pauses(evidence: Evidence, stretch: Stretch): readonly Step[] {
  const { spans, trace } = evidence;
  const faults = Object.values(trace.header.scenario.faults);
  return spans.outages
    .filter(({ kind, process }) => kind === 'paused' && concerns(stretch, process))
    .filter(({ seq, endSeq }) => seq < stretch.toSeq && (endSeq < 0 || endSeq > stretch.fromSeq))
    .map((outage) => ({
      rule: faults[outage.fault]?.kind === 'suspend' ? 'slept' : 'paused',
      events: eventsAmong(outage.seq, outage.endSeq),
      values: {
        process: nameOf(evidence, outage.process),
        at: outage.from,
        micros: outage.to === null ? -1 : outage.to - outage.from,
      },
      order: outage.seq,
      weight: 3,
    }));
}

/** `crashed`: process, at, power. `restarted`: and micros, kept, forgot (keys of the lock that went with it). */
function crashes(evidence: Evidence, stretch: Stretch): readonly Step[] {
  const { spans, keys } = evidence;
  return spans.outages
    .filter(({ kind, process }) => kind !== 'paused' && concerns(stretch, process))
    .filter(({ seq, endSeq }) => seq < stretch.toSeq && (endSeq < 0 || endSeq > stretch.fromSeq))
    .map((outage) => {
      const isBack = outage.to !== null && outage.endSeq < stretch.toSeq;
      const forgot = keys.filter(
        ({ node, cause, goneSeq }) =>
          node === outage.process && cause === 'lost' && goneSeq >= outage.seq && goneAtLatest(outage.endSeq, goneSeq),
      );
      return {
        rule: isBack ? 'restarted' : 'crashed',
        events: eventsAmong(outage.seq, isBack ? outage.endSeq : -1),
        values: {
          process: nameOf(evidence, outage.process),
          at: outage.from,
          power: outage.kind === 'power-loss' ? 1 : 0,
          micros: isBack ? (outage.to as number) - outage.from : -1,
          kept: outage.kept,
          forgot: forgot.length,
        },
        order: outage.seq,
        weight: 3 as const,
      };
    });
}

/** A restart writes what it forgot right beside its own event. */
const besideMax = 64;
const goneAtLatest = (endSeq: number, goneSeq: number): boolean => endSeq < 0 || goneSeq <= endSeq + besideMax;

/** `promoted`: replica, master, lost, at. */
function promotions(evidence: Evidence, stretch: Stretch): readonly Step[] {
  return evidence.spans.promotions
    .filter(({ seq }) => seq >= stretch.fromSeq && seq < stretch.toSeq)
    .map(({ replica, master, at, seq, lost }) => ({
      rule: 'promoted',
      events: [seq],
      values: { replica: nameOf(evidence, replica), master: nameOf(evidence, master), at, lost },
      order: seq,
      weight: 3,
    }));
}

/** `clockJumped`: process, at, by. `clockRan`: process, at, ppm. A clock that was wrong from the start counts from there. */
function clocks(evidence: Evidence, stretch: Stretch): readonly Step[] {
  return evidence.spans.clocks
    .filter(({ process, seq }) => concerns(stretch, process) && seq < stretch.toSeq)
    .flatMap((span): readonly Step[] => {
      const process = nameOf(evidence, span.process);
      const events = eventsAmong(Math.max(0, span.seq));
      const base = { events, order: span.seq, weight: 2 as const };
      const steps: Step[] = [];
      const isWithin = span.seq >= stretch.fromSeq;
      if (span.jump !== 0 && isWithin)
        steps.push({ ...base, rule: 'clockJumped', values: { process, at: span.from, by: span.jump }, weight: 3 });
      if (span.ppm !== 0 && span.to > (evidence.trace.at[stretch.fromSeq] ?? 0))
        steps.push({ ...base, rule: 'clockRan', values: { process, at: span.from, ppm: span.ppm } });
      return steps;
    });
}

/** `linkCut`, `linkSlow`, `messageLost`, `messageDelayed`: from, to, at, and by how much, or whether both ways. */
function messages(evidence: Evidence, stretch: Stretch): readonly Step[] {
  return evidence.spans.faults.flatMap(({ fault, from, seq }): readonly Step[] => {
    if (from === null || seq < 0 || seq >= stretch.toSeq) return [];
    const told = tellMessageFault(fault);
    if (told === null) return [];
    const { rule, values } = told;
    return [{ rule, events: [seq], values: { ...values, at: from }, order: seq, weight: 2 }];
  });
}

function tellMessageFault(fault: Fault): Pick<Step, 'rule' | 'values'> | null {
  switch (fault.kind) {
    case 'cut':
      return { rule: 'linkCut', values: { ...ends(fault.from, fault.to), bothWays: fault.bothWays ? 1 : 0 } };
    case 'slow':
      return { rule: 'linkSlow', values: { ...ends(fault.from, fault.to), by: fromMs(fault.by) } };
    case 'lose':
      return {
        rule: 'messageLost',
        values: { ...ends([fault.message.from], [fault.message.to]), leg: fault.message.leg },
      };
    case 'delay': {
      const { from, to, leg } = fault.message;
      return { rule: 'messageDelayed', values: { ...ends([from], [to]), leg, by: fromMs(fault.by) } };
    }
    default:
      return null;
  }
}

const ends = (
  from: readonly ProcessId[],
  to: readonly ProcessId[],
): { readonly from: string; readonly to: string } => ({
  from: from.join(' '),
  to: to.join(' '),
});
