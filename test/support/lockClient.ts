/**
 * One client of one lock, driven by hand: settings and replies in; requests, ends, tasks and marks out, each as a
 * short text, so that a claim is a row of a table. It knows every lock by its interface alone.
 */
import { everyScript } from '../../src/core/locks/everyScript';
import type { Program } from '../../src/core/model/effects/effect';
import { newNotice } from '../../src/core/model/effects/lossNotice';
import { ok, type Reply, type Value } from '../../src/core/model/effects/request';
import { type Fields, withDefaults } from '../../src/core/model/scenario/fields';
import type { Held, Lock, LockContext, Refused } from '../../src/core/model/scenario/lock';
import { nodeId, type ProcessId } from '../../src/core/model/scenario/processId';
import type { Setting } from '../../src/core/model/scenario/scenario';
import { withSession } from '../../src/core/model/trace/trace';
import { type Micros, toMs, wallEpoch } from '../../src/core/model/values/time';
import { type Answer, DrivenWorld, silence, type Table } from './drive';
import { type Vote, votingNodes } from './votingNodes';

export type Settings = Readonly<Record<string, Setting>>;

/** Several answers to one command, one after the other. The last one repeats. */
class Turns {
  constructor(readonly all: readonly (Value | Reply)[]) {}
}
export const inTurn = (...all: readonly (Value | Reply)[]): Turns => new Turns(all);

/** What the server answers to each command: a value, or an error, or silence (`timedOut`). */
export type Replies = Readonly<Record<string, Value | Reply | Turns>>;
/** Both in one object: the name of a field is a setting, any other name is a command. */
export type Circumstances = Readonly<Record<string, Setting | Replies[string]>>;
/** A claim about one acquire: its settings and answers, and how it `went`. */
export type ClientRow = readonly [claim: string, given: Circumstances, went: string];
/** Each node's answer to each command. In a text, the nth letter begins the nth node's vote: `yyysn`. */
export type Votes = Readonly<Record<string, string | readonly Vote[]>>;

export interface Given {
  readonly settings?: Settings;
  readonly replies?: Replies;
  /**
   * Used in place of `replies`. A missing command is granted. A list has a table for each try, or for each extension.
   */
  readonly votes?: Votes | readonly Votes[];
  /** How long each node takes; 20 ms by default. */
  readonly afterMs?: readonly number[];
  /** Used in place of both. */
  readonly answer?: (call: Parameters<Table['answer']>[0], world: DrivenWorld) => Answer;
  readonly atStep?: Table['atStep'];
  readonly take?: Table['take'];
  readonly draw?: Table['draw'];
  readonly me?: ProcessId;
  readonly nodes?: readonly ProcessId[];
  readonly replicated?: true;
  readonly key?: string;
  readonly hold?: number;
}

const epochMs = toMs(wallEpoch);

export const nodesOf = (count: number): readonly ProcessId[] => Array.from({ length: count }, (_, i) => nodeId(i));

export class LockClient {
  readonly world: DrivenWorld;
  readonly context: LockContext<never>;
  private answer: Held | Refused | null = null;

  constructor(
    private readonly lock: Lock,
    given: Given,
  ) {
    const { atStep, take, draw, hold = 1 } = given;
    const answer = answersOf(given);
    this.world = new DrivenWorld({
      answer: (call) => answer(call, this.world),
      ...(atStep && { atStep }),
      ...(take && { take }),
      ...(draw && { draw }),
    });
    this.context = {
      me: given.me ?? 'client1',
      nodes: given.nodes ?? ['nodeA'],
      ...(given.replicated && { replicated: true }),
      key: given.key ?? 'stock',
      settings: withDefaults<Fields>(lock.fields, given.settings ?? {}) as never,
      hold,
      memory: new Map(),
      notice: { ...newNotice(), hold },
    };
  }

  acquire(): this {
    this.answer = this.world.run(this.lock.acquire(this.context));
    return this;
  }

  /** The reason; `none` if the lock was released. */
  release(): string {
    return this.world.run(this.lock.release(this.context, this.held));
  }

  quit(): void {
    if (this.lock.quit === undefined) throw new Error(`${this.lock.id} has nothing to quit.`);
    this.world.run(this.lock.quit(this.context));
  }

  /** A program that the lock started beside the work. */
  task(nth = 0): Program {
    const program = this.world.forked[nth];
    if (program === undefined) throw new Error(`There is no task ${nth}.`);
    return program as Program;
  }

  runTask(nth = 0): this {
    this.world.run(this.task(nth));
    return this;
  }

  /**
   * How the latest acquire ended: `held 2980`, `held 2980, token 34`, `held for ever`, `refused: held`, `refused:
   * held, and skips`.
   */
  get ends(): string {
    if (this.answer === null) throw new Error('Nothing was acquired.');
    if (this.answer.kind === 'refused')
      return `refused: ${this.answer.reason}${this.answer.skips ? ', and skips' : ''}`;
    const { validFor, token } = this.answer;
    return `held ${lengthText(validFor)}${token === null ? '' : `, token ${token}`}`;
  }

  /**
   * The requests and the end: `get, set → held 2980`.
   *
   * @param names a text for each name. It begins with the node where the client has several. A request that has no
   * name is written out.
   */
  went(names: Readonly<Record<string, string>>): string {
    const nameOf = new Map(Object.entries(names).map(([name, text]) => [text, name]));
    const sent = this.context.nodes.length > 1 ? this.sentTo : this.sent;
    return `${sent.map((text) => nameOf.get(text) ?? text).join(', ')} → ${this.ends}`;
  }

  get held(): Held {
    if (this.answer?.kind !== 'held') throw new Error('The lock was refused.');
    return this.answer;
  }

