// The reports of a process, live or simulated, as comparable words: without times, and without the reports of proxies.
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import type { Trace } from '../../../src/core/model/trace/trace';
import { processId, readEvents, type TraceEvent, textOf } from '../../../src/core/model/trace/traceReader';
import type { LiveEvent } from '../../../src/live/server/liveEvent';

/** The events that the proxies or the orchestrator report. */
const othersKinds: ReadonlySet<string> = new Set([
  'arrived',
  'lost',
  'paused',
  'resumed',
  'crashed',
  'started',
  'faultEnded',
  'faultStruck',
]);

export const liveWords = (events: readonly LiveEvent[]): readonly string[] =>
  inOrder(events.map(({ kind, columns }) => words(kind, columns as never, String)));

export function simulatedWords(trace: Trace, id: ProcessId): readonly string[] {
  const own = [...readEvents(trace)].filter((event) => processId(trace, event.process) === id && isOwn(event));
  return inOrder(
    own.map(({ kind, ...columns }) => {
      const texts = Object.entries(columns).map(([name, value]) =>
        name === 'text' || name === 'entry' || (name === 'value' && kind === 'entrySet')
          ? [name, textOf(trace, Number(value))]
          : [name, value],
      );
      return words(kind, Object.fromEntries(texts), (peer) => processId(trace, Number(peer)));
    }),
  );

  function isOwn(event: TraceEvent): boolean {
    if (othersKinds.has(event.kind)) return false;
    // For a server this is only its own requests. The proxies report the requests that it got and its answers.
    if (event.kind === 'sent') return event.leg === 0;
    return event.kind !== 'received' || id.startsWith('client') || event.message % 2 === 1;
  }
}

type Words = Readonly<Record<string, string | number>>;

function words(
  kind: string,
  { peer, text, version, value, hold, ok, reason, leg, entry, expiresIn, check, against, token }: Words,
  name: (peer: unknown) => string,
): string {
  switch (kind) {
    case 'sent':
      return `sent ${name(peer)} ${leg} ${withoutTimes(text)}`;
    case 'step':
      return `step ${text}`;
    case 'read':
    case 'wrote':
      return `${kind} ${name(peer)} ${version} ${value}`;
    case 'rejected':
      return `rejected ${name(peer)} ${token} ${against} ${check}`;
    case 'marked':
      return `marked ${name(peer)} ${token}`;
    case 'entrySet':
      return `set ${entry} for ${name(peer)}: ${withoutTimes(value)}, ${Number(expiresIn) > 0 ? 'expires' : expiresIn}`;
    case 'entryGone':
      return `gone ${entry}, by ${peer === undefined || peer === -1 ? 'nobody' : name(peer)}`;
    case 'waiting':
    case 'woken':
      return `${kind} ${name(peer)}`;
    case 'received':
      return `received ${ok}`;
    default:
      return [kind, hold, reason, ok].filter((part) => part !== undefined).join(' ');
  }
}

/** A wall clock's time in ms, in a request or as a part of a value. */
const withoutTimes = (text: unknown): string => String(text).replace(/\d{13}/g, 'time');

/** Answers that nobody needs arrive at any time, so they are sorted to the end. */
const inOrder = (all: readonly string[]): readonly string[] => [
  ...all.filter((one) => one !== 'late'),
  ...all.filter((one) => one === 'late'),
];
