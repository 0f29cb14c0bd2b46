/**
 * A second judge, which goes through the rows of a trace by the definitions of the verdict and knows nothing of spans
 * or evidence. It is compared with `src/core/judge`, with which it shares no code. Cost: the square of holds and of
 * writes.
 */
import { goneCauses, type TraceHeader, type TraceKind } from '../../../src/core/model/trace/trace';
import type { EventOf, TraceEvent } from '../../../src/core/model/trace/traceReader';

/** A run in plain form: who took part, and what happened, in order. */
export interface ReadRun {
  readonly header: TraceHeader;
  readonly strings: readonly string[];
  readonly events: readonly TraceEvent[];
}

/** Two were inside at once: the numbers of their holds, and from when to when, in microseconds. */
export interface NaiveOverlap {
  readonly first: number;
  readonly second: number;
  readonly from: number;
  readonly to: number;
}

/** The accepted write `destroyed` is destroyed by the write `by`. Both are indexes in the list of accepted writes. */
export interface NaiveLoss {
  readonly destroyed: number;
  readonly by: number;
}

/** An accepted write, with its events: one for each process of the resource that has it. */
export interface NaiveWrite {
  readonly writer: string;
  readonly base: number;
  readonly copies: EventOf<'wrote'>[];
}

interface Inside {
  readonly hold: number;
  readonly client: number;
  readonly shared: boolean;
  readonly from: number;
  readonly fromSeq: number;
  to: number;
  /** The event that ended it; infinite: the client is inside when the run ends. */
  toSeq: number;
}

const isOf =
  <K extends TraceKind>(kind: K) =>
  (event: TraceEvent): event is Extract<TraceEvent, { readonly kind: K }> =>
    event.kind === kind;

/**
 * A client is inside from the yes of an acquire until its release is called, the work has stopped, or the client has
 * died.
 */
function insides({ header, events }: ReadRun): readonly Inside[] {
  const all: Inside[] = [];
  const open = new Set<Inside>();
  const leave = ({ at, seq }: TraceEvent, isLeaving: (one: Inside) => boolean): void => {
    for (const one of [...open].filter(isLeaving)) {
      one.to = at;
      one.toSeq = seq;
      open.delete(one);
    }
  };
  for (const event of events) {
    const { at, seq, process } = event;
    if (event.kind === 'acquired') {
      const { hold, shared } = event;
      const ends = { to: header.endedAt, toSeq: Number.POSITIVE_INFINITY };
      const one = { hold, client: process, shared: shared === 1, from: at, fromSeq: seq, ...ends };
      all.push(one);
      open.add(one);
    }
    if (event.kind === 'releasing' || event.kind === 'stopped') leave(event, ({ hold }) => hold === event.hold);
    if (event.kind === 'crashed') leave(event, ({ client }) => client === process);
  }
  return all;
}

/** In the order in which the second one came in. Clients that share the lock may be inside together. */
export function naiveOverlaps(run: ReadRun): readonly NaiveOverlap[] {
  const all = insides(run);
  return all.flatMap((second, i) =>
    all.slice(0, i).flatMap((first) => {
      const from = Math.max(first.from, second.from);
      const to = Math.min(first.to, second.to);
      const may = first.client === second.client || (first.shared && second.shared);
      return may || to <= from ? [] : [{ first: first.hold, second: second.hold, from, to }];
    }),
  );
}

/** The round of each request: the client's last acquire that had returned when the request was sent. */
function roundsOfRequests(events: readonly TraceEvent[]): ReadonlyMap<number, string> {
  const round = new Map<number, number>();
  const found = new Map<number, string>();
  for (const event of events) {
    if (event.kind === 'acquired') round.set(event.process, event.hold);
    if (event.kind === 'sent' && event.leg === 0)
      found.set(event.message, `${event.process} in ${round.get(event.process) ?? 'no round'}`);
  }
  return found;
}

/** How many processes of the resource must have a write: one if there is a primary, otherwise more than half. */
function copiesNeeded({ processes }: TraceHeader): number {
  const storages = processes.filter(({ role }) => role === 'storage').map(({ id }) => id);
  return storages.length === 0 || storages.includes('storage') ? 1 : Math.floor(storages.length / 2) + 1;
}

/**
 * The writes that count as accepted. What several replicas did with one request is one write. Mails have no versions.
 */
export function naiveWrites({ header, events }: ReadRun): readonly NaiveWrite[] {
  const needed = copiesNeeded(header);
  const writerOf = roundsOfRequests(events);
  const all: NaiveWrite[] = [];
  for (const event of events.filter(isOf('wrote')).filter(({ version }) => version >= 0)) {
    const writer = writerOf.get(event.message) ?? `${event.peer} in no round`;
    const known = all.findLast(
      (write) =>
        needed > 1 &&
        write.writer === writer &&
        write.base === event.basedOn &&
        !write.copies.some(({ process }) => process === event.process),
    );
    if (known) known.copies.push(event);
    else all.push({ writer, base: event.basedOn, copies: [event] });
  }
  return all.filter(({ copies }) => copies.length >= needed);
}

