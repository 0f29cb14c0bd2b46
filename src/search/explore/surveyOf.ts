/** Simulates a run and records every place where one more fault could hit. */
import type { Lengths, Survey } from '../../core/faults/injectionPoints';
import type { ProcessId } from '../../core/model/scenario/processId';
import type { Scenario } from '../../core/model/scenario/scenario';
import { goneCauses, kindNumber, type Trace } from '../../core/model/trace/trace';
import { nth } from '../../core/model/values/nth';
import { type Instant, instant, type Micros, type Ms, toMs } from '../../core/model/values/time';
import type { Parts } from '../../core/sim/parts';
import { type Calling, survey } from '../../core/sim/survey';
import { requestTimesIn } from './requestTimes';

const { sent, arrived, acquired, entryGone, faultEnded } = kindNumber;

/** Indexed by the numbers of the column `leg`. */
const legNames = ['request', 'reply', 'push'] as const;

export interface Surveyed {
  readonly trace: Trace;
  readonly survey: Survey;
}

/** @param lengths the strengths that are tried */
export function surveyOf(scenario: Scenario, parts: Parts, lengths: Lengths): Surveyed {
  const { trace, effects, calls, requests, servicesWithLeader, hasSessions } = survey(scenario, parts);
  const processes = trace.header.processes.map(({ id }) => id);
  const points = {
    requests,
    messages: messagesIn(trace, processes, new TimeLimits(trace, processes, calls)),
    keyPoints: requestTimesIn(trace),
    changes: changesIn(trace),
  };
  return {
    trace,
    survey: { processes, effects, servicesWithLeader, hasSessions, validity: validityIn(trace), lengths, ...points },
  };
}

function messagesIn(trace: Trace, processes: readonly ProcessId[], limits: TimeLimits): Survey['messages'] {
  const messages: Survey['messages'][number][] = [];
  const counts = new Map<string, number>();
  let eventsBefore = 0;
  for (let seq = 0; seq < trace.count; seq++) {
    if (trace.at[seq] !== trace.at[eventsBefore]) eventsBefore = seq;
    if (trace.kind[seq] !== sent) continue;
    const from = nth(processes, nth(trace.process, seq));
    const to = nth(processes, nth(trace.a, seq));
    const leg = nth(legNames, nth(trace.d, seq));
    const name = `${from} ${to} ${leg}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const message = { from, to, leg, nth: count };
    messages.push({ at: instantOf(trace, seq), seq, message, eventsBefore, slack: limits.slackOf(seq) });
  }
  return messages;
}

/** How long clients wait for the answers of a run, and how long the answers take. */
class TimeLimits {
  /** When the answer to a request arrived, by the number of the request's message. */
  private readonly answeredAt = new Map<number, Micros>();
  /** By the number of the request's message. */
  private readonly slacks = new Map<number, Ms | null>();
  /** The timeout of the latest call from one process to another. */
  private readonly timeouts = new Map<string, Micros | null>();
  private next = 0;

  constructor(
    private readonly trace: Trace,
    private readonly processes: readonly ProcessId[],
    private readonly calls: readonly Calling[],
  ) {
    for (let seq = 0; seq < trace.count; seq++)
      if (trace.kind[seq] === arrived) this.answeredAt.set(nth(trace.b, seq) - 1, nth(trace.at, seq));
  }

  /** Called for each message in the order in which they were sent. */
  slackOf(seq: number): Ms | null {
    const { trace, calls } = this;
    for (let call = calls[this.next]; call !== undefined && call.seq <= seq; call = calls[++this.next])
      this.timeouts.set(`${call.process} ${call.to}`, call.timeout);
    const leg = nth(legNames, nth(trace.d, seq));
    const message = nth(trace.b, seq);
    if (leg === 'reply') return this.slacks.get(message - 1) ?? null;
    if (leg === 'push') return null;
    const slack = this.slackOfRequest(seq, message);
    this.slacks.set(message, slack);
    return slack;
  }

  private slackOfRequest(seq: number, message: number): Ms | null {
    const { trace, processes } = this;
    const [from, to] = [nth(trace.process, seq), nth(trace.a, seq)];
    const timeout = this.timeouts.get(`${nth(processes, from)} ${nth(processes, to)}`) ?? null;
    if (timeout === null) return null;
    const takes = (this.answeredAt.get(message) ?? 0) - nth(trace.at, seq);
    return toMs(takes > 0 && takes < timeout ? timeout - takes : timeout);
  }
}

/** How long the first client that got the lock thought that it was the holder. */
function validityIn(trace: Trace): Ms | null {
  const first = trace.kind.subarray(0, trace.count).indexOf(acquired);
  const validFor = first < 0 ? -1 : nth(trace.b, first);
  return validFor < 0 ? null : toMs(validFor);
}

/** Just after each event that changes who may come in. A run of full duration has nothing after its end. */
function changesIn(trace: Trace): Survey['changes'] {
  const { ended, endedAt } = trace.header;
  const changes: { at: Instant; seq: number }[] = [];
  for (let seq = 0; seq < trace.count; seq++) {
    const kind = trace.kind[seq];
    const isChange = kind === acquired || kind === faultEnded || (kind === entryGone && trace.c[seq] === expired);
    if (!isChange) continue;
    const at = instant(instantOf(trace, seq) + 1);
    if (ended === 'duration' && at > endedAt) break;
    if (changes.at(-1)?.at !== at) changes.push({ at, seq: seq + 1 });
  }
  return changes;
}

const expired = goneCauses.indexOf('expired');

const instantOf = ({ at }: Trace, seq: number): Instant => instant(nth(at, seq));
