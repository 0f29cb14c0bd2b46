/**
 * The keys at the servers: their owners, their times, and how many nodes backed each client. It ignores what clients
 * believe.
 */

import { masterOf } from '../model/scenario/processId';
import { type GoneCause, goneCauses, kindNumber, lockNames, type Trace, withSession } from '../model/trace/trace';
import { column, instantAt, kindAt, processAt, textOf } from '../model/trace/traceReader';
import { speedOf } from '../model/values/clock';
import { type Instant, instant, type Micros } from '../model/values/time';
import { ownClock } from './clockSpans';
import { reignsOf } from './outageSpans';
import { Sleeps } from './sleeps';
import { traceIndexOf } from './traceIndex';

/** One value of one key at one server, until it is set again or removed. */
export interface EntrySpan {
  /** The server, as an index into `header.processes`. */
  readonly process: number;
  /** The client that set it, as an index into `header.processes`. */
  readonly owner: number;
  /** Indices into the string table. */
  readonly entry: number;
  readonly value: number;
  /** Of a list, a set, or a hash: the client that put each member in. Null: the key holds one value. */
  readonly members: ReadonlyMap<string, number> | null;
  /** Whether it is the lock's own key, a share of it, or a place in its queue (`stock/lock-0000000003`). */
  readonly isLock: boolean;
  /** Which of the lock's names it uses, since clients may know the lock under several; −1: it is not the lock's. */
  readonly lock: number;
  /** It is one of several keys that hold the lock together. A service names them below the lock: `stock#1`. */
  readonly isSharedMode: boolean;
  /** When it became the first place in the queue at its server; null: never. Without a queue: when it was set. */
  readonly front: { readonly at: Instant; readonly seq: number } | null;
  readonly seq: number;
  readonly from: Instant;
  /** null: it was still there at the end of the run. */
  readonly to: Instant | null;
  readonly endSeq: number;
  /** `replaced`: by another value, or by the same value with another expiry. */
  readonly cause: GoneCause | 'replaced' | null;
  /** The process that removed it; −1: no process. */
  readonly removedBy: number;
  /** When it would expire if its server's clock did not change again; null: never. */
  readonly expiresAt: Instant | null;
  /** It is removed when its server ends the session of its owner. */
  readonly endsWithSession: boolean;
  /** The session of its owner is over, and its server keeps the key for the lock-delay, so that no client gets in. */
  readonly isClosed: boolean;
}

/** From `at` on, `count` of the lock's servers have the key for this client. */
export interface QuorumStep {
  readonly at: Instant;
  readonly seq: number;
  readonly owner: number;
  readonly count: number;
}

type Draft = { -readonly [K in keyof EntrySpan]: EntrySpan[K] };

/** Every value of every key, in the order in which the values were set. */
export function entrySpans(trace: Trace): readonly EntrySpan[] {
  const drafts: Draft[] = [];
  const open = new Map<number, Draft>();
  const ppm = new Map<number, number>();
  const queues = new Map<number, Draft[]>();
  const lockEntries = entriesOfLock(trace);
  const sleeps = new Sleeps(trace);
  let lost: Draft | undefined;
  for (const seq of traceIndexOf(trace).others) {
    const kind = kindAt(trace, seq);
    const process = processAt(trace, seq);
    const slept = sleeps.take(seq);
    if (slept > 0) for (const draft of open.values()) if (draft.process === process) putOff(draft, slept);
    if (kind === kindNumber.entrySet) {
      const draft = set(trace, seq, ppm.get(process) ?? ownClock(trace, process).driftPpm, lockEntries);
      const slot = draft.entry * 256 + process;
      // A shared hold has its own name, and its key has just been removed.
      const isOfLost = lost?.process === process && lost.owner === draft.owner && lost.to === draft.from;
      const before = open.get(slot) ?? (isOfLost ? lost : undefined);
      // Another client has only set a new expiry: a hash names its owner in its fields.
      if (before?.value === draft.value && textOf(trace, draft.value).startsWith('{')) draft.owner = before.owner;
      draft.isClosed = before?.endsWithSession === true && !draft.endsWithSession;
      draft.members = membersIn(trace.strings[draft.value] ?? '', draft.owner, open.get(slot)?.members ?? null);
      end(open.get(slot), trace, seq, 'replaced', draft.owner);
      standInLine(queues, draft, open.get(slot), trace, seq);
      open.set(slot, draft);
      drafts.push(draft);
    } else if (kind === kindNumber.entryGone) {
      const slot = column.entryGone.entry(trace, seq) * 256 + process;
      const gone = open.get(slot);
      end(
        gone,
        trace,
        seq,
        goneCauses[column.entryGone.cause(trace, seq)] ?? 'lost',
        column.entryGone.peer(trace, seq),
      );
      leaveLine(queues, gone, trace, seq);
      lost = gone;
      open.delete(slot);
    } else if (kind === kindNumber.clockSet) {
      const before = ppm.get(process) ?? ownClock(trace, process).driftPpm;
      ppm.set(process, column.clockSet.ppm(trace, seq));
      for (const draft of open.values()) if (draft.process === process) rearm(draft, trace, seq, before);
    }
  }
  return drafts;
}

