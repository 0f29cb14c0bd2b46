/**
 * Infers what happened inside one Redis server from its requests and answers. The simulator's model of the data
 * executes the requests in the order in which the server must have executed them, and so shows which keys changed. If
 * the model disagrees with an answer, the answer is right. Knows no socket.
 */

import { isGrantTo, type Reply, type Request } from '../../../core/model/effects/request';
import type { ProcessId } from '../../../core/model/scenario/processId';
import { nth } from '../../../core/model/values/nth';
import type { Commands } from '../../../core/sim/parts';
import { findCommand, commands as usualCommands } from '../../../core/sim/redis/commands';
import { isPassing } from '../../../core/sim/redis/entry';
import { type Change, type Entry, Keyspace } from '../../../core/sim/redis/keyspace';
import type { MessageName } from '../liveEvent';
import { nanosNow, nanosPerMs } from '../nanos';
import type { KeptKey } from '../redis/contract';
import { agrees } from './agreement';
import { type Answered, executionNanos, findOrder, likelyNanos, likelyOrder, type Undo } from './answerOrder';
import type { Network } from './network';
import { ShownKeys } from './shownKeys';

interface OfServer {
  readonly request: Request;
  readonly handedNanos: number;
}

/** A request that a process of the run has handed to the server. */
export interface RequestOfProcess extends OfServer {
  readonly from: ProcessId;
  readonly message: MessageName;
}

/** A request that was handed to the server. `from` is null if no process of the run sent it. */
export type HandedRequest = RequestOfProcess | (OfServer & { readonly from: null; readonly message: null });

interface AnsweredRequest extends Answered {
  readonly handed: HandedRequest;
  readonly reply: Reply;
  changes: readonly Change[];
  /** When it was executed if all went in the likely order. It may have been up to `windowMs` earlier. */
  doneNanos: number;
  windowMs: number;
}

/** A command that a replica got from its master and that has not been reported yet. */
interface Adopted {
  readonly request: Request;
  readonly master: ServerShadow;
  readonly arrivedNanos: number;
  readonly upTo: number;
}

const blockingCommands: ReadonlySet<string> = new Set(['BLPOP', 'BRPOP', 'BZPOPMIN', 'WAIT']);

/** A request that has no answer after this time waits inside the server. */
const waitingAfterNanos = 2 * nanosPerMs;

/**
 * How long an answer waits for the answers to earlier requests. The trace waits longer for events.
 */
const patienceNanos = 20 * nanosPerMs;
/** The longer wait of an answer that does not fit without the others. A late row is better than a wrong one. */
const patienceInDoubtNanos = 200 * nanosPerMs;
const lookNanos = nanosPerMs / 2;
const lookCountMin = 4;

/** A replica's stream and its master's answers come on different connections. After this time, both are known. */
const adoptAfterNanos = 6 * nanosPerMs;

/** The server uses the millisecond in which it began to execute. */
const clockSlackMs = 2;

export class ServerShadow {
  readonly keys: ShownKeys;
  private readonly commands: Commands;
  private readonly keyspace: Keyspace;
  private readonly outstanding = new Set<HandedRequest>();
  private readonly waiting = new Set<HandedRequest>();
  private answered: AnsweredRequest[] = [];
  /** The earliest possible expiry of each key whose time to live began at an uncertain millisecond. */
  private expiresEarliestMs = new Map<string, number>();
  private isFlushArmed = false;
  private lookCount = 0;
  private hasDisagreed = false;
  private isFollower = false;
  private adoptedCount = 0;
  private readonly adopted: Adopted[] = [];

  constructor(
    private readonly network: Network,
    readonly server: ProcessId,
  ) {
    this.keys = new ShownKeys(network, server);
    this.commands = network.options.commands ?? usualCommands;
    this.keyspace = new Keyspace(this.commands);
  }

  handed(handed: HandedRequest): void {
    this.outstanding.add(handed);
    if (!blockingCommands.has(handed.request.command) || handed.from === null) return;
    this.network.scheduler.at(handed.handedNanos + waitingAfterNanos, () => {
      if (!this.outstanding.has(handed)) return;
      this.waiting.add(handed);
      this.network.derive('waiting', this.server, { peer: handed.from }, handed.handedNanos + 1000);
    });
  }

