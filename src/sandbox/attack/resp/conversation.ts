/**
 * The commands and answers of one connection to Redis, with answers in the order of the commands. Commands about the
 * connection are answered here; commands for the server travel. It knows no socket and no bytes.
 */
import { mayBlock } from '../../../core/model/effects/request';
import { Pairs, Push, ServerError } from './replies';

/** The server as seen by a connection. `failed`: the connection has ended. */
export interface Server {
  readonly ask: (command: Command, answered: (answer: unknown) => void) => void;
  /** Sends the commands between MULTI and EXEC, of which there may be none. Null: a watched key has changed. */
  readonly exec: (commands: readonly Command[], answered: (answers: readonly unknown[] | null) => void) => void;
  readonly subscribe: (channel: string, opened: () => void, heard: (text: unknown) => void) => void;
  /** Null: the command is known. Otherwise, why the simulated server cannot do it. */
  readonly refusal: (command: Command) => string | null;
  /** Absent: the server has one database, which every number names. */
  readonly select?: (database: string) => unknown;
}

export type Command = readonly string[];

/** Receives the answers. */
export interface Listener {
  readonly sendValue: (value: unknown, version: 2 | 3) => void;
  /** The client sent QUIT. */
  readonly left: () => void;
}

interface Slot {
  value: unknown;
  isDone: boolean;
}

/** Commands about the connection, which no server of the run needs to see. */
const local: Readonly<Record<string, (args: Command) => unknown>> = {
  AUTH: () => 'OK',
  READONLY: () => 'OK',
  READWRITE: () => 'OK',
  INFO: () => 'redis_version:7.4.0\r\nredis_mode:standalone\r\nrole:master\r\nloading:0\r\n',
  CONFIG: () => [],
  CLIENT: ([what = '']) => (what.toUpperCase() === 'ID' ? 1 : what.toUpperCase() === 'GETNAME' ? null : 'OK'),
};

export class Conversation {
  private readonly slots: Slot[] = [];
  private version: 2 | 3 = 2;
  /** The commands since MULTI. Null: there is no transaction. */
  private queued: Command[] | null = null;
  /** The answers to MULTI and to what follows it in one piece. With EXEC in that piece, they come with its answer. */
  private held: (() => void)[] = [];
  private readonly channels = new Set<string>();
  private blocking = 0;

  constructor(
    private readonly server: Server,
    private readonly listener: Listener,
  ) {}

  /** Whether the server makes the client wait for an item. */
  get waits(): boolean {
    return this.blocking > 0;
  }

  take(command: Command): void {
    const [word = '', ...args] = command;
    const name = word.toUpperCase();
    if (this.queued !== null && name !== 'EXEC' && name !== 'DISCARD') return this.queue([name, ...args]);
    switch (name) {
      case 'HELLO':
        return this.say(this.hello(args));
      case 'MULTI':
        this.queued = [];
        return this.hold('OK');
      case 'DISCARD':
        this.queued = null;
        return this.say('OK');
      case 'EXEC':
        return this.exec();
      case 'SUBSCRIBE':
        for (const channel of args) this.subscribe(channel);
        return;
      case 'UNSUBSCRIBE':
        return this.unsubscribe(args.length > 0 ? args : [...this.channels]);
      case 'SELECT':
        return this.say(this.server.select?.(args[0] ?? '') ?? 'OK');
      case 'COMMAND':
        return this.say(this.describe(args));
      case 'QUIT':
        this.say('OK');
        return this.listener.left();
      default: {
        // A RESP 2 connection that listens cannot tell an answer from a message otherwise.
        if (name === 'PING' && this.version === 2 && this.channels.size > 0)
          return this.say(new Push(['pong', args[0] ?? '']));
        const answer = local[name];
        if (answer !== undefined) return this.say(answer(args));
        return this.ask([name, ...args]);
      }
    }
  }

  private hello([version]: Command): unknown {
    if (version !== undefined) this.version = version === '3' ? 3 : 2;
    return new Pairs([
      ['server', 'redis'],
      ['version', '7.4.0'],
      ['proto', this.version],
      ['id', 1],
      ['mode', 'standalone'],
      ['role', 'master'],
      ['modules', []],
    ]);
  }

  /** `COMMAND INFO` names the commands that exist; nothing else of a description is known here. */
  private describe([what = '', ...names]: Command): unknown {
    if (what.toUpperCase() !== 'INFO') return [];
    return names.map((name) => (this.server.refusal([name.toUpperCase()]) === null ? [name.toLowerCase()] : null));
  }

  private queue(command: Command): void {
    const refusal = this.server.refusal(command);
    if (refusal === null) this.queued?.push(command);
    this.hold(refusal === null ? 'QUEUED' : new ServerError(refusal));
  }

  private hold(value: unknown): void {
    const slot = this.open();
    this.held.push(() => this.fill(slot, value));
  }

  /** A piece of commands has ended. */
  pieceEnds(): void {
    for (const say of this.held.splice(0)) say();
  }

  private exec(): void {
    const commands = this.queued;
    this.queued = null;
    if (commands === null) return this.say(new ServerError('ERR EXEC without MULTI'));
    const slot = this.open();
    const held = this.held.splice(0);
    this.server.exec(commands, (answers) => {
      for (const say of held) say();
      this.fill(slot, answers === null ? null : answers.map(asSaid));
    });
  }

  private ask(command: Command): void {
    const refusal = this.server.refusal(command);
    if (refusal !== null) return this.say(new ServerError(refusal));
    const slot = this.open();
    const waits = mayBlock({ command: command[0] ?? '', args: [] }) ? 1 : 0;
    this.blocking += waits;
    this.server.ask(command, (answer) => {
      this.blocking -= waits;
      this.fill(slot, asAnswerTo(command, asSaid(answer)));
    });
  }

  private unsubscribe(channels: readonly string[]): void {
    if (channels.length === 0) return this.say(new Push(['unsubscribe', null, 0]));
    for (const channel of channels) {
      const slot = this.open();
      this.channels.delete(channel);
      const left = this.channels.size;
      this.server.ask(['UNSUBSCRIBE', channel], () => this.fill(slot, new Push(['unsubscribe', channel, left])));
    }
  }

  private subscribe(channel: string): void {
    const slot = this.open();
    this.channels.add(channel);
    const count = this.channels.size;
    this.server.subscribe(
      channel,
      () => this.fill(slot, new Push(['subscribe', channel, count])),
      (text) => this.listener.sendValue(new Push(['message', channel, text]), this.version),
    );
  }

  private say(value: unknown): void {
    this.fill(this.open(), value);
  }

  private open(): Slot {
    const slot = { value: undefined, isDone: false };
    this.slots.push(slot);
    return slot;
  }

  private fill(slot: Slot, value: unknown): void {
    slot.value = value;
    slot.isDone = true;
    while (this.slots[0]?.isDone === true) this.listener.sendValue(this.slots.shift()?.value, this.version);
  }
}

const asSaid = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'error' in answer ? new ServerError(String(answer.error)) : answer;

/** A hash is a list of fields and values in RESP 2 and a map in RESP 3. */
function asAnswerTo([name]: Command, answer: unknown): unknown {
  if (name !== 'HGETALL' || !Array.isArray(answer)) return answer;
  const pairs: [unknown, unknown][] = [];
  for (let i = 0; i + 1 < answer.length; i += 2) pairs.push([answer[i], answer[i + 1]]);
  return new Pairs(pairs);
}