interface Edge {
  readonly at: Instant;
  readonly seq: number;
  readonly owner: number;
  readonly server: number;
  readonly by: 1 | 0 | -1;
}

/**
 * How many of the lock's nodes have a key that backs a client, at each change, in order. A node's old master and its
 * successor count once.
 */
export function quorumSteps(trace: Trace, entries: readonly EntrySpan[]): readonly QuorumStep[] {
  const edges: Edge[] = [];
  const reigns = reignsOf(trace);
  for (const { isLock, front, process: server, owner, from: setAt, seq: setSeq, to, endSeq: entryEndSeq } of entries) {
    // A client further back in the queue does not hold the lock.
    if (isLock && front?.seq !== setSeq) edges.push({ at: setAt, seq: setSeq, owner, server, by: 0 });
    if (front === null || !isLock) continue;
    for (const { fromSeq, toSeq } of reigns[server] ?? []) {
      const seq = Math.max(front.seq, fromSeq);
      const endSeq = Math.min(to === null ? trace.count : entryEndSeq, toSeq);
      if (seq > endSeq || (seq === endSeq && seq === fromSeq)) continue;
      edges.push({ at: instantAt(trace, seq), seq, owner, server, by: 1 });
      if (endSeq < trace.count) edges.push({ at: instantAt(trace, endSeq), seq: endSeq, owner, server, by: -1 });
    }
  }
  // If an owner replaces its own value, the new one counts first, which avoids a gap of zero length.
  edges.sort((x, y) => x.seq - y.seq || y.by - x.by);
  return counted(trace, edges);
}

function counted(trace: Trace, edges: readonly Edge[]): readonly QuorumStep[] {
  const { processes } = trace.header;
  const nodes = processes.map(({ id, role }, index) =>
    role === 'replica' ? processes.findIndex((other) => other.id === masterOf(id)) : index,
  );
  const standing = new Map<number, number>();
  const counts = new Map<number, number>();
  const steps: QuorumStep[] = [];
  for (const { at, seq, owner, server, by } of edges) {
    const slot = owner * processes.length + (nodes[server] ?? server);
    const before = standing.get(slot) ?? 0;
    standing.set(slot, before + by);
    const count = (counts.get(owner) ?? 0) + (before + by > 0 ? 1 : 0) - (before > 0 ? 1 : 0);
    counts.set(owner, count);
    const last = steps.at(-1);
    if (last?.seq === seq && last.owner === owner) steps.pop();
    steps.push({ at, seq, owner, count });
  }
  return steps;
}

type LockEntries = ReadonlyMap<number, Pick<EntrySpan, 'lock' | 'isSharedMode'>>;