  /** How much of the lease is left, as in `ends`. */
  get left(): string {
    return lengthText(this.world.run(this.lock.remaining(this.context, this.held)));
  }

  /** Why the client was notified that its lock is lost; `none` when it was not notified. */
  get reported(): string {
    return this.context.notice?.reason ?? 'none';
  }

  /** The requests as texts. A wall-clock time is given relative to the start of the world: `+40`. */
  get sent(): readonly string[] {
    return this.world.sent.map(({ text }) => text.replace(/\d{13}/g, (time) => `+${Number(time) - epochMs}`));
  }

  /** The same with their nodes: `A SET stock 1 NX`. */
  get sentTo(): readonly string[] {
    return this.sent.map((text, i) => `${this.world.sent[i]?.to.replace(/^node/, '')} ${text}`);
  }

  /** Without their arguments, but with their nodes: `A SET`. */
  get commands(): readonly string[] {
    return this.world.sent.map(({ to, command }) => `${to.replace(/^node/, '')} ${command}`);
  }

  /** The nodes to which a command was sent, in order: `ABCDE`. */
  askedBy(command: string): string {
    return this.world.sent.flatMap((sent) => (sent.command === command ? [sent.to.slice(-1)] : [])).join('');
  }

  /** When a command was sent, in ms. */
  timesOf(command: string): readonly number[] {
    return this.world.sent.flatMap((sent) => (sent.command === command ? [sent.atMs] : []));
  }

  stepsOf(step: string): number {
    return this.world.steps.filter((one) => one === step).length;
  }

  /** What the lock has declared: `1 extended 2948`, `1 lost: expired`. */
  get marks(): readonly string[] {
    return this.world.marks.map((mark) => {
      if (mark.mark === 'extended') return `${mark.hold} extended ${lengthText(mark.validFor)}`;
      if (mark.mark === 'lost') return `${mark.hold} lost: ${mark.reason}`;
      throw new Error(`A lock declares no “${mark.mark}”.`);
    });
  }
}

/**
 * Makes clients that have just acquired.
 *
 * @param usual the defaults for all of them. The settings and replies of a test are added to it.
 */
export const lockClient =
  (lock: Lock, usual: Given = {}) =>
  (given: Circumstances = {}, more: Given = {}): LockClient => {
    const { settings, replies } = sorted(lock, given);
    return new LockClient(lock, {
      ...usual,
      ...more,
      settings: { ...usual.settings, ...settings },
      replies: { ...usual.replies, ...replies },
    }).acquire();
  };

/** Throws where a name is neither a field of the lock nor a command, so that a misspelt setting is noticed. */
export function sorted(lock: Lock, given: Circumstances): { readonly settings: Settings; readonly replies: Replies } {
  const [settings, replies] = [true, false].map((isSetting) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => name in lock.fields === isSetting)),
  );
  for (const name of Object.keys(replies ?? {}))
    if (!/^[A-Z]/.test(name) && !scripts.has(name)) throw new Error(`${lock.id} has no field “${name}”.`);
  return { settings: settings as Settings, replies: replies as Replies };
}

const scripts = new Set(everyScript.map(({ name }) => name));

/** The same for a lock on five nodes that vote. Votes that change from try to try are `votes` of `more`. */
export const votingClient =
  (lock: Lock, usual: Given = {}) =>
  (given: Circumstances = {}, more: Given = {}): LockClient => {
    const { settings, replies } = sorted(lock, given);
    return new LockClient(lock, {
      nodes: nodesOf(5),
      votes: replies as Votes,
      ...usual,
      ...more,
      settings: { ...usual.settings, ...settings },
    }).acquire();
  };

const lengthText = (length: Micros): string => {
  if (length === withSession) return 'with the session';
  return length < 0 ? 'for ever' : String(toMs(length));
};

function answersOf({ answer, replies, votes = {}, afterMs }: Given): NonNullable<Given['answer']> {
  if (answer) return answer;
  if (replies) return repliesOf(replies);
  const tables = (Array.isArray(votes) ? votes : [votes]).map((table) => votingNodes(votesOf(table), afterMs));
  return (call, { steps }) => {
    const nth = steps.filter((step) => step === 'ask' || step === 'extend').length;
    const votes = tables[Math.min(nth, tables.length) - 1] ?? tables[0];
    if (votes === undefined) throw new Error('No votes are given.');
    return votes(call);
  };
}

const words: readonly Vote[] = ['yes', 'late', 'no', 'silent', 'closed', 'error'];

const votesOf = (table: Votes): Readonly<Record<string, readonly Vote[]>> =>
  Object.fromEntries(
    Object.entries(table).map(([command, votes]) => [
      command,
      typeof votes === 'string' ? [...votes].map(voteOf) : votes,
    ]),
  );

function voteOf(letter: string): Vote {
  const vote = words.find((word) => String(word).startsWith(letter));
  if (vote === undefined) throw new Error(`No vote begins with “${letter}”.`);
  return vote;
}

function repliesOf(replies: Replies): NonNullable<Given['answer']> {
  const asked = new Map<string, number>();
  return ({ request: { command } }) => {
    const given = replies[command];
    if (given === undefined) throw new Error(`The table has no answer to ${command}.`);
    const nth = asked.get(command) ?? 0;
    asked.set(command, nth + 1);
    const all = given instanceof Turns ? given.all : [given];
    const reply = replyOf(all[Math.min(nth, all.length - 1)] ?? null);
    return reply.kind === 'timeout' ? silence : { reply, afterMs: 20 };
  };
}

const replyOf = (given: Value | Reply): Reply =>
  typeof given === 'object' && given !== null && 'kind' in given ? given : ok(given);