/**
 * A later write destroys an accepted write that it had not read, unless one round wrote both.
 */
export function naiveLosses(writes: readonly NaiveWrite[]): readonly NaiveLoss[] {
  return writes.flatMap((later, by) =>
    writes.flatMap((earlier, destroyed) => {
      const isOver = later.copies.some((over) =>
        earlier.copies.some(
          (under) => under.process === over.process && under.seq < over.seq && under.version > later.base,
        ),
      );
      return isOver && earlier.writer !== later.writer ? [{ destroyed, by }] : [];
    }),
  );
}

/**
 * Whether an update is lost, from the values alone: client 1 adds 1, client 2 adds 10, so any value other than the
 * previous one plus the writer's own digit lacks somebody's change. Null where values do not show it: replicas, and a
 * round that writes twice.
 */
export function lostByValue({ header, events }: ReadRun, writes: readonly NaiveWrite[]): boolean | null {
  if (copiesNeeded(header) > 1 || header.scenario.settings.adds !== 'by-client') return null;
  if (new Set(writes.map(({ writer }) => writer)).size < writes.length) return null;
  let before = events.find(isOf('read'))?.value ?? 0;
  return writes.some(({ copies }) => {
    const value = copies[0]?.value ?? 0;
    const client = Number(header.processes[copies[0]?.peer ?? -1]?.id.slice('client'.length));
    const isWhole = value === before + 10 ** ((client - 1) % 6);
    before = value;
    return !isWhole;
  });
}

/** What a client wants: whether it still has a round to finish, and whether it can. */
interface Client {
  /** It has asked, and no round of it has succeeded or was skipped since. */
  isUnserved: boolean;
  /** Its last round is over. */
  isDone: boolean;
  isPaused: boolean;
  isDown: boolean;
}

const rests: Client = { isUnserved: false, isDone: false, isPaused: false, isDown: false };

const wants = ({ isUnserved, isDone }: Client): boolean => isUnserved && !isDone;

/** How an event changes its client. A refusal does not end the wish, nor does a failed round that is not the last. */
function after(client: Client, event: TraceEvent, rounds: number): Client {
  switch (event.kind) {
    case 'acquiring':
      return { ...client, isUnserved: true, isDone: false };
    case 'finished':
      return { ...client, isUnserved: client.isUnserved && event.ok === 0, isDone: event.round >= rounds };
    case 'paused':
      return { ...client, isPaused: true };
    case 'resumed':
      return { ...client, isPaused: false };
    case 'crashed':
      return event.power === 2 ? { ...client, isUnserved: false } : { ...rests, isDown: true };
    case 'started':
      return { ...client, isDown: false };
    default:
      return client;
  }
}

export interface NaiveProgress {
  /** The longest time without a successful round while somebody who could act wanted one, in microseconds. */
  readonly standstill: number;
  /** The clients that want to finish a round, and could go on, when the run ends. */
  readonly wanting: readonly number[];
  /** The same, plus clients whose rounds are used up and whose last round failed, and paused clients. */
  readonly unserved: readonly number[];
  /** The clients whose process ended and did not come back. */
  readonly down: readonly number[];
}

/** When no more events come, nothing changes until the time of the run is over. */
const endOf = ({ ended, endedAt, scenario: { settings } }: TraceHeader): number =>
  ended === 'quiet' ? settings.duration * 1000 : endedAt;

export function naiveProgress({ header, events }: ReadRun): NaiveProgress {
  const clients = new Map<number, Client>();
  let [standstill, waited, before] = [0, 0, 0];
  const pass = (at: number): void => {
    if ([...clients.values()].some((client) => wants(client) && !client.isPaused)) waited += at - before;
    standstill = Math.max(standstill, waited);
    before = at;
  };
  for (const event of events) {
    pass(event.at);
    if (event.kind === 'finished' && event.ok === 1) waited = 0;
    const isClient = header.processes[event.process]?.role === 'client';
    const client = clients.get(event.process) ?? rests;
    if (isClient) clients.set(event.process, after(client, event, header.scenario.settings.rounds));
    if (![...clients.values()].some(wants)) waited = 0;
  }
  pass(endOf(header));
  const all = [...clients];
  return {
    standstill,
    wanting: all.filter(([, client]) => wants(client) && !client.isPaused).map(([client]) => client),
    unserved: all.filter(([, { isUnserved }]) => isUnserved).map(([client]) => client),
    down: all.filter(([, { isDown }]) => isDown).map(([client]) => client),
  };
}

/**
 * A client that wants in has met an exception at each of its tries since a round last succeeded. A program names an
 * exception in a step, as the library does.
 */