/** The strings that name the lock's key, a share of the lock, or a place in its queue. */
function entriesOfLock({ header, strings }: Trace): LockEntries {
  const entries = new Map<number, Pick<EntrySpan, 'lock' | 'isSharedMode'>>();
  const names = lockNames(header);
  strings.forEach((name, index) => {
    const [first = '', ...below] = name.split(/[/#]/);
    const lock = names.indexOf(first);
    if (lock >= 0) entries.set(index, { lock, isSharedMode: below.length > 0 && name[first.length] === '#' });
  });
  return entries;
}

/** Members of the earlier value still belong to the client that put them in. */
function membersIn(text: string, owner: number, before: EntrySpan['members']): EntrySpan['members'] {
  const close = text.startsWith('[') ? ']' : text.startsWith('{') ? '}' : null;
  if (close === null || !text.endsWith(close)) return null;
  return new Map(
    text
      .slice(1, -1)
      .split(', ')
      .map((member) => [member, before?.get(member) ?? owner]),
  );
}

/** A value that replaces another takes its place in the queue. */
function standInLine(
  queues: Map<number, Draft[]>,
  draft: Draft,
  before: Draft | undefined,
  trace: Trace,
  seq: number,
): void {
  if (!draft.isLock) return;
  if (draft.isSharedMode) return moveUp([draft], trace, seq);
  const queue = queues.get(queueOf(draft)) ?? [];
  const index = before === undefined ? -1 : queue.indexOf(before);
  queue.splice(index < 0 ? queue.length : index, index < 0 ? 0 : 1, draft);
  queues.set(queueOf(draft), queue);
  moveUp(queue, trace, seq);
}

function leaveLine(queues: Map<number, Draft[]>, gone: Draft | undefined, trace: Trace, seq: number): void {
  const queue = gone === undefined ? undefined : queues.get(queueOf(gone));
  if (gone === undefined || !queue?.includes(gone)) return;
  queue.splice(queue.indexOf(gone), 1);
  moveUp(queue, trace, seq);
}

const queueOf = ({ lock, process }: Draft): number => lock * 256 + process;

function moveUp([first]: readonly Draft[], trace: Trace, seq: number): void {
  if (first !== undefined) first.front ??= { at: instantAt(trace, seq), seq };
}

function set(trace: Trace, seq: number, ppm: number, lockEntries: LockEntries): Draft {
  const at = instantAt(trace, seq);
  const entry = column.entrySet.entry(trace, seq);
  const expiresIn = column.entrySet.expiresIn(trace, seq);
  return {
    process: processAt(trace, seq),
    owner: column.entrySet.peer(trace, seq),
    entry,
    value: column.entrySet.value(trace, seq),
    members: null,
    isLock: lockEntries.has(entry),
    lock: lockEntries.get(entry)?.lock ?? -1,
    isSharedMode: lockEntries.get(entry)?.isSharedMode === true,
    front: null,
    seq,
    from: at,
    to: null,
    endSeq: -1,
    cause: null,
    removedBy: -1,
    expiresAt: expiresIn < 0 ? null : instant(at + expiresIn / speedOf(ppm)),
    endsWithSession: expiresIn === withSession,
    isClosed: false,
  };
}

function end(draft: Draft | undefined, trace: Trace, seq: number, cause: EntrySpan['cause'], by: number): void {
  if (draft === undefined) return;
  draft.to = instantAt(trace, seq);
  draft.endSeq = seq;
  draft.cause = cause;
  draft.removedBy = by;
}

/**
 * A server expires keys by its own wall clock. A jump of the clock shortens or extends the life of the key by its
 * length, and the rest runs at the new rate. A lock-delay runs by the monotonic clock, which never jumps.
 */
function rearm(draft: Draft, trace: Trace, seq: number, ppmBefore: number): void {
  if (draft.expiresAt === null) return;
  const at = instantAt(trace, seq);
  const jump = draft.isClosed ? 0 : column.clockSet.by(trace, seq);
  const ppm = column.clockSet.ppm(trace, seq);
  const left = (draft.expiresAt - at) * speedOf(ppmBefore) - jump;
  draft.expiresAt = instant(at + Math.max(0, left / speedOf(ppm)));
}

/** Delays an expiry by the time during which the monotonic clock was stopped. */
function putOff(draft: Draft, slept: Micros): void {
  if (draft.isClosed && draft.expiresAt !== null) draft.expiresAt = instant(draft.expiresAt + slept);
}