  isWaiting(handed: HandedRequest): boolean {
    return this.waiting.has(handed);
  }

  /** The server is a master from now on, possibly again. */
  promoted(): void {
    this.adoptAll();
    this.isFollower = false;
  }

  /** Answers that still wait for each other give later rows. These are no earlier than this stamp. */
  get knownUntil(): number {
    const answered = this.answered.map(({ handedNanos }) => handedNanos);
    return Math.min(...answered, this.adopted[0]?.arrivedNanos ?? Number.POSITIVE_INFINITY);
  }

  answer(handed: HandedRequest, reply: Reply, answeredNanos: number): void {
    this.outstanding.delete(handed);
    const { handedNanos, request } = handed;
    const blocks = blockingCommands.has(request.command);
    this.answered.push({
      handed,
      reply,
      handedNanos,
      answeredNanos,
      blocks,
      changes: [],
      doneNanos: answeredNanos,
      windowMs: 0,
    });
    this.armFlush(nanosNow());
  }

  /** The connection was closed before an answer came. */
  abandon(handed: HandedRequest): void {
    this.outstanding.delete(handed);
    this.waiting.delete(handed);
  }

  crashed(keeps: (key: string) => boolean): void {
    const now = nanosNow();
    this.flush({ isFinal: true });
    this.adoptAll();
    this.keys.crashed(keeps, now);
    for (const key of [...this.keyspace.keys()]) if (!keeps(key)) this.keyspace.put(key, null);
  }

  started(storedKeys: readonly KeptKey[], ownerElsewhere: (key: string, entry: Entry) => ProcessId | null): number {
    this.adoptAll();
    this.keyspace.clear();
    for (const { key, entry } of storedKeys) this.keyspace.put(key, entry);
    const ownerOf = (key: string, entry: Entry): ProcessId | null => {
      const here = this.keys.ownerOf(key, entry);
      return here === undefined ? ownerElsewhere(key, entry) : here;
    };
    this.keys.started(storedKeys, nanosNow(), ownerOf);
    return storedKeys.length;
  }

  clockChanged(): void {
    const freed = this.keys.clockChanged(nanosNow(), { frees: !this.isFollower });
    for (const key of freed) this.keyspace.put(key, null);
  }

  /** The server's master has sent it this command. The answer that shows its client may still be under way. */
  adopt(request: Request, master: ServerShadow, arrivedNanos: number): void {
    const upTo = ++this.adoptedCount;
    this.isFollower = true;
    this.adopted.push({ request, master, arrivedNanos, upTo });
    if (this.adopted.length === 1) this.network.scheduler.at(arrivedNanos + adoptAfterNanos, () => this.takeAdopted());
  }

  /**
   * Takes them one by one, in the order of their arrival. A request that the master has not answered yet may explain
   * the next one.
   */
  private takeAdopted(): void {
    for (let first = this.adopted[0]; first !== undefined; first = this.adopted[0]) {
      const { master, arrivedNanos } = first;
      const now = nanosNow();
      const isKnown = master.knownUntil > arrivedNanos || now - arrivedNanos > patienceInDoubtNanos;
      if (now < arrivedNanos + adoptAfterNanos || !isKnown) {
        this.network.scheduler.at(Math.max(now + lookNanos, arrivedNanos + adoptAfterNanos), () => this.takeAdopted());
        return;
      }
      this.adopted.shift();
      this.adoptNow(first);
    }
  }

  /** Takes all of them before anything else happens to the data. */
  private adoptAll(): void {
    for (const one of this.adopted.splice(0)) this.adoptNow(one);
  }