export function raisesToTheEnd({ events, strings }: ReadRun, { wanting }: NaiveProgress): boolean {
  const lastRound = events.findLast((event) => event.kind === 'finished' && event.ok === 1)?.seq ?? -1;
  return wanting.some((client) => {
    const own = events.filter(({ process }) => process === client);
    const since = Math.max(lastRound, own.findLast((one) => one.kind === 'crashed')?.seq ?? -1);
    let raised = false;
    const tries: boolean[] = [];
    for (const event of own) {
      if (event.kind === 'acquiring') raised = false;
      if (event.kind === 'step' && /^[A-Z][a-z]/.test(strings[event.text] ?? '')) raised = true;
      const isEnd = event.kind === 'refused' || event.kind === 'releasing' || event.kind === 'stopped';
      if (isEnd && event.seq > since) tries.push(event.kind === 'refused' && raised);
    }
    return tries.length > 0 && tries.every(Boolean);
  });
}

/** Nothing more will happen, and somebody waits. */
export const isSilent = ({ header }: ReadRun, { wanting }: NaiveProgress): boolean =>
  header.ended === 'quiet' && header.due === undefined && wanting.length > 0;

/**
 * Whether the run ten times as long shows that waiting does not help: after the end of the short run nobody gets in,
 * or nobody who gets in completes a round, although the same client wants to until the end of the long run.
 */
export function isFinal(short: ReadRun, longer: ReadRun): boolean {
  const { endedAt } = short.header;
  const later = longer.events.filter(({ at }) => at > endedAt);
  const { unserved } = naiveProgress(short);
  const still = naiveProgress(longer).unserved.some((client) => unserved.includes(client));
  return (
    still && (!later.some(isOf('acquired')) || !later.some((event) => event.kind === 'finished' && event.ok === 1))
  );
}

/**
 * A check refused a client that was inside, whose keys had not expired, and that was the last to get in; its write
 * would have destroyed nothing.
 */
export function rightfulRefusals(run: ReadRun): readonly EventOf<'rejected'>[] {
  const all = insides(run);
  return run.events.filter(isOf('rejected')).filter(({ peer, seq, value, check }) => {
    const newest = all.findLast(({ fromSeq }) => fromSeq < seq);
    const isIn = newest?.client === peer && !newest.shared && newest.toSeq > seq;
    return value >= 0 && check !== 1 && isIn && !haveExpired(run, seq);
  });
}

/** By then the lock's keys had expired on so many servers that no quorum was left. */
function haveExpired({ header, events, strings }: ReadRun, seq: number): boolean {
  const { processes, quorum, lockEntry } = header;
  const servers = processes.flatMap(({ role }, i) => (role === 'node' || role === 'service' ? [i] : []));
  const expired = servers.filter((server) => {
    const last = events.findLast(
      (event): event is EventOf<'entrySet' | 'entryGone'> =>
        event.seq < seq &&
        (event.kind === 'entrySet' || event.kind === 'entryGone') &&
        event.process === server &&
        strings[event.entry] === lockEntry,
    );
    return last?.kind === 'entryGone' && last.cause === goneCauses.indexOf('expired');
  });
  return expired.length > 0 && servers.length - expired.length < quorum;
}

/**
 * The dead keep everybody out: without an expiry, the keys of clients that are down stand on so many servers that no
 * quorum is left. It is also false if messages are lost by chance, more is to come, keys may be taken over, or
 * replicas replace servers.
 */
export function deadKeepOut(run: ReadRun, { wanting, down }: NaiveProgress): boolean {
  const { header, events, strings } = run;
  const { processes, due, keysLapse, quorum, scenario, missed, lockEntry } = header;
  if (keysLapse !== undefined || due || down.length === 0 || wanting.length === 0) return false;
  const isInside = insides(run).some(({ toSeq }) => toSeq === Number.POSITIVE_INFINITY);
  const injected = new Set(events.flatMap((event) => ('fault' in event ? [event.fault] : [])));
  const mayChange = Object.keys(scenario.faults).some((name, i) => !injected.has(i) && missed[name] === undefined);
  const servers = processes.flatMap(({ role }, i) => (role === 'node' || role === 'service' ? [i] : []));
  const mayMove = processes.some(({ role }) => role === 'replica');
  if (mayChange || mayMove || isInside || scenario.settings.loss > 0) return false;
  const blocked = servers.filter((server) => {
    const last = events.findLast(
      (event): event is EventOf<'entrySet' | 'entryGone'> =>
        (event.kind === 'entrySet' || event.kind === 'entryGone') &&
        event.process === server &&
        strings[event.entry] === lockEntry,
    );
    return last?.kind === 'entrySet' && last.expiresIn === -1 && down.includes(last.peer);
  });
  return blocked.length > 0 && servers.length - blocked.length < quorum;
}
