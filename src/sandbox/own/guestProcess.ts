/**
 * One life of a client that runs a reader's code. What the code asks for becomes ordinary programs, so faults,
 * clocks, network, trace and judge apply to it as to any lock.
 */
import {
  all,
  call,
  type GuestEntry,
  type GuestIO,
  guestCode,
  type Hold,
  mark,
  mono,
  now,
  open,
  type Program,
  random,
  sleep,
  step,
  take,
  to,
} from '../../core/model/effects/effect';
import { type LossNotice, reportLoss } from '../../core/model/effects/lossNotice';
import { connectionClosed, type Reply, type Request, type Value } from '../../core/model/effects/request';
import { clientId, type ProcessId, roleOf } from '../../core/model/scenario/processId';
import { fromMs, type Micros } from '../../core/model/values/time';
import { NotSimulated } from './commands';
import type { Begun, Called, GuestRequestKind, Host, ReportKind, Thrown } from './host';
import type { OwnProblemKind } from './ownCalls';
import { readCalled, readFileCall, readReturned, readSubscribing, readThrown, type Subscribing } from './readAsked';
import type { BegunAs, Engine, Realm } from './realm';
import type { Recorder } from './recorder';
import {
  changesFiles,
  fileAnswer,
  isDoneOnce,
  type RunFiles,
  reconnectDelay,
  StoppedMidTurn,
  withNumber,
} from './runFiles';

/** Where the code of a run is evaluated, and where its events are recorded. */
export interface Running {
  readonly engine: Engine;
  /** The code's request to a server → requests; may throw `NotSimulated`. */
  readonly requestsOf: (called: Called) => readonly Request[];
  /** Called for each thing that the code asks for, with its length. Throws when it is too much for one run. */
  readonly asks: (size: number, line: number) => void;
  /** Null: the code has no files. */
  readonly files: RunFiles | null;
  /** Null: nothing is recorded. */
  readonly recorder: Recorder | null;
  /** Whether the lines of the code are looked up. */
  readonly lines: boolean;
}

/** How one of the reader's functions ended. */
export type Ended<R> = { readonly ok: true; readonly value: R } | { readonly ok: false; readonly thrown: Thrown };

/** What the running code may do besides asking. Passed anew with each acquisition. */
interface Holding {
  readonly hold: Hold;
  readonly notice: LossNotice | undefined;
}

/** Where something went wrong, and whether it is only a refusal. */
interface Noted {
  readonly line: number;
  readonly column?: number;
  readonly isRefusal?: boolean;
}

/** The most lines of a log that are kept, and the most characters. */
const loggedMost = 1000;
const lineMost = 2000;
/** The most characters of a log line in a picture. */
const labelMost = 60;

