/** One event of a trace as a sentence: looks up what the event only points at. Judges nothing. */
import type { Fault } from '../model/fault';
import { heldKeys } from '../model/heldNodes';
import { legs } from '../model/messageSpans';
import type { ProcessId } from '../model/scenario';
import { spansOf } from '../model/spans';
import type { Language } from '../model/text';
import { refusalChecks, type Trace, type TraceKind } from '../model/trace';
import { processId, readEvent, type TraceEvent, textOf } from '../model/traceReader';
import { spoken } from './language';
import type { Names, Said } from './said';

/** Any event as a full sentence. Throws where the trace has no such event. */
export const sentence = (trace: Trace, seq: number, language: Language): string =>
  tell(trace, readEvent(trace, seq), language);

/** The same with other processes on either side, where one sentence stands for several events. */
export function tell(
  trace: Trace,
  event: TraceEvent,
  language: Language,
  sides: { readonly who?: string; readonly peer?: string } = {},
): string {
  const { words, names } = spoken(language);
  const ofMessages = [sides.who, sides.peer].some((ids) => ids?.includes(' '));
  const said = { ...say(trace, event, names), ...named(names, sides), ofMessages };
  return words.begin(speak(words.events, said));
}

type EventWords = { readonly [K in TraceKind]: (said: Said<K>) => string };

/** The table has a function for every kind, so the one for this event's kind takes this event. */
const speak = (table: EventWords, said: Omit<Said<TraceKind>, 'event'> & { readonly event: TraceEvent }): string =>
  (table[said.event.kind] as (said: unknown) => string)(said);

const named = (names: Names, sides: { readonly who?: string; readonly peer?: string }) => ({
  ...(sides.who === undefined ? {} : { who: names.list(sides.who), isMany: sides.who.includes(' ') }),
  ...(sides.peer === undefined ? {} : { peer: names.list(sides.peer) }),
});

function say(
  trace: Trace,
  event: TraceEvent,
  names: Names,
): Omit<Said<TraceKind>, 'event'> & { readonly event: TraceEvent } {
  const { processes } = trace.header;
  const fault = faultOf(trace, event);
  const ends = fault === null ? null : endsOf(fault);
  return {
    event,
    who: ends === null ? names.of(processId(trace, event.process)) : names.list(ends.from),
    peer: ends === null ? peerOf(trace, event, names) : names.list(ends.to),
    text: textIn(trace, event),
    other: otherIn(trace, event, names),
    ofMessages: false,
    isRequest: legOf(trace, event) === 'request',
    isClient: processes[event.process]?.role === 'client',
    fault,
    isStorage: processes[event.process]?.role === 'storage',
    isMany: false,
    ofSeveral: processes.filter(({ role }) => role === 'storage').length > 1,
    loose: event.kind === 'read' ? (deedOf(trace, event.seq)?.loose ?? 0) : 0,
  };
}

function peerOf(trace: Trace, event: TraceEvent, names: Names): string {
  if (event.kind === 'acquired') return names.list(nodesOf(trace, event.seq));
  return 'peer' in event && event.peer >= 0 ? names.of(processId(trace, event.peer)) : '';
}

/** The nodes that an acquisition stands on, as ids with a space between. */
function nodesOf(trace: Trace, seq: number): string {
  const hold = spansOf(trace).holds.find(({ acquiredSeq }) => acquiredSeq === seq);
  const nodes = hold === undefined ? [] : heldKeys(trace, hold).map(({ process }) => process);
  return [...nodes]
    .sort((a, b) => a - b)
    .map((process) => processId(trace, process))
    .join(' ');
}

function rowOf(trace: Trace, event: TraceEvent): number {
  if (!('message' in event) || event.message < 0) return -1;
  return spansOf(trace).messages.rowOf(event.message);
}

function legOf(trace: Trace, event: TraceEvent): (typeof legs)[number] | undefined {
  if (event.kind === 'sent') return legs[event.leg];
  const row = rowOf(trace, event);
  return row < 0 ? undefined : legs[spansOf(trace).messages.leg[row] as number];
}

function textIn(trace: Trace, event: TraceEvent): string {
  if (event.kind === 'sent' || event.kind === 'step') return textOf(trace, event.text);
  if (event.kind === 'entrySet' || event.kind === 'entryGone') return textOf(trace, event.entry);
  const row = rowOf(trace, event);
  return row < 0 ? '' : textOf(trace, spansOf(trace).messages.text[row] as number);
}

function otherIn(trace: Trace, event: TraceEvent, names: Names): string {
  if (event.kind === 'entrySet') return textOf(trace, event.value);
  if (event.kind === 'entryGone') {
    const owner = ownerOf(trace, event.seq);
    return owner < 0 ? '' : names.of(processId(trace, owner));
  }
  if (event.kind === 'rejected') {
    const isMark = refusalChecks[event.check] === 'owner' && event.against >= 0;
    return isMark ? names.of(processId(trace, event.against)) : '';
  }
  if (event.kind !== 'wrote' && event.kind !== 'wrotePart') return '';
  const deed = deedOf(trace, event.seq);
  const over = deed?.destroyed.at(-1) ?? deed?.mixed;
  return over == null ? '' : names.of(processId(trace, over.client));
}

const deedOf = (trace: Trace, seq: number) => spansOf(trace).resource.find((event) => event.seq === seq);

/** Whose key it was that went with this event; −1 where that is not known. */
export const ownerOf = (trace: Trace, seq: number): number =>
  spansOf(trace).entries.find(({ goneSeq }) => goneSeq === seq)?.owner ?? -1;

/** The fault that an event of its own tells of. */
export function faultOf(trace: Trace, event: TraceEvent): Fault | null {
  if (event.kind !== 'faultStruck' && event.kind !== 'faultEnded') return null;
  return Object.values(trace.header.scenario.faults)[event.fault] ?? null;
}

function endsOf(fault: Fault): { readonly from: string; readonly to: string } {
  const ids = (some: readonly ProcessId[]): string => some.join(' ');
  if ('message' in fault) return { from: fault.message.from, to: fault.message.to };
  return 'from' in fault ? { from: ids(fault.from), to: ids(fault.to) } : { from: fault.process, to: '' };
}
