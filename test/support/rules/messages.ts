// Rule: every message is sent once and ends once, keeps the order of its connection, and a reply belongs to a request
// that was served.

import { kindNames, type Trace } from '../../../src/core/model/trace/trace';
import type { EventOf, TraceEvent } from '../../../src/core/model/trace/traceReader';
import { fromMs } from '../../../src/core/model/values/time';
import { parts } from '../../../src/core/run/parts';
import type { MakeRule, Note } from './rule';

type Sent = EventOf<'sent'>;

const endings = ['arrived', 'lost', 'received', 'late', 'timedOut', 'closed'] as const;
type Ending = (typeof endings)[number];

interface Life {
  readonly sent: Sent;
  readonly ends: Partial<Record<Ending, TraceEvent>>;
}

export const messagesEndOnce: MakeRule = (_, note) => {
  const lives = new Map<number, Life>();
  const served = new Set<number>();
  return {
    take: (event) => {
      if (event.kind === 'sent') {
        begin(event);
        return;
      }
      if (!isEnding(event) || event.message < 0) return;
      const life = lives.get(event.message);
      if (life === undefined) return note(event, `message ${event.message} was never sent`);
      if (life.ends[event.kind]) note(event, `message ${event.message} had that before`);
      checkEnds(life, event, note);
      life.ends[event.kind] = event;
      if (event.kind === 'received' && life.sent.leg === 0) served.add(event.message);
      if (event.kind === 'received' && life.sent.leg === 1) checkNotGivenUp(lives.get(event.message - 1), event, note);
    },
  };

  function begin(event: Sent): void {
    if (lives.has(event.message)) note(event, `message ${event.message} was sent before`);
    if ((event.message % 2 === 1) !== (event.leg === 1)) note(event, `message ${event.message} is of the other leg`);
    if (event.process === event.peer) note(event, 'it is sent to its sender');
    lives.set(event.message, { sent: event, ends: {} });
    if (event.leg !== 1) return;
    if (!served.delete(event.message - 1)) note(event, 'it answers what was not served, or twice');
    const request = lives.get(event.message - 1)?.sent;
    if (request?.process !== event.peer || request.peer !== event.process) note(event, 'it answers another');
  }
};

const isEnding = (event: TraceEvent): event is EventOf<Ending> => (endings as readonly string[]).includes(event.kind);

function checkEnds({ sent, ends }: Life, event: EventOf<Ending>, note: Note): void {
  const atSender = event.kind === 'lost' || event.kind === 'timedOut' || event.kind === 'closed';
  const [here, there] = atSender ? [sent.process, sent.peer] : [sent.peer, sent.process];
  if (event.process !== here || event.peer !== there) note(event, `message ${event.message} is of other processes`);
  if (event.at < sent.at) note(event, 'it was sent later');
  if (event.kind === 'arrived' && ends.lost) note(event, 'it was lost');
  // A message that waits for a killed process to take it is lost after it has arrived.
  if (event.kind === 'lost' && ends.arrived && event.cause < 2) note(event, 'it had arrived');
  if (event.kind === 'lost' && ends.received) note(event, 'it was received');
  if ((event.kind === 'received' || event.kind === 'late') && (!ends.arrived || ends.lost))
    note(event, 'it has not arrived, or was lost');
  if (event.kind === 'late' && (sent.leg !== 1 || ends.received)) note(event, 'only a reply is late, and only once');
  if (event.kind === 'timedOut' && (sent.leg !== 0 || ends.closed)) note(event, 'nobody waited for it');
  if (event.kind === 'closed' && (sent.leg !== 0 || ends.timedOut)) note(event, 'nobody waited for it');
}

function checkNotGivenUp(request: Life | undefined, event: TraceEvent, note: Note): void {
  if (request?.ends.timedOut || request?.ends.closed) note(event, 'its request had been given up: it is late');
}

/**
 * No message overtakes another on a connection. Locks that reconnect on a timeout open another connection, so they are
 * left out.
 */
export const connectionsKeepOrder: MakeRule = (trace, note) => {
  const sent = new Map<number, { readonly seq: number; readonly connection: string }>();
  const last = new Map<string, number>();
  const lives = new Map<number, number>();
  const lifeOf = (process: number): number => lives.get(process) ?? 0;
  if (reconnects(trace)) return { take: () => undefined };
  return {
    take: (event) => {
      if (event.kind === 'crashed' || event.kind === 'started') lives.set(event.process, lifeOf(event.process) + 1);
      if (event.kind === 'sent') {
        const { process, peer, seq } = event;
        sent.set(event.message, { seq, connection: `${process}/${lifeOf(process)} ${peer}/${lifeOf(peer)}` });
      }
      const of = event.kind === 'arrived' ? sent.get(event.message) : undefined;
      if (of === undefined) return;
      if (of.seq < (last.get(of.connection) ?? -1)) note(event, 'it has overtaken what was sent before it');
      last.set(of.connection, of.seq);
    },
  };
};

const reconnects = ({ header: { scenario } }: Trace): boolean =>
  scenario.lock.settings?.['reconnectOnTimeout'] === true || parts.locks.get(scenario.lock.id)?.dropsAtTimeout === true;

/**
 * When a run has come to rest, no message is under way, except those that wait for the end of a cut and are sent
 * again only after the end of the run. Its header says when.
 */
export const restIsRest: MakeRule = (trace, note) => {
  const flying = new Set<number>();
  const waiting = new Set<number>();
  return {
    take: (event) => {
      if (event.kind === 'sent') flying.add(event.message);
      if (event.kind === 'stalled') waiting.add(event.message);
      if (event.kind === 'resent') waiting.delete(event.message);
      if (event.kind === 'arrived' || event.kind === 'lost') flying.delete(event.message);
    },
    end: () => {
      const { ended, due, scenario } = trace.header;
      const isAgainLater = (due?.server ?? 0) > fromMs(scenario.settings.duration);
      const left = [...flying].filter((message) => !(isAgainLater && waiting.has(message)));
      if (ended === 'quiet' && left.length > 0) note(null, `messages ${left.join(' ')} are under way in a run at rest`);
      if (trace.kind.some((kind) => kind >= kindNames.length)) note(null, 'a kind of event that there is not');
    },
  };
};
