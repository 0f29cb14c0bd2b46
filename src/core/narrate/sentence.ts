/** One event of a trace as a sentence. It looks up what the event refers to, and judges nothing. */
import { textsIn } from '../faults/texts';
import type { Fault } from '../model/scenario/fault';
import { keyOf } from '../model/scenario/parts';
import type { ProcessId } from '../model/scenario/processId';
import { nameOf } from '../model/scenario/processName';
import { legs, refusalChecks, type Trace, type TraceKind } from '../model/trace/trace';
import { processId, readEvent, type TraceEvent, textOf } from '../model/trace/traceReader';
import { fromMs, type Ms } from '../model/values/time';
import { leaseLeft, looksAtLease, raisedBefore, textOfMessage } from '../spans/clientSteps';
import type { EntrySpan } from '../spans/entrySpans';
import { confirmedKeys, heldKeys, shortestLifetime } from '../spans/heldNodes';
import type { HoldSpan } from '../spans/holdSpans';
import { signalAt } from '../spans/signals';
import { spansOf } from '../spans/spans';
import { type EventInWords, namesOf, type SaidFault, type SentenceNames, type StepSentence } from './phrases';
import type { Speech } from './speech';

/** Any event as a full sentence. Throws if the trace has no such event. */
export const sentence = (trace: Trace, seq: number, speech: Speech): string =>
  sentenceOf(trace, readEvent(trace, seq), speech);

/** The processes that a sentence names instead of its event's two processes. */
interface Sides {
  readonly who?: readonly ProcessId[];
  readonly peer?: readonly ProcessId[];
}

/** The sentence with other processes on either side, for a sentence that covers several events. */
export function sentenceOf(trace: Trace, event: TraceEvent, speech: Speech, sides: Sides = {}): string {
  const { names, events, begin } = speech;
  const ofMessages = [sides.who, sides.peer].some((ids) => ids !== undefined && ids.length > 1);
  const eventInWords = { ...say(trace, event, speech), ...named(names, sides), ofMessages };
  return begin(speak(events, eventInWords));
}

type EventWords = { readonly [K in TraceKind]: (eventInWords: EventInWords<K>) => string };

/** The table has a function for every kind, so the function of this event's kind accepts this event. */
const speak = (
  table: EventWords,
  eventInWords: Omit<EventInWords<TraceKind>, 'event'> & { readonly event: TraceEvent },
): string => (table[eventInWords.event.kind] as (value: unknown) => string)(eventInWords);

const named = (names: SentenceNames, sides: Sides) => ({
  ...(sides.who === undefined ? {} : { who: namesOf(sides.who, names), isMany: sides.who.length > 1 }),
  ...(sides.peer === undefined ? {} : { peer: namesOf(sides.peer, names) }),
});

function say(
  trace: Trace,
  event: TraceEvent,
  { faults, names, steps, times }: Speech,
): Omit<EventInWords<TraceKind>, 'event'> & { readonly event: TraceEvent } {
  const { processes } = trace.header;
  const fault = faultOf(trace, event);
  const hold = event.kind === 'acquired' ? holdOf(trace, event.seq) : undefined;
  const held = hold === undefined ? [] : heldKeys(trace, hold);
  const ends = fault === null ? null : endsOf(fault, names);
  return {
    event,
    who: ends === null ? nameOf(processId(trace, event.process), names) : ends.from,
    peer:
      ends !== null ? ends.to : held.length > 0 ? namesOf(nodesOf(trace, held), names) : peerOf(trace, event, names),
    text: textIn(trace, event),
    other: otherIn(trace, event, names),
    saying: event.kind === 'step' ? sayingOf(textOf(trace, event.text), steps) : undefined,
    times,
    ofMessages: false,
    isRequest: legOf(trace, event) === 'request',
    isClient:
      processes[event.process]?.role === 'client' || (event.kind === 'received' && legOf(trace, event) === 'reply'),
    fault:
      fault === null || ends === null
        ? null
        : saidFault(fault, { faults, times }, { ...ends, hasNames: hasNames(trace) }),
    isStorage: processes[event.process]?.role === 'storage',
    isMany: false,
    ofSeveral: processes.filter(({ role }) => role === 'storage').length > 1,
    keysLive: shortestLifetime(trace, held),
    knownNodes: hold === undefined ? '' : knownOf(trace, hold, held, names),
    signal: event.kind === 'entryGone' ? signalAt(trace, event.seq) : null,
    isClosed: spansOf(trace).entries.some(({ seq, isClosed }) => seq === event.seq && isClosed),
    left: looksAtLease(trace, event.seq) ? leaseLeft(trace, event.seq) : -1,
    raised: 'reason' in event ? raisedBefore(trace, event.seq) : '',
    loose: event.kind === 'read' ? (resourceEventOf(trace, event.seq)?.loose ?? 0) : 0,
  };
}

/** A step of a sentinel is an event and a process, such as `+sdown nodeA`. */
const sayingOf = (step: string, steps: Readonly<Record<string, StepSentence>>): StepSentence | undefined =>
  Object.hasOwn(steps, eventOf(step)) ? steps[eventOf(step)] : undefined;

