/** Waiting clients that a server woke with a message that never reached them. */
import { kindNumber } from '../../model/trace/trace';
import { column } from '../../model/trace/traceReader';
import { type Evidence, nameOf } from '../evidence';
import type { ChainStep, ChainStepOf } from './step';

/** The first lost message of this kind to a client within a stretch of the run. */
export function lostWakes(
  evidence: Evidence,
  client: number,
  { fromSeq, toSeq }: { readonly fromSeq: number; readonly toSeq: number },
): readonly ChainStepOf<'wakeLost'>[] {
  const { messages } = evidence.spans;
  for (let row = messages.sentFrom(fromSeq); row < messages.count && messages.sentSeq(row) < toSeq; row++) {
    const [cause, seq] = [messages.cause(row), messages.sentSeq(row)];
    if (messages.to(row) !== client || cause === null || !isWake(evidence, messages.from(row), client, seq)) continue;
    const from = nameOf(evidence, messages.from(row));
    const values = { client: nameOf(evidence, client), from, cause, at: messages.sentAt(row) };
    return [{ rule: 'wakeLost', events: [seq, messages.endSeq(row)], values, order: seq + 0.5, weight: 3 }];
  }
  return [];
}

/** A server reports that it wakes a client, and sends the message right after that. */
function isWake({ trace }: Evidence, server: number, client: number, sentSeq: number): boolean {
  for (let seq = sentSeq - 1; seq >= 0 && trace.at[seq] === trace.at[sentSeq]; seq--) {
    if (trace.kind[seq] !== kindNumber.woken || trace.process[seq] !== server) continue;
    if (column.woken.peer(trace, seq) === client) return true;
  }
  return false;
}

/** Leaves out the lost message that `wakeLost` already explains. */
export function withoutExplainedLoss(steps: readonly ChainStep[]): readonly ChainStep[] {
  const wakes = steps.filter((step) => step.rule === 'wakeLost');
  const isOne = ({ from, client, at }: (typeof wakes)[number]['values'], lost: ChainStepOf<'messageLost'>['values']) =>
    lost.leg === 'push' && lost.at === at && lost.from.join() === from && lost.to.join() === client;
  return steps.filter(
    (step) =>
      step.rule !== 'messageLost' || step.events.length > 1 || !wakes.some(({ values }) => isOne(values, step.values)),
  );
}