  private adoptNow({ request, master, arrivedNanos, upTo }: Adopted): void {
    this.execute(request, this.keys.wallMs(arrivedNanos));
    for (const { key, entry } of this.takeChanges()) {
      const before = this.keys.entryOf(key);
      const gone = before && master.keys.howGone(key, before);
      // Between two commands of one script a key may have a value here that the master never showed.
      const owner = (entry && master.keys.ownerOf(key, entry)) ?? (before && this.keys.ownerOf(key, before));
      if (entry !== null) this.keys.set(key, entry, owner ?? null, arrivedNanos);
      else this.keys.remove(key, gone ?? { by: null, cause: 'expired' }, arrivedNanos);
    }
    this.network.derive('replicated', this.server, { peer: master.server, upTo }, arrivedNanos);
  }

  private armFlush(fromNanos: number): void {
    if (this.isFlushArmed) return;
    this.isFlushArmed = true;
    this.network.scheduler.at(fromNanos, () => {
      this.isFlushArmed = false;
      this.lookCount++;
      const waits = this.mayWait(patienceNanos);
      if (waits || !this.flush({ isFinal: !this.mayWait(patienceInDoubtNanos) })) this.armFlush(nanosNow() + lookNanos);
    });
  }

  /** Whether an earlier request to the server has no answer yet. It was executed before, so its answer comes soon. */
  private mayWait(patience: number): boolean {
    const [first] = this.answered;
    if (first === undefined) return false;
    // On a busy machine the time may pass before the process has looked for further answers at all.
    if (nanosNow() - first.answeredNanos > patience && this.lookCount >= lookCountMin) return false;
    const last = Math.max(...this.answered.map(likelyNanos));
    for (const { request, handedNanos } of this.outstanding)
      if (handedNanos < last && !blockingCommands.has(request.command)) return true;
    return false;
  }

  /** @returns false if nothing explains the answers yet, but later answers may. */
  private flush({ isFinal }: { readonly isFinal: boolean }): boolean {
    const { answered } = this;
    if (answered.length === 0) return true;
    const likely = likelyOrder(answered);
    const nanosLikely = executionNanos(likely);
    for (const [index, answeredRequest] of likely.entries()) answeredRequest.doneNanos = nth(nanosLikely, index);
    const exactOrder = findOrder(answered, (answeredRequest) => this.attempt(answeredRequest));
    if (exactOrder === null && !isFinal) return false;
    this.answered = [];
    this.lookCount = 0;
    const order = exactOrder ?? this.force(likely);
    const nanos = executionNanos(order);
    for (const [index, answeredRequest] of order.entries()) this.publish(answeredRequest, nth(nanos, index));
    return true;
  }

  /**
   * Executes it on the model at each possible time, until the model gives the server's answer.
   */
  private attempt(answeredRequest: AnsweredRequest): Undo | null {
    const { handed, reply } = answeredRequest;
    const { request } = handed;
    if (!this.isModelled(request) || isRefused(reply)) return () => {};
    const before = this.contents();
    const expiries = new Map(this.expiresEarliestMs);
    const late = this.keys.wallMs(answeredRequest.doneNanos);
    const early = answeredRequest.blocks ? late : this.keys.wallMs(answeredRequest.handedNanos);
    answeredRequest.windowMs = late - early + clockSlackMs;
    const walls = new Set([late, late - 1, early, early - 1, late + 1]);
    for (const expired of [[], this.perhapsExpired(request, late)]) {
      for (const wallMs of walls) {
        for (const key of expired) this.keyspace.put(key, null);
        const answer = this.execute(request, wallMs);
        const changes = [...expired.map(goneByTime), ...this.takeChanges()];
        if (agrees(request, answer, reply, answeredRequest.windowMs)) {
          answeredRequest.changes = changes;
          this.noteExpiries(answeredRequest);
          return () => {
            this.restore(before);
            this.expiresEarliestMs = expiries;
          };
        }
        this.restore(before);
      }
    }
    return null;
  }

  private noteExpiries({ changes, windowMs }: AnsweredRequest): void {
    for (const { key, entry } of changes) {
      if (entry === null || entry.expireAtMs === -1) this.expiresEarliestMs.delete(key);
      else this.expiresEarliestMs.set(key, entry.expireAtMs - windowMs);
    }
  }

  private perhapsExpired(request: Request, wallMs: number): readonly string[] {
    return keysOf(request).filter((key) => {
      const earliestMs = this.expiresEarliestMs.get(key);
      return earliestMs !== undefined && wallMs > earliestMs && this.keyspace.copyOf(key) !== null;
    });
  }