const eventOf = (step: string): string => step.slice(0, step.indexOf(' '));

function peerOf(trace: Trace, event: TraceEvent, names: SentenceNames): string {
  return 'peer' in event && event.peer >= 0 ? nameOf(processId(trace, event.peer), names) : '';
}

const holdOf = (trace: Trace, seq: number): HoldSpan | undefined =>
  spansOf(trace).holds.find(({ acquiredSeq }) => acquiredSeq === seq);

/** The nodes whose key the client knows of, if an answer was lost. */
function knownOf(trace: Trace, hold: HoldSpan, held: readonly EntrySpan[], names: SentenceNames): string {
  const knownEntries = confirmedKeys(trace, hold, held);
  return knownEntries === null || knownEntries.length === held.length
    ? ''
    : namesOf(nodesOf(trace, knownEntries), names);
}

const nodesOf = (trace: Trace, keys: readonly EntrySpan[]): readonly ProcessId[] =>
  keys
    .map(({ process }) => process)
    .sort((a, b) => a - b)
    .map((process) => processId(trace, process));

function rowOf(trace: Trace, event: TraceEvent): number {
  if (!('message' in event) || event.message < 0) return -1;
  return spansOf(trace).messages.rowOf(event.message);
}

function legOf(trace: Trace, event: TraceEvent): (typeof legs)[number] | undefined {
  if (event.kind === 'sent') return legs[event.leg];
  const row = rowOf(trace, event);
  return row < 0 ? undefined : spansOf(trace).messages.leg(row);
}

function textIn(trace: Trace, event: TraceEvent): string {
  if (event.kind === 'sent' || event.kind === 'step') return textOf(trace, event.text);
  if (event.kind === 'entrySet' || event.kind === 'entryGone') return textOf(trace, event.entry);
  return 'message' in event ? textOfMessage(trace, event.message) : '';
}

function otherIn(trace: Trace, event: TraceEvent, names: SentenceNames): string {
  if (event.kind === 'step') {
    const about = textOf(trace, event.text).split(' ')[1];
    const process = trace.header.processes.find(({ id }) => id === about);
    return process === undefined ? '' : nameOf(process.id, names);
  }
  if (event.kind === 'received') return textOfMessage(trace, event.message - 1);
  if (event.kind === 'entrySet') return textOf(trace, event.value);
  if (event.kind === 'entryGone') {
    const owner = ownerOf(trace, event.seq);
    return owner < 0 ? '' : nameOf(processId(trace, owner), names);
  }
  if (event.kind === 'rejected') {
    const isMark = refusalChecks[event.check] === 'owner' && event.against >= 0;
    return isMark ? nameOf(processId(trace, event.against), names) : '';
  }
  if (event.kind !== 'wrote' && event.kind !== 'wrotePart') return '';
  const resourceEvent = resourceEventOf(trace, event.seq);
  const over = resourceEvent?.destroyed.at(-1) ?? resourceEvent?.mixed;
  return over == null ? '' : nameOf(processId(trace, over.client), names);
}

const resourceEventOf = (trace: Trace, seq: number) => spansOf(trace).resource.find((event) => event.seq === seq);

/** The owner of the key that was removed by this event; −1 if it is not known. */
export const ownerOf = (trace: Trace, seq: number): number =>
  spansOf(trace).entries.find(({ endSeq }) => endSeq === seq)?.owner ?? -1;

/** The fault that an event of a fault refers to. */
export function faultOf(trace: Trace, event: TraceEvent): Fault | null {
  if (event.kind !== 'faultStruck' && event.kind !== 'faultEnded') return null;
  return Object.values(trace.header.scenario.faults)[event.fault] ?? null;
}

interface SaidEnds {
  readonly from: string;
  readonly to: string;
}

/** What a fault does and to which process, in a few words: `client 1 pauses`. */
export function faultTitle(fault: Fault, { faults, names }: Speech): string {
  const { from, to } = endsOf(fault, names);
  return textsIn(faults, fault.kind).title(to === '' ? from : `${from} → ${to}`, fault);
}

function endsOf(fault: Fault, names: SentenceNames): SaidEnds {
  if ('message' in fault) return { from: nameOf(fault.message.from, names), to: nameOf(fault.message.to, names) };
  if ('from' in fault) return { from: namesOf(fault.from, names), to: namesOf(fault.to, names) };
  return { from: nameOf(fault.process, names), to: '' };
}

const hasNames = ({ header: { processes, scenario } }: Trace): boolean =>
  new Set(processes.flatMap(({ id, role }) => (role === 'client' ? [keyOf(scenario.settings, id)] : []))).size > 1;

/** Throws if this language has no texts for the kind. */
function saidFault(
  fault: Fault,
  { faults, times }: Pick<Speech, 'faults' | 'times'>,
  ends: SaidEnds & { readonly hasNames: boolean },
): SaidFault {
  const texts = textsIn(faults, fault.kind);
  const faultInWords = { fault, ...ends, length: (ms: Ms) => times.formatLength(fromMs(ms)) };
  return { injected: texts.injected(faultInWords), ended: texts.ended?.(faultInWords) ?? null };
}