/** What JavaScript writes for a value without text. */
const noText = /\bundefined\b|\[object /;

const pidsPerIncarnation = 1000;

/** Each life of a client has a process id of its own. @param incarnation from 0 */
export const pidOf = (client: number, incarnation: number): number => pidsPerIncarnation * (incarnation + 1) + client;

export class GuestProcess implements Host {
  readonly as: BegunAs;
  private readonly realm: Realm;
  private isBegun = false;
  private io: GuestIO | null = null;
  private readonly settling = new Map<number, (ended: Ended<never>) => void>();
  /** Cancels what was asked for, by the number of the ask. */
  private readonly stops = new Map<number, () => void>();
  private calls = 0;
  /** A server's error about a value that is not a number, and that value. */
  private noNumber: { readonly error: string; readonly complaint: string } | null = null;
  private isNoTextSaid = false;
  private holding: Holding | null = null;
  /** When the validity that the code assumes ends on the monotonic clock, by the number of what is held. */
  readonly validUntil = new Map<number, Micros>();

  /** @param door how the entry in which the life begins reaches the world */
  constructor(
    private readonly running: Running,
    private readonly begun: Begun,
    private readonly nodes: readonly ProcessId[],
    door: GuestIO,
  ) {
    this.io = door;
    const { as, realm } = running.engine.live(begun, this);
    this.as = as;
    this.realm = realm;
    this.isBegun = true;
    if (!as.ok) this.note(as.problem.kind, as.problem.message, as.problem);
  }

  /** Calls one of the reader's functions. @param held the number of what was acquired; for acquire, of the task */
  enter<R>(door: GuestEntry<Ended<R>>, name: string, held: number, holding: Holding | null = this.holding): void {
    this.io = door;
    this.holding = holding;
    const number = ++this.calls;
    this.settling.set(number, (ended) => door.settle(ended));
    this.realm.enter(number, name, held);
  }

  now = (): number => this.open.read(now());
  mono = (): number => this.open.read(mono());
  random = (below: number): number => this.open.read(random('own', below));
  bytes = (count: number): string => {
    let digits = '';
    for (let i = 0; i < count; i++) digits += this.random(256).toString(16).padStart(2, '0');
    return digits;
  };

  file = (text: string): string => {
    this.running.asks(text.length, 0);
    // While its file is evaluated, nothing stops a client.
    if (this.isBegun && this.begun.sharesFiles === true && !this.open.goesOn()) throw new StoppedMidTurn();
    const request = readFileCall(text);
    this.noteFiles(request);
    const reply = this.running.files?.serve({ by: this.me, request, at: this.now() });
    return JSON.stringify(fileAnswer(reply ?? connectionClosed));
  };

  lives = (pid: number): boolean | null => {
    if (this.begun.twins === true) return pid === this.begun.pid;
    const life = this.open.incarnationOf(clientId(pid % pidsPerIncarnation));
    return life === undefined ? null : life !== null && pid === pidOf(pid % pidsPerIncarnation, life);
  };

  ask = (id: number, kind: GuestRequestKind, text: string, line: number): void => {
    this.running.asks(text.length, line);
    this.noteLine(line, kind);
    const program = this.programOf(id, kind, text, line);
    if (program !== null) this.stops.set(id, this.open.start(program));
  };

  drop = (id: number): void => {
    this.stops.get(id)?.();
    this.stops.delete(id);
  };

  settled = (id: number, ok: boolean, text: string): void => {
    const settle = this.settling.get(id);
    this.settling.delete(id);
    const { recorder } = this.running;
    if (recorder !== null) recorder.as = this.realm.begunAs();
    settle?.(ok ? { ok, value: JSON.parse(text) as never } : { ok, thrown: readThrown(text) });
  };

  report = (kind: ReportKind, text: string, line: number): void => {
    if (kind === 'log') this.noteLog(text);
    else if (kind === 'returned') this.noteReturned(text);
    else if (kind === 'unread') this.noteUnread(Number(text));
    else if (kind === 'refused') this.note('not-simulated', text, { line });
    else if (kind === 'reaches') this.noteReached(text);
    else if (kind === 'exit') {
      const thrown = readThrown(text);
      this.note('rejected', thrown.message, thrown);
      this.open.exit();
    } else if (kind === 'left') this.open.exit();
    else this.open.start(kind === 'lost' ? this.reportLoss() : this.reportExtended(Number(text)));
  };

  private programOf(id: number, kind: GuestRequestKind, text: string, line: number): Program | null {
    switch (kind) {
      case 'call':
        return this.calling(id, readCalled(text), line);
      case 'sleep':
        return this.sleeping(id, Number(text));
      case 'log':
        this.noteLog(text);
        return this.logging(id, text);
      case 'subscribe':
        return this.subscribing(id, readSubscribing(text));
      case 'file':
        return this.filing(id, readFileCall(text));
      case 'signal':
        this.open.onStopRequest(() => this.entering(() => this.realm.push(id, null)));
        this.stops.set(id, () => this.open.onStopRequest(null));
        return null;
      default:
        return kind satisfies never;
    }
  }

  private *calling(id: number, called: Called, line: number): Program {
    const { timeout } = called;
    this.lookForNoText(called, line);
    let requests: readonly Request[];
    try {
      requests = this.running.requestsOf(called);
    } catch (error) {
      if (!(error instanceof NotSimulated)) throw error;
      this.note('not-simulated', error.message, { line });
      return yield* this.answering(id, false, error.message);
    }
    const node = this.nodes.filter((each) => roleOf(each) === 'node')[called.node];
    if (node === undefined) return yield* this.answering(id, false, whyNot(connectionClosed));
    const options = { timeout: timeout === null ? null : fromMs(timeout), lossCloses: true };
    const [first] = requests;
    const replies =
      first !== undefined && requests.length === 1
        ? [yield* call(node, first, options)]
        : yield* all(requests.map((request) => to(node, request, options)));
    const failed = replies.find((reply) => answerOf(reply) === undefined);
    if (failed !== undefined) return yield* this.answering(id, false, whyNot(failed));
    const answers = replies.map(answerOf);
    this.lookForNoNumber(called, replies);
    yield* this.answering(id, true, answers);
  }

  /** A value without text is often the only difference between two keys or two owners. It is reported once. */
  private lookForNoText({ commands }: Called, line: number): void {
    if (this.isNoTextSaid) return;
    for (const [name = '', ...values] of commands) {
      const index = values.findIndex((each) => String(each).length < labelMost && noText.test(String(each)));
      if (index < 0) continue;
      this.isNoTextSaid = true;
      const what = `the code sent "${values[index]}" to Redis, as argument ${index + 1} of ${String(name).toUpperCase()}`;
      return this.note('no-text', what, { line });
    }
  }

  private lookForNoNumber({ commands }: Called, replies: readonly Reply[]): void {
    const refused = replies.find((reply) => reply.kind === 'error');
    const [name = '', ...values] = commands.find((command) => command.includes('NaN')) ?? [];
    if (refused === undefined || name === '') return;
    const complaint = `the code sent NaN to Redis, as argument ${values.indexOf('NaN') + 1} of ${name}`;
    this.noNumber = { error: refused.message, complaint };
  }

  /** Sent again over one connection after the other until it is answered, as by a hard mount. */
  private *filing(id: number, request: Request): Program {
    this.noteFiles(request);
    const numbered = isDoneOnce(request) ? withNumber(request, yield* random('request', 2 ** 32)) : request;
    for (;;) {
      const reply = yield* call('service', numbered, { lossCloses: true });
      if (reply.kind !== 'closed') return yield* this.answering(id, true, fileAnswer(reply));
      yield* sleep(fromMs(reconnectDelay));
    }
  }

  private noteFiles(request: Request): void {
    if (this.running.recorder !== null && changesFiles(request)) this.running.recorder.makesFiles = true;
  }

  private *sleeping(id: number, ms: number): Program {
    yield* sleep(fromMs(ms));
    yield* this.answering(id, true, null);
  }

  private *logging(id: number, text: string): Program {
    yield* step(text.slice(0, labelMost));
    yield* this.answering(id, true, null);
  }

  private *subscribing(id: number, { node, channel, timeout }: Subscribing): Program {
    const to = this.nodes[node] ?? 'nodeA';
    const inbox = yield* open(to, channel, {
      timeout: timeout === null ? null : fromMs(timeout),
      lossCloses: true,
    });
    if (!inbox.closed) yield* this.answering(id, true, null);
    for (;;) {
      const message = yield* take(inbox);
      if (message.kind !== 'ok') return yield* this.answering(id, false, whyNot(message));
      yield* this.entering(() => this.realm.push(id, message.value));
    }
  }

  private answering(id: number, ok: boolean, value: unknown): Program {
    return this.entering(() => {
      this.stops.delete(id);
      this.realm.answer(id, ok, value);
    });
  }

  /** Lets the code go on, without waiting for what it does then. */
  private *entering(enter: () => void): Program {
    yield* guestCode<void>((door) => {
      this.io = door;
      enter();
      door.settle();
    });
  }

  private *reportLoss(): Program {
    if (this.holding !== null) yield* reportLoss(this.holding.notice, this.holding.hold, 'gone');
  }

  private *reportExtended(ms: number): Program {
    if (this.holding === null || !(ms >= 0)) return;
    const lasts = fromMs(ms);
    const at: Micros = yield* mono();
    for (const id of this.validUntil.keys()) this.validUntil.set(id, at + lasts);
    yield* mark({ mark: 'extended', hold: this.holding.hold, validFor: lasts });
  }

  private noteLine(line: number, kind: GuestRequestKind): void {
    if (line > 0) this.running.recorder?.lines.push({ seq: this.open.events(), client: this.me, line, kind });
  }

  private noteLog(text: string): void {
    const { recorder } = this.running;
    if (recorder === null) return;
    if (recorder.logLines.length === loggedMost) this.noteUnread(1);
    else recorder.logLines.push({ seq: this.open.events(), client: this.me, text: text.slice(0, lineMost) });
  }

  private noteUnread(lines: number): void {
    const { recorder } = this.running;
    if (recorder !== null && lines >= 0) recorder.droppedLineCount += lines;
  }

  private noteReturned(text: string): void {
    const [types, values, isRefusal, summary] = readReturned(text);
    const { recorder } = this.running;
    recorder?.returned.push({ seq: this.open.events(), client: this.me, types, values, isRefusal, text: summary });
  }

  private noteReached(address: string): void {
    const { reached } = this.running.recorder ?? {};
    reached?.set(this.me, (reached.get(this.me) ?? new Set()).add(address));
  }

  /** Records what went wrong. */
  note(kind: OwnProblemKind, thrown: string, { line, column = 0, isRefusal = false }: Noted): void {
    const { error, complaint } = this.noNumber ?? { error: '', complaint: '' };
    const message = complaint !== '' && thrown.includes(error) ? `${thrown} (${complaint})` : thrown;
    const position = line > 0 ? { file: 'lock' as const, line, column: Math.max(1, column) } : null;
    this.running.recorder?.problems.push({
      kind,
      message,
      place: position,
      client: this.me,
      seq: this.open.events(),
      ...(isRefusal && { isRefusal }),
    });
  }

  private get me(): ProcessId {
    return this.begun.me as ProcessId;
  }

  private get open(): GuestIO {
    if (this.io === null) throw new Error('The code of a client runs, and nobody has entered it.');
    return this.io;
  }
}

/** If one command of several fails, its error is an answer; the call goes on. */
type Answer = Value | { readonly error: string };

const answerOf = (reply: Reply): Answer | undefined =>
  reply.kind === 'ok' ? reply.value : reply.kind === 'error' ? { error: reply.message } : undefined;

const whyNot = ({ kind }: Reply): string => (kind === 'timeout' ? 'Command timed out' : 'Connection is closed.');