  /** Accepts answers that no order explains: other programs use the server too, or the model is wrong. */
  private force(order: readonly AnsweredRequest[]): readonly AnsweredRequest[] {
    for (const answeredRequest of order) {
      if (this.attempt(answeredRequest) !== null) continue;
      const { request } = answeredRequest.handed;
      this.disagree(request, answeredRequest.reply);
      // If the server says yes, nothing prevented it. If it says no, it changed nothing that we know of.
      if (!isGrantTo(request, answeredRequest.reply)) continue;
      const removed = keysOf(request).filter((key) => this.keyspace.copyOf(key) !== null);
      for (const key of removed) this.keyspace.put(key, null);
      this.attempt(answeredRequest);
      answeredRequest.changes = [...removed.map(goneByTime), ...answeredRequest.changes];
    }
    return order;
  }

  private disagree(request: Request, reply: Reply): void {
    if (this.hasDisagreed) return;
    this.hasDisagreed = true;
    const answer = reply.kind === 'ok' ? JSON.stringify(reply.value) : JSON.stringify(reply);
    const keys = keysOf(request).join(', ');
    this.network.standIn({ kind: 'unexplained', process: this.server }, `${answer} to ${request.command} ${keys}`);
  }

  private publish({ handed, reply, changes }: AnsweredRequest, stampNanos: number): void {
    const { from, message, request } = handed;
    for (const [index, change] of changes.entries()) {
      if (isPassing(changes, index)) continue;
      this.record(change, from, stampNanos);
    }
    if (from === null) return;
    const ok = isGrantTo(request, reply) ? 1 : 0;
    if (this.waiting.delete(handed) && isWoken(request, reply))
      this.network.derive('woken', this.server, { peer: from }, stampNanos);
    if (request.command === 'SUBSCRIBE') this.network.derive('waiting', this.server, { peer: from }, stampNanos);
    this.network.derive('received', this.server, { peer: from, message, ok }, stampNanos);
  }

  private record({ key, entry, cause }: Change, by: ProcessId | null, stampNanos: number): void {
    if (entry !== null) this.keys.set(key, entry, by, stampNanos);
    else if (cause === 'expired') this.keys.remove(key, { by: null, cause }, stampNanos);
    else this.keys.remove(key, { by, cause: by === null ? 'lost' : 'deleted' }, stampNanos);
  }

  private isModelled({ command, script }: Request): boolean {
    return command !== 'WAIT' && (script !== undefined || findCommand(this.commands, command) !== undefined);
  }

  private execute(request: Request, wallMs: number) {
    return this.keyspace.execute(request, wallMs);
  }

  private takeChanges(): readonly Change[] {
    return this.keyspace.changes.splice(0);
  }

  private contents(): readonly (readonly [string, Entry])[] {
    return [...this.keyspace.keys()].flatMap((key) => {
      const entry = this.keyspace.copyOf(key);
      return entry === null ? [] : [[key, entry] as const];
    });
  }

  private restore(contents: readonly (readonly [string, Entry])[]): void {
    this.keyspace.clear();
    for (const [key, entry] of contents) this.keyspace.put(key, entry);
  }
}

/**
 * The error of a replica, or of a master with too few replicas, around which scripts add words, or of a server that does
 * not know the command or refuses it: nothing was changed.
 */
const isRefused = (reply: Reply): boolean =>
  reply.kind === 'error' && /\b(NOREPLICAS|READONLY)\b|^(NOPERM|ERR unknown command)/.test(reply.message);

const goneByTime = (key: string): Change => ({ key, entry: null, cause: 'expired' });

/** Whether the event that it waited for has happened; if not, its time ran out. */
function isWoken({ command, args }: Request, reply: Reply): boolean {
  if (reply.kind !== 'ok') return false;
  return command === 'WAIT' ? Number(reply.value) >= Number(args[0]) : reply.value !== null;
}

const keysOf = ({ script, args }: Request): readonly string[] => script?.keys ?? args.slice(0, 1).map(String);
